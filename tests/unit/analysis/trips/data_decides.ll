; while (x < 10) x *= x: no integer counts.
define double @f(double %a) {
entry:
  br label %loop
loop:
  %x = phi double [ %a, %entry ], [ %y, %loop ]
  %y = fmul double %x, %x
  %c = fcmp olt double %y, 10.0
  br i1 %c, label %loop, label %exit
exit:
  ret double %y
}
