; A pointer that goes backwards along an array of floats.
define void @f(ptr %end, i64 %n) {
entry:
  br label %loop
loop: ; last -1 + %n
  %i = phi i64 [ 0, %entry ], [ %j, %loop ] ; it.loop
  %p = phi ptr [ %end, %entry ], [ %q, %loop ] ; %end + -4 it.loop
  %q = getelementptr float, ptr %p, i64 -1 ; %end + -4 + -4 it.loop
  store float 0.0, ptr %q
  %j = add nuw nsw i64 %i, 1 ; 1 + it.loop
  %c = icmp eq i64 %j, %n
  br i1 %c, label %exit, label %loop
exit:
  ret void
}
