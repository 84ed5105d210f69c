; An address that goes through an integer leads to the same object, eight bytes further.
define void @f(ptr %x) {
  %i = ptrtoint ptr %x to i64
  %j = add i64 %i, 8
  %p = inttoptr i64 %j to ptr
  store double 1.0, ptr %p ; %x + 8: double
  ret void
}
