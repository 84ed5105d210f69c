; A row of n elements, one of them; all rows by way of another function (n, the distance of rows, may be negative: [a] is a
; or 0); a place that is read from memory.
define void @f(ptr %x, ptr %y, i64 %n, i64 %m, i32 %k) {
entry:
  %p = getelementptr i8, ptr %x, i64 16
  %twice = mul nsw i64 %n, 2
  call void @row(ptr %p, i64 %twice) ; %p 0 to 16 %n
  call void @one(ptr %x, i32 %k) ; %x 8 %k to 8 + 8 %k
  call void @rows(ptr %y, i64 %n, i64 %m) ; %y -1 [-8 %m %n + 8 %n] to 8 %n + [8 %m %n + -8 %n]
  call void @anywhere(ptr %x, ptr %y) ; anything of %x; %y 0 to 8
  ret void
}
define void @row(ptr %a, i64 %n) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %begin, label %exit
begin:
  br label %loop
loop:
  %i = phi i64 [ 0, %begin ], [ %j, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %j = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
define void @one(ptr %a, i32 %k) {
  %i = sext i32 %k to i64
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  ret void
}
define void @rows(ptr %a, i64 %n, i64 %m) {
entry:
  %some = icmp sgt i64 %m, 0
  br i1 %some, label %begin, label %exit
begin:
  br label %loop
loop:
  %i = phi i64 [ 0, %begin ], [ %j, %loop ]
  %at = mul nsw i64 %i, %n
  %p = getelementptr double, ptr %a, i64 %at
  call void @row(ptr %p, i64 %n) ; %p 0 to 8 %n
  %j = add nuw nsw i64 %i, 1
  %c = icmp ne i64 %j, %m
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
define void @anywhere(ptr %a, ptr %b) {
  %i = load i64, ptr %b
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  ret void
}
