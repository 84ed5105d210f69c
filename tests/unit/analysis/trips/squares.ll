; i = i * 2 is not affine.
define void @f(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %j, %loop ]
  %j = mul nsw i64 %i, 2
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
