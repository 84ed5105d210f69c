; Functions that call themselves are not looked into.
; params: active, const
define double @f(double %x, i64 %n) {
  %a = call double @power(double %x, i64 %n) ; unknown
  ret double %a
}
define internal double @power(double %x, i64 %n) noinline {
entry:
  %c = icmp eq i64 %n, 0
  br i1 %c, label %end, label %more
more:
  %m = sub i64 %n, 1
  %p = call double @power(double %x, i64 %m) ; unknown
  %q = fmul double %p, %x
  ret double %q
end:
  ret double 1.0
}
