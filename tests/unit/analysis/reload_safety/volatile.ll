; A volatile load is done as often as the program says.
; noalias
define double @f(ptr %x) {
  %a = load volatile double, ptr %x
  ret double %a
}
