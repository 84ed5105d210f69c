; Row i reads the row before it, of n elements, and no more than n of it: only then two subscripts mean two elements.
define void @f(ptr %a, i64 range(i64 0, 1000000) %n, i64 range(i64 0, 1000000) %w, i64 %m) {
entry:
  %some = icmp sgt i64 %n, 0
  %fits = icmp sle i64 %n, %w
  %both = and i1 %some, %fits
  br i1 %both, label %before, label %exit
before:
  br label %outer
outer:
  %i = phi i64 [ 1, %before ], [ %i1, %next ]
  %h = add nsw i64 %i, -1
  %r = mul nsw i64 %h, %w
  %s = mul nsw i64 %i, %w
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  %k = add nsw i64 %r, %j
  %l = add nsw i64 %s, %j
  %p = getelementptr double, ptr %a, i64 %k
  %q = getelementptr double, ptr %a, i64 %l
  %x = load double, ptr %p ; lasts
  %y = fmul double %x, %x
  store double %y, ptr %q ; lasts
  %j1 = add nuw nsw i64 %j, 1
  %c = icmp slt i64 %j1, %n
  br i1 %c, label %inner, label %next
next:
  %i1 = add nuw nsw i64 %i, 1
  %d = icmp slt i64 %i1, %m
  br i1 %d, label %outer, label %exit
exit:
  ret void
}
