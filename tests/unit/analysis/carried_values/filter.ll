; y[i] = x[i - 1] + x[i - 2] + y[i - 1], with zeros in front: each phi is what was loaded or stored some iterations ago.
define void @f(ptr %x, ptr %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %x1 = phi double [ 0.0, %entry ], [ %x0, %loop ] ; 1 ago, 8 bytes
  %x2 = phi double [ 0.0, %entry ], [ %x1, %loop ] ; 2 ago, 8 bytes
  %y1 = phi double [ 0.0, %entry ], [ %y0, %loop ] ; 1 ago, 8 bytes
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %q = getelementptr double, ptr %y, i64 %i
  %x0 = load double, ptr %p
  %a = fadd double %x1, %x2
  %y0 = fadd double %a, %y1
  store double %y0, ptr %q
  %t = fadd double %s, %y0
  %j = add nuw nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  %r = phi double [ %t, %loop ]
  store double %r, ptr %y
  ret void
}
