; The same without nsw: near the largest integer i + 3 is negative, and the loop goes on.
define void @f(i64 %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %a, %entry ], [ %j, %body ] ; %a + 3 k
  %c = icmp slt i64 %i, %n
  br i1 %c, label %body, label %exit
body:
  %j = add i64 %i, 3
  br label %loop
exit:
  ret void
}
