; Counting up while i > n ends at once or by overflow: no count follows.
define void @f(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ] ; 0 + 1 k
  %j = add nsw i64 %i, 1
  %c = icmp sgt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
