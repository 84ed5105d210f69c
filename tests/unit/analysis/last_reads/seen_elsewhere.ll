; f: the array belongs to the caller, whose shadow it is as well. g: what is stored is returned. h: the array moves to other memory,
; in whose shadow the adjoints come.
declare noalias ptr @malloc(i64)
declare noalias ptr @realloc(ptr, i64)
declare void @free(ptr)
define void @f(ptr noalias %a, ptr noalias %t, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %pa = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %pa
  %pt = getelementptr double, ptr %t, i64 %i
  store double %x, ptr %pt
  %y = load double, ptr %pt
  %z = fmul double %y, %y
  store double %z, ptr %pa
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
define ptr @g(ptr noalias %a, i64 %n) {
entry:
  %bytes = shl i64 %n, 3
  %t = call ptr @malloc(i64 %bytes)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %pa = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %pa
  %pt = getelementptr double, ptr %t, i64 %i
  store double %x, ptr %pt
  %y = load double, ptr %pt
  store double %y, ptr %pa
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %i.next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret ptr %t
}
define void @h(ptr noalias %a, i64 %n) {
entry:
  %bytes = shl i64 %n, 3
  %t = call ptr @malloc(i64 8)
  %x = load double, ptr %a
  store double %x, ptr %t
  %y = load double, ptr %t
  %u = call ptr @realloc(ptr %t, i64 %bytes)
  %z = load double, ptr %u
  %s = fadd double %y, %z
  store double %s, ptr %a
  call void @free(ptr %u)
  ret void
}
