; A store surely uses its value where it surely runs; a comparison uses nothing that has a derivative.
define i1 @f(double %x, ptr %p, i1 %c) {
entry:
  %a = fmul double %x, 2.0
  store double %a, ptr %p
  %b = fmul double %x, 3.0 ; uncertain
  %t = fcmp olt double %b, 1.0
  %d = fmul double %x, 4.0 ; uncertain
  br i1 %c, label %then, label %end
then:
  store double %d, ptr %p
  br label %end
end:
  ret i1 %t
}
