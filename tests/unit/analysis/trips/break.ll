; A second way out that not every iteration passes does not count; the one at the end gives the most there can be.
define void @f(i64 %n, ptr %p) {
entry:
  br label %loop
loop: ; while 1 + 1 k < %n
  %i = phi i64 [ 0, %entry ], [ %j, %end ] ; 0 + 1 k
  %odd = and i64 %i, 1
  %b = icmp eq i64 %odd, 0
  br i1 %b, label %side, label %end
side:
  %v = load i1, ptr %p
  br i1 %v, label %exit, label %end
end:
  %j = add nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
