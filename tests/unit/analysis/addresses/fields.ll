; Offsets of members follow from sizes and alignment: { i8, double, [3 x float] } has them at 0, 8 and 16, and 32 bytes.
%s = type { i8, double, [3 x float] }
define void @f(ptr %p, i64 %i, i64 %j) {
  %a = getelementptr %s, ptr %p, i64 0, i32 1 ; %p + 8
  %b = getelementptr %s, ptr %p, i64 %i, i32 2, i64 %j ; %p + 16 + 32 %i + 4 %j
  %c = getelementptr %s, ptr %p, i64 -1 ; %p + -32
  %d = getelementptr i8, ptr %a, i64 %j ; %p + 0 + 1 %j
  ret void
}
