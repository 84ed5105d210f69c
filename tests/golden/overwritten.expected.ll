define void @grad.f(ptr noalias "irad-arena" %arena, ptr %x, ptr %d.x) {
entry:
  %0 = alloca double, align 8
  %1 = alloca double, align 8
  store double -0.000000e+00, ptr %1, align 8
  store double -0.000000e+00, ptr %0, align 8
  br label %2

2:
  %v = load double, ptr %x, align 8
  %w = fmul double %v, %v
  store double %w, ptr %x, align 8
  br label %reverse.0

reverse.0:
  %3 = load double, ptr %d.x, align 8
  %4 = load double, ptr %1, align 8
  %5 = fadd reassoc contract double %4, %3
  store double %5, ptr %1, align 8
  %6 = load double, ptr %1, align 8
  store double -0.000000e+00, ptr %1, align 8
  %7 = fmul contract double %6, %v
  %8 = load double, ptr %0, align 8
  %9 = fadd reassoc contract double %8, %7
  store double %9, ptr %0, align 8
  %10 = fmul contract double %6, %v
  %11 = load double, ptr %0, align 8
  %12 = fadd reassoc contract double %11, %10
  store double %12, ptr %0, align 8
  %13 = load double, ptr %0, align 8
  store double -0.000000e+00, ptr %0, align 8
  store double %13, ptr %d.x, align 8
  br label %finish

finish:
  ret void
}
