; An offset that is 8 or 24: only these two places become one, and the one between them stays what it is.
define void @f(ptr %x, i1 %c) {
  %i = select i1 %c, i64 8, i64 24
  %p = getelementptr i8, ptr %x, i64 %i ; %x + 8, every 16: double
  store double 1.0, ptr %p ; %x + 8, every 16: double
  %q = getelementptr i8, ptr %x, i64 16 ; %x, every 16: ptr
  %r = load ptr, ptr %q ; %x, every 16: ptr
  ret void
}
