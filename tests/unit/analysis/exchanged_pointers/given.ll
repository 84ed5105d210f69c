; Arrays of the caller's, of which nothing is said, or that one of them is `restrict`; halves of one array are not told apart.
define void @unknown(ptr %p, ptr %q, i64 %steps) {
entry:
  br label %loop
loop:
  %a = phi ptr [ %p, %entry ], [ %b, %loop ]
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
define void @restrict(ptr noalias %p, ptr %q, i64 %steps) {
entry:
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
define void @halves(ptr noalias %p, i64 %n, i64 %steps) {
entry:
  %q = getelementptr double, ptr %p, i64 %n
  br label %loop
loop:
  %a = phi ptr [ %p, %entry ], [ %b, %loop ]
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
