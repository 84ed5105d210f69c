; What number this thread has, and how far its machine stack may grow, asked once per thread and arena (glibc, musl).

declare i64 @pthread_self()
declare ptr @mmap(ptr, i64, i32, i32, i32, i64)
declare extern_weak i32 @malloc_trim(i64)
declare i32 @madvise(ptr, i64, i32)
declare extern_weak i32 @dladdr(ptr, ptr)
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
  br i1 %same, label %done, label %ask, !prof !10
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

; Pages of memory that is kept, but whose contents nobody needs: they take no memory until they are touched again.
define i1 @irad_discard(ptr %p, i64 %bytes) noinline cold nounwind {
entry:
  %a = ptrtoint ptr %p to i64
  %up = add i64 %a, 65535
  %start = and i64 %up, -65536 ; the largest page that Linux is built with
  %behind = add i64 %a, %bytes
  %end = and i64 %behind, -65536
  %whole = sub i64 %end, %start
  %none = icmp sle i64 %whole, 0
  br i1 %none, label %no, label %ask
ask:
  %at = inttoptr i64 %start to ptr
  %failed = call i32 @madvise(ptr %at, i64 %whole, i32 4)
  %fine = icmp eq i32 %failed, 0
  ret i1 %fine
no:
  ret i1 false
}

; What malloc holds and nobody uses goes back to the system (glibc).
define void @irad_trim_heap() noinline cold nounwind {
entry:
  %there = icmp ne ptr @malloc_trim, null
  br i1 %there, label %ask, label %done
ask:
  %given = call i32 @malloc_trim(i64 0)
  br label %done
done:
  ret void
}

!10 = !{!"branch_weights", i32 2000, i32 1}

; 4 TiB of zeros, of which only what is touched takes memory; null where the system does not give that.
define ptr @irad_twin_region() noinline cold nounwind {
entry:
  %p = call ptr @mmap(ptr null, i64 4398046511104, i32 3, i32 16418, i32 -1, i64 0) ; read and write; private, anonymous, not counted
  %n = ptrtoint ptr %p to i64
  %failed = icmp eq i64 %n, -1
  br i1 %failed, label %no, label %yes
yes:
  %small = call i32 @madvise(ptr %p, i64 4398046511104, i32 15) ; no huge pages
  ret ptr %p
no:
  ret ptr null
}

; A region is zero again (and takes no memory).
define void @irad_twin_forget(ptr %base) noinline cold nounwind {
entry:
  %forgotten = call i32 @madvise(ptr %base, i64 4398046511104, i32 4)
  ret void
}

; Can an address only lie on the heap: not in a program or library, nor on the machine stack of this thread?
define i1 @irad_on_heap(ptr %address) noinline cold nounwind {
entry:
  %info = alloca [4 x ptr], align 16
  %a = ptrtoint ptr %address to i64
  %top = ptrtoint ptr %info to i64
  %above = sub i64 %a, %top
  %stack = icmp ult i64 %above, 268435456
  br i1 %stack, label %no, label %image
image:
  %there = icmp ne ptr @dladdr, null
  br i1 %there, label %ask, label %no
ask:
  %found = call i32 @dladdr(ptr %address, ptr %info)
  %heap = icmp eq i32 %found, 0
  ret i1 %heap
no:
  ret i1 false
}
