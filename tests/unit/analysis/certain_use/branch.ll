; Computed before a branch, used on one side.  What each side uses by an instruction of its own counts as uncertain, too: there is
; no consumer that surely runs.
define double @f(double %x, i1 %c) {
entry:
  %a = fdiv double 1.0, %x ; uncertain
  %b = fmul double %x, %x ; uncertain
  br i1 %c, label %then, label %otherwise
then:
  %d = fadd double %a, %b
  br label %join
otherwise:
  %e = fmul double %b, 3.0
  br label %join
join:
  %r = phi double [ %d, %then ], [ %e, %otherwise ]
  ret double %r
}
