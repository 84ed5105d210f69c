; y[i] = x[i - 1] z, where z is x[2 i - 1]: the first value lies before the first element if its address and its contents say so.
define void @rises(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  %first = load double, ptr %x
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %j, %loop ]
  %x1 = phi double [ %first, %entry ], [ %x0, %loop ] ; 1 ago, 8 bytes, the first ones too
  %z1 = phi double [ %first, %entry ], [ %z0, %loop ] ; 1 ago, 16 bytes
  %p = getelementptr double, ptr %x, i64 %i
  %x0 = load double, ptr %p
  %i2 = shl nuw nsw i64 %i, 1
  %i3 = or disjoint i64 %i2, 1
  %pz = getelementptr double, ptr %x, i64 %i3
  %z0 = load double, ptr %pz
  %q = getelementptr double, ptr %y, i64 %i
  %v = fmul double %x1, %z1
  store double %v, ptr %q
  %j = add nuw nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
define void @changed(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  %first = load double, ptr %x
  store double 1.0, ptr %x
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %j, %next ]
  %x1 = phi double [ %first, %entry ], [ %x0, %next ] ; 1 ago, 8 bytes
  %y1 = phi double [ %first, %entry ], [ %y0, %next ]
  %p = getelementptr double, ptr %x, i64 %i
  %x0 = load double, ptr %p
  %t = fcmp ogt double %x1, 0.0
  br i1 %t, label %side, label %next
side:
  %q = getelementptr double, ptr %y, i64 %i
  %w = load double, ptr %q
  br label %next
next:
  %y0 = phi double [ %w, %side ], [ %y1, %loop ]
  %j = add nuw nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
define void @left_before(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  %first = load double, ptr %x
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %j, %body ]
  %x1 = phi double [ %first, %entry ], [ %x0, %body ]
  %c = icmp slt i64 %i, %n
  br i1 %c, label %body, label %exit
body:
  %p = getelementptr double, ptr %x, i64 %i
  %x0 = load double, ptr %p
  %q = getelementptr double, ptr %y, i64 %i
  store double %x1, ptr %q
  %j = add nuw nsw i64 %i, 1
  br label %loop
exit:
  ret void
}
