; A counter from %a in steps of -3.
define void @f(i64 %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %a, %entry ], [ %j, %loop ] ; %a + -3 it.loop
  %d = mul i64 %i, 2 ; 2 %a + -6 it.loop
  %j = sub nsw i64 %i, 3 ; -3 + %a + -3 it.loop
  %c = icmp sgt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
