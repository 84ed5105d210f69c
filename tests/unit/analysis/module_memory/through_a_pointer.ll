; A call through a pointer may be one of any function of its type whose address is taken: of @put, but not of @other.
@table = global ptr @put
define internal void @put(ptr %cell, ptr %p) {
  store ptr %p, ptr %cell ; %cell: ptr
  ret void
}
define internal void @other(ptr %cell, ptr %p) {
  store ptr null, ptr %cell ; %cell: ptr
  ret void
}
define void @f(ptr %g, ptr %x, ptr %c) {
  call void %g(ptr %c, ptr %x)
  %q = load ptr, ptr %c ; %c: ptr
  store double 1.0, ptr %q ; %x: double
  ret void
}
