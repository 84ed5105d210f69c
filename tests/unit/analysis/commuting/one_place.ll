; y[0] = x[i] ^ 2: all iterations store to one place, and only the last one's store counts.
; noalias
define void @f(ptr %x, ptr %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %w = fmul double %v, %v
  store double %w, ptr %y
  %j = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
