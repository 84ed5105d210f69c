; What it allocates a second time would be other memory; of what an unknown function does a second time nothing is known.
declare ptr @malloc(i64)
declare void @g(double)
define void @f(i64 %n, double %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %p = call ptr @malloc(i64 8)
  store double %x, ptr %p
  %j = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %next
next:
  br label %again
again:
  %k = phi i64 [ 0, %next ], [ %l, %again ]
  call void @g(double %x)
  %l = add nuw nsw i64 %k, 1
  %d = icmp ne i64 %l, %n
  br i1 %d, label %again, label %exit
exit:
  ret void
}
