; What a loaded pointer points to is an object of its own, the same one for each load from there.
; (A constant integer that is stored tells nothing of what it is: it may be the copy of a double.)
define void @f(ptr %x) {
  %p = load ptr, ptr %x ; %x: ptr
  %v = load double, ptr %p ; %p: double
  %q = load ptr, ptr %x ; %x: ptr
  store i64 3, ptr %q ; %p: double
  ret void
}
