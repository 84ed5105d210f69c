; Two buffers of the function's own that are exchanged after each step.
declare ptr @malloc(i64)
define void @swapped(i64 %n, i64 %steps) {
entry:
  %p = call ptr @malloc(i64 %n)
  %q = call ptr @malloc(i64 %n)
  br label %loop
loop:
  %a = phi ptr [ %p, %entry ], [ %b, %loop ] ; apart from %b
  %b = phi ptr [ %q, %entry ], [ %a, %loop ] ; apart from %a
  %t = phi i64 [ 0, %entry ], [ %u, %loop ]
  %x = load double, ptr %a
  store double %x, ptr %b
  %u = add i64 %t, 1
  %c = icmp slt i64 %u, %steps
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Both begin with the same one.
define void @same(i64 %n, i64 %steps) {
entry:
  %p = call ptr @malloc(i64 %n)
  br label %loop
loop:
  %a = phi ptr [ %p, %entry ], [ %b, %loop ]
  %b = phi ptr [ %p, %entry ], [ %a, %loop ]
  %t = phi i64 [ 0, %entry ], [ %u, %loop ]
  %x = load double, ptr %a
  store double %x, ptr %b
  %u = add i64 %t, 1
  %c = icmp slt i64 %u, %steps
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; The second one becomes the first, which stays where it is: from the second step on both are the same.
define void @lost(i64 %n, i64 %steps) {
entry:
  %p = call ptr @malloc(i64 %n)
  %q = call ptr @malloc(i64 %n)
  br label %loop
loop:
  %a = phi ptr [ %p, %entry ], [ %a, %loop ] ; apart from %q
  %b = phi ptr [ %q, %entry ], [ %a, %loop ]
  %t = phi i64 [ 0, %entry ], [ %u, %loop ]
  %x = load double, ptr %a
  store double %x, ptr %b
  %u = add i64 %t, 1
  %c = icmp slt i64 %u, %steps
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
