; What is given back is gone when the reverse sweep comes.
; noalias
declare void @free(ptr)
define double @f(ptr %x, ptr %y) {
  %a = load double, ptr %x
  %b = load double, ptr %y ; reload
  call void @free(ptr %x)
  %r = fadd double %a, %b
  ret double %r
}
