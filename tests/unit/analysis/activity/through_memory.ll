; What is stored in a local variable and loaded again stays active; an integer never is.
; params: active, const
define double @f(double %x, i64 %n) {
  %p = alloca double ; shadow
  %q = alloca i64
  %a = fmul double %x, 2.0 ; active
  store double %a, ptr %p ; active
  store i64 %n, ptr %q
  %b = load double, ptr %p ; active
  %m = load i64, ptr %q
  %i = sitofp i64 %m to double ; useful
  %r = fadd double %b, %i ; active
  ret double %r
}
