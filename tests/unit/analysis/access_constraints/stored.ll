; Once the address of %y lies in %x, what is loaded from there is %y.
define void @f(ptr %x, ptr %y) {
  store ptr %y, ptr %x ; %x: ptr
  %p = load ptr, ptr %x ; %x: ptr
  %v = load float, ptr %p ; %y: float
  ret void
}
