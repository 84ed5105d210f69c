; A callee's objects are copied for each call: two calls do not make one object of what they are given.
define internal void @set(ptr %p) noinline {
  store double 1.0, ptr %p ; %p: double
  ret void
}
define void @f(ptr %x, ptr %y) {
  call void @set(ptr %x)
  call void @set(ptr %y)
  %v = load double, ptr %x ; %x: double
  %w = load double, ptr %y ; %y: double
  ret void
}
