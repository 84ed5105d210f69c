; The reverse of a product asks for the factors whose partner is active, that of an exponential for its result, that of a sum for
; nothing.
; params: active, active, const
declare double @exp(double)
define double @f(double %x, double %y, double %k) {
  %a = fmul double %x, %y ; needs %y, %x
  %b = fmul double %a, %k ; needs %k
  %c = fadd double %b, %x
  %d = call double @exp(double %c) ; needs %d
  %e = fneg double %d
  %g = fdiv double %e, %k ; needs %k
  ret double %g
}
