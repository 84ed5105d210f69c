; A pointer has a shadow where it leads to something active, also by way of others.
; params: dup, const
define double @f(ptr %x, ptr %k) {
  %p = load ptr, ptr %x ; shadow
  %v = load double, ptr %p ; active
  %q = load ptr, ptr %k
  %w = load double, ptr %q ; useful
  %r = fmul double %v, %w ; active
  ret double %r
}
