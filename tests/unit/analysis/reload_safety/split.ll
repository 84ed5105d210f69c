; The reverse sweep is a call of its own: whatever happens in between may change all memory, except constants.
; split
; noalias
@table = constant [2 x double] [double 1.0, double 2.0]
define double @f(ptr %x, i64 %i) {
  %a = load double, ptr %x
  %p = getelementptr double, ptr @table, i64 %i
  %b = load double, ptr %p ; reload
  %r = fadd double %a, %b
  ret double %r
}
