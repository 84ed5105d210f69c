; A sum of narrow integers may wrap unless it is said that it does not; conversions keep signed numbers, others are other names.
define i64 @f(i32 %a) {
  %u = add i32 %a, 1
  %s = add nsw i32 %a, 1 ; 1 + %a
  %x = sext i32 %s to i64 ; 1 + %a
  %y = zext i32 %a to i64 ; unsigned %a
  %z = zext nneg i32 %a to i64 ; %a
  %w = sext i32 %u to i64 ; %u
  ret i64 %x
}
