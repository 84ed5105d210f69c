; A pointer that is one of two makes one object of both.
define void @f(ptr %x, ptr %y, ptr %z, i1 %c) {
  %p = select i1 %c, ptr %x, ptr %y
  store double 1.0, ptr %p ; %x: double
  %v = load double, ptr %y ; %x: double
  %w = load double, ptr %z ; %z: double
  ret void
}
