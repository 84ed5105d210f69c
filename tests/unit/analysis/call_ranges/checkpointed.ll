; A checkpointed loop begins at the number in one cell and with the pointers in two others, which take turns: 3 steps, or as many
; as it finds: then its limit is no number of steps.
define i32 @f(ptr %x, ptr %y, ptr %z, i64 %n) {
entry:
  %done = alloca i64
  %number = alloca i64
  %first = alloca ptr
  %second = alloca ptr
  store i64 %n, ptr %number
  %from = getelementptr i8, ptr %y, i64 16
  store ptr %x, ptr %first
  store ptr %from, ptr %second
  %s = call i32 @known(i64 3, ptr %done, ptr %number, ptr %first, ptr %second, ptr %z) ; %done 0 to 8; %first 0 to 8; %number 0 to 8, %number 0 to 8; %second 0 to 8; %x 8 to 16, %from 8 to 16; %z 8 %n to 24 + 8 %n
  %t = call i32 @found(i64 -1, ptr %done, ptr %number, ptr %z) ; %done 0 to 8; %number 0 to 8, %number 0 to 8; anything of %z
  ret i32 0
}
define i32 @known(i64 %limit, ptr "irad-cell"="8" %done, ptr "irad-cell"="8" %number, ptr "irad-cell"="8" %first, ptr "irad-cell"="8" %second, ptr %z) #0 {
entry:
  %i0 = load i64, ptr %number
  %a0 = load ptr, ptr %first
  %b0 = load ptr, ptr %second
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %i = phi i64 [ %i0, %entry ], [ %i1, %loop ]
  %a = phi ptr [ %a0, %entry ], [ %b, %loop ]
  %b = phi ptr [ %b0, %entry ], [ %a, %loop ]
  %p = getelementptr i8, ptr %a, i64 8
  store double 1.0, ptr %p
  %q = getelementptr double, ptr %z, i64 %i
  store double 2.0, ptr %q
  %i1 = add nsw i64 %i, 1
  %k1 = add nuw nsw i64 %k, 1
  %m = icmp ne i64 %k1, %limit
  br i1 %m, label %loop, label %exit
exit:
  store i64 %i1, ptr %number
  store i64 %k1, ptr %done
  ret i32 0
}
define i32 @found(i64 %limit, ptr "irad-cell"="8" %done, ptr "irad-cell"="8" %number, ptr %z) #0 {
entry:
  %i0 = load i64, ptr %number
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %test ]
  %i = phi i64 [ %i0, %entry ], [ %i1, %test ]
  %q = getelementptr double, ptr %z, i64 %i
  store double 2.0, ptr %q
  %i1 = add nsw i64 %i, 1
  %k1 = add nuw nsw i64 %k, 1
  %c = load double, ptr %q
  %e = fcmp ogt double %c, 0.0
  br i1 %e, label %test, label %exit
test:
  %m = icmp ne i64 %k1, %limit
  br i1 %m, label %loop, label %exit
exit:
  store i64 %i1, ptr %number
  store i64 %k1, ptr %done
  ret i32 0
}
attributes #0 = { "irad_checkpointed" }
