; A loop that is entered only if n > 0: its iteration number is below n, and behind a test that it is not 0 it is positive.
define void @f(ptr %a, i64 %n) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %before, label %exit
before: ; -1 + %n
  br label %loop
loop: ; it.loop, -1 + %n + -1 it.loop
  %i = phi i64 [ 0, %before ], [ %j, %latch ]
  %zero = icmp eq i64 %i, 0
  br i1 %zero, label %latch, label %more
more: ; -1 + it.loop
  br label %latch
latch:
  %j = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %behind, label %loop
behind: ; 1 + -1 %n + it.loop
  br label %exit
exit:
  ret void
}
