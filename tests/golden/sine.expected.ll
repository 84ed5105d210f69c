define { double, double } @fwd.f(ptr noalias "irad-arena" %arena, double %x, double %d.x) {
entry:
  br label %0

0:
  %s = fmul double %x, %x
  %1 = fmul contract double %d.x, %x
  %2 = fmul contract double %d.x, %x
  %3 = fadd reassoc contract double %1, %2
  %r = call double @llvm.sin.f64(double %s)
  %4 = call contract double @llvm.cos.f64(double %s)
  %5 = fmul contract double %3, %4
  %6 = insertvalue { double, double } undef, double %r, 0
  %7 = insertvalue { double, double } %6, double %5, 1
  ret { double, double } %7
}
