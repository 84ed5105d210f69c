; b[i] = a[i - 1] + a[i] + a[i + 1]: three places of a; what is stored to b is in no window.
; noalias
define void @f(ptr %a, ptr %b, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  %l = getelementptr i8, ptr %p, i64 -8
  %r = getelementptr i8, ptr %p, i64 8
  %x = load double, ptr %l ; place 0 of 3
  %y = load double, ptr %p ; place 1 of 3
  %z = load double, ptr %r ; place 2 of 3
  %s = fadd double %x, %y
  %t = fadd double %s, %z
  %q = getelementptr double, ptr %b, i64 %i
  store double %t, ptr %q
  %j = add nuw nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
