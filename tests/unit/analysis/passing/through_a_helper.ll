; A helper that moves eight bytes does not know what they are; its caller does, on both sides.
define internal void @move(ptr %to, ptr %from) noinline {
  %w = load i64, ptr %from ; %from
  store i64 %w, ptr %to ; %to
  ret void
}
define double @f(ptr %x, ptr %y) {
  store double 1.0, ptr %x ; %x: double
  call void @move(ptr %y, ptr %x)
  %v = load double, ptr %y ; %y: double
  ret double %v
}
