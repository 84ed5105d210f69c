; The status of a call is passed on where it is not 0.
declare i32 @g()
define i32 @f() "irad-status" {
entry: ; error
  %s = call i32 @g()
  %bad = icmp ne i32 %s, 0
  br i1 %bad, label %return, label %good
good:
  br label %return
return:
  %r = phi i32 [ %s, %entry ], [ 0, %good ]
  ret i32 %r
}
