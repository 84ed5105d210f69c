; One arena per thread, for programs and libraries that have no one to pass them an arena.  A thread that ends gives the
; memory of its arena back where the C library has a way to say so (glibc); registered like this, a library also stays
; loaded until its threads have ended.

declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @irad_arena_init(ptr)
declare void @irad_arena_destroy(ptr)
declare extern_weak i32 @__cxa_thread_atexit_impl(ptr, ptr, ptr)

@__dso_handle = external hidden global i8
@irad.thread.arena = internal thread_local global [704 x i8] zeroinitializer, align 64
; The account of all arenas of the process: weak and visible, as several libraries have it, in several modules each.
@irad_memory_account = weak global [2 x i64] [i64 0, i64 536870912], align 64
@irad.thread.ready = internal thread_local global i8 0

; Not inlined: LLVM (22) takes it that finding a thread-local variable leaves the registers xmm16 to xmm31 alone, which glibc does not.
define ptr @irad_thread_arena() noinline nounwind {
entry:
  %arena = call ptr @llvm.threadlocal.address.p0(ptr @irad.thread.arena)
  %ready.at = call ptr @llvm.threadlocal.address.p0(ptr @irad.thread.ready)
  %ready = load i8, ptr %ready.at, align 1
  %is = icmp ne i8 %ready, 0
  br i1 %is, label %done, label %init
init:
  call void @irad_thread_start(ptr %arena)
  store i8 1, ptr %ready.at, align 1
  br label %done
done:
  ret ptr %arena
}

define void @irad_thread_start(ptr %arena) noinline cold nounwind {
entry:
  call void @irad_arena_init(ptr %arena)
  %account.at = getelementptr i8, ptr %arena, i64 248
  store ptr @irad_memory_account, ptr %account.at, align 8
  %none = icmp eq ptr @__cxa_thread_atexit_impl, null
  br i1 %none, label %done, label %register
register:
  %failed = call i32 @__cxa_thread_atexit_impl(ptr @irad_arena_destroy, ptr %arena, ptr @__dso_handle)
  br label %done
done:
  ret void
}
