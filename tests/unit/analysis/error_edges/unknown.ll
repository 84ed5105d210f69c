; A status that nobody has tested may be 0.
declare i32 @g()
define i32 @f(i1 %c) "irad-status" {
entry:
  br i1 %c, label %one, label %two
one:
  %s = call i32 @g()
  br label %return
two:
  %either = select i1 %c, i32 0, i32 3
  br label %return
return:
  %r = phi i32 [ %s, %one ], [ %either, %two ]
  ret i32 %r
}
