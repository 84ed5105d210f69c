; An integer that a function returns is a status only if the attribute says so.
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %good, label %bad
good:
  br label %return
bad:
  br label %return
return:
  %s = phi i32 [ 0, %good ], [ 7, %bad ]
  ret i32 %s
}
