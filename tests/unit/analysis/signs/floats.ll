; Squares and exponentials are never negative; a sum with something positive is positive; what underflows is not.
declare double @llvm.exp.f64(double)
define double @f(double %x) {
  %s = fmul double %x, %x ; not negative
  %e = call double @llvm.exp.f64(double %x) ; not negative
  %p = fadd double %s, 1.0 ; positive
  %q = fmul double %p, %p ; not negative
  %d = fdiv double %s, %p ; not negative
  %r = fdiv double %p, %s
  %m = fsub double %s, 1.0
  %c = fmul double %s, %x
  %g = fneg double %s
  ret double %p
}
