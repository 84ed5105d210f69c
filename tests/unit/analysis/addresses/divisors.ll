; Multiples: of both factors' greatest common divisor in a sum, of a power of two after a mask, of the distance of two pointers.
define i64 @f(i64 %x, i64 %y, ptr %p, ptr %q) {
  %a = mul i64 %x, 24 ; multiple of 24
  %b = shl i64 %y, 4 ; multiple of 16
  %c = add i64 %a, %b ; multiple of 8
  %d = and i64 %x, -32 ; multiple of 32
  %e = add i64 %x, 8
  %u = ptrtoint ptr %p to i64
  %v = ptrtoint ptr %q to i64
  %w = sub i64 %u, %v ; multiple of %p - %q
  %z = add i64 %w, 16 ; multiple of 16, %p - %q
  ret i64 %c
}
