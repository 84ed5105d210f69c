; Two parameters are two objects; an index that varies makes an array of what lies there.
define void @f(ptr %x, ptr %y, i64 %i) {
  %p = getelementptr double, ptr %x, i64 %i ; %x, every 8: double
  %v = load double, ptr %p ; %x, every 8: double
  %q = getelementptr i8, ptr %y, i64 16 ; %y + 16: double
  store double %v, ptr %q ; %y + 16: double
  ret void
}
