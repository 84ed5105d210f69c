; A pointer that goes along an array of doubles: steps are in bytes.  The comparison of pointers counts nothing.
define void @f(ptr %p, ptr %end) {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %r, %loop ] ; %p + 8 k
  %r = getelementptr double, ptr %q, i64 1
  %c = icmp ne ptr %r, %end
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
