; Two errors meet before they go to the return.
declare i32 @g()
define i32 @f(i1 %c) "irad-status" {
entry:
  %s = call i32 @g()
  %fine = icmp eq i32 %s, 0
  br i1 %fine, label %good, label %met
good:
  br i1 %c, label %return, label %met
met:
  %t = phi i32 [ %s, %entry ], [ 5, %good ]
  br label %last
last: ; error
  %u = freeze i32 %t
  br label %return
return:
  %r = phi i32 [ 0, %good ], [ %u, %last ]
  ret i32 %r
}
