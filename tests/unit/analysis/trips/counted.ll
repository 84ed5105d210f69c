; for (i = 0; i != n; i++), tested at the end: the header runs n times, iteration k goes on unless 1 + k = n.
define void @f(i64 %n) {
entry:
  br label %loop
loop: ; until 1 + 1 k = %n
  %i = phi i64 [ 0, %entry ], [ %j, %loop ] ; 0 + 1 k
  %j = add i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
