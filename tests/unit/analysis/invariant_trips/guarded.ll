; The inner loop runs in all iterations of the outer one, or in none: its guard does not change.
define void @f(i64 %n, i64 %m, i1 %empty) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %after ]
  br i1 %empty, label %after, label %before
before:
  br label %inner
inner: ; with outer, unless %empty
  %j = phi i64 [ 0, %before ], [ %j1, %inner ]
  %j1 = add nsw i64 %j, 1
  %c = icmp slt i64 %j1, %m
  br i1 %c, label %inner, label %left
left:
  br label %after
after:
  %i1 = add nsw i64 %i, 1
  %d = icmp slt i64 %i1, %n
  br i1 %d, label %outer, label %exit
exit:
  ret void
}
