; An integer that is computed with is a number, and so is what it was copied from.
define i64 @f(ptr %x, ptr %y) {
  %w = load i64, ptr %x ; %x: int
  store i64 %w, ptr %y ; %y: int
  %n = mul i64 %w, 3
  ret i64 %n
}
