; Without a promise of the caller %x and %y may be the same array; an array of integers is no array of doubles.
define double @f(ptr %x, ptr %y, ptr %n) {
  %a = load double, ptr %x
  %i = load i64, ptr %n ; reload
  %k = mul i64 %i, 3
  %d = sitofp i64 %k to double
  store double %d, ptr %y
  ret double %a
}
