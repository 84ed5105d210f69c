define { double, double, double } @fwd.f(ptr noalias "irad-arena" %arena, double %x, double %d.x.0, double %d.x.1, double %y, double %d.y.0, double %d.y.1) {
entry:
  %0 = insertelement <2 x double> poison, double %d.x.0, i64 0
  %1 = insertelement <2 x double> %0, double %d.x.1, i64 1
  %2 = insertelement <2 x double> poison, double %y, i64 0
  %3 = shufflevector <2 x double> %2, <2 x double> poison, <2 x i32> zeroinitializer
  %4 = insertelement <2 x double> poison, double %d.y.0, i64 0
  %5 = insertelement <2 x double> %4, double %d.y.1, i64 1
  %6 = insertelement <2 x double> poison, double %x, i64 0
  %7 = shufflevector <2 x double> %6, <2 x double> poison, <2 x i32> zeroinitializer
  br label %8

8:
  %p = fmul double %x, %y
  %9 = fmul contract <2 x double> %1, %3
  %10 = fmul contract <2 x double> %5, %7
  %11 = fadd reassoc contract <2 x double> %9, %10
  %q = fadd double %x, %p
  %12 = fadd reassoc contract <2 x double> %1, %11
  %13 = extractelement <2 x double> %12, i64 0
  %14 = extractelement <2 x double> %12, i64 1
  %15 = insertvalue { double, double, double } undef, double %q, 0
  %16 = insertvalue { double, double, double } %15, double %13, 1
  %17 = insertvalue { double, double, double } %16, double %14, 2
  ret { double, double, double } %17
}
