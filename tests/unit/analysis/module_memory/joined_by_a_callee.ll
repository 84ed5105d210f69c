; A callee that stores one parameter's address into the other's memory does so for its caller.
define internal void @put(ptr %cell, ptr %p) noinline {
  store ptr %p, ptr %cell ; %cell: ptr
  ret void
}
define void @f(ptr %x) {
  %c = alloca ptr
  call void @put(ptr %c, ptr %x)
  %q = load ptr, ptr %c ; %c: ptr
  store double 1.0, ptr %q ; %x: double
  ret void
}
