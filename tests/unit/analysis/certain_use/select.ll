; A square root that is computed in any case and chosen only where the number is positive.
declare double @llvm.sqrt.f64(double)
define double @f(double %x) {
  %c = fcmp ogt double %x, 0.0
  %s = call double @llvm.sqrt.f64(double %x) ; uncertain
  %t = fmul double %s, 2.0 ; uncertain
  %r = select i1 %c, double %t, double 0.0
  ret double %r
}
