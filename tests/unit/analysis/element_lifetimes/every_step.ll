; The same for several steps: now each element is overwritten again in the next step.
define void @f(ptr %a, i64 %n, i64 %m) {
entry:
  br label %step
step:
  %t = phi i64 [ 0, %entry ], [ %u, %next ]
  br label %loop
loop:
  %i = phi i64 [ 1, %step ], [ %j, %loop ]
  %k = add nsw i64 %i, -1
  %p = getelementptr double, ptr %a, i64 %k
  %q = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %p
  %y = load double, ptr %q
  %z = fmul double %x, %y
  store double %z, ptr %q
  %j = add nuw nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %next
next:
  %u = add nuw nsw i64 %t, 1
  %d = icmp slt i64 %u, %m
  br i1 %d, label %step, label %exit
exit:
  ret void
}
