; Comparisons, rounding and conversions to integers have no derivative: nothing active goes through them.
declare double @llvm.floor.f64(double)
define double @f(double %x) {
  %w = call double @llvm.floor.f64(double %x) ; useful
  %i = fptosi double %x to i64
  %d = sitofp i64 %i to double ; useful
  %c = fcmp ogt double %x, 0.0
  %z = select i1 %c, double %x, double %d ; active
  %r = fadd double %z, %w ; active
  ret double %r
}
