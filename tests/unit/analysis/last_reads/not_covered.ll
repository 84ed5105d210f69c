; f: not every iteration writes.  g: only the first element is written in each step, all are read. h: which element is read is
; known to the run only.  k: the memory is zero before it is written: its first read, which is not its last one, may come right before
; the store.  m: the array has come out of realloc.
declare noalias ptr @malloc(i64)
declare noalias ptr @calloc(i64, i64)
declare noalias ptr @realloc(ptr, i64)
declare void @free(ptr)
define void @f(ptr noalias %a, i64 %n, i64 %steps, double %least) {
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
  %w.c = fcmp ogt double %w.x, %least
  br i1 %w.c, label %yes, label %w.on
yes:
  store double %w.x, ptr %w.t
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
  %r.y = load double, ptr %r.t
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
define void @h(ptr noalias %a, i64 %n, i64 %steps, ptr noalias %k) {
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
  store double %w.x, ptr %w.t
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
  %r.q = getelementptr i64, ptr %k, i64 %r.i
  %r.k = load i64, ptr %r.q
  %r.p = getelementptr double, ptr %t, i64 %r.k
  %r.y = load double, ptr %r.p
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
define void @k(ptr noalias %a, i64 %n, i64 %steps, i1 %c) {
entry:
  %bytes = shl i64 %n, 3
  %t = call ptr @calloc(i64 %bytes, i64 1)
  br label %r.in
r.in:
  br label %r
r:
  %r.i = phi i64 [ 0, %r.in ], [ %r.next, %r.on ]
  %r.a = getelementptr double, ptr %a, i64 %r.i
  %r.t = getelementptr double, ptr %t, i64 %r.i
  %r.y = load double, ptr %r.t
  store double %r.y, ptr %r.a
  br label %r.on
r.on:
  %r.next = add nuw nsw i64 %r.i, 1
  %r.more = icmp ne i64 %r.next, %n
  br i1 %r.more, label %r, label %r.out
r.out:
  br i1 %c, label %some, label %none
some:
  br label %s.in
s.in:
  br label %s
s:
  %s.i = phi i64 [ 0, %s.in ], [ %s.next, %s.on ]
  %s.a = getelementptr double, ptr %a, i64 %s.i
  %s.t = getelementptr double, ptr %t, i64 %s.i
  %s.y = load double, ptr %s.t ; last
  store double %s.y, ptr %s.a
  br label %s.on
s.on:
  %s.next = add nuw nsw i64 %s.i, 1
  %s.more = icmp ne i64 %s.next, %n
  br i1 %s.more, label %s, label %s.out
s.out:
  br label %none
none:
  br label %w.in
w.in:
  br label %w
w:
  %w.i = phi i64 [ 0, %w.in ], [ %w.next, %w.on ]
  %w.a = getelementptr double, ptr %a, i64 %w.i
  %w.t = getelementptr double, ptr %t, i64 %w.i
  %w.x = load double, ptr %w.a
  store double %w.x, ptr %w.t
  br label %w.on
w.on:
  %w.next = add nuw nsw i64 %w.i, 1
  %w.more = icmp ne i64 %w.next, %n
  br i1 %w.more, label %w, label %w.out
w.out:
  br label %u.in
u.in:
  br label %u
u:
  %u.i = phi i64 [ 0, %u.in ], [ %u.next, %u.on ]
  %u.a = getelementptr double, ptr %a, i64 %u.i
  %u.t = getelementptr double, ptr %t, i64 %u.i
  %u.y = load double, ptr %u.t ; last
  store double %u.y, ptr %u.a
  br label %u.on
u.on:
  %u.next = add nuw nsw i64 %u.i, 1
  %u.more = icmp ne i64 %u.next, %n
  br i1 %u.more, label %u, label %u.out
u.out:
  call void @free(ptr %t)
  ret void
}
define void @m(ptr noalias %a, i64 %n, i64 %steps) {
entry:
  %bytes = shl i64 %n, 3
  %old = call ptr @malloc(i64 %bytes)
  %t = call ptr @realloc(ptr %old, i64 %bytes)
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
  store double %w.x, ptr %w.t
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
