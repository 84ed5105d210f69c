; A sum of squares: each iteration adds to a shadow of its own, and the adjoint of the sum is the same in all.
; noalias
define double @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop: ; commutes, parallel
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %w = fmul double %v, %v
  %t = fadd double %s, %w
  %j = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret double %t
}
