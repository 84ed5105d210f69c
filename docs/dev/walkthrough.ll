; The function of walkthrough.md as clang makes it, at -O1 before its passes; attributes, lifetimes and debug information left out.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define double @damp(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  %x.addr = alloca ptr, align 8
  %y.addr = alloca ptr, align 8
  %n.addr = alloca i64, align 8
  %sum = alloca double, align 8
  %i = alloca i64, align 8
  %s = alloca double, align 8
  store ptr %x, ptr %x.addr, align 8
  store ptr %y, ptr %y.addr, align 8
  store i64 %n, ptr %n.addr, align 8
  store double 0.000000e+00, ptr %sum, align 8
  store i64 0, ptr %i, align 8
  br label %for.cond

for.cond:
  %0 = load i64, ptr %i, align 8
  %1 = load i64, ptr %n.addr, align 8
  %cmp = icmp slt i64 %0, %1
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  br label %for.end

for.body:
  %2 = load ptr, ptr %x.addr, align 8
  %3 = load i64, ptr %i, align 8
  %arrayidx = getelementptr inbounds double, ptr %2, i64 %3
  %4 = load double, ptr %arrayidx, align 8
  %call = call double @sin(double %4)
  store double %call, ptr %s, align 8
  %5 = load double, ptr %s, align 8
  %6 = load double, ptr %s, align 8
  %mul = fmul double %5, %6
  %7 = load ptr, ptr %y.addr, align 8
  %8 = load i64, ptr %i, align 8
  %arrayidx1 = getelementptr inbounds double, ptr %7, i64 %8
  store double %mul, ptr %arrayidx1, align 8
  %9 = load ptr, ptr %x.addr, align 8
  %10 = load i64, ptr %i, align 8
  %arrayidx2 = getelementptr inbounds double, ptr %9, i64 %10
  %11 = load double, ptr %arrayidx2, align 8
  %12 = load double, ptr %s, align 8
  %add = fadd double 1.000000e+00, %12
  %mul3 = fmul double %11, %add
  %13 = load ptr, ptr %x.addr, align 8
  %14 = load i64, ptr %i, align 8
  %arrayidx4 = getelementptr inbounds double, ptr %13, i64 %14
  store double %mul3, ptr %arrayidx4, align 8
  %15 = load ptr, ptr %x.addr, align 8
  %16 = load i64, ptr %i, align 8
  %arrayidx5 = getelementptr inbounds double, ptr %15, i64 %16
  %17 = load double, ptr %arrayidx5, align 8
  %18 = load double, ptr %sum, align 8
  %add6 = fadd double %18, %17
  store double %add6, ptr %sum, align 8
  br label %for.inc

for.inc:
  %19 = load i64, ptr %i, align 8
  %inc = add nsw i64 %19, 1
  store i64 %inc, ptr %i, align 8
  br label %for.cond

for.end:
  %20 = load double, ptr %sum, align 8
  ret double %20
}

declare double @sin(double)

