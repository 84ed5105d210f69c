define { double, double } @grad.f(ptr noalias "irad-arena" %arena, double %x, double %seed) {
entry:
  %0 = alloca double, align 8
  %1 = alloca double, align 8
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  store double -0.000000e+00, ptr %3, align 8
  store double -0.000000e+00, ptr %2, align 8
  store double -0.000000e+00, ptr %1, align 8
  store double -0.000000e+00, ptr %0, align 8
  br label %4

4:
  %p = call dereferenceable_or_null(16) ptr @malloc(i64 16)
  %5 = icmp ne ptr %p, null
  %6 = select i1 %5, i64 16, i64 0
  %7 = getelementptr i8, ptr %arena, i64 128
  %8 = call ptr @irad_reserve(ptr %7, i64 %6)
  call void @llvm.memset.p0.i64(ptr %8, i8 0, i64 %6, i1 false)
  %q = getelementptr i8, ptr %p, i64 8
  %q.shadow = getelementptr i8, ptr %8, i64 8
  store double %x, ptr %p, align 8
  store double %x, ptr %q, align 8
  %9 = call { ptr } @aug.scale(ptr %arena, ptr %p, ptr %8)
  %10 = extractvalue { ptr } %9, 0
  %a = load double, ptr %p, align 8
  %b = load double, ptr %q, align 8
  %r = fmul double %a, %b
  br label %reverse.0

reverse.0:
  %11 = load double, ptr %3, align 8
  %12 = fadd reassoc contract double %11, %seed
  store double %12, ptr %3, align 8
  %13 = load double, ptr %3, align 8
  store double -0.000000e+00, ptr %3, align 8
  %14 = fmul contract double %13, %b
  %15 = load double, ptr %2, align 8
  %16 = fadd reassoc contract double %15, %14
  store double %16, ptr %2, align 8
  %17 = fmul contract double %13, %a
  %18 = load double, ptr %1, align 8
  %19 = fadd reassoc contract double %18, %17
  store double %19, ptr %1, align 8
  %20 = load double, ptr %1, align 8
  store double -0.000000e+00, ptr %1, align 8
  %21 = load double, ptr %q.shadow, align 8
  %22 = fadd reassoc contract double %21, %20
  store double %22, ptr %q.shadow, align 8
  %23 = load double, ptr %2, align 8
  store double -0.000000e+00, ptr %2, align 8
  %24 = load double, ptr %8, align 8
  %25 = fadd reassoc contract double %24, %23
  store double %25, ptr %8, align 8
  call void @rev.scale(ptr %arena, ptr %10)
  %26 = load double, ptr %q.shadow, align 8
  %27 = load double, ptr %0, align 8
  %28 = fadd reassoc contract double %27, %26
  store double %28, ptr %0, align 8
  store double 0.000000e+00, ptr %q.shadow, align 8
  %29 = load double, ptr %8, align 8
  %30 = load double, ptr %0, align 8
  %31 = fadd reassoc contract double %30, %29
  store double %31, ptr %0, align 8
  store double 0.000000e+00, ptr %8, align 8
  call void @free(ptr %p)
  %32 = getelementptr i8, ptr %arena, i64 128
  call void @irad_release(ptr %32, ptr %8)
  br label %finish

finish:
  %33 = insertvalue { double, double } undef, double %r, 0
  %34 = load double, ptr %0, align 8
  %35 = fadd double %34, 0.000000e+00
  %36 = insertvalue { double, double } %33, double %35, 1
  ret { double, double } %36
}

define internal { ptr } @aug.scale(ptr noalias "irad-arena" %arena, ptr %p, ptr %d.p) {
entry:
  %0 = getelementptr i8, ptr %arena, i64 128
  %1 = call ptr @irad_reserve(ptr %0, i64 8)
  store ptr %d.p, ptr %1, align 8
  br label %2

2:
  %v = load double, ptr %p, align 8
  %w = fmul double %v, 3.000000e+00
  store double %w, ptr %p, align 8
  %3 = insertvalue { ptr } undef, ptr %1, 0
  ret { ptr } %3
}

define internal void @rev.scale(ptr "irad-arena" %arena, ptr %tape) {
entry:
  %0 = alloca double, align 8
  %1 = alloca double, align 8
  store double -0.000000e+00, ptr %1, align 8
  store double -0.000000e+00, ptr %0, align 8
  br label %reverse.0

reverse.0:
  %2 = load ptr, ptr %tape, align 8
  %3 = load double, ptr %2, align 8
  %4 = load double, ptr %1, align 8
  %5 = fadd reassoc contract double %4, %3
  store double %5, ptr %1, align 8
  %6 = load double, ptr %1, align 8
  store double -0.000000e+00, ptr %1, align 8
  %7 = fmul contract double %6, 3.000000e+00
  %8 = load double, ptr %0, align 8
  %9 = fadd reassoc contract double %8, %7
  store double %9, ptr %0, align 8
  %10 = load double, ptr %0, align 8
  store double -0.000000e+00, ptr %0, align 8
  store double %10, ptr %2, align 8
  br label %finish

finish:
  %11 = getelementptr i8, ptr %arena, i64 128
  call void @irad_release(ptr %11, ptr %tape)
  ret void
}
