; One pointer to two places of an object: from then on places count modulo their distance.
define void @f(ptr %x, i1 %c) {
  %p = getelementptr i8, ptr %x, i64 8 ; %x, every 8: double
  %q = select i1 %c, ptr %x, ptr %p
  store double 1.0, ptr %q ; %x, every 8: double
  ret void
}
