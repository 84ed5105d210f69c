; What number this thread has, and how far its machine stack may grow, asked once per thread and arena (glibc, musl).

declare i64 @pthread_self()
declare i32 @pthread_getattr_np(i64, ptr)
declare i32 @pthread_attr_getstack(ptr, ptr, ptr)
declare i32 @pthread_attr_destroy(ptr)

define i64 @irad_thread_number() alwaysinline nounwind {
entry:
  %self = call i64 @pthread_self()
  ret i64 %self
}

define void @irad_arena_enter(ptr %arena) nounwind {
entry:
  %self = call i64 @pthread_self()
  %owner.at = getelementptr i8, ptr %arena, i64 56
  %owner = load i64, ptr %owner.at, align 8
  %same = icmp eq i64 %self, %owner
  br i1 %same, label %done, label %ask, !prof !0
ask:
  call void @irad_find_stack(ptr %arena, i64 %self)
  store i64 %self, ptr %owner.at, align 8
  br label %done
done:
  ret void
}

define void @irad_find_stack(ptr %arena, i64 %self) noinline cold nounwind {
entry:
  %attr = alloca [128 x i8], align 16
  %base.at = alloca i64, align 8
  %size.at = alloca i64, align 8
  %limit.at = getelementptr i8, ptr %arena, i64 40
  store i64 0, ptr %limit.at, align 8
  %failed = call i32 @pthread_getattr_np(i64 %self, ptr %attr)
  %ok = icmp eq i32 %failed, 0
  br i1 %ok, label %read, label %done
read:
  %got = call i32 @pthread_attr_getstack(ptr %attr, ptr %base.at, ptr %size.at)
  %destroyed = call i32 @pthread_attr_destroy(ptr %attr)
  %base = load i64, ptr %base.at, align 8
  %size = load i64, ptr %size.at, align 8
  ; A quarter stays free for library functions, but not more than 256 KiB.
  %quarter = lshr i64 %size, 2
  %small = icmp ult i64 %quarter, 262144
  %margin = select i1 %small, i64 %quarter, i64 262144
  %limit = add i64 %base, %margin
  store i64 %limit, ptr %limit.at, align 8
  br label %done
done:
  ret void
}

!0 = !{!"branch_weights", i32 2000, i32 1}
