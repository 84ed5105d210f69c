; Computed before a branch: %a is used on one side only, %b on both, each time by another instruction.
define double @f(double %x, i1 %c) {
entry:
  %a = fdiv double 1.0, %x ; uncertain
  %b = fmul double %x, %x
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
