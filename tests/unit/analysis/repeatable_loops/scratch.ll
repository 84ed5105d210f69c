; Each iteration fills a scratch array from end to end before it reads it: it can run again, and nobody misses what was there.
; noalias
define double @f(ptr %x, i64 %n) {
entry:
  %t = alloca double
  br label %loop
loop: ; again
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %u, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  store double %v, ptr %t
  %w = load double, ptr %t
  %u = fadd double %s, %w
  %j = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret double %u
}
