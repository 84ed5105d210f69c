; forward f(dup, dup) -> active, width 2
; The primal once, tangents twice: what both lanes do alike is done with vectors of two.
define double @f(double %x, double %y) {
  %p = fmul double %x, %y
  %q = fadd double %p, %x
  ret double %q
}
