; Doubles and integers alone.
define void @f(ptr %x, i32 %n) {
  %d = sitofp i32 %n to double
  store double %d, ptr %x
  ret void
}
