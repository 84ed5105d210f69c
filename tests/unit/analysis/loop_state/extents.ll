; Each iteration writes all of %u, a row of %all of its own, and a place in %g that depends on what was read.
; noalias
define void @f(ptr %u, ptr %all, ptr %g, i64 %n, i64 %steps) {
entry:
  %positive = icmp sgt i64 %n, 0
  br label %loop
loop: ; carries %g, %u; unknown size of %g; writes %all once
  %t = phi i64 [ 0, %entry ], [ %t1, %next ]
  %row.at = mul nsw i64 %t, 8
  %row = getelementptr i8, ptr %all, i64 %row.at
  br label %inner
inner:
  %i = phi i64 [ 0, %loop ], [ %i1, %inner ]
  %p = getelementptr double, ptr %u, i64 %i
  %a = load double, ptr %p
  %b = fadd double %a, 1.0
  store double %b, ptr %p
  %i1 = add nuw nsw i64 %i, 1
  %m = icmp ne i64 %i1, %n
  br i1 %m, label %inner, label %next
next:
  store double %b, ptr %row
  %k = fptosi double %b to i64
  %q = getelementptr double, ptr %g, i64 %k
  %h = load double, ptr %q
  %h1 = fmul double %h, 2.0
  store double %h1, ptr %q
  %t1 = add nuw nsw i64 %t, 1
  %last = icmp ne i64 %t1, %steps
  br i1 %last, label %loop, label %exit
exit:
  ret void
}
