; One arena per thread, for programs that have no one to pass them an arena.

declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @irad_arena_init(ptr)

@irad.thread.arena = internal thread_local global [704 x i8] zeroinitializer, align 64
@irad.thread.ready = internal thread_local global i8 0

define ptr @irad_thread_arena() nounwind {
entry:
  %arena = call ptr @llvm.threadlocal.address.p0(ptr @irad.thread.arena)
  %ready.at = call ptr @llvm.threadlocal.address.p0(ptr @irad.thread.ready)
  %ready = load i8, ptr %ready.at, align 1
  %is = icmp ne i8 %ready, 0
  br i1 %is, label %done, label %init
init:
  call void @irad_arena_init(ptr %arena)
  store i8 1, ptr %ready.at, align 1
  br label %done
done:
  ret ptr %arena
}
