define { double, ptr } @aug.f(ptr noalias "irad-arena" %arena, ptr %x, ptr %d.x) {
entry:
  %0 = getelementptr i8, ptr %arena, i64 128
  %1 = call ptr @irad_reserve(ptr %0, i64 24)
  %2 = getelementptr i8, ptr %1, i64 16
  store ptr %d.x, ptr %2, align 8
  br label %3

3:
  %v = load double, ptr %x, align 8
  %4 = freeze double %v
  %5 = getelementptr i8, ptr %1, i64 8
  store double %4, ptr %5, align 8
  %e = call double @llvm.exp.f64(double %v)
  store double %e, ptr %1, align 8
  store double %e, ptr %x, align 8
  %r = fmul double %v, %e
  %6 = insertvalue { double, ptr } undef, double %r, 0
  %7 = insertvalue { double, ptr } %6, ptr %1, 1
  ret { double, ptr } %7
}

define void @rev.f(ptr "irad-arena" %arena, ptr %tape, double %seed) {
entry:
  %0 = alloca double, align 8
  %1 = alloca double, align 8
  %2 = alloca double, align 8
  store double -0.000000e+00, ptr %2, align 8
  store double -0.000000e+00, ptr %1, align 8
  store double -0.000000e+00, ptr %0, align 8
  br label %reverse.0

reverse.0:
  %3 = load double, ptr %2, align 8
  %4 = fadd reassoc contract double %3, %seed
  store double %4, ptr %2, align 8
  %5 = load double, ptr %2, align 8
  store double -0.000000e+00, ptr %2, align 8
  %6 = load double, ptr %tape, align 8
  %7 = fmul contract double %5, %6
  %8 = load double, ptr %1, align 8
  %9 = fadd reassoc contract double %8, %7
  store double %9, ptr %1, align 8
  %10 = getelementptr i8, ptr %tape, i64 8
  %11 = load double, ptr %10, align 8
  %12 = fmul contract double %5, %11
  %13 = load double, ptr %0, align 8
  %14 = fadd reassoc contract double %13, %12
  store double %14, ptr %0, align 8
  %15 = getelementptr i8, ptr %tape, i64 16
  %16 = load ptr, ptr %15, align 8
  %17 = load double, ptr %16, align 8
  %18 = load double, ptr %0, align 8
  %19 = fadd reassoc contract double %18, %17
  store double %19, ptr %0, align 8
  %20 = load double, ptr %0, align 8
  store double -0.000000e+00, ptr %0, align 8
  %21 = fmul contract double %20, %6
  %22 = load double, ptr %1, align 8
  %23 = fadd reassoc contract double %22, %21
  store double %23, ptr %1, align 8
  %24 = load double, ptr %1, align 8
  store double -0.000000e+00, ptr %1, align 8
  store double %24, ptr %16, align 8
  br label %finish

finish:
  %25 = getelementptr i8, ptr %arena, i64 128
  call void @irad_release(ptr %25, ptr %tape)
  ret void
}
