; gradient f(active) -> active
; The reverse sweep branches on the condition that the forward sweep has computed: nothing is recorded.  The adjoint of each call's
; result is known before it, so the calls' combined gradients run in the forward sweep.
define double @f(double %x) {
entry:
  %positive = fcmp ogt double %x, 0.0
  br i1 %positive, label %then, label %otherwise
then:
  %a = call double @square(double %x)
  br label %join
otherwise:
  %b = call double @cube(double %x)
  br label %join
join:
  %r = phi double [ %a, %then ], [ %b, %otherwise ]
  ret double %r
}

define internal double @square(double %x) noinline {
  %p = fmul double %x, %x
  ret double %p
}

define internal double @cube(double %x) noinline {
  %p = fmul double %x, %x
  %q = fmul double %p, %x
  ret double %q
}
