; free gives back, realloc what it got; malloc and mathematics touch nothing.
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
declare double @sin(double)
define void @f(double %x) {
  %p = call ptr @malloc(i64 8)
  %s = call double @sin(double %x)
  %q = call ptr @realloc(ptr %p, i64 16) ; frees %p
  call void @free(ptr %q) ; frees %p
  ret void
}
