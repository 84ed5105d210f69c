; Doubles every four bytes: each store overwrites half of the one before.
; noalias
define void @f(ptr %x, ptr %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %q = getelementptr float, ptr %y, i64 %i
  store double %v, ptr %q
  %j = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
