; x[i + 1] = x[i] ^ 2: an iteration reads what the one before has stored.
define void @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %w = fmul double %v, %v
  %j = add nuw nsw i64 %i, 1
  %q = getelementptr double, ptr %x, i64 %j
  store double %w, ptr %q
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
