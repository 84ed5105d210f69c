; y[k[i]] = x[i]: which store was the last one to a place depends on the order.
; noalias
define void @f(ptr %x, ptr %y, ptr %k, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %w = fmul double %v, %v
  %h = getelementptr i64, ptr %k, i64 %i
  %m = load i64, ptr %h
  %q = getelementptr double, ptr %y, i64 %m
  store double %w, ptr %q
  %j = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
