; The same where the user asked for the derivative, and gives shadows that are as far apart as the arrays are declared to be.
define double @f(ptr noalias %x, ptr noalias %y, i64 %n) {
entry:
  br label %loop
loop: ; commutes, parallel
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %j = add nuw nsw i64 %i, 1
  %q = getelementptr double, ptr %y, i64 %j
  %w = load double, ptr %q
  %u = fmul double %v, %w
  %t = fadd double %s, %u
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret double %t
}
