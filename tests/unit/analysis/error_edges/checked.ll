; A status other than 0 goes from %bad to the return; from %good comes 0.
define i32 @f(i1 %c) "irad-status" {
entry:
  br i1 %c, label %good, label %bad
good:
  br label %return
bad: ; error
  br label %return
return:
  %s = phi i32 [ 0, %good ], [ 7, %bad ]
  ret i32 %s
}
