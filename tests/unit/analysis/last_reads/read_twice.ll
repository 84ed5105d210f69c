; Of two loops that read t the second one reads it for the last time; the store comes after that, not after the first one.
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define void @f(ptr noalias %a, ptr noalias %b, i64 %n, i64 %steps) {
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
  br i1 %more, label %write, label %one
one:
  br label %first
first:
  %j = phi i64 [ 0, %one ], [ %j.next, %first ]
  %q = getelementptr double, ptr %t, i64 %j
  %y = load double, ptr %q
  %r = getelementptr double, ptr %b, i64 %j
  store double %y, ptr %r
  %j.next = add nuw nsw i64 %j, 1
  %left = icmp ne i64 %j.next, %n
  br i1 %left, label %first, label %two
two:
  br label %second
second:
  %k = phi i64 [ 0, %two ], [ %k.next, %second ]
  %v = getelementptr double, ptr %t, i64 %k
  %z = load double, ptr %v ; last
  %w = getelementptr double, ptr %a, i64 %k
  store double %z, ptr %w
  %k.next = add nuw nsw i64 %k, 1
  %rest = icmp ne i64 %k.next, %n
  br i1 %rest, label %second, label %end
end:
  %s.next = add nuw nsw i64 %s, 1
  %again = icmp slt i64 %s.next, %steps
  br i1 %again, label %step, label %exit
exit:
  call void @free(ptr %t)
  ret void
}
