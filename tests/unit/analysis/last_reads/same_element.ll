; f: an element is read twice in one iteration: the second load is the last one.  g: all iterations of a loop read the same element.
declare noalias ptr @malloc(i64)
declare noalias ptr @calloc(i64, i64)
declare noalias ptr @realloc(ptr, i64)
declare void @free(ptr)
define void @f(ptr noalias %a, i64 %n, i64 %steps) {
entry:
  %bytes = shl i64 %n, 3
  %t = call ptr @malloc(i64 %bytes)
  br label %step
step:
  %s = phi i64 [ 0, %entry ], [ %s.next, %end ]
  br label %w.in
w.in:
  br label %w
w:
  %w.i = phi i64 [ 0, %w.in ], [ %w.next, %w.on ]
  %w.a = getelementptr double, ptr %a, i64 %w.i
  %w.t = getelementptr double, ptr %t, i64 %w.i
  %w.x = load double, ptr %w.a
  store double %w.x, ptr %w.t ; no zero
  br label %w.on
w.on:
  %w.next = add nuw nsw i64 %w.i, 1
  %w.more = icmp ne i64 %w.next, %n
  br i1 %w.more, label %w, label %w.out
w.out:
  br label %r.in
r.in:
  br label %r
r:
  %r.i = phi i64 [ 0, %r.in ], [ %r.next, %r.on ]
  %r.a = getelementptr double, ptr %a, i64 %r.i
  %r.t = getelementptr double, ptr %t, i64 %r.i
  %r.y = load double, ptr %r.t
  %r.z = load double, ptr %r.t ; last
  %r.s = fadd double %r.y, %r.z
  store double %r.s, ptr %r.a
  br label %r.on
r.on:
  %r.next = add nuw nsw i64 %r.i, 1
  %r.more = icmp ne i64 %r.next, %n
  br i1 %r.more, label %r, label %r.out
r.out:
  br label %end
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
  %x = load double, ptr %a
  store double %x, ptr %t
  br label %r.in
r.in:
  br label %r
r:
  %r.i = phi i64 [ 0, %r.in ], [ %r.next, %r.on ]
  %r.a = getelementptr double, ptr %a, i64 %r.i
  %r.t = getelementptr double, ptr %t, i64 %r.i
  %r.y = load double, ptr %t
  store double %r.y, ptr %r.a
  br label %r.on
r.on:
  %r.next = add nuw nsw i64 %r.i, 1
  %r.more = icmp ne i64 %r.next, %n
  br i1 %r.more, label %r, label %r.out
r.out:
  br label %end
end:
  %s.next = add nuw nsw i64 %s, 1
  %again = icmp slt i64 %s.next, %steps
  br i1 %again, label %step, label %exit
exit:
  call void @free(ptr %t)
  ret void
}
