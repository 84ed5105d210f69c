; The bits of a double, and half of them.
define i64 @f(double %x) {
  %w = bitcast double %x to i64 ; double
  ret i64 %w
}
define i1 @g(ptr %p) {
  %c = load i8, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  %v = load double, ptr %q
  %t = trunc i8 %c to i1
  ret i1 %t
}
