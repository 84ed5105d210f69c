; What a call through a pointer gets is handed on, also from within a callee; what stays inside is not.
define internal void @apply(ptr %f, ptr %p) noinline {
  call void %f(ptr %p) ; hands on %p
  ret void
}
define internal void @set(ptr %p) noinline {
  store double 1.0, ptr %p
  ret void
}
define void @f(ptr %g, ptr %x, ptr %y) {
  call void @apply(ptr %g, ptr %x) ; hands on %x
  call void @set(ptr %y)
  ret void
}
