; A pointer that moves on by one or two, one that is given a place in another array, two cells of an inner loop, a pointer from
; memory, one from what the iteration allocates, and memory that others may write a pointer to.
define i32 @f(ptr "irad-cell"="8" %walk, ptr "irad-cell"="8" %jump, ptr %table, ptr %y, i1 %flag) #0 {
entry:
  %p0 = load ptr, ptr %walk
  %q0 = load ptr, ptr %jump
  %cell = alloca ptr
  %other = alloca ptr
  %shared = alloca ptr
  br label %loop
loop:
  %p = phi ptr [ %p0, %entry ], [ %p2, %loop ] ; from walk
  %q = phi ptr [ %q0, %entry ], [ %q1, %loop ] ; from jump, y
  %m = phi ptr [ %y, %entry ], [ %m1, %loop ]
  %p1 = getelementptr double, ptr %p, i64 1 ; from walk
  %d = getelementptr double, ptr %p, i64 2 ; from walk
  %p2 = select i1 %flag, ptr %p1, ptr %d ; from walk
  %q1 = getelementptr double, ptr %y, i64 3 ; from y
  store ptr %p1, ptr %cell
  store ptr %y, ptr %other
  %s = call i32 @inner(ptr %cell, ptr %other, ptr %q)
  %left = load ptr, ptr %cell ; from jump, walk, y
  %m1 = load ptr, ptr %table
  %new = call ptr @malloc(i64 8)
  %made = getelementptr i8, ptr %new, i64 4
  call void @unknown(ptr %shared)
  %lost = load ptr, ptr %shared
  br i1 %flag, label %loop, label %exit
exit:
  ret i32 0
}
define i32 @inner(ptr "irad-cell"="8" %u, ptr "irad-cell"="8" %v, ptr %w) #0 {
entry:
  %u0 = load ptr, ptr %u
  %v0 = load ptr, ptr %v
  br label %loop
loop:
  %a = phi ptr [ %u0, %entry ], [ %c, %loop ] ; from u, v, w
  %b = phi ptr [ %v0, %entry ], [ %a, %loop ] ; from u, v, w
  %t = load i1, ptr %w
  %c = select i1 %t, ptr %b, ptr %w ; from u, v, w
  br i1 %t, label %loop, label %exit
exit:
  store ptr %a, ptr %u
  ret i32 0
}
declare ptr @malloc(i64)
declare void @unknown(ptr)
attributes #0 = { "irad_checkpointed" }
