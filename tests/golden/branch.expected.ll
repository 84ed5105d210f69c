define { double, double } @grad.f(ptr noalias "irad-arena" %arena, double %x, double %seed) {
entry:
  %0 = alloca double, align 8
  %1 = alloca double, align 8
  %2 = alloca double, align 8
  %3 = alloca double, align 8
  %4 = alloca double, align 8
  %5 = alloca double, align 8
  store double -0.000000e+00, ptr %5, align 8
  store double -0.000000e+00, ptr %4, align 8
  store double -0.000000e+00, ptr %3, align 8
  store double -0.000000e+00, ptr %2, align 8
  br label %entry.1

entry.1:
  %positive = fcmp ogt double %x, 0.000000e+00
  br i1 %positive, label %then, label %otherwise

otherwise:
  %6 = call { double, double } @grad.cube(ptr %arena, double %x, double %seed)
  %7 = extractvalue { double, double } %6, 0
  %8 = extractvalue { double, double } %6, 1
  store double %8, ptr %0, align 8
  br label %join

then:
  %9 = call { double, double } @grad.square(ptr %arena, double %x, double %seed)
  %10 = extractvalue { double, double } %9, 0
  %11 = extractvalue { double, double } %9, 1
  store double %11, ptr %1, align 8
  br label %join

join:
  %r = phi double [ %10, %then ], [ %7, %otherwise ]
  br label %reverse.join

reverse.join:
  %12 = load double, ptr %5, align 8
  %13 = fadd reassoc contract double %12, %seed
  store double %13, ptr %5, align 8
  %14 = load double, ptr %5, align 8
  store double -0.000000e+00, ptr %5, align 8
  br i1 %positive, label %edge.join.then, label %edge.join.otherwise

reverse.then:
  %15 = load double, ptr %3, align 8
  store double -0.000000e+00, ptr %3, align 8
  %16 = load double, ptr %1, align 8
  %17 = load double, ptr %2, align 8
  %18 = fadd reassoc contract double %17, %16
  store double %18, ptr %2, align 8
  br label %edge.then.entry

reverse.otherwise:
  %19 = load double, ptr %4, align 8
  store double -0.000000e+00, ptr %4, align 8
  %20 = load double, ptr %0, align 8
  %21 = load double, ptr %2, align 8
  %22 = fadd reassoc contract double %21, %20
  store double %22, ptr %2, align 8
  br label %edge.otherwise.entry

reverse.entry:
  br label %finish

finish:
  %23 = insertvalue { double, double } undef, double %r, 0
  %24 = load double, ptr %2, align 8
  %25 = fadd double %24, 0.000000e+00
  %26 = insertvalue { double, double } %23, double %25, 1
  ret { double, double } %26

edge.join.otherwise:
  %27 = load double, ptr %4, align 8
  %28 = fadd reassoc contract double %27, %14
  store double %28, ptr %4, align 8
  br label %reverse.otherwise

edge.join.then:
  %29 = load double, ptr %3, align 8
  %30 = fadd reassoc contract double %29, %14
  store double %30, ptr %3, align 8
  br label %reverse.then

edge.then.entry:
  br label %reverse.entry

edge.otherwise.entry:
  br label %reverse.entry
}

define internal { double, double } @grad.cube(ptr noalias "irad-arena" %arena, double %x, double %seed) {
entry:
  %0 = alloca double, align 8
  %1 = alloca double, align 8
  %2 = alloca double, align 8
  store double -0.000000e+00, ptr %2, align 8
  store double -0.000000e+00, ptr %1, align 8
  store double -0.000000e+00, ptr %0, align 8
  br label %3

3:
  %p = fmul double %x, %x
  %q = fmul double %x, %p
  br label %reverse.0

reverse.0:
  %4 = load double, ptr %2, align 8
  %5 = fadd reassoc contract double %4, %seed
  store double %5, ptr %2, align 8
  %6 = load double, ptr %2, align 8
  store double -0.000000e+00, ptr %2, align 8
  %7 = fmul contract double %6, %p
  %8 = load double, ptr %1, align 8
  %9 = fadd reassoc contract double %8, %7
  store double %9, ptr %1, align 8
  %10 = fmul contract double %6, %x
  %11 = load double, ptr %0, align 8
  %12 = fadd reassoc contract double %11, %10
  store double %12, ptr %0, align 8
  %13 = load double, ptr %0, align 8
  store double -0.000000e+00, ptr %0, align 8
  %14 = fmul contract double %13, %x
  %15 = load double, ptr %1, align 8
  %16 = fadd reassoc contract double %15, %14
  store double %16, ptr %1, align 8
  %17 = fmul contract double %13, %x
  %18 = load double, ptr %1, align 8
  %19 = fadd reassoc contract double %18, %17
  store double %19, ptr %1, align 8
  br label %finish

finish:
  %20 = insertvalue { double, double } undef, double %q, 0
  %21 = load double, ptr %1, align 8
  %22 = fadd double %21, 0.000000e+00
  %23 = insertvalue { double, double } %20, double %22, 1
  ret { double, double } %23
}

define internal { double, double } @grad.square(ptr noalias "irad-arena" %arena, double %x, double %seed) {
entry:
  %0 = alloca double, align 8
  %1 = alloca double, align 8
  store double -0.000000e+00, ptr %1, align 8
  store double -0.000000e+00, ptr %0, align 8
  br label %2

2:
  %p = fmul double %x, %x
  br label %reverse.0

reverse.0:
  %3 = load double, ptr %1, align 8
  %4 = fadd reassoc contract double %3, %seed
  store double %4, ptr %1, align 8
  %5 = load double, ptr %1, align 8
  store double -0.000000e+00, ptr %1, align 8
  %6 = fmul contract double %5, %x
  %7 = load double, ptr %0, align 8
  %8 = fadd reassoc contract double %7, %6
  store double %8, ptr %0, align 8
  %9 = fmul contract double %5, %x
  %10 = load double, ptr %0, align 8
  %11 = fadd reassoc contract double %10, %9
  store double %11, ptr %0, align 8
  br label %finish

finish:
  %12 = insertvalue { double, double } undef, double %p, 0
  %13 = load double, ptr %0, align 8
  %14 = fadd double %13, 0.000000e+00
  %15 = insertvalue { double, double } %12, double %14, 1
  ret { double, double } %15
}
