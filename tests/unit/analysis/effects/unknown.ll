; Of a function that is only declared nothing is known: it may do everything to all it can reach, and to what others of its kind
; have elsewhere.
declare void @g(ptr)
define void @f(ptr %x, ptr %y) {
  call void @g(ptr %x) ; reads %x, elsewhere; writes %x, elsewhere; frees %x, elsewhere; unknown
  %v = load double, ptr %y ; reads %y
  store double %v, ptr %x ; writes %x
  ret void
}
