; A call does what its callee does to what it is given, and nothing to anything else.
define internal void @add(ptr %to, ptr %from) noinline {
  %a = load double, ptr %from ; reads %from
  store double %a, ptr %to ; writes %to
  ret void
}
define void @f(ptr %x, ptr %y, ptr %z) {
  call void @add(ptr %x, ptr %y) ; reads %y; writes %x
  %v = load double, ptr %z ; reads %z
  ret void
}
