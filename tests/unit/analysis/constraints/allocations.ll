; Each allocation is an object; realloc gives back the one that it got.
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
define void @f(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  %q = call ptr @malloc(i64 %n)
  store double 1.0, ptr %p ; %p: double
  store i32 1, ptr %q ; %q: int
  %r = call ptr @realloc(ptr %p, i64 %n)
  %v = load double, ptr %r ; %p: double
  ret void
}
