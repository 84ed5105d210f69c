; a[i * n + j]: the address is affine in both iteration numbers, with a step that is no constant.
define void @f(ptr %a, i64 %n, i64 %m) {
entry:
  br label %outer
outer: ; last -1 + %m
  %i = phi i64 [ 0, %entry ], [ %i1, %after ] ; it.outer
  %row = mul i64 %i, %n ; %n it.outer
  br label %inner
inner: ; last -1 + %n
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ] ; it.inner
  %k = add i64 %row, %j ; %n it.outer + it.inner
  %p = getelementptr double, ptr %a, i64 %k ; %a + 8 %n it.outer + 8 it.inner
  store double 0.0, ptr %p
  %j1 = add nsw i64 %j, 1 ; 1 + it.inner
  %c = icmp ne i64 %j1, %n
  br i1 %c, label %inner, label %after
after:
  %i1 = add nsw i64 %i, 1 ; 1 + it.outer
  %d = icmp ne i64 %i1, %m
  br i1 %d, label %outer, label %exit
exit:
  ret void
}
