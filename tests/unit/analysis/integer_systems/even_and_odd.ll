; Even elements are read, odd ones are written: 2 i = 2 j + 1 has no solution.
define void @f(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %e = shl nsw i64 %i, 1
  %o = add nsw i64 %e, 1
  %p = getelementptr double, ptr %a, i64 %e
  %q = getelementptr double, ptr %a, i64 %o
  %x = load double, ptr %p ; lasts
  store double %x, ptr %q ; lasts
  %j = add nuw nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
