; One function gives what it is made of, the other a constant whatever it gets.
; params: active
define double @f(double %x) {
  %a = call double @twice(double %x) ; varies result
  %b = call double @three(double %x)
  %r = fadd double %a, %b
  ret double %r
}
define internal double @twice(double %x) noinline {
  %y = fadd double %x, %x
  ret double %y
}
define internal double @three(double %x) noinline {
  ret double 3.0
}
