; The second loop runs less often than the first one, as far as anybody knows.
; noalias
define double @f(ptr %x, ptr %t, i64 %n, i64 %m) {
entry:
  br label %one
one:
  %i = phi i64 [ 0, %entry ], [ %i1, %one ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %w = fmul double %v, %v
  %q = getelementptr double, ptr %t, i64 %i
  store double %w, ptr %q
  %i1 = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %i1, %n
  br i1 %c, label %one, label %between
between:
  br label %two
two:
  %j = phi i64 [ 0, %between ], [ %j1, %two ]
  %s = phi double [ 0.0, %between ], [ %s1, %two ]
  %r = getelementptr double, ptr %t, i64 %j
  %a = load double, ptr %r
  %s1 = fadd double %s, %a
  %j1 = add nuw nsw i64 %j, 1
  %d = icmp ne i64 %j1, %m
  br i1 %d, label %two, label %exit
exit:
  ret double %s1
}
