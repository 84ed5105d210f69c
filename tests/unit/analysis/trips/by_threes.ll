; for (i = a; i < n; i += 3): with nsw, the step must not jump over the end of the integers.
define void @f(i64 %a, i64 %n) {
entry:
  br label %loop
loop: ; while %a + 3 k < %n
  %i = phi i64 [ %a, %entry ], [ %j, %body ] ; %a + 3 k
  %c = icmp slt i64 %i, %n
  br i1 %c, label %body, label %exit
body:
  %j = add nsw i64 %i, 3
  br label %loop
exit:
  ret void
}
