; What an iteration allocates is handed on only after it has moved to the pool (one node with %x); %raw is not.
define void @f(ptr %x, ptr "irad-pool" %pool, ptr %stack, i64 %n) {
entry:
  br label %loop
loop: ; carries %x; unknown size of %x; u is one of pool, u
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %u = phi ptr [ %x, %entry ], [ %u1, %loop ]
  %raw = phi ptr [ %x, %entry ], [ %new, %loop ]
  %mark = call ptr @irad_reserve(ptr %stack, i64 16)
  %new = call ptr @irad_reserve(ptr %stack, i64 8)
  %v = load double, ptr %u
  store double %v, ptr %new
  %place = getelementptr i8, ptr %pool, i64 64
  %u1 = call ptr @irad_handed_on(ptr %stack, ptr %mark, ptr %new, ptr %place)
  %j = add nuw nsw i64 %i, 1
  %m = icmp ne i64 %j, %n
  br i1 %m, label %loop, label %exit
exit:
  ret void
}
declare ptr @irad_reserve(ptr, i64)
define weak ptr @irad_handed_on(ptr %stack, ptr %mark, ptr %p, ptr %place) noinline {
  %newer = call i1 @irad_is_newer(ptr %stack, ptr %mark, ptr %p)
  %q = select i1 %newer, ptr %place, ptr %p
  ret ptr %q
}
declare i1 @irad_is_newer(ptr, ptr, ptr)
