; The reverse of a load or store of active memory asks for where it was; of constant memory it asks nothing.
; params: dup, const, const
define double @f(ptr %x, ptr %k, i64 %i) {
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p ; needs %i, %x
  %q = getelementptr double, ptr %k, i64 %i
  %w = load double, ptr %q
  %r = fadd double %v, %w
  ret double %r
}
