; Within one loop. f: t[i] and t[i - 1] are read in the same iteration; what one of them reads the other one reads again, in another
; iteration, and the store meets both. g: t[i] is read twice, for the last time behind the store, which finds what the
; first load has read. Only that first load is a last read, of what the step before has left, since the store comes right after it.
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
  store double %x, ptr %pt
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %write, label %ready
ready:
  br label %read
read:
  %j = phi i64 [ 1, %ready ], [ %j.next, %read ]
  %q = getelementptr double, ptr %t, i64 %j
  %p = getelementptr i8, ptr %q, i64 -8
  %y = load double, ptr %p
  %z = load double, ptr %q
  %w = fadd double %y, %z
  %r = getelementptr double, ptr %a, i64 %j
  store double %w, ptr %r
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
  br label %both
both:
  %i = phi i64 [ 0, %step ], [ %i.next, %both ]
  %pa = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %pa
  %pt = getelementptr double, ptr %t, i64 %i
  %old = load double, ptr %pt ; last
  %new = fadd double %old, %x
  store double %new, ptr %pt
  %seen = load double, ptr %pt
  store double %seen, ptr %pa
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %both, label %end
end:
  %s.next = add nuw nsw i64 %s, 1
  %again = icmp slt i64 %s.next, %steps
  br i1 %again, label %step, label %exit
exit:
  call void @free(ptr %t)
  ret void
}
