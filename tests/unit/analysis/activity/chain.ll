; What depends on %x and what the result depends on: %a is on the way, %b leads nowhere, %c comes from no input.
; params: active, const
define double @f(double %x, double %k) {
  %a = fmul double %x, %x ; active
  %b = fadd double %x, 1.0 ; varied
  %c = fmul double %k, %k ; useful
  %d = fsub double %k, 1.0
  %r = fmul double %a, %c ; active
  ret double %r
}
