; gradient f(active) -> active
; The shadow of memory from malloc lies on the tape's stack, zeroed; free waits until the reverse sweep has passed the allocation.
declare ptr @malloc(i64)
declare void @free(ptr)

define double @f(double %x) {
  %p = call ptr @malloc(i64 16)
  %q = getelementptr double, ptr %p, i64 1
  store double %x, ptr %p
  store double %x, ptr %q
  call void @scale(ptr %p)
  %a = load double, ptr %p
  %b = load double, ptr %q
  %r = fmul double %a, %b
  call void @free(ptr %p)
  ret double %r
}

define internal void @scale(ptr %p) noinline {
  %v = load double, ptr %p
  %w = fmul double %v, 3.0
  store double %w, ptr %p
  ret void
}
