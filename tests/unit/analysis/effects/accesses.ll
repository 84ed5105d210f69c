; Loads read, stores write, arithmetic does neither.
define void @f(ptr %x, ptr %y) {
  %v = load double, ptr %x ; reads %x
  %w = fmul double %v, %v
  store double %w, ptr %y ; writes %y
  ret void
}
