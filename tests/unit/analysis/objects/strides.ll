; Steps of 24 and of 16 bytes: places count modulo 8, their greatest common divisor.
define void @f(ptr %x, i64 %i, i64 %j) {
  %p = getelementptr [3 x double], ptr %x, i64 %i ; %x, every 8: double
  store double 1.0, ptr %p ; %x, every 8: double
  %q = getelementptr [2 x double], ptr %x, i64 %j ; %x, every 8: double
  store double 1.0, ptr %q ; %x, every 8: double
  ret void
}
