; The caller says how long the array is: all of it may be copied, whether the data decide what is read or not.
define void @f(ptr "irad-sizes"="1:8" %a, i64 %n, ptr %b) {
entry:
  %some = icmp sgt i64 %n, 1
  br i1 %some, label %before, label %exit
before:
  br label %loop
loop:
  %i = phi i64 [ 1, %before ], [ %i1, %next ]
  %q = getelementptr double, ptr %b, i64 %i
  %y = load double, ptr %q ; 8 to 8 %n
  %t = fcmp ogt double %y, 0.0
  br i1 %t, label %read, label %next
read:
  %k = add nsw i64 %i, -1
  %p = getelementptr double, ptr %a, i64 %k
  %x = load double, ptr %p ; 0 to -8 + 8 %n of 8 %n
  store double %x, ptr %q
  br label %next
next:
  %i1 = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i1, %n
  br i1 %d, label %exit, label %loop
exit:
  ret void
}
define internal void @g(ptr "irad-sizes"="1:8" %a, i64 %n, ptr %b) {
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %before, label %exit
before:
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %i1, %next ]
  %q = getelementptr double, ptr %b, i64 %i
  %y = load double, ptr %q ; 0 to 8 %n
  %t = fcmp ogt double %y, 0.0
  br i1 %t, label %read, label %next
read:
  %p = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %p
  store double %x, ptr %q
  br label %next
next:
  %i1 = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i1, %n
  br i1 %d, label %exit, label %loop
exit:
  ret void
}
