; The bound is read anew in each iteration.
define void @f(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ] ; 0 + 1 k
  %n = load i64, ptr %p
  %j = add nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
