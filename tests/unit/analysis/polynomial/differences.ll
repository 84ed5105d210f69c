; (a + 3) * (a - 3) is a a - 9, however it is computed; division and remainders are names of their own.
define i64 @f(i64 %a, i64 %b) {
  %p = add i64 %a, 3 ; 3 + %a
  %m = sub i64 %a, 3 ; -3 + %a
  %x = mul i64 %p, %m ; -9 + %a %a
  %y = mul i64 %a, %a ; %a %a
  %z = sub i64 %x, %y ; -9
  %s = shl i64 %b, 2 ; 4 %b
  %q = sdiv i64 %a, 2
  %t = add i64 %q, %q ; 2 %q
  ret i64 %z
}
