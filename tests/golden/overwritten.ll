; gradient f(dup) -> const
; A store ends the life of what was there: its reverse takes the shadow and sets it to zero, and the old number is kept.
define void @f(ptr %x) {
  %v = load double, ptr %x
  %w = fmul double %v, %v
  store double %w, ptr %x
  ret void
}
