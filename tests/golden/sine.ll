; forward f(dup) -> active
; Tangents go along with the primal; the cosine is evaluated once.
declare double @llvm.sin.f64(double)

define double @f(double %x) {
  %s = fmul double %x, %x
  %r = call double @llvm.sin.f64(double %s)
  ret double %r
}
