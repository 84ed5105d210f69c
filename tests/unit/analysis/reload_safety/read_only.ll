; Nobody writes to %x; what %y holds is overwritten after the first load, and not after the second one.
; noalias
define double @f(ptr %x, ptr %y) {
  %a = load double, ptr %x ; reload
  %b = load double, ptr %y
  store double %a, ptr %y
  %c = load double, ptr %y ; reload
  %r = fadd double %b, %c
  ret double %r
}
