; split f(dup) -> active
; In two functions: what the reverse needs of the forward sweep goes by way of the tape.
declare double @llvm.exp.f64(double)

define double @f(ptr %x) {
  %v = load double, ptr %x
  %e = call double @llvm.exp.f64(double %v)
  store double %e, ptr %x
  %r = fmul double %e, %v
  ret double %r
}
