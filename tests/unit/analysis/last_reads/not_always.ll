; f: the loop that reads may not run, on a condition that says nothing of its length: then the store meets what it has stored in the
; step before. (What is read is overwritten before it is read again.) g: the loop that writes may not run: what is read then
; has been read before.  h: the array is written by a loop that may end early.
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define void @f(ptr noalias %a, i64 %n, i64 %steps, i1 %c) {
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
  store double %x, ptr %pt
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %write, label %between
between:
  br i1 %c, label %ready, label %end
ready:
  br label %read
read:
  %j = phi i64 [ 0, %ready ], [ %j.next, %read ]
  %q = getelementptr double, ptr %t, i64 %j
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
define void @g(ptr noalias %a, i64 %n, i64 %steps) {
entry:
  %bytes = shl i64 %n, 3
  %t = call ptr @malloc(i64 %bytes)
  br label %step
step:
  %s = phi i64 [ 0, %entry ], [ %s.next, %end ]
  %first = icmp eq i64 %s, 0
  br i1 %first, label %now, label %ready
now:
  br label %write
write:
  %i = phi i64 [ 0, %now ], [ %i.next, %write ]
  %pa = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %pa
  %pt = getelementptr double, ptr %t, i64 %i
  store double %x, ptr %pt
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %write, label %ready
ready:
  br label %read
read:
  %j = phi i64 [ 0, %ready ], [ %j.next, %read ]
  %q = getelementptr double, ptr %t, i64 %j
  %y = load double, ptr %q
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
define void @h(ptr noalias %a, i64 %n, i64 %steps, double %most) {
entry:
  %bytes = shl i64 %n, 3
  %t = call ptr @malloc(i64 %bytes)
  br label %step
step:
  %s = phi i64 [ 0, %entry ], [ %s.next, %end ]
  br label %write
write:
  %i = phi i64 [ 0, %step ], [ %i.next, %on ]
  %pa = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %pa
  %pt = getelementptr double, ptr %t, i64 %i
  store double %x, ptr %pt
  %large = fcmp ogt double %x, %most
  br i1 %large, label %out, label %on
on:
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %write, label %out
out:
  br label %read
read:
  %j = phi i64 [ 0, %out ], [ %j.next, %read ]
  %q = getelementptr double, ptr %t, i64 %j
  %y = load double, ptr %q
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
