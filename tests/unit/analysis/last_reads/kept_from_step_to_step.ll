; What one step leaves in t[0] the next one reads: only the part that is written first in each step, from t[1] on, could be read for
; the last time, and the load of all elements is none. In one loop t[i] is read and then written: that is a last read, if the
; element is not read anywhere else.
declare noalias ptr @malloc(i64)
declare void @free(ptr)
define void @f(ptr noalias %a, i64 %n, i64 %steps) {
entry:
  %bytes = shl i64 %n, 3
  %t = call ptr @malloc(i64 %bytes)
  store double 1.0, ptr %t ; no zero
  br label %step
step:
  %s = phi i64 [ 0, %entry ], [ %s.next, %end ]
  br label %write
write:
  %i = phi i64 [ 1, %step ], [ %i.next, %write ]
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
define void @g(ptr noalias %a, i64 %n, i64 %steps) {
entry:
  %bytes = shl i64 %n, 3
  %t = call ptr @malloc(i64 %bytes)
  call void @llvm.memset.p0.i64(ptr %t, i8 0, i64 %bytes, i1 false) ; no zero
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
  store double %old, ptr %pa
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
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
