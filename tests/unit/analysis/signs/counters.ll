; A counter is small, what is counted down is not, and neither is what doubles.
define i64 @f(i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ] ; 0 <= it < 2^62
  %d = phi i64 [ 100, %entry ], [ %e, %loop ]
  %t = phi i64 [ 1, %entry ], [ %u, %loop ]
  %j = add i64 %i, 1 ; 0 <= it < 2^63
  %e = sub i64 %d, 1
  %u = add i64 %t, %t
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret i64 %i
}
