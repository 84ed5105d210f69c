; An array of structures keeps its members apart: places count modulo 16.
%s = type { double, i64 }
define void @f(ptr %x, i64 %i) {
  %p = getelementptr %s, ptr %x, i64 %i, i32 0 ; %x, every 16: double
  store double 1.0, ptr %p ; %x, every 16: double
  %q = getelementptr %s, ptr %x, i64 %i, i32 1 ; %x + 8, every 16: int
  %n = load i64, ptr %q ; %x + 8, every 16: int
  %m = add i64 %n, 1
  store i64 %m, ptr %q ; %x + 8, every 16: int
  ret void
}
