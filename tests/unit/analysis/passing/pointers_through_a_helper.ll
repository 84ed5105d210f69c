; What it moves may be the address of something: the caller loads the same address again.
define internal void @move(ptr %to, ptr %from) noinline {
  %w = load i64, ptr %from ; %from
  store i64 %w, ptr %to ; %to
  ret void
}
define double @f(ptr %x, ptr %y, ptr %z) {
  store ptr %z, ptr %x ; %x: ptr
  call void @move(ptr %y, ptr %x)
  %p = load ptr, ptr %y ; %y: ptr
  %v = load double, ptr %p ; %z: double
  ret double %v
}
