; What goes around a loop is consumed where what leaves the loop is.
define double @f(double %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %s = phi double [ 1.0, %entry ], [ %t, %loop ]
  %u = phi double [ 1.0, %entry ], [ %v, %loop ] ; uncertain
  %t = fmul double %s, %x
  %v = fmul double %u, %x ; uncertain
  %j = add i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret double %t
}
