; What Ctrl-C does to compiled code (irad/llvm/interrupt.py): the call ends as if there were no memory left, but only at an
; instruction of the code itself; while it waits for a library, the signal comes again a little later.
;
; state:  0 ptr arena of the call that the main thread is in (null: none that could be left), 8 i64 is a signal to end it, 16 i64
;         has there been one since it began, 24 i64 number of the main thread, 32 ptr Python's handler, 40 ptr timer, 48 i64 how
;         many ranges; from 64 on the ranges of instructions, 16 bytes each: first, end
; arena:  0 i64 status, 48 i64 is the jump buffer set, 448 the jump buffer

declare i64 @pthread_self()
declare i32 @timer_settime(ptr, i32, ptr, ptr)
declare ptr @__errno_location()
declare void @longjmp(ptr, i32) noreturn

@irad.state = external global i8
@irad.soon = internal constant [4 x i64] [i64 0, i64 0, i64 0, i64 2000000]

define void @irad_on_interrupt(i32 %signal, ptr %info, ptr %context) nounwind {
entry:
  %python.at = getelementptr i8, ptr @irad.state, i64 32
  %python = load ptr, ptr %python.at, align 8
  call void %python(i32 %signal)
  %pending.at = getelementptr i8, ptr @irad.state, i64 8
  store volatile i64 1, ptr %pending.at, align 8
  %came.at = getelementptr i8, ptr @irad.state, i64 16
  store volatile i64 1, ptr %came.at, align 8
  call void @irad_on_tick(i32 %signal, ptr %info, ptr %context)
  ret void
}

define void @irad_on_tick(i32 %signal, ptr %info, ptr %context) nounwind {
entry:
  %arena = load volatile ptr, ptr @irad.state, align 8
  %outside = icmp eq ptr %arena, null
  %pending.at = getelementptr i8, ptr @irad.state, i64 8
  %pending = load volatile i64, ptr %pending.at, align 8
  %old = icmp eq i64 %pending, 0
  %nothing = or i1 %outside, %old
  br i1 %nothing, label %done, label %thread
thread:
  %self = call i64 @pthread_self()
  %main.at = getelementptr i8, ptr @irad.state, i64 24
  %main = load i64, ptr %main.at, align 8
  %is.main = icmp eq i64 %self, %main
  br i1 %is.main, label %look, label %later
look:
  %flag.at = getelementptr i8, ptr %arena, i64 48
  %flag = load volatile i64, ptr %flag.at, align 8
  %ready = icmp ne i64 %flag, 0
  %pc.at = getelementptr i8, ptr %context, i64 $PC
  %pc = load i64, ptr %pc.at, align 8
  %count.at = getelementptr i8, ptr @irad.state, i64 48
  %count = load volatile i64, ptr %count.at, align 8
  br i1 %ready, label %search, label %later
search:
  %i = phi i64 [ 0, %look ], [ %i.next, %compare ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %compare, label %later
compare:
  %offset = shl i64 %i, 4
  %place = add i64 %offset, 64
  %first.at = getelementptr i8, ptr @irad.state, i64 %place
  %end.at = getelementptr i8, ptr %first.at, i64 8
  %first = load volatile i64, ptr %first.at, align 8
  %end = load volatile i64, ptr %end.at, align 8
  %behind = icmp uge i64 %pc, %first
  %before = icmp ult i64 %pc, %end
  %inside = and i1 %behind, %before
  %i.next = add i64 %i, 1
  br i1 %inside, label %leave, label %search
leave:
  ; The thread goes on in irad_leave, as if the interrupted instruction had called it.
  %sp.at = getelementptr i8, ptr %context, i64 $SP
  %sp = load i64, ptr %sp.at, align 8
  %below = sub i64 %sp, 256
  %even = and i64 %below, -16
  %entered = sub i64 %even, $OFF
  store i64 %entered, ptr %sp.at, align 8
  %argument.at = getelementptr i8, ptr %context, i64 $ARG
  store ptr %arena, ptr %argument.at, align 8
  store i64 ptrtoint (ptr @irad_leave to i64), ptr %pc.at, align 8
  store volatile i64 0, ptr %flag.at, align 8
  br label %done
later:
  %errno.at = call ptr @__errno_location()
  %errno = load i32, ptr %errno.at, align 4
  %timer.at = getelementptr i8, ptr @irad.state, i64 40
  %timer = load ptr, ptr %timer.at, align 8
  %set = call i32 @timer_settime(ptr %timer, i32 0, ptr @irad.soon, ptr null)
  store i32 %errno, ptr %errno.at, align 4
  br label %done
done:
  ret void
}

define internal void @irad_leave(ptr %arena) noinline noreturn nounwind {
entry:
  %flag.at = getelementptr i8, ptr %arena, i64 48
  store volatile i64 0, ptr %flag.at, align 8
  store i64 $INTERRUPTED, ptr %arena, align 8
  %buffer = getelementptr i8, ptr %arena, i64 448
  call void @longjmp(ptr %buffer, i32 1)
  unreachable
}

; A place where the present call can be left.
define void @irad_check_interrupt() nounwind {
entry:
  %pending.at = getelementptr i8, ptr @irad.state, i64 8
  %pending = load volatile i64, ptr %pending.at, align 8
  %none = icmp eq i64 %pending, 0
  br i1 %none, label %done, label %thread
thread:
  %arena = load volatile ptr, ptr @irad.state, align 8
  %outside = icmp eq ptr %arena, null
  %self = call i64 @pthread_self()
  %main.at = getelementptr i8, ptr @irad.state, i64 24
  %main = load i64, ptr %main.at, align 8
  %other = icmp ne i64 %self, %main
  %not = or i1 %outside, %other
  br i1 %not, label %done, label %look
look:
  %flag.at = getelementptr i8, ptr %arena, i64 48
  %flag = load volatile i64, ptr %flag.at, align 8
  %ready = icmp ne i64 %flag, 0
  br i1 %ready, label %leave, label %done
leave:
  call void @irad_leave(ptr %arena)
  unreachable
done:
  ret void
}

; Call a Python function.  Meanwhile there is no call to be left, and calls that it makes are left for themselves.  At its end it
; stores -1 in the frame: if it has not, Python could not even begin, since the signal came first, and its exception is lost.
define i32 @irad_call_host(ptr %function, i32 %lost, ptr %frame) nounwind {
entry:
  call void @irad_check_interrupt()
  %elsewhere = alloca [3 x i64], align 8
  store [3 x i64] zeroinitializer, ptr %elsewhere, align 8
  %self = call i64 @pthread_self()
  %main.at = getelementptr i8, ptr @irad.state, i64 24
  %main = load i64, ptr %main.at, align 8
  %is.main = icmp eq i64 %self, %main
  %slot = select i1 %is.main, ptr @irad.state, ptr %elsewhere
  %pending.at = getelementptr i8, ptr %slot, i64 8
  %before = load volatile ptr, ptr %slot, align 8
  store volatile ptr null, ptr %slot, align 8
  %status = call i32 %function(ptr %frame)
  store volatile ptr %before, ptr %slot, align 8
  %said = load i64, ptr %frame, align 8
  %complete = icmp eq i64 %said, -1
  br i1 %complete, label %fine, label %incomplete
fine:
  ; A signal that Python functions had a chance to see is theirs.
  store volatile i64 0, ptr %pending.at, align 8
  ret i32 %status
incomplete:
  %came.at = getelementptr i8, ptr %slot, i64 16
  %came = load volatile i64, ptr %came.at, align 8
  store volatile i64 %came, ptr %pending.at, align 8
  call void @irad_check_interrupt()
  ret i32 %lost
}
