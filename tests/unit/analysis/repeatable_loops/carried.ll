; An iteration reads what the one before has left in %t: it has to be saved.
; noalias
define double @f(ptr %x, i64 %n) {
entry:
  %t = alloca double
  store double 1.0, ptr %t
  br label %loop
loop: ; again, saves %t
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %o = load double, ptr %t
  %w = fmul double %v, %o
  store double %w, ptr %t
  %j = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  %r = load double, ptr %t
  ret double %r
}
