; Three buffers in turn, one of which control flow in front of the loop has chosen; the coefficients stay where they are.
; noalias
declare ptr @calloc(i64, i64)
define void @f(ptr %k, i64 %n, i64 %steps, i1 %which) {
entry:
  %p = call ptr @calloc(i64 %n, i64 8)
  %q = call ptr @calloc(i64 %n, i64 8)
  br i1 %which, label %one, label %other
one:
  %r1 = call ptr @calloc(i64 %n, i64 8)
  br label %before
other:
  %r2 = call ptr @calloc(i64 %n, i64 8)
  br label %before
before:
  %r = phi ptr [ %r1, %one ], [ %r2, %other ]
  br label %loop
loop:
  %a = phi ptr [ %p, %before ], [ %b, %loop ] ; apart from %k, %b, %c
  %b = phi ptr [ %q, %before ], [ %c, %loop ] ; apart from %k, %a, %c
  %c = phi ptr [ %r, %before ], [ %a, %loop ] ; apart from %k, %a, %b
  %t = phi i64 [ 0, %before ], [ %u, %loop ]
  %x = load double, ptr %a
  %y = load double, ptr %b
  %z = load double, ptr %k
  %s = fadd double %x, %y
  %m = fmul double %s, %z
  store double %m, ptr %c
  %u = add i64 %t, 1
  %d = icmp slt i64 %u, %steps
  br i1 %d, label %loop, label %exit
exit:
  ret void
}
