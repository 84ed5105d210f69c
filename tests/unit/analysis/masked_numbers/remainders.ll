; Bits of a number, remainders of one that is not negative and of one that may be, of unsigned numbers; a multiple of one.
define void @f(ptr %x, i64 %n, i64 %z) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a = and i64 %z, 7 ; at most 7
  %b = srem i64 %i, 5 ; at most 4
  %c = srem i64 %z, 5
  %d = urem i64 %z, 6 ; at most 5
  %e = urem i64 %z, %n ; at most -1 + %n
  %f = mul nsw i64 %a, 3 ; at most 21
  %g = sub nsw i64 0, %a ; at most 0
  %h = and i64 %z, -8
  %j = add nuw nsw i64 %i, 1
  %m = icmp ne i64 %j, %n
  br i1 %m, label %loop, label %exit
exit:
  ret void
}
