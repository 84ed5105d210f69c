; The inner bound is the outer counter: how often it runs is not known before the outer loop.
define void @f(i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 1, %entry ], [ %i1, %after ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %j1 = add nsw i64 %j, 1
  %c = icmp slt i64 %j1, %i
  br i1 %c, label %inner, label %after
after:
  %i1 = add nsw i64 %i, 1
  %d = icmp slt i64 %i1, %n
  br i1 %d, label %outer, label %exit
exit:
  ret void
}
