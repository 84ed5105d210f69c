; An integer that is only moved carries what lies where it comes from; one that is computed with is a number.
define void @f(ptr %x, ptr %y, ptr %n) {
  %w = load i64, ptr %x ; double
  store i64 %w, ptr %y ; double
  %v = load double, ptr %x
  %m = load i64, ptr %n
  %k = add i64 %m, 1
  store i64 %k, ptr %n
  ret void
}
