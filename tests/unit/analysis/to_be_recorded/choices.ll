; What a select chose, and which way a branch went.
define double @f(double %x, double %y, i1 %c, i1 %d) {
entry:
  %s = select i1 %c, double %x, double %y ; needs %c
  br i1 %d, label %then, label %join ; needs %d
then:
  %t = fadd double %s, %y
  br label %join
join:
  %r = phi double [ %t, %then ], [ %s, %entry ]
  ret double %r
}
