; Three pointers take turns; a fourth is one of two parameters, a fifth is made from a pointer in memory.
define void @f(ptr %x, ptr %y, ptr %z, ptr %table, i64 %n, i1 %flag) {
entry:
  br label %loop
loop: ; a is one of a, b, c; b is one of a, b, c; c is one of a, b, c; d is one of d, y, z
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a = phi ptr [ %x, %entry ], [ %b, %loop ]
  %b = phi ptr [ %y, %entry ], [ %c, %loop ]
  %c = phi ptr [ %z, %entry ], [ %a, %loop ]
  %d = phi ptr [ %x, %entry ], [ %d1, %loop ]
  %e = phi ptr [ %z, %entry ], [ %e1, %loop ]
  %d1 = select i1 %flag, ptr %y, ptr %z
  %e1 = load ptr, ptr %table
  %j = add nuw nsw i64 %i, 1
  %m = icmp ne i64 %j, %n
  br i1 %m, label %loop, label %exit
exit:
  ret void
}
