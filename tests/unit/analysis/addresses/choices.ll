; What is chosen among constants is one of them; what comes from elsewhere is anything.
define i64 @f(i1 %c, i1 %d, i64 %x) {
entry:
  %a = select i1 %c, i64 0, i64 8 ; one of 0, 8
  %b = select i1 %d, i64 %a, i64 24 ; one of 0, 8, 24
  %e = select i1 %d, i64 %a, i64 %x
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %p = phi i64 [ 5, %entry ], [ 4, %then ] ; one of 4, 5
  ret i64 %p
}
