; for i < n: for j < i: a[j], which is read from the second iteration on: if n - 2 is not negative.
define void @f(ptr %a, ptr %b, i64 range(i64 0, 1000000) %n) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %before, label %exit
before:
  br label %outer
outer:
  %i = phi i64 [ 0, %before ], [ %i1, %next ]
  %first = icmp eq i64 %i, 0
  br i1 %first, label %next, label %enter
enter:
  br label %inner
inner:
  %j = phi i64 [ 0, %enter ], [ %j1, %inner ]
  %p = getelementptr double, ptr %a, i64 %j
  %x = load double, ptr %p ; 0 to -8 + 8 %n if -2 + %n
  store double %x, ptr %b
  %j1 = add nuw nsw i64 %j, 1
  %c = icmp eq i64 %j1, %i
  br i1 %c, label %next, label %inner
next:
  %i1 = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i1, %n
  br i1 %d, label %exit, label %outer
exit:
  ret void
}
