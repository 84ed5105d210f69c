; Two pointers take turns (their memory is one node), a third takes that of a parameter; a fourth comes from memory.
; noalias
define void @f(ptr %x, ptr %y, ptr %z, ptr %table, i64 %n, i1 %flag) {
entry:
  br label %loop
loop: ; carries %x; a is one of a, b; b is one of a, b; c is one of c, z
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a = phi ptr [ %x, %entry ], [ %b, %loop ]
  %b = phi ptr [ %y, %entry ], [ %a, %loop ]
  %c = phi ptr [ %z, %entry ], [ %c1, %loop ]
  %d = phi ptr [ %z, %entry ], [ %d1, %loop ]
  %v = load double, ptr %a
  %w = load double, ptr %c
  %s = fadd double %v, %w
  store double %s, ptr %b
  %c1 = select i1 %flag, ptr %c, ptr %z
  %d1 = load ptr, ptr %table
  %j = add nuw nsw i64 %i, 1
  %m = icmp ne i64 %j, %n
  br i1 %m, label %loop, label %exit
exit:
  ret void
}
