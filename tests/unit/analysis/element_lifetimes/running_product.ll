; a[i] *= a[i - 1]: the element before is final when it is read, the element itself is not; what is stored stays.
define void @f(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %j, %loop ]
  %k = add nsw i64 %i, -1
  %p = getelementptr double, ptr %a, i64 %k
  %q = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %p ; lasts
  %y = load double, ptr %q
  %z = fmul double %x, %y
  store double %z, ptr %q ; lasts
  %j = add nuw nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
