; The same where the arrays may overlap: y[i] may be x[i + 1].
define void @f(ptr %x, ptr %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
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
