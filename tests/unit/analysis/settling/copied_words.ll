; An i64 that is only moved is what lies at its source: a double, as another access of that memory shows.
define void @f(ptr %x, ptr %y) {
  %w = load i64, ptr %x ; %x: double
  store i64 %w, ptr %y ; %y: double
  %v = load double, ptr %x ; %x: double
  ret void
}
