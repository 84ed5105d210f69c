; 24 x + 16 x is 40 x, for x = 1 no multiple of 24: that both summands are made of the same value is no cycle.
define i64 @f(i64 %x) {
  %a = mul i64 %x, 24 ; multiple of 24
  %b = shl i64 %x, 4 ; multiple of 16
  %c = add i64 %a, %b ; multiple of 8
  ret i64 %c
}
