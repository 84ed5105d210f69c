; The callee stores what it reads behind %from, so %y becomes varied, and %z, of which it only reads a constant, does not.
; params: dup, const, const
define void @f(ptr %x, ptr %y, ptr %z) {
  call void @copy(ptr %y, ptr %x) ; varies %x, %y; writes %y
  call void @clear(ptr %z, ptr %x) ; varies %x; writes %z
  ret void
}
define internal void @copy(ptr %to, ptr %from) noinline {
  %a = load double, ptr %from
  store double %a, ptr %to
  ret void
}
define internal void @clear(ptr %to, ptr %from) noinline {
  %a = load double, ptr %from
  store double 0.0, ptr %to
  ret void
}
