; y[i] = x[k[i]]: iterations may read the same element, whose shadow then gets two sums; the stores are apart.
; noalias
define void @f(ptr %x, ptr %y, ptr %k, i64 %n) {
entry:
  br label %loop
loop: ; commutes
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %h = getelementptr i64, ptr %k, i64 %i
  %m = load i64, ptr %h
  %p = getelementptr double, ptr %x, i64 %m
  %v = load double, ptr %p
  %w = fmul double %v, %v
  %q = getelementptr double, ptr %y, i64 %i
  store double %w, ptr %q
  %j = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
