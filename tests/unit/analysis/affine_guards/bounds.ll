; The first iteration is left out, those from %m on, all but one; a condition from before the loop; data; an inner loop and a
; bound of it that is unsigned, of which the sign is not known, and one of which it is.
define void @f(ptr %x, i64 %n, i64 %m, i1 %flag) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %latch ]
  %some = icmp sgt i64 %i, 0
  br i1 %some, label %first, label %meet
first: ; from loop 1
  store double 1.0, ptr %x
  %few = icmp slt i64 %i, %m
  br i1 %few, label %second, label %meet
second: ; from loop 1, to loop -1 + %m
  store double 2.0, ptr %x
  br label %meet
meet:
  %one = icmp eq i64 %i, 3
  br i1 %one, label %third, label %fourth
third: ; from loop 3, to loop 3
  store double 3.0, ptr %x
  br label %next
fourth: ; sometimes
  store double 4.0, ptr %x
  br label %next
next:
  br i1 %flag, label %next2, label %fifth
fifth: ; unless %flag
  %v = load double, ptr %x
  %data = fcmp ogt double %v, 0.0
  br i1 %data, label %sixth, label %next2
sixth: ; unless %flag, sometimes
  store double 5.0, ptr %x
  br label %next2
next2:
  br label %inner
inner:
  %k = phi i64 [ 0, %next2 ], [ %k1, %more ]
  %low = icmp ult i64 %k, %m
  br i1 %low, label %seventh, label %even
seventh: ; sometimes
  store double 6.0, ptr %x
  br label %even
even:
  %lower = icmp ult i64 %k, 5
  br i1 %lower, label %eighth, label %more
eighth: ; to inner 4
  store double 7.0, ptr %x
  br label %more
more:
  %k1 = add nuw nsw i64 %k, 1
  %again = icmp ne i64 %k1, %n
  br i1 %again, label %inner, label %latch
latch:
  %j = add nuw nsw i64 %i, 1
  %m1 = icmp ne i64 %j, %n
  br i1 %m1, label %loop, label %exit
exit:
  ret void
}
