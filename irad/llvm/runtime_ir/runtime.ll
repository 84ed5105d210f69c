; The arena runtime: growing stacks, last in first out.  docs/dev/runtime.md describes it.
;
; stack:  0 ptr top, 8 ptr end, 16 ptr current chunk, 24 i64 limit in bytes (0 = none), 32 ptr first chunk, 40 ptr arena,
;         48 i64 bytes in the chunks up to the current one; 56 of the first one: ptr table of shadows (runtime_shadows.ll)
;         56 of the second one: ptr to what is open on disk (snapshots.c)
;         56 of the third one: ptr account of the process, or null
; account: 0 i64 bytes of all chunks of its arenas that are larger than 1 MiB, 8 i64 the mark: how many of them are kept between calls
; chunk:  0 ptr previous, 8 i64 size with this head, 16 ptr what malloc gave, 24 ptr next, 32 i64 bytes at its end that are given back
;         until it is entered again, 40 i64 whether it is for one large array only; data from 64 on
;
; An empty stack without a chunk has top = end = 64: not null, and nothing fits.

declare ptr @malloc(i64)
declare void @free(ptr)
declare i1 @irad_discard(ptr, i64)
declare i64 @write(i32, ptr, i64)
declare void @abort() noreturn
declare void @longjmp(ptr, i32) noreturn
declare i64 @irad_thread_number()
declare void @irad_trim_heap()
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

@irad.message.shadow = internal constant [110 x i8] c"irad: a pointer has no shadow: one to memory with a derivative, or to a function (see __irad_virtualreverse)\0A\00"
@irad.message.tape = internal constant [81 x i8] c"irad: this is no tape of this derivative, or a tape that was already given back\0A\00"
@irad.message.same = internal constant [93 x i8] c"irad: the reverse of this split derivative needs the same shadows as its augmented function\0A\00"
@irad.message.memory = internal constant [52 x i8] c"irad: out of memory for the values of a derivative\0A\00"

define nonnull align 16 ptr @irad_reserve(ptr %stack, i64 %bytes) alwaysinline nounwind {
entry:
  %wanted = call i64 @llvm.umax.i64(i64 %bytes, i64 1)
  %top = load ptr, ptr %stack, align 8, !nonnull !0
  %end.at = getelementptr inbounds i8, ptr %stack, i64 8
  %end = load ptr, ptr %end.at, align 8, !nonnull !0
  %t = ptrtoint ptr %top to i64
  %e = ptrtoint ptr %end to i64
  ; What is left is a multiple of 16, so that what fits also fits when it is rounded up.
  %left = sub i64 %e, %t
  %fits = icmp ule i64 %wanted, %left
  br i1 %fits, label %fast, label %slow, !prof !1
fast:
  %padded = add i64 %wanted, 15
  %size = and i64 %padded, -16
  %new = getelementptr i8, ptr %top, i64 %size
  store ptr %new, ptr %stack, align 8
  ret ptr %top
slow:
  %q = call ptr @irad_grow(ptr %stack, i64 %wanted)
  ret ptr %q
}

; What follows may use the same memory with other types: nothing may be moved across.
; Stands behind each reservation while LLVM optimises: see irad/llvm/border/arrays.py.
define void @irad.keeps.address(ptr %block) alwaysinline nounwind {
  ret void
}

define void @irad_release(ptr %stack, ptr %p) alwaysinline nounwind {
entry:
  call void asm sideeffect "", "~{memory}"()
  %chunk.at = getelementptr inbounds i8, ptr %stack, i64 16
  %chunk = load ptr, ptr %chunk.at, align 8
  %c = ptrtoint ptr %chunk to i64
  %start = add i64 %c, 64
  %end.at = getelementptr inbounds i8, ptr %stack, i64 8
  %end = load ptr, ptr %end.at, align 8
  %e = ptrtoint ptr %end to i64
  %x = ptrtoint ptr %p to i64
  %offset = sub i64 %x, %start
  %room = sub i64 %e, %start
  %inside = icmp ule i64 %offset, %room
  br i1 %inside, label %fast, label %slow, !prof !1
fast:
  store ptr %p, ptr %stack, align 8
  ret void
slow:
  call void @irad_release_below(ptr %stack, ptr %p)
  ret void
}

; The current chunk is full, or there is none: enter the next one, which may have to be made.  A block of 256 KiB or more of the first
; stack gets a chunk of its own, of its size, so that it can be handed over (irad_hand_over); with some room behind it, as a loop may
; reserve a little in each iteration.
define nonnull align 64 ptr @irad_grow(ptr %stack, i64 %bytes) noinline cold nounwind {
entry:
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %absurd = icmp ugt i64 %bytes, 70368744177664
  br i1 %absurd, label %fail, label %begin
begin:
  %current = load ptr, ptr %chunk.at, align 8
  %has.none = icmp eq ptr %current, null
  br i1 %has.none, label %find, label %has.some
has.some:
  %top = load ptr, ptr %stack, align 8
  %data = getelementptr i8, ptr %current, i64 64
  %vacant = icmp eq ptr %top, %data
  br i1 %vacant, label %vacate, label %find
vacate:
  ; Nothing in it, and still too small: go below, from where it is replaced.
  call void @irad_leave_chunk(ptr %stack)
  br label %find
find:
  %chunk = load ptr, ptr %chunk.at, align 8
  %none = icmp eq ptr %chunk, null
  %first.at = getelementptr i8, ptr %stack, i64 32
  %next.at = getelementptr i8, ptr %chunk, i64 24
  %slot = select i1 %none, ptr %first.at, ptr %next.at
  %padded = add i64 %bytes, 127
  %need = and i64 %padded, -64
  %arena.at = getelementptr i8, ptr %stack, i64 40
  %arena = load ptr, ptr %arena.at, align 8
  %arrays = getelementptr i8, ptr %arena, i64 64
  %primal = icmp eq ptr %stack, %arrays
  %big = icmp uge i64 %bytes, 262144
  %apart = and i1 %primal, %big
  %kind = zext i1 %apart to i64
  %need.more = add i64 %need, 16384
  %double.need = shl i64 %need.more, 1
  %most = select i1 %apart, i64 %double.need, i64 -1
  br label %walk
walk:
  ; A chunk of that sort that fits, among those that are not used.
  %place = phi ptr [ %slot, %find ], [ %beyond, %pass ], [ %place, %drop ]
  %candidate = load ptr, ptr %place, align 8
  %empty = icmp eq ptr %candidate, null
  br i1 %empty, label %make, label %measure
measure:
  %cnext.at = getelementptr i8, ptr %candidate, i64 24
  %csize.at = getelementptr i8, ptr %candidate, i64 8
  %csize = load i64, ptr %csize.at, align 8
  %ckind.at = getelementptr i8, ptr %candidate, i64 40
  %ckind = load i64, ptr %ckind.at, align 8
  %same = icmp eq i64 %ckind, %kind
  br i1 %same, label %compare, label %pass
compare:
  %large = icmp uge i64 %csize, %need
  %moderate = icmp ule i64 %csize, %most
  %fits = and i1 %large, %moderate
  br i1 %fits, label %wake, label %judge
judge:
  ; What is too small is replaced, unless it is much too small for an array of its own.
  %csize.double = shl i64 %csize, 1
  %similar = icmp uge i64 %csize.double, %need
  %small = icmp ult i64 %csize, %need
  %not.apart = xor i1 %apart, true
  %replaced = or i1 %similar, %not.apart
  %useless = and i1 %small, %replaced
  br i1 %useless, label %drop, label %pass
pass:
  %beyond = getelementptr i8, ptr %candidate, i64 24
  br label %walk
drop:
  %behind = load ptr, ptr %cnext.at, align 8
  store ptr %behind, ptr %place, align 8
  store ptr null, ptr %cnext.at, align 8
  call void @irad_free_chain(ptr %stack, ptr %candidate)
  br label %walk
wake:
  %others = load ptr, ptr %cnext.at, align 8
  store ptr %others, ptr %place, align 8
  %ahead = load ptr, ptr %slot, align 8
  store ptr %ahead, ptr %cnext.at, align 8
  store ptr %candidate, ptr %slot, align 8
  %absent.at = getelementptr i8, ptr %candidate, i64 32
  %absent = load i64, ptr %absent.at, align 8
  %present = sub i64 %csize, %absent
  call void @irad_count(ptr %stack, i64 %present, i64 %csize)
  store i64 0, ptr %absent.at, align 8
  br label %enter
make:
  br i1 %apart, label %choose, label %grown
grown:
  br i1 %none, label %choose, label %double
double:
  %last.at = getelementptr i8, ptr %chunk, i64 8
  %last = load i64, ptr %last.at, align 8
  %lkind.at = getelementptr i8, ptr %chunk, i64 40
  %lkind = load i64, ptr %lkind.at, align 8
  %ordinary = icmp eq i64 %lkind, 0
  %last.double = shl i64 %last, 1
  %twice = select i1 %ordinary, i64 %last.double, i64 65536
  br label %choose
choose:
  %wish = phi i64 [ %need.more, %make ], [ 65536, %grown ], [ %twice, %double ]
  %want = call i64 @llvm.umax.i64(i64 %wish, i64 %need)
  %limit.at = getelementptr i8, ptr %stack, i64 24
  %limit = load i64, ptr %limit.at, align 8
  %limited = icmp ne i64 %limit, 0
  br i1 %limited, label %restrict, label %allocate
restrict:
  %total.at = getelementptr i8, ptr %stack, i64 48
  %total = load i64, ptr %total.at, align 8
  %used = call i64 @llvm.umin.i64(i64 %total, i64 %limit)
  %rest = sub i64 %limit, %used
  %room = and i64 %rest, -64
  %refuse = icmp ugt i64 %need, %room
  %less = call i64 @llvm.umin.i64(i64 %want, i64 %room)
  br i1 %refuse, label %fail, label %allocate
allocate:
  %size = phi i64 [ %want, %choose ], [ %less, %restrict ]
  %ask = add i64 %size, 64
  %raw = call ptr @malloc(i64 %ask)
  %bad = icmp eq ptr %raw, null
  br i1 %bad, label %again, label %fill
again:
  %ask.less = add i64 %need, 64
  %raw.less = call ptr @malloc(i64 %ask.less)
  %worse = icmp eq ptr %raw.less, null
  br i1 %worse, label %fail, label %fill
fill:
  %got = phi ptr [ %raw, %allocate ], [ %raw.less, %again ]
  %gsize = phi i64 [ %size, %allocate ], [ %need, %again ]
  %g = ptrtoint ptr %got to i64
  %back = sub i64 0, %g
  %shift = and i64 %back, 63
  %made = getelementptr i8, ptr %got, i64 %shift
  %gsize.at = getelementptr i8, ptr %made, i64 8
  store i64 %gsize, ptr %gsize.at, align 8
  %raw.at = getelementptr i8, ptr %made, i64 16
  store ptr %got, ptr %raw.at, align 8
  %unused = load ptr, ptr %slot, align 8
  %gnext.at = getelementptr i8, ptr %made, i64 24
  store ptr %unused, ptr %gnext.at, align 8
  %gabsent.at = getelementptr i8, ptr %made, i64 32
  store i64 0, ptr %gabsent.at, align 8
  %gkind.at = getelementptr i8, ptr %made, i64 40
  store i64 %kind, ptr %gkind.at, align 8
  store ptr %made, ptr %slot, align 8
  call void @irad_count(ptr %stack, i64 0, i64 %gsize)
  br label %enter
enter:
  %new = phi ptr [ %made, %fill ], [ %candidate, %wake ]
  %nsize = phi i64 [ %gsize, %fill ], [ %csize, %wake ]
  store ptr %chunk, ptr %new, align 8
  store ptr %new, ptr %chunk.at, align 8
  %sum.at = getelementptr i8, ptr %stack, i64 48
  %sum = load i64, ptr %sum.at, align 8
  %sum.new = add i64 %sum, %nsize
  store i64 %sum.new, ptr %sum.at, align 8
  %start = getelementptr i8, ptr %new, i64 64
  %bytes.up = add i64 %bytes, 15
  %bytes.16 = and i64 %bytes.up, -16
  %newtop = getelementptr i8, ptr %start, i64 %bytes.16
  store ptr %newtop, ptr %stack, align 8
  %newend = getelementptr i8, ptr %new, i64 %nsize
  %end.at = getelementptr i8, ptr %stack, i64 8
  store ptr %newend, ptr %end.at, align 8
  ret ptr %start
fail:
  call void @irad_out_of_memory(ptr %stack)
  unreachable
}

; Take the block at %p out of the arena, with its chunk, if it has one of its own and at least half of it are the %bytes that are
; wanted.  What malloc gave is then at %p - 48, its size with a head of 64 bytes at %p - 56: free it when the block is not needed.
; Nothing may be reserved in this arena before everything has gone back.
define i1 @irad_hand_over(ptr %arena, ptr %p, i64 %bytes) noinline nounwind {
entry:
  %stack = getelementptr i8, ptr %arena, i64 64
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %last = load ptr, ptr %chunk.at, align 8
  br label %loop
loop:
  %above = phi ptr [ null, %entry ], [ %chunk, %down ]
  %chunk = phi ptr [ %last, %entry ], [ %below, %down ]
  %none = icmp eq ptr %chunk, null
  br i1 %none, label %no, label %look
look:
  %below = load ptr, ptr %chunk, align 8
  %data = getelementptr i8, ptr %chunk, i64 64
  %it = icmp eq ptr %data, %p
  br i1 %it, label %judge, label %down
down:
  br label %loop
judge:
  %kind.at = getelementptr i8, ptr %chunk, i64 40
  %kind = load i64, ptr %kind.at, align 8
  %size.at = getelementptr i8, ptr %chunk, i64 8
  %size = load i64, ptr %size.at, align 8
  %apart = icmp eq i64 %kind, 1
  %double = shl i64 %bytes, 1
  %full = icmp uge i64 %double, %size
  %fine = and i1 %apart, %full
  br i1 %fine, label %take, label %no
take:
  %bottom = icmp eq ptr %below, null
  %first.at = getelementptr i8, ptr %stack, i64 32
  %below.next = getelementptr i8, ptr %below, i64 24
  %slot = select i1 %bottom, ptr %first.at, ptr %below.next
  %next.at = getelementptr i8, ptr %chunk, i64 24
  %next = load ptr, ptr %next.at, align 8
  store ptr %next, ptr %slot, align 8
  call void @irad_count(ptr %stack, i64 %size, i64 0)
  %topmost = icmp eq ptr %above, null
  br i1 %topmost, label %leave, label %between
leave:
  call void @irad_leave_chunk(ptr %stack)
  ret i1 true
between:
  store ptr %below, ptr %above, align 8
  %sum.at = getelementptr i8, ptr %stack, i64 48
  %sum = load i64, ptr %sum.at, align 8
  %less = sub i64 %sum, %size
  store i64 %less, ptr %sum.at, align 8
  ret i1 true
no:
  ret i1 false
}

; How many bytes of the stack are in use, ends of chunks that were too short included.  Addresses do not tell: chunks lie anywhere.
define i64 @irad_used(ptr %stack) alwaysinline nounwind {
entry:
  %top = load ptr, ptr %stack, align 8
  %end.at = getelementptr i8, ptr %stack, i64 8
  %end = load ptr, ptr %end.at, align 8
  %total.at = getelementptr i8, ptr %stack, i64 48
  %total = load i64, ptr %total.at, align 8
  %t = ptrtoint ptr %top to i64
  %e = ptrtoint ptr %end to i64
  %left = sub i64 %e, %t
  %used = sub i64 %total, %left
  ret i64 %used
}

; Whether %p lies in what was reserved at %mark and later.
define i1 @irad_is_newer(ptr %stack, ptr %mark, ptr %p) noinline nounwind {
entry:
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %first = load ptr, ptr %chunk.at, align 8
  %m = ptrtoint ptr %mark to i64
  %x = ptrtoint ptr %p to i64
  br label %loop
loop:
  %chunk = phi ptr [ %first, %entry ], [ %below, %down ]
  %none = icmp eq ptr %chunk, null
  br i1 %none, label %no, label %look
look:
  %c = ptrtoint ptr %chunk to i64
  %size.at = getelementptr i8, ptr %chunk, i64 8
  %size = load i64, ptr %size.at, align 8
  %to.mark = sub i64 %m, %c
  %to.p = sub i64 %x, %c
  %marked = icmp ule i64 %to.mark, %size
  %inside = icmp ule i64 %to.p, %size
  br i1 %marked, label %last, label %between
last:
  %behind = icmp uge i64 %to.p, %to.mark
  %newer = and i1 %inside, %behind
  ret i1 %newer
between:
  br i1 %inside, label %yes, label %down
down:
  %below = load ptr, ptr %chunk, align 8
  br label %loop
yes:
  ret i1 true
no:
  ret i1 false
}

; %p is in an earlier chunk: go back to that one.
define void @irad_release_below(ptr %stack, ptr %p) noinline cold nounwind {
entry:
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %end.at = getelementptr i8, ptr %stack, i64 8
  %x = ptrtoint ptr %p to i64
  br label %loop
loop:
  %chunk = load ptr, ptr %chunk.at, align 8
  %none = icmp eq ptr %chunk, null
  br i1 %none, label %done, label %look
look:
  %c = ptrtoint ptr %chunk to i64
  %start = add i64 %c, 64
  %end = load ptr, ptr %end.at, align 8
  %e = ptrtoint ptr %end to i64
  %offset = sub i64 %x, %start
  %room = sub i64 %e, %start
  %inside = icmp ule i64 %offset, %room
  br i1 %inside, label %here, label %leave
here:
  store ptr %p, ptr %stack, align 8
  br label %done
leave:
  call void @irad_leave_chunk(ptr %stack)
  br label %loop
done:
  ret void
}

define void @irad_leave_chunk(ptr %stack) nounwind {
entry:
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %chunk = load ptr, ptr %chunk.at, align 8
  %size.at = getelementptr i8, ptr %chunk, i64 8
  %size = load i64, ptr %size.at, align 8
  %sum.at = getelementptr i8, ptr %stack, i64 48
  %sum = load i64, ptr %sum.at, align 8
  %less = sub i64 %sum, %size
  store i64 %less, ptr %sum.at, align 8
  %below = load ptr, ptr %chunk, align 8
  store ptr %below, ptr %chunk.at, align 8
  %end.at = getelementptr i8, ptr %stack, i64 8
  %none = icmp eq ptr %below, null
  br i1 %none, label %bottom, label %inside
bottom:
  store ptr inttoptr (i64 64 to ptr), ptr %stack, align 8
  store ptr inttoptr (i64 64 to ptr), ptr %end.at, align 8
  ret void
inside:
  %bsize.at = getelementptr i8, ptr %below, i64 8
  %bsize = load i64, ptr %bsize.at, align 8
  %end = getelementptr i8, ptr %below, i64 %bsize
  store ptr %end, ptr %stack, align 8
  store ptr %end, ptr %end.at, align 8
  ret void
}

; A chunk of the stack takes other memory than before: 0 is none.
define void @irad_count(ptr %stack, i64 %old, i64 %new) nounwind {
entry:
  %old.large = icmp ugt i64 %old, 1048576
  %new.large = icmp ugt i64 %new, 1048576
  %old.counts = select i1 %old.large, i64 %old, i64 0
  %new.counts = select i1 %new.large, i64 %new, i64 0
  %bytes = sub i64 %new.counts, %old.counts
  %same = icmp eq i64 %bytes, 0
  br i1 %same, label %done, label %look
look:
  %arena.at = getelementptr i8, ptr %stack, i64 40
  %arena = load ptr, ptr %arena.at, align 8
  %account.at = getelementptr i8, ptr %arena, i64 248
  %account = load ptr, ptr %account.at, align 8
  %none = icmp eq ptr %account, null
  br i1 %none, label %done, label %add
add:
  %before = atomicrmw add ptr %account, i64 %bytes monotonic, align 8
  br label %done
done:
  ret void
}

define void @irad_free_chain(ptr %stack, ptr %chunk) nounwind {
entry:
  br label %loop
loop:
  %at = phi ptr [ %chunk, %entry ], [ %next, %body ]
  %done = icmp eq ptr %at, null
  br i1 %done, label %out, label %body
body:
  %next.at = getelementptr i8, ptr %at, i64 24
  %next = load ptr, ptr %next.at, align 8
  %raw.at = getelementptr i8, ptr %at, i64 16
  %raw = load ptr, ptr %raw.at, align 8
  %size.at = getelementptr i8, ptr %at, i64 8
  %size = load i64, ptr %size.at, align 8
  %absent.at = getelementptr i8, ptr %at, i64 32
  %absent = load i64, ptr %absent.at, align 8
  %present = sub i64 %size, %absent
  call void @irad_count(ptr %stack, i64 %present, i64 0)
  call void @free(ptr %raw)
  br label %loop
out:
  ret void
}

define void @irad_out_of_memory(ptr %stack) noinline cold noreturn nounwind {
entry:
  %arena.at = getelementptr i8, ptr %stack, i64 40
  %arena = load ptr, ptr %arena.at, align 8
  store i64 -1, ptr %arena, align 8
  %flag.at = getelementptr i8, ptr %arena, i64 48
  %flag = load i64, ptr %flag.at, align 8
  %set = icmp ne i64 %flag, 0
  br i1 %set, label %jump, label %die
jump:
  %buffer = getelementptr i8, ptr %arena, i64 448
  call void @longjmp(ptr %buffer, i32 1)
  unreachable
die:
  %said = call i64 @write(i32 2, ptr @irad.message.memory, i64 51)
  call void @abort()
  unreachable
}

; A pointer that is not null needs a shadow that is not: someone else set it, and nobody told us where its derivative goes.
define void @irad_check_shadow(ptr %arena, ptr %primal, ptr %shadow) alwaysinline nounwind {
entry:
  %none = icmp eq ptr %shadow, null
  %some = icmp ne ptr %primal, null
  %lost = and i1 %none, %some
  br i1 %lost, label %fail, label %done, !prof !2
fail:
  call void @irad_no_shadow(ptr %arena)
  unreachable
done:
  ret void
}

define void @irad_no_shadow(ptr %arena) noinline cold noreturn nounwind {
entry:
  store i64 -3, ptr %arena, align 8
  %flag.at = getelementptr i8, ptr %arena, i64 48
  %flag = load i64, ptr %flag.at, align 8
  %set = icmp ne i64 %flag, 0
  br i1 %set, label %jump, label %die
jump:
  %buffer = getelementptr i8, ptr %arena, i64 448
  call void @longjmp(ptr %buffer, i32 1)
  unreachable
die:
  %said = call i64 @write(i32 2, ptr @irad.message.shadow, i64 109)
  call void @abort()
  unreachable
}

; What was computed has no derivative here: the call ends with that, or goes on with NaN where nobody could be told.
define void @irad_no_derivative(ptr %arena) noinline cold nounwind {
entry:
  %flag.at = getelementptr i8, ptr %arena, i64 48
  %flag = load i64, ptr %flag.at, align 8
  %set = icmp ne i64 %flag, 0
  br i1 %set, label %jump, label %done
jump:
  store i64 -4, ptr %arena, align 8
  %buffer = getelementptr i8, ptr %arena, i64 448
  call void @longjmp(ptr %buffer, i32 1)
  unreachable
done:
  ret void
}

; A function that is run again in the reverse sweep came to its end the first time: with an error now, its recursion is too deep.
define void @irad_check_depth(ptr %arena, i32 %status) alwaysinline nounwind {
entry:
  %failed = icmp ne i32 %status, 0
  br i1 %failed, label %fail, label %done, !prof !2
fail:
  call void @irad_too_deep(ptr %arena)
  unreachable
done:
  ret void
}

; A rule of the user's ends with an error in the reverse sweep: so does the call.
define void @irad_rule_failed(ptr %arena, i32 %status) alwaysinline nounwind {
entry:
  %failed = icmp ne i32 %status, 0
  br i1 %failed, label %fail, label %done, !prof !2
fail:
  call void @irad_leave(ptr %arena, i32 %status)
  unreachable
done:
  ret void
}

define void @irad_leave(ptr %arena, i32 %status) noinline cold noreturn nounwind {
entry:
  %wide = sext i32 %status to i64
  store i64 %wide, ptr %arena, align 8
  %flag.at = getelementptr i8, ptr %arena, i64 48
  %flag = load i64, ptr %flag.at, align 8
  %set = icmp ne i64 %flag, 0
  br i1 %set, label %jump, label %die
jump:
  %buffer = getelementptr i8, ptr %arena, i64 448
  call void @longjmp(ptr %buffer, i32 1)
  unreachable
die:
  call void @abort()
  unreachable
}

define void @irad_too_deep(ptr %arena) noinline cold noreturn nounwind {
entry:
  store i64 -2, ptr %arena, align 8
  %flag.at = getelementptr i8, ptr %arena, i64 48
  %flag = load i64, ptr %flag.at, align 8
  %set = icmp ne i64 %flag, 0
  br i1 %set, label %jump, label %die
jump:
  %buffer = getelementptr i8, ptr %arena, i64 448
  call void @longjmp(ptr %buffer, i32 1)
  unreachable
die:
  call void @abort()
  unreachable
}

define void @irad_arena_init(ptr %arena) nounwind {
entry:
  call void @llvm.memset.p0.i64(ptr align 8 %arena, i8 0, i64 704, i1 false)
  br label %loop
loop:
  %i = phi i64 [ 64, %entry ], [ %i.next, %loop ]
  %stack = getelementptr i8, ptr %arena, i64 %i
  store ptr inttoptr (i64 64 to ptr), ptr %stack, align 8
  %end.at = getelementptr i8, ptr %stack, i64 8
  store ptr inttoptr (i64 64 to ptr), ptr %end.at, align 8
  %self.at = getelementptr i8, ptr %stack, i64 40
  store ptr %arena, ptr %self.at, align 8
  %i.next = add i64 %i, 64
  %more = icmp ult i64 %i.next, 448
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Snapshots on disk that are left over: the first word of what is open is the function that closes it.
define void @irad_close_open(ptr %arena) alwaysinline nounwind {
entry:
  %open.at = getelementptr i8, ptr %arena, i64 184
  %open = load ptr, ptr %open.at, align 8
  %none = icmp eq ptr %open, null
  br i1 %none, label %done, label %close, !prof !1
close:
  %function = load ptr, ptr %open, align 8
  call void %function(ptr %arena)
  br label %done
done:
  ret void
}

; Everything goes back, the chunks are kept; the status is 0.
define void @irad_arena_reset(ptr %arena) nounwind {
entry:
  call void @irad_close_open(ptr %arena)
  store i64 0, ptr %arena, align 8
  br label %loop
loop:
  %i = phi i64 [ 64, %entry ], [ %i.next, %next ]
  %stack = getelementptr i8, ptr %arena, i64 %i
  %first.at = getelementptr i8, ptr %stack, i64 32
  %first = load ptr, ptr %first.at, align 8
  %none = icmp eq ptr %first, null
  br i1 %none, label %next, label %drop
drop:
  %start = getelementptr i8, ptr %first, i64 64
  call void @irad_release(ptr %stack, ptr %start)
  %kind.at = getelementptr i8, ptr %first, i64 40
  %kind = load i64, ptr %kind.at, align 8
  %apart = icmp ne i64 %kind, 0
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %chunk = load ptr, ptr %chunk.at, align 8
  %inside = icmp eq ptr %chunk, %first
  %both = and i1 %apart, %inside
  br i1 %both, label %leave, label %next
leave:
  call void @irad_leave_chunk(ptr %stack)  ; it is for a large array, which may not be the next one
  br label %next
next:
  %i.next = add i64 %i, 64
  %more = icmp ult i64 %i.next, 448
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Give the memory back to the system; the arena can be used again afterwards.
define void @irad_arena_destroy(ptr %arena) nounwind {
entry:
  call void @irad_close_open(ptr %arena)
  %table.at = getelementptr i8, ptr %arena, i64 120
  %table = load ptr, ptr %table.at, align 8
  call void @free(ptr %table)
  store ptr null, ptr %table.at, align 8
  br label %loop
loop:
  %i = phi i64 [ 64, %entry ], [ %i.next, %loop ]
  %stack = getelementptr i8, ptr %arena, i64 %i
  %first.at = getelementptr i8, ptr %stack, i64 32
  %first = load ptr, ptr %first.at, align 8
  call void @irad_free_chain(ptr %stack, ptr %first)
  store ptr null, ptr %first.at, align 8
  store ptr inttoptr (i64 64 to ptr), ptr %stack, align 8
  %end.at = getelementptr i8, ptr %stack, i64 8
  store ptr inttoptr (i64 64 to ptr), ptr %end.at, align 8
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  store ptr null, ptr %chunk.at, align 8
  %sum.at = getelementptr i8, ptr %stack, i64 48
  store i64 0, ptr %sum.at, align 8
  %i.next = add i64 %i, 64
  %more = icmp ult i64 %i.next, 448
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A call is over: what the arenas of the process keep beyond the mark goes back to the system, as far as this arena has it.
define void @irad_arena_settle(ptr %arena) alwaysinline nounwind {
entry:
  %account.at = getelementptr i8, ptr %arena, i64 248
  %account = load ptr, ptr %account.at, align 8
  %none = icmp eq ptr %account, null
  br i1 %none, label %done, label %look
look:
  %held = load atomic i64, ptr %account monotonic, align 8
  %mark.at = getelementptr i8, ptr %account, i64 8
  %mark = load atomic i64, ptr %mark.at monotonic, align 8
  %beyond = icmp sgt i64 %held, %mark
  br i1 %beyond, label %shrink, label %done, !prof !2
shrink:
  call void @irad_arena_reset(ptr %arena)
  call void @irad_arena_trim(ptr %arena)
  br label %done
done:
  ret void
}

; Chunks with nothing in them go back to the system, the largest first, until the mark is met, the last one in part; those of 1 MiB
; and less remain.  The arena may be in use.
define void @irad_arena_trim(ptr %arena) noinline cold nounwind {
entry:
  %account.at = getelementptr i8, ptr %arena, i64 248
  %account = load ptr, ptr %account.at, align 8
  %mark.at = getelementptr i8, ptr %account, i64 8
  %none = icmp eq ptr %account, null
  br i1 %none, label %done, label %round
round:
  %held = load atomic i64, ptr %account monotonic, align 8
  %mark = load atomic i64, ptr %mark.at monotonic, align 8
  %beyond = icmp sgt i64 %held, %mark
  br i1 %beyond, label %stacks, label %done
stacks:
  %i = phi i64 [ 64, %round ], [ %i.next, %next ]
  %best = phi i64 [ 1048576, %round ], [ %best.next, %next ]
  %best.slot = phi ptr [ null, %round ], [ %best.slot.next, %next ]
  %best.stack = phi ptr [ null, %round ], [ %best.stack.next, %next ]
  %stack = getelementptr i8, ptr %arena, i64 %i
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %chunk = load ptr, ptr %chunk.at, align 8
  %bottom = icmp eq ptr %chunk, null
  br i1 %bottom, label %behind, label %look
look:
  %top = load ptr, ptr %stack, align 8
  %data = getelementptr i8, ptr %chunk, i64 64
  %vacant = icmp eq ptr %top, %data
  br i1 %vacant, label %vacate, label %behind
vacate:
  call void @irad_leave_chunk(ptr %stack)
  br label %behind
behind:
  %current = load ptr, ptr %chunk.at, align 8
  %lowest = icmp eq ptr %current, null
  %first.at = getelementptr i8, ptr %stack, i64 32
  %above.at = getelementptr i8, ptr %current, i64 24
  %from = select i1 %lowest, ptr %first.at, ptr %above.at
  br label %walk
walk:
  %slot = phi ptr [ %from, %behind ], [ %slot.next, %on ]
  %last.slot = phi ptr [ null, %behind ], [ %slot, %on ]
  %last.size = phi i64 [ 0, %behind ], [ %present, %on ]
  %at = load ptr, ptr %slot, align 8
  %over = icmp eq ptr %at, null
  br i1 %over, label %next, label %on
on:
  %size.at = getelementptr i8, ptr %at, i64 8
  %size = load i64, ptr %size.at, align 8
  %absent.at = getelementptr i8, ptr %at, i64 32
  %absent = load i64, ptr %absent.at, align 8
  %present = sub i64 %size, %absent
  %slot.next = getelementptr i8, ptr %at, i64 24
  br label %walk
next:
  %larger = icmp ugt i64 %last.size, %best
  %best.next = select i1 %larger, i64 %last.size, i64 %best
  %best.slot.next = select i1 %larger, ptr %last.slot, ptr %best.slot
  %best.stack.next = select i1 %larger, ptr %stack, ptr %best.stack
  %i.next = add i64 %i, 64
  %more = icmp ult i64 %i.next, 448
  br i1 %more, label %stacks, label %found
found:
  %nothing = icmp eq ptr %best.slot.next, null
  br i1 %nothing, label %done, label %drop
drop:
  %victim = load ptr, ptr %best.slot.next, align 8
  %excess = sub i64 %held, %mark
  %rest = sub i64 %best.next, %excess
  %rest.whole = and i64 %rest, -65536
  %part = icmp sgt i64 %rest.whole, 1048576
  br i1 %part, label %shorten, label %whole
shorten:
  ; It stays, as a block of a tape may need all of it, but without the pages at its end.
  %tail = getelementptr i8, ptr %victim, i64 %rest.whole
  %beside = sub i64 %best.next, %rest.whole
  %given = call i1 @irad_discard(ptr %tail, i64 %beside)
  br i1 %given, label %shortened, label %whole
shortened:
  %victim.size.at = getelementptr i8, ptr %victim, i64 8
  %victim.size = load i64, ptr %victim.size.at, align 8
  %without = sub i64 %victim.size, %rest.whole
  %without.at = getelementptr i8, ptr %victim, i64 32
  store i64 %without, ptr %without.at, align 8
  call void @irad_count(ptr %best.stack.next, i64 %best.next, i64 %rest.whole)
  br label %round
whole:
  store ptr null, ptr %best.slot.next, align 8
  call void @irad_free_chain(ptr %best.stack.next, ptr %victim)
  %within = icmp ule i64 %best.next, 33554432
  br i1 %within, label %heap, label %round
heap:
  ; malloc may have it in its heap, and keep it.
  call void @irad_trim_heap()
  br label %round
done:
  ret void
}

; A pool of arenas for callers from anywhere: 32 slots, 64 bytes apart, each null or an arena that nobody uses.  A thread looks in
; its own slot first, so that it mostly gets the arena it used last, whose stack limit is its own.  No locks: an arena is taken and
; put by exchanging the content of a slot.  At 704 in such an arena: see irad_pool_user.  At 2048: the account of the arenas.

define ptr @irad_pool_slot(ptr %pool) alwaysinline nounwind {
entry:
  %self = call i64 @irad_thread_number()
  %mixed = mul i64 %self, -7046029254386353131
  %number = lshr i64 %mixed, 59
  %slot = getelementptr [64 x i8], ptr %pool, i64 %number
  ret ptr %slot
}

; An arena with nothing in it, null if there is no memory for one.
define ptr @irad_pool_take(ptr %pool) alwaysinline nounwind {
entry:
  %slot = call ptr @irad_pool_slot(ptr %pool)
  %own = atomicrmw xchg ptr %slot, ptr null acquire, align 8
  %none = icmp eq ptr %own, null
  br i1 %none, label %search, label %done, !prof !2
search:
  %other = call ptr @irad_pool_find(ptr %pool)
  br label %done
done:
  %arena = phi ptr [ %own, %entry ], [ %other, %search ]
  ret ptr %arena
}

; Who uses the arena now: a number that no other thread ever has, or 0.  pthread_self is the address of something in the thread's
; memory, and when a thread has ended, the next one may get the same with another stack: its limit must be found again.
define void @irad_pool_user(ptr %arena, i64 %number) alwaysinline nounwind {
entry:
  %name.at = getelementptr i8, ptr %arena, i64 704
  %name = load i64, ptr %name.at, align 8
  %same = icmp eq i64 %name, %number
  %known = icmp ne i64 %number, 0
  %fine = and i1 %same, %known
  br i1 %fine, label %done, label %change, !prof !1
change:
  store i64 %number, ptr %name.at, align 8
  %owner.at = getelementptr i8, ptr %arena, i64 56
  store i64 0, ptr %owner.at, align 8
  br label %done
done:
  ret void
}

define void @irad_pool_give(ptr %pool, ptr %arena) alwaysinline nounwind {
entry:
  call void @irad_arena_reset(ptr %arena)
  %account = getelementptr i8, ptr %pool, i64 2048
  %held = load atomic i64, ptr %account monotonic, align 8
  %mark.at = getelementptr i8, ptr %account, i64 8
  %mark = load atomic i64, ptr %mark.at monotonic, align 8
  %beyond = icmp sgt i64 %held, %mark
  br i1 %beyond, label %trim, label %keep, !prof !2
trim:
  %trims.at = getelementptr i8, ptr %account, i64 16
  %trims = atomicrmw add ptr %trims.at, i64 1 monotonic, align 8
  call void @irad_arena_trim(ptr %arena)
  br label %keep
keep:
  %slot = call ptr @irad_pool_slot(ptr %pool)
  %old = atomicrmw xchg ptr %slot, ptr %arena release, align 8
  %none = icmp eq ptr %old, null
  br i1 %none, label %done, label %place, !prof !1
place:
  call void @irad_pool_place(ptr %pool, ptr %old)
  br label %done
done:
  ret void
}

; The same for callers that have not inlined it: with the number of irad_pool_user.
define ptr @irad_pool_lease(ptr %pool, i64 %number) nounwind {
entry:
  %arena = call ptr @irad_pool_take(ptr %pool)
  %none = icmp eq ptr %arena, null
  br i1 %none, label %done, label %name
name:
  call void @irad_pool_user(ptr %arena, i64 %number)
  br label %done
done:
  ret ptr %arena
}

define void @irad_pool_return(ptr %pool, ptr %arena) nounwind {
entry:
  call void @irad_pool_give(ptr %pool, ptr %arena)
  ret void
}

; The thread's own slot is empty: the arena of another slot, or a new one.
define ptr @irad_pool_find(ptr %pool) noinline cold nounwind {
entry:
  br label %look
look:
  %i = phi i64 [ 0, %entry ], [ %i.next, %on ]
  %slot = getelementptr [64 x i8], ptr %pool, i64 %i
  %there = load atomic ptr, ptr %slot monotonic, align 8
  %some = icmp ne ptr %there, null
  br i1 %some, label %try, label %on
try:
  %got = atomicrmw xchg ptr %slot, ptr null acquire, align 8
  %mine = icmp ne ptr %got, null
  br i1 %mine, label %found, label %on
found:
  ret ptr %got
on:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 32
  br i1 %more, label %look, label %make
make:
  %made = call ptr @malloc(i64 768)
  %bad = icmp eq ptr %made, null
  br i1 %bad, label %done, label %init
init:
  call void @irad_arena_init(ptr %made)
  %account = getelementptr i8, ptr %pool, i64 2048
  %account.at = getelementptr i8, ptr %made, i64 248
  store ptr %account, ptr %account.at, align 8
  %name.at = getelementptr i8, ptr %made, i64 704
  store i64 0, ptr %name.at, align 8
  br label %done
done:
  ret ptr %made
}

; An arena whose slot is taken: into an empty one, or back to the system.
define void @irad_pool_place(ptr %pool, ptr %arena) noinline cold nounwind {
entry:
  br label %look
look:
  %i = phi i64 [ 0, %entry ], [ %i.next, %on ]
  %slot = getelementptr [64 x i8], ptr %pool, i64 %i
  %swap = cmpxchg ptr %slot, ptr null, ptr %arena release monotonic, align 8
  %in = extractvalue { ptr, i1 } %swap, 1
  br i1 %in, label %done, label %on
on:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 32
  br i1 %more, label %look, label %full
full:
  call void @irad_arena_destroy(ptr %arena)
  call void @free(ptr %arena)
  br label %done
done:
  ret void
}

; What arenas that nobody uses have beyond the mark goes back to the system.
define void @irad_pool_settle(ptr %pool) nounwind {
entry:
  br label %look
look:
  %i = phi i64 [ 0, %entry ], [ %i.next, %on ]
  %slot = getelementptr [64 x i8], ptr %pool, i64 %i
  %got = atomicrmw xchg ptr %slot, ptr null acquire, align 8
  %none = icmp eq ptr %got, null
  br i1 %none, label %on, label %trim
trim:
  call void @irad_arena_trim(ptr %got)
  %swap = cmpxchg ptr %slot, ptr null, ptr %got release monotonic, align 8
  %in = extractvalue { ptr, i1 } %swap, 1
  br i1 %in, label %on, label %place
place:
  call void @irad_pool_place(ptr %pool, ptr %got)
  br label %on
on:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 32
  br i1 %more, label %look, label %done
done:
  ret void
}

; The memory of all arenas that nobody uses goes back to the system.
define void @irad_pool_release(ptr %pool) nounwind {
entry:
  br label %look
look:
  %i = phi i64 [ 0, %entry ], [ %i.next, %on ]
  %slot = getelementptr [64 x i8], ptr %pool, i64 %i
  %got = atomicrmw xchg ptr %slot, ptr null acquire, align 8
  %none = icmp eq ptr %got, null
  br i1 %none, label %on, label %drop
drop:
  call void @irad_arena_destroy(ptr %got)
  call void @free(ptr %got)
  br label %on
on:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 32
  br i1 %more, label %look, label %done
done:
  call void @irad_trim_heap()
  ret void
}

; The tape of a split derivative in a program: an arena of its own, so that tapes may be used in any order.
; 0 the arena, 704 i64 number of the derivative, 712 ptr tape, 720 the stacks while a reverse sweep runs that keeps the tape.
; Of a record (forward mode in two halves): 1104 ptr where the next value goes, 1112 ptr end of the chunk, 1120 ptr first chunk, 1128
; ptr current chunk, 1136 ptr where the next value is taken, 1144 i8 the tape is kept for another reverse sweep.  Chunks lie on stack 1: 0 ptr next, 8 ptr end of what is in it.

define ptr @irad_split_begin(i64 %number) nounwind {
entry:
  %handle = call ptr @malloc(i64 1152)
  %bad = icmp eq ptr %handle, null
  br i1 %bad, label %fail, label %fine
fail:
  %said = call i64 @write(i32 2, ptr @irad.message.memory, i64 51)
  call void @abort()
  unreachable
fine:
  call void @irad_arena_init(ptr %handle)
  %number.at = getelementptr i8, ptr %handle, i64 704
  store i64 %number, ptr %number.at, align 8
  %queue = getelementptr i8, ptr %handle, i64 1104
  call void @llvm.memset.p0.i64(ptr align 8 %queue, i8 0, i64 48, i1 false)
  ret ptr %handle
}

define ptr @irad_queue_push(ptr %handle, i64 %size) alwaysinline nounwind {
entry:
  %next.at = getelementptr i8, ptr %handle, i64 1104
  %next = load ptr, ptr %next.at, align 8
  %end.at = getelementptr i8, ptr %handle, i64 1112
  %end = load ptr, ptr %end.at, align 8
  %n = ptrtoint ptr %next to i64
  %e = ptrtoint ptr %end to i64
  %left = sub i64 %e, %n
  %fits = icmp ule i64 %size, %left
  br i1 %fits, label %fast, label %slow, !prof !1
fast:
  %after = getelementptr i8, ptr %next, i64 %size
  store ptr %after, ptr %next.at, align 8
  ret ptr %next
slow:
  %q = call ptr @irad_queue_grow(ptr %handle, i64 %size)
  ret ptr %q
}

define ptr @irad_queue_grow(ptr %handle, i64 %size) noinline cold nounwind {
entry:
  %stack = getelementptr i8, ptr %handle, i64 128
  %with.head = add i64 %size, 16
  %bytes = call i64 @llvm.umax.i64(i64 %with.head, i64 32768)
  %chunk = call ptr @irad_reserve(ptr %stack, i64 %bytes)
  store ptr null, ptr %chunk, align 8
  %next.at = getelementptr i8, ptr %handle, i64 1104
  %current.at = getelementptr i8, ptr %handle, i64 1128
  %current = load ptr, ptr %current.at, align 8
  %none = icmp eq ptr %current, null
  br i1 %none, label %first, label %link
first:
  %first.at = getelementptr i8, ptr %handle, i64 1120
  store ptr %chunk, ptr %first.at, align 8
  br label %enter
link:
  store ptr %chunk, ptr %current, align 8
  %filled = load ptr, ptr %next.at, align 8
  %filled.at = getelementptr i8, ptr %current, i64 8
  store ptr %filled, ptr %filled.at, align 8
  br label %enter
enter:
  store ptr %chunk, ptr %current.at, align 8
  %data = getelementptr i8, ptr %chunk, i64 16
  %after = getelementptr i8, ptr %data, i64 %size
  store ptr %after, ptr %next.at, align 8
  %end = getelementptr i8, ptr %chunk, i64 %bytes
  %end.at = getelementptr i8, ptr %handle, i64 1112
  store ptr %end, ptr %end.at, align 8
  ret ptr %data
}

define ptr @irad_queue_pop(ptr %handle, i64 %size) nounwind {
entry:
  %read.at = getelementptr i8, ptr %handle, i64 1136
  %current.at = getelementptr i8, ptr %handle, i64 1128
  br label %look
look:
  %read = load ptr, ptr %read.at, align 8
  %current = load ptr, ptr %current.at, align 8
  %filled.at = getelementptr i8, ptr %current, i64 8
  %filled = load ptr, ptr %filled.at, align 8
  %more = icmp ne ptr %read, %filled
  br i1 %more, label %take, label %on
on:
  %chunk = load ptr, ptr %current, align 8
  store ptr %chunk, ptr %current.at, align 8
  %data = getelementptr i8, ptr %chunk, i64 16
  store ptr %data, ptr %read.at, align 8
  br label %look
take:
  %after = getelementptr i8, ptr %read, i64 %size
  store ptr %after, ptr %read.at, align 8
  ret ptr %read
}

; The record is complete (or is to be read once more): from the front.
define void @irad_queue_rewind(ptr %handle) nounwind {
entry:
  %current.at = getelementptr i8, ptr %handle, i64 1128
  %first.at = getelementptr i8, ptr %handle, i64 1120
  %next.at = getelementptr i8, ptr %handle, i64 1104
  %next = load ptr, ptr %next.at, align 8
  %last = load ptr, ptr %current.at, align 8
  %written = icmp ne ptr %next, null
  br i1 %written, label %close, label %start
close:
  %filled.at = getelementptr i8, ptr %last, i64 8
  store ptr %next, ptr %filled.at, align 8
  store ptr null, ptr %next.at, align 8
  br label %start
start:
  %first = load ptr, ptr %first.at, align 8
  store ptr %first, ptr %current.at, align 8
  %read.at = getelementptr i8, ptr %handle, i64 1136
  %data = getelementptr i8, ptr %first, i64 16
  store ptr %data, ptr %read.at, align 8
  ret void
}

define ptr @irad_split_open(ptr %handle, i64 %number, i8 %keep) nounwind {
entry:
  %none = icmp eq ptr %handle, null
  br i1 %none, label %fail, label %look
look:
  %number.at = getelementptr i8, ptr %handle, i64 704
  %found = load i64, ptr %number.at, align 8
  %same = icmp eq i64 %found, %number
  br i1 %same, label %fine, label %fail
fail:
  %said = call i64 @write(i32 2, ptr @irad.message.tape, i64 80)
  call void @abort()
  unreachable
fine:
  %keep.at = getelementptr i8, ptr %handle, i64 1144
  store i8 %keep, ptr %keep.at, align 8
  %kept = icmp ne i8 %keep, 0
  br i1 %kept, label %save, label %done
save:
  ; With its stacks empty, what the sweep releases stays where it is: it belongs to no chunk.
  %saved = getelementptr i8, ptr %handle, i64 720
  %stacks = getelementptr i8, ptr %handle, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %saved, ptr align 8 %stacks, i64 384, i1 false)
  call void @irad_arena_init(ptr %handle)
  br label %done
done:
  %tape.at = getelementptr i8, ptr %handle, i64 712
  %tape = load ptr, ptr %tape.at, align 8
  ret ptr %tape
}

define void @irad_check_same(ptr %before, ptr %now) nounwind {
entry:
  %same = icmp eq ptr %before, %now
  br i1 %same, label %done, label %fail
fail:
  %said = call i64 @write(i32 2, ptr @irad.message.same, i64 92)
  call void @abort()
  unreachable
done:
  ret void
}

define void @irad_split_close(ptr %handle, i8 %keep) nounwind {
entry:
  call void @irad_arena_destroy(ptr %handle)
  %kept = icmp ne i8 %keep, 0
  br i1 %kept, label %back, label %end
back:
  %saved = getelementptr i8, ptr %handle, i64 720
  %stacks = getelementptr i8, ptr %handle, i64 64
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %stacks, ptr align 8 %saved, i64 384, i1 false)
  ret void
end:
  %number.at = getelementptr i8, ptr %handle, i64 704
  store i64 0, ptr %number.at, align 8
  call void @free(ptr %handle)
  ret void
}

!0 = !{}
!1 = !{!"branch_weights", i32 2000, i32 1}
!2 = !{!"branch_weights", i32 1, i32 2000}
