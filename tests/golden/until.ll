; gradient f(active) -> active
; How often the loop runs is known when it has ended: each iteration's numbers lie in a frame that leads to the one before.
define double @f(double %x) {
entry:
  br label %loop
loop:
  %y = phi double [ %x, %entry ], [ %z, %loop ]
  %z = fmul double %y, %y
  %more = fcmp olt double %z, 1.0e3
  br i1 %more, label %loop, label %exit
exit:
  ret double %z
}
