define { double } @grad.f(ptr noalias "irad-arena" %arena, ptr %x, ptr %d.x, i64 %n, double %seed) {
entry:
  %0 = alloca ptr, align 8
  %1 = alloca i64, align 8
  %2 = alloca i64, align 8
  %3 = alloca ptr, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %7 = alloca double, align 8
  %8 = alloca i64, align 8
  store double -0.000000e+00, ptr %7, align 8
  store double -0.000000e+00, ptr %6, align 8
  store double -0.000000e+00, ptr %5, align 8
  store double -0.000000e+00, ptr %4, align 8
  store ptr null, ptr %3, align 8
  store ptr null, ptr %0, align 8
  br label %entry.1

entry.1:
  %smax = call i64 @llvm.smax.i64(i64 %n, i64 1)
  %9 = sub i64 %smax, 1
  %10 = add i64 %9, 1
  %11 = mul i64 %10, 8
  %12 = getelementptr i8, ptr %arena, i64 128
  %13 = call ptr @irad_reserve(ptr %12, i64 %11)
  br label %loop

loop:
  %it = phi i64 [ 0, %entry.1 ], [ %14, %loop ]
  %i = phi i64 [ 0, %entry.1 ], [ %j, %loop ]
  %s = phi double [ 1.000000e+00, %entry.1 ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %p.shadow = getelementptr double, ptr %d.x, i64 %i
  %v = load double, ptr %p, align 8
  %t = fmul double %s, %v
  %j = add nuw nsw i64 %i, 1
  %exitcond.not = icmp eq i64 %j, %smax
  %14 = add nuw nsw i64 %it, 1
  %15 = getelementptr double, ptr %13, i64 %it
  store double %s, ptr %15, align 8
  br i1 %exitcond.not, label %exit, label %loop

exit:
  %t.lcssa = phi double [ %t, %loop ]
  br label %reverse.exit

reverse.exit:
  %16 = load double, ptr %7, align 8
  %17 = fadd reassoc contract double %16, %seed
  store double %17, ptr %7, align 8
  %18 = load double, ptr %7, align 8
  store double -0.000000e+00, ptr %7, align 8
  br label %edge.exit.loop

reverse.loop:
  %19 = load double, ptr %6, align 8
  store double -0.000000e+00, ptr %6, align 8
  %20 = load i64, ptr %8, align 8
  %21 = getelementptr double, ptr %x, i64 %20
  %22 = load double, ptr %21, align 8
  %23 = fmul contract double %19, %22
  %24 = load double, ptr %5, align 8
  %25 = fadd reassoc contract double %24, %23
  store double %25, ptr %5, align 8
  %26 = load ptr, ptr %3, align 8
  %27 = load i64, ptr %1, align 8
  %28 = load i64, ptr %2, align 8
  %29 = load i64, ptr %8, align 8
  %30 = getelementptr double, ptr %26, i64 %29
  %31 = load double, ptr %30, align 8
  %32 = fmul contract double %19, %31
  %33 = load double, ptr %4, align 8
  %34 = fadd reassoc contract double %33, %32
  store double %34, ptr %4, align 8
  %35 = load double, ptr %4, align 8
  store double -0.000000e+00, ptr %4, align 8
  %36 = getelementptr double, ptr %d.x, i64 %20
  %37 = load double, ptr %36, align 8
  %38 = fadd reassoc contract double %37, %35
  store double %38, ptr %36, align 8
  %39 = load double, ptr %5, align 8
  store double -0.000000e+00, ptr %5, align 8
  %40 = load i64, ptr %8, align 8
  %41 = icmp eq i64 %40, 0
  br i1 %41, label %edge.loop.entry, label %edge.loop.loop

reverse.entry:
  br label %finish

finish:
  %42 = insertvalue { double } undef, double %t.lcssa, 0
  ret { double } %42

edge.exit.loop:
  %43 = load double, ptr %6, align 8
  %44 = fadd reassoc contract double %43, %18
  store double %44, ptr %6, align 8
  br label %setup.loop

setup.loop:
  store i64 %9, ptr %8, align 8
  store i64 %10, ptr %2, align 8
  store ptr %13, ptr %3, align 8
  store i64 %10, ptr %1, align 8
  store ptr %13, ptr %0, align 8
  br label %reverse.loop

edge.loop.entry:
  %45 = load ptr, ptr %0, align 8
  %46 = getelementptr i8, ptr %arena, i64 128
  call void @irad_release(ptr %46, ptr %45)
  br label %reverse.entry

edge.loop.loop:
  %47 = load double, ptr %6, align 8
  %48 = fadd reassoc contract double %47, %39
  store double %48, ptr %6, align 8
  %49 = load i64, ptr %8, align 8
  %50 = add i64 %49, -1
  store i64 %50, ptr %8, align 8
  br label %reverse.loop
}
