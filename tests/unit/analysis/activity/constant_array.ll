; A constant array is not varied before something active is stored there; %z never gets anything.
; params: dup, const, const
define double @f(ptr %x, ptr %y, ptr %z) {
  %a = load double, ptr %x ; active
  store double %a, ptr %y ; active
  %b = load double, ptr %y ; active
  %c = load double, ptr %z ; useful
  %s = fadd double %b, %c ; active
  ret double %s
}
