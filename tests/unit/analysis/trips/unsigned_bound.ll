; An unsigned comparison needs nuw where the step is more than one.
define void @f(i64 %n) {
entry:
  br label %loop
loop: ; while 0 + 2 k < %n, unsigned
  %i = phi i64 [ 0, %entry ], [ %j, %body ] ; 0 + 2 k
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %exit
body:
  %j = add nuw i64 %i, 2
  br label %loop
exit:
  ret void
}
