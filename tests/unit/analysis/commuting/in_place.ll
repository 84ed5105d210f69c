; x[i] = x[i] ^ 2: each iteration has a place of its own, which it reads and writes.
define void @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop: ; commutes, parallel
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %w = fmul double %v, %v
  store double %w, ptr %p
  %j = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
