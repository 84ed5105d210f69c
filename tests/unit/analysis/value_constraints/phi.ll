; A pointer that goes around a loop steps through one object.
define void @f(ptr %x, ptr %other, i1 %c) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %x, %entry ], [ %q, %loop ]
  store double 1.0, ptr %p ; %x, every 16: double
  %q = getelementptr i8, ptr %p, i64 16 ; %x, every 16: double
  br i1 %c, label %loop, label %exit
exit:
  store double 1.0, ptr %other ; %other: double
  ret void
}
