; A sum of squares that starts at one stays positive; one that starts at zero may stay zero; one that starts anywhere tells nothing.
define double @f(double %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ] ; 0 <= it < 2^62
  %a = phi double [ 1.0, %entry ], [ %a1, %loop ] ; positive
  %b = phi double [ 0.0, %entry ], [ %b1, %loop ] ; not negative
  %c = phi double [ %x, %entry ], [ %c1, %loop ]
  %s = fmul double %x, %x ; not negative
  %a1 = fadd double %a, %s ; positive
  %b1 = fadd double %b, %s ; not negative
  %c1 = fadd double %c, %s
  %j = add i64 %i, 1 ; 0 <= it < 2^63
  %more = icmp ne i64 %j, %n
  br i1 %more, label %loop, label %exit
exit:
  ret double %a
}
