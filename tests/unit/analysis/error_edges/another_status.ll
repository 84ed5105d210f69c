; The status of a call stands for another one, by a table in which 0 is not; the chosen one is an error either way.
@table = internal constant [3 x i32] [i32 7, i32 8, i32 7], align 64
@with.zero = internal constant [2 x i32] [i32 7, i32 0], align 64
declare i32 @g()
define i32 @f(i64 %k, i1 %c) "irad-status" {
entry:
  %s = call i32 @g()
  %fine = icmp eq i32 %s, 0
  br i1 %fine, label %good, label %bad
bad: ; error
  %p = getelementptr i32, ptr @table, i64 %k
  %other = load i32, ptr %p, align 4
  %inside = icmp ult i64 %k, 3
  %moved = select i1 %inside, i32 %other, i32 %s
  br label %return
good:
  br i1 %c, label %return, label %one
one:
  %q = getelementptr i32, ptr @with.zero, i64 %k
  %unknown = load i32, ptr %q, align 4
  br label %return
return:
  %r = phi i32 [ %moved, %bad ], [ 0, %good ], [ %unknown, %one ]
  ret i32 %r
}
