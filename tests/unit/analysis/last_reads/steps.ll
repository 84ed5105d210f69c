; In each step t[i] = a[i] for i < n, then a[i] = t[i - 1] for 0 < i < n, and t is written again: what is read of t is read for the
; last time, and all that is read is read before it is overwritten. The last element of t is written only.
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define void @f(ptr noalias %a, i64 %n, i64 %steps) {
entry:
  %bytes = shl i64 %n, 3
  %t = call ptr @malloc(i64 %bytes)
  br label %step
step:
  %s = phi i64 [ 0, %entry ], [ %s.next, %end ]
  br label %write
write:
  %i = phi i64 [ 0, %step ], [ %i.next, %write ]
  %pa = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %pa
  %pt = getelementptr double, ptr %t, i64 %i
  store double %x, ptr %pt ; no zero
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %write, label %between
between:
  %some = icmp sgt i64 %n, 1
  br i1 %some, label %ready, label %end
ready:
  br label %read
read:
  %j = phi i64 [ 1, %ready ], [ %j.next, %read ]
  %before = getelementptr double, ptr %t, i64 %j
  %q = getelementptr i8, ptr %before, i64 -8
  %y = load double, ptr %q ; last
  %r = getelementptr double, ptr %a, i64 %j
  store double %y, ptr %r
  %j.next = add nuw nsw i64 %j, 1
  %left = icmp ne i64 %j.next, %n
  br i1 %left, label %read, label %end
end:
  %s.next = add nuw nsw i64 %s, 1
  %again = icmp slt i64 %s.next, %steps
  br i1 %again, label %step, label %exit
exit:
  call void @free(ptr %t)
  ret void
}
