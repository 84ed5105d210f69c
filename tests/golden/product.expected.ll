define { double, double, double } @grad.f(ptr noalias "irad-arena" %arena, double %x, double %y, double %seed) {
entry:
  %0 = alloca double, align 8
  %1 = alloca double, align 8
  %2 = alloca double, align 8
  store double -0.000000e+00, ptr %2, align 8
  store double -0.000000e+00, ptr %1, align 8
  store double -0.000000e+00, ptr %0, align 8
  br label %3

3:
  %p = fmul double %x, %y
  br label %reverse.0

reverse.0:
  %4 = load double, ptr %2, align 8
  %5 = fadd reassoc contract double %4, %seed
  store double %5, ptr %2, align 8
  %6 = load double, ptr %2, align 8
  store double -0.000000e+00, ptr %2, align 8
  %7 = fmul contract double %6, %y
  %8 = load double, ptr %1, align 8
  %9 = fadd reassoc contract double %8, %7
  store double %9, ptr %1, align 8
  %10 = fmul contract double %6, %x
  %11 = load double, ptr %0, align 8
  %12 = fadd reassoc contract double %11, %10
  store double %12, ptr %0, align 8
  br label %finish

finish:
  %13 = insertvalue { double, double, double } undef, double %p, 0
  %14 = load double, ptr %1, align 8
  %15 = fadd double %14, 0.000000e+00
  %16 = insertvalue { double, double, double } %13, double %15, 1
  %17 = load double, ptr %0, align 8
  %18 = fadd double %17, 0.000000e+00
  %19 = insertvalue { double, double, double } %16, double %18, 2
  ret { double, double, double } %19
}
