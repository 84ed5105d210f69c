; The caller of @f says that %x is an array of doubles: so is what a helper moves, which cannot tell by itself.
; elements: double
define void @f(ptr %x, ptr %y) {
  call void @move(ptr %y, ptr %x)
  ret void
}
define internal void @move(ptr %to, ptr %from) noinline {
  %w = load i64, ptr %from ; %from, every 8: double
  store i64 %w, ptr %to ; %to: double
  ret void
}
