; A product needs as many bits as both factors, a sum one more than the larger one.
define i64 @f(i32 %a, i16 %b, i64 %x) {
  %w = zext i32 %a to i64 ; 0 <= it < 2^32
  %v = zext i16 %b to i64 ; 0 <= it < 2^16
  %p = mul i64 %w, %v ; 0 <= it < 2^48
  %s = add i64 %w, %v ; 0 <= it < 2^33
  %d = sub i64 %w, %v
  %l = and i64 %x, 255 ; 0 <= it < 2^8
  %h = lshr i64 %x, 60 ; 0 <= it < 2^4
  %r = urem i64 %x, 10 ; 0 <= it < 2^4
  %y = add i64 %x, 1
  %t = shl i64 %w, 3 ; 0 <= it < 2^35
  %u = shl i64 %w, 40
  %z = sext i32 %a to i64
  ret i64 %p
}
