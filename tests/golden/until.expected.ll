define { double, double } @grad.f(ptr noalias "irad-arena" %arena, double %x, double %seed) {
entry:
  %0 = alloca ptr, align 8
  %1 = alloca i64, align 8
  %2 = alloca ptr, align 8
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  %6 = alloca double, align 8
  %7 = alloca i64, align 8
  store double -0.000000e+00, ptr %6, align 8
  store double -0.000000e+00, ptr %5, align 8
  store double -0.000000e+00, ptr %4, align 8
  store double -0.000000e+00, ptr %3, align 8
  store ptr null, ptr %2, align 8
  br label %entry.1

entry.1:
  br label %loop

loop:
  %8 = phi ptr [ null, %entry.1 ], [ %10, %loop ]
  %it = phi i64 [ 0, %entry.1 ], [ %11, %loop ]
  %y = phi double [ %x, %entry.1 ], [ %z, %loop ]
  %9 = getelementptr i8, ptr %arena, i64 128
  %10 = call ptr @irad_reserve(ptr %9, i64 16)
  store ptr %10, ptr %0, align 8
  store ptr %8, ptr %10, align 8
  %z = fmul double %y, %y
  %more = fcmp olt double %z, 1.000000e+03
  %11 = add nuw nsw i64 %it, 1
  %12 = getelementptr i8, ptr %10, i64 8
  store double %y, ptr %12, align 8
  store i64 %it, ptr %1, align 8
  br i1 %more, label %loop, label %exit

exit:
  %z.lcssa = phi double [ %z, %loop ]
  br label %reverse.exit

reverse.exit:
  %13 = load double, ptr %6, align 8
  %14 = fadd reassoc contract double %13, %seed
  store double %14, ptr %6, align 8
  %15 = load double, ptr %6, align 8
  store double -0.000000e+00, ptr %6, align 8
  br label %edge.exit.loop

reverse.loop:
  %16 = load double, ptr %5, align 8
  store double -0.000000e+00, ptr %5, align 8
  %17 = load ptr, ptr %2, align 8
  %18 = getelementptr i8, ptr %17, i64 8
  %19 = load double, ptr %18, align 8
  %20 = fmul contract double %16, %19
  %21 = load double, ptr %4, align 8
  %22 = fadd reassoc contract double %21, %20
  store double %22, ptr %4, align 8
  %23 = fmul contract double %16, %19
  %24 = load double, ptr %4, align 8
  %25 = fadd reassoc contract double %24, %23
  store double %25, ptr %4, align 8
  %26 = load double, ptr %4, align 8
  store double -0.000000e+00, ptr %4, align 8
  %27 = load i64, ptr %7, align 8
  %28 = icmp eq i64 %27, 0
  br i1 %28, label %edge.loop.entry, label %edge.loop.loop

reverse.entry:
  br label %finish

finish:
  %29 = insertvalue { double, double } undef, double %z.lcssa, 0
  %30 = load double, ptr %3, align 8
  %31 = fadd double %30, 0.000000e+00
  %32 = insertvalue { double, double } %29, double %31, 1
  ret { double, double } %32

edge.exit.loop:
  %33 = load double, ptr %5, align 8
  %34 = fadd reassoc contract double %33, %15
  store double %34, ptr %5, align 8
  br label %setup.loop

setup.loop:
  %35 = load i64, ptr %1, align 8
  store i64 %35, ptr %7, align 8
  %36 = load ptr, ptr %0, align 8
  store ptr %36, ptr %2, align 8
  br label %reverse.loop

edge.loop.entry:
  %37 = load double, ptr %3, align 8
  %38 = fadd reassoc contract double %37, %26
  store double %38, ptr %3, align 8
  %39 = load ptr, ptr %2, align 8
  %40 = getelementptr i8, ptr %arena, i64 128
  call void @irad_release(ptr %40, ptr %39)
  br label %reverse.entry

edge.loop.loop:
  %41 = load double, ptr %5, align 8
  %42 = fadd reassoc contract double %41, %26
  store double %42, ptr %5, align 8
  %43 = load i64, ptr %7, align 8
  %44 = add i64 %43, -1
  store i64 %44, ptr %7, align 8
  %45 = load ptr, ptr %2, align 8
  %46 = load ptr, ptr %45, align 8
  %47 = getelementptr i8, ptr %arena, i64 128
  call void @irad_release(ptr %47, ptr %45)
  store ptr %46, ptr %2, align 8
  br label %reverse.loop
}
