; %t is read before it is written in an iteration, %w after, %x never written, %y never read.
; noalias
define void @f(ptr %t, ptr %w, ptr %x, ptr %y, i64 %n) {
entry:
  br label %loop
loop: ; carries %t
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a = load double, ptr %t
  %p = getelementptr double, ptr %x, i64 %i
  %b = load double, ptr %p
  %c = fmul double %a, %b
  store double %c, ptr %t
  store double %b, ptr %w
  %d = load double, ptr %w
  store double %d, ptr %y
  %j = add nuw nsw i64 %i, 1
  %m = icmp ne i64 %j, %n
  br i1 %m, label %loop, label %exit
exit:
  ret void
}
