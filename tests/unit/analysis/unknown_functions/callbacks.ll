; An unknown function may call the functions that it gets, and use variables, unless its attributes say that it does not.
declare void @sort(ptr, ptr)
declare double @pure(double) memory(none)
declare void @own(ptr) memory(argmem: readwrite)
declare void @stop() noreturn
define internal i32 @compare(ptr %a, ptr %b) {
  ret i32 0
}
define void @f(ptr %x, double %y) {
  call void @sort(ptr %x, ptr @compare) ; may call @compare, may use variables
  %p = call double @pure(double %y)
  call void @own(ptr %x)
  call void @stop()
  ret void
}
