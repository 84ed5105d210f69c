; A store in a loop changes what is read before it, since the next iteration writes there again.
; noalias
define double @f(ptr %x, ptr %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %a = load double, ptr %p ; reload
  store double %a, ptr %y
  %b = load double, ptr %y
  %t = fadd double %s, %b
  %j = add i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  %z = load double, ptr %y ; reload
  %r = fadd double %t, %z
  ret double %r
}
