; A local variable that leaves nobody's hands is changed by nobody else; what is given to an unknown function may be.
declare void @g(ptr)
define double @f(double %x) {
  %p = alloca double
  %q = alloca double
  store double %x, ptr %p
  store double %x, ptr %q
  %a = load double, ptr %p ; reload
  %b = load double, ptr %q
  call void @g(ptr %q)
  %r = fadd double %a, %b
  ret double %r
}
