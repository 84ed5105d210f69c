; for (i = n; i >= 2; i--), with the operands of the comparison exchanged and the loop left where it holds.
define void @f(i64 %n) {
entry:
  br label %loop
loop: ; while %n + -1 k >= 2
  %i = phi i64 [ %n, %entry ], [ %j, %body ] ; %n + -1 k
  %c = icmp sgt i64 2, %i
  br i1 %c, label %exit, label %body
body:
  %j = sub nsw i64 %i, 1
  br label %loop
exit:
  ret void
}
