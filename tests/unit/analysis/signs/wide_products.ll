; 32 + 32 bits do not fit into a signed integer, unless it is said that they do.
define i64 @f(i32 %a) {
  %w = zext i32 %a to i64 ; 0 <= it < 2^32
  %p = mul i64 %w, %w
  %q = mul nsw i64 %w, %w ; 0 <= it < 2^63
  ret i64 %p
}
