; A function that gives the bits of a double hides it in an integer; one that moves a number does not.
define i64 @bits(double %x) { ; hides
  %w = bitcast double %x to i64
  ret i64 %w
}
define i64 @next(i64 %n) {
  %m = add i64 %n, 1
  ret i64 %m
}
define double @half(double %x) {
  %y = fmul double %x, 0.5
  ret double %y
}
