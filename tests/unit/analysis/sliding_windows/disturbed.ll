; A store to an element that is still in the window, at no fixed place of it, takes its adjoint: there is no window.
define void @f(ptr %a, i64 %k, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  %l = getelementptr i8, ptr %p, i64 -8
  %x = load double, ptr %l
  %y = load double, ptr %p
  %s = fadd double %x, %y
  %m = add i64 %i, %k
  %q = getelementptr double, ptr %a, i64 %m
  store double %s, ptr %q
  %j = add nuw nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
