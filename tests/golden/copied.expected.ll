define void @grad.f(ptr noalias "irad-arena" %arena, ptr noalias %x, ptr noalias %d.x, ptr noalias %y, ptr noalias %d.y) {
entry:
  %0 = alloca double, align 8
  %1 = alloca double, align 8
  store double -0.000000e+00, ptr %1, align 8
  store double -0.000000e+00, ptr %0, align 8
  br label %2

2:
  %a = load double, ptr %x, align 8
  %b = fadd double %a, 1.000000e+00
  store double %b, ptr %x, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %y, ptr noundef nonnull align 8 dereferenceable(32) %x, i64 32, i1 false)
  br label %reverse.0

reverse.0:
  %3 = icmp uge i64 32, 8
  %4 = udiv i64 24, 8
  %5 = add i64 %4, 1
  %6 = select i1 %3, i64 %5, i64 0
  call void @irad.copy_adjoint.double(ptr %d.x, ptr %d.y, i64 %6, i64 8)
  %7 = load double, ptr %d.x, align 8
  %8 = load double, ptr %1, align 8
  %9 = fadd reassoc contract double %8, %7
  store double %9, ptr %1, align 8
  %10 = load double, ptr %1, align 8
  store double -0.000000e+00, ptr %1, align 8
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

define internal void @irad.copy_adjoint.double(ptr %src, ptr %dst, i64 %count, i64 %step) {
entry:
  %same = icmp eq ptr %src, %dst
  %none = icmp eq i64 %count, 0
  %skip = or i1 %same, %none
  br i1 %skip, label %done, label %order

order:
  %up = icmp ult ptr %src, %dst
  br i1 %up, label %rise, label %fall

rise:
  %i = phi i64 [ 0, %order ], [ %i.next, %rise ]
  %at = mul i64 %i, %step
  %s = getelementptr i8, ptr %src, i64 %at
  %d = getelementptr i8, ptr %dst, i64 %at
  %x = load double, ptr %d, align 8
  store double 0.000000e+00, ptr %d, align 8
  %y = load double, ptr %s, align 8
  %z = fadd double %y, %x
  store double %z, ptr %s, align 8
  %i.next = add nuw i64 %i, 1
  %more = icmp ult i64 %i.next, %count
  br i1 %more, label %rise, label %done

fall:
  %j = phi i64 [ %count, %order ], [ %j.next, %fall ]
  %j.next = add i64 %j, -1
  %at2 = mul i64 %j.next, %step
  %s2 = getelementptr i8, ptr %src, i64 %at2
  %d2 = getelementptr i8, ptr %dst, i64 %at2
  %x2 = load double, ptr %d2, align 8
  store double 0.000000e+00, ptr %d2, align 8
  %y2 = load double, ptr %s2, align 8
  %z2 = fadd double %y2, %x2
  store double %z2, ptr %s2, align 8
  %more2 = icmp ne i64 %j.next, 0
  br i1 %more2, label %fall, label %done

done:
  ret void
}
