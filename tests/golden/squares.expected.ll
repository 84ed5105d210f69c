define { double } @grad.f(ptr noalias "irad-arena" %arena, ptr %x, ptr %d.x, i64 %n, double %seed) {
entry:
  %0 = alloca double, align 8
  %1 = alloca double, align 8
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca i64, align 8
  %6 = alloca i64, align 8
  store double -0.000000e+00, ptr %4, align 8
  store double -0.000000e+00, ptr %3, align 8
  store double -0.000000e+00, ptr %2, align 8
  store double -0.000000e+00, ptr %1, align 8
  store double -0.000000e+00, ptr %0, align 8
  br label %entry.1

entry.1:
  %smax = call i64 @llvm.smax.i64(i64 %n, i64 1)
  %7 = sub i64 %smax, 1
  %8 = add i64 %7, 1
  br label %loop

loop:
  %i = phi i64 [ 0, %entry.1 ], [ %j, %loop ]
  %s = phi double [ 0.000000e+00, %entry.1 ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %p.shadow = getelementptr double, ptr %d.x, i64 %i
  %v = load double, ptr %p, align 8
  %w = fmul double %v, %v
  %t = fadd double %s, %w
  %j = add nuw nsw i64 %i, 1
  %exitcond.not = icmp eq i64 %j, %smax
  br i1 %exitcond.not, label %exit, label %loop

exit:
  %t.lcssa = phi double [ %t, %loop ]
  br label %reverse.exit

reverse.exit:
  %9 = load double, ptr %4, align 8
  %10 = fadd reassoc contract double %9, %seed
  store double %10, ptr %4, align 8
  %11 = load double, ptr %4, align 8
  store double -0.000000e+00, ptr %4, align 8
  br label %edge.exit.loop

reverse.loop:
  %12 = load double, ptr %3, align 8
  store double -0.000000e+00, ptr %3, align 8
  %13 = load double, ptr %2, align 8
  %14 = fadd reassoc contract double %13, %12
  store double %14, ptr %2, align 8
  %15 = load double, ptr %1, align 8
  %16 = fadd reassoc contract double %15, %12
  store double %16, ptr %1, align 8
  %17 = load double, ptr %1, align 8
  store double -0.000000e+00, ptr %1, align 8
  %18 = load i64, ptr %6, align 8
  %19 = getelementptr double, ptr %x, i64 %18
  %20 = load double, ptr %19, align 8
  %21 = fmul contract double %17, %20
  %22 = load double, ptr %0, align 8
  %23 = fadd reassoc contract double %22, %21
  store double %23, ptr %0, align 8
  %24 = fmul contract double %17, %20
  %25 = load double, ptr %0, align 8
  %26 = fadd reassoc contract double %25, %24
  store double %26, ptr %0, align 8
  %27 = load double, ptr %0, align 8
  store double -0.000000e+00, ptr %0, align 8
  %28 = getelementptr double, ptr %d.x, i64 %18
  %29 = load double, ptr %28, align 8
  %30 = fadd reassoc contract double %29, %27
  store double %30, ptr %28, align 8
  %31 = load double, ptr %2, align 8
  store double -0.000000e+00, ptr %2, align 8
  %32 = load i64, ptr %6, align 8
  %33 = load i64, ptr %5, align 8
  %34 = icmp eq i64 %32, %33
  br i1 %34, label %edge.loop.entry, label %edge.loop.loop

reverse.entry:
  br label %finish

finish:
  %35 = insertvalue { double } undef, double %t.lcssa, 0
  ret { double } %35

edge.exit.loop:
  %36 = load double, ptr %3, align 8
  %37 = fadd reassoc contract double %36, %11
  store double %37, ptr %3, align 8
  br label %setup.loop

setup.loop:
  store i64 0, ptr %6, align 8
  store i64 %7, ptr %5, align 8
  br label %reverse.loop

edge.loop.entry:
  br label %reverse.entry

edge.loop.loop:
  %38 = load double, ptr %3, align 8
  %39 = fadd reassoc contract double %38, %31
  store double %39, ptr %3, align 8
  %40 = load i64, ptr %6, align 8
  %41 = add i64 %40, 1
  store i64 %41, ptr %6, align 8
  br label %reverse.loop
}
