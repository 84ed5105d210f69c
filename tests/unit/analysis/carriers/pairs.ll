; Eight bytes over two floats carry a vector of both.
define void @f(ptr %x, ptr %y) {
  %a = load float, ptr %x
  %p = getelementptr float, ptr %x, i64 1
  %b = load float, ptr %p
  %w = load i64, ptr %x ; <2 x float>
  store i64 %w, ptr %y ; <2 x float>
  ret void
}
