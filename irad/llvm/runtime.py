"""The arena runtime as LLVM IR (docs/dev/architecture.md): growing last-in first-out stacks.

A stack is ``{ptr top, ptr end, ptr chunk, i64 limit}``.  A chunk is one malloc: ``{ptr previous chunk, ptr previous top,
i64 size, ptr spare}`` followed by its data at offset 64.  When a chunk is left, it is kept as the ``spare`` of the one below
(a larger spare is reused, a smaller one is freed), so a loop that crosses the border does not call malloc each time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import llvmlite.binding as llvm

from irad.llvm.session import parse

FIRST_CHUNK = 1 << 16

_TEXT = f"""
declare ptr @malloc(i64)
declare void @free(ptr)
declare void @abort() noreturn
declare i32 @puts(ptr)
declare void @longjmp(ptr, i32) noreturn

@irad.message.memory = internal constant [43 x i8] c"irad: out of memory while keeping the tape\\00"

define noalias nonnull ptr @irad_reserve(ptr %stack, i64 %bytes) alwaysinline nounwind {{
entry:
  %padded = add i64 %bytes, 15
  %size = and i64 %padded, -16
  %top = load ptr, ptr %stack, align 8
  %end.at = getelementptr i8, ptr %stack, i64 8
  %end = load ptr, ptr %end.at, align 8
  %t = ptrtoint ptr %top to i64
  %e = ptrtoint ptr %end to i64
  %left = sub i64 %e, %t
  %fits = icmp uge i64 %left, %size
  br i1 %fits, label %fast, label %slow, !prof !0
fast:
  %new = getelementptr i8, ptr %top, i64 %size
  store ptr %new, ptr %stack, align 8
  ret ptr %top
slow:
  %p = call ptr @irad_grow(ptr %stack, i64 %size)
  ret ptr %p
}}

define void @irad_release(ptr %stack, ptr %p) alwaysinline nounwind {{
entry:
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %chunk = load ptr, ptr %chunk.at, align 8
  %end.at = getelementptr i8, ptr %stack, i64 8
  %end = load ptr, ptr %end.at, align 8
  %start = getelementptr i8, ptr %chunk, i64 64
  %above = icmp ugt ptr %p, %start
  %below = icmp ule ptr %p, %end
  %inside = and i1 %above, %below
  br i1 %inside, label %fast, label %slow, !prof !0
fast:
  store ptr %p, ptr %stack, align 8
  ret void
slow:
  call void @irad_release_slow(ptr %stack, ptr %p)
  ret void
}}

define internal void @irad_release_slow(ptr %stack, ptr %p) noinline cold nounwind {{
entry:
  br label %loop
loop:
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %chunk = load ptr, ptr %chunk.at, align 8
  %none = icmp eq ptr %chunk, null
  br i1 %none, label %done, label %look
look:
  %end.at = getelementptr i8, ptr %stack, i64 8
  %end = load ptr, ptr %end.at, align 8
  %start = getelementptr i8, ptr %chunk, i64 64
  %above = icmp ugt ptr %p, %start
  %below = icmp ule ptr %p, %end
  %inside = and i1 %above, %below
  br i1 %inside, label %here, label %leave
here:
  store ptr %p, ptr %stack, align 8
  br label %done
leave:
  call void @irad_shrink(ptr %stack)
  %first = icmp eq ptr %p, %start
  br i1 %first, label %done, label %loop
done:
  ret void
}}

define internal ptr @irad_grow(ptr %stack, i64 %size) noinline cold nounwind {{
entry:
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %chunk = load ptr, ptr %chunk.at, align 8
  %top = load ptr, ptr %stack, align 8
  %need = add i64 %size, 128
  %overflow = icmp ult i64 %need, %size
  br i1 %overflow, label %fail, label %sized
sized:
  %none = icmp eq ptr %chunk, null
  br i1 %none, label %base, label %spare
spare:
  %spare.at = getelementptr i8, ptr %chunk, i64 24
  %old = load ptr, ptr %spare.at, align 8
  br label %have
base:
  %kept.at = getelementptr i8, ptr %stack, i64 32
  %kept = load ptr, ptr %kept.at, align 8
  br label %have
have:
  %slot = phi ptr [ %spare.at, %spare ], [ %kept.at, %base ]
  %candidate = phi ptr [ %old, %spare ], [ %kept, %base ]
  %empty = icmp eq ptr %candidate, null
  br i1 %empty, label %make, label %measure
measure:
  %csize.at = getelementptr i8, ptr %candidate, i64 16
  %csize = load i64, ptr %csize.at, align 8
  %large = icmp uge i64 %csize, %need
  br i1 %large, label %reuse, label %drop
drop:
  %cspare.at = getelementptr i8, ptr %candidate, i64 24
  %cspare = load ptr, ptr %cspare.at, align 8
  call void @irad_free_chain(ptr %cspare)
  call void @free(ptr %candidate)
  store ptr null, ptr %slot, align 8
  br label %make
make:
  br i1 %none, label %initial, label %double
double:
  %last.at = getelementptr i8, ptr %chunk, i64 16
  %last = load i64, ptr %last.at, align 8
  %twice = shl i64 %last, 1
  br label %choose
initial:
  br label %choose
choose:
  %wish = phi i64 [ %twice, %double ], [ {FIRST_CHUNK}, %initial ]
  %more = icmp ugt i64 %wish, %need
  %total = select i1 %more, i64 %wish, i64 %need
  %limit.at = getelementptr i8, ptr %stack, i64 24
  %limit = load i64, ptr %limit.at, align 8
  %limited = icmp ne i64 %limit, 0
  %over = icmp ugt i64 %total, %limit
  %refuse = and i1 %limited, %over
  br i1 %refuse, label %fail, label %allocate
allocate:
  %fresh = call ptr @malloc(i64 %total)
  %bad = icmp eq ptr %fresh, null
  br i1 %bad, label %exact, label %use.fresh
exact:
  %again = call ptr @malloc(i64 %need)
  %worse = icmp eq ptr %again, null
  br i1 %worse, label %fail, label %use.again
use.fresh:
  br label %fill
use.again:
  br label %fill
fill:
  %got = phi ptr [ %fresh, %use.fresh ], [ %again, %use.again ]
  %gsize = phi i64 [ %total, %use.fresh ], [ %need, %use.again ]
  %gsize.at = getelementptr i8, ptr %got, i64 16
  store i64 %gsize, ptr %gsize.at, align 8
  %gspare.at = getelementptr i8, ptr %got, i64 24
  store ptr null, ptr %gspare.at, align 8
  store ptr %got, ptr %slot, align 8
  br label %enter
reuse:
  br label %enter
enter:
  %next = phi ptr [ %got, %fill ], [ %candidate, %reuse ]
  %nsize = phi i64 [ %gsize, %fill ], [ %csize, %reuse ]
  store ptr %chunk, ptr %next, align 8
  %ptop.at = getelementptr i8, ptr %next, i64 8
  store ptr %top, ptr %ptop.at, align 8
  %start = getelementptr i8, ptr %next, i64 64
  %newtop = getelementptr i8, ptr %start, i64 %size
  %newend = getelementptr i8, ptr %next, i64 %nsize
  store ptr %newtop, ptr %stack, align 8
  %end.at = getelementptr i8, ptr %stack, i64 8
  store ptr %newend, ptr %end.at, align 8
  store ptr %next, ptr %chunk.at, align 8
  ret ptr %start
fail:
  call void @irad_out_of_memory(ptr %stack)
  unreachable
}}

define internal void @irad_out_of_memory(ptr %stack) noinline cold noreturn nounwind {{
entry:
  %arena.at = getelementptr i8, ptr %stack, i64 40
  %arena = load ptr, ptr %arena.at, align 8
  store i64 -1, ptr %arena, align 8
  %flag.at = getelementptr i8, ptr %arena, i64 48
  %flag = load i64, ptr %flag.at, align 8
  %set = icmp ne i64 %flag, 0
  br i1 %set, label %jump, label %die
jump:
  %buffer = getelementptr i8, ptr %arena, i64 320
  call void @longjmp(ptr %buffer, i32 1)
  unreachable
die:
  %said = call i32 @puts(ptr @irad.message.memory)
  call void @abort()
  unreachable
}}

define internal void @irad_shrink(ptr %stack) noinline cold nounwind {{
entry:
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %chunk = load ptr, ptr %chunk.at, align 8
  %below = load ptr, ptr %chunk, align 8
  %ptop.at = getelementptr i8, ptr %chunk, i64 8
  %ptop = load ptr, ptr %ptop.at, align 8
  store ptr %ptop, ptr %stack, align 8
  store ptr %below, ptr %chunk.at, align 8
  %end.at = getelementptr i8, ptr %stack, i64 8
  %none = icmp eq ptr %below, null
  br i1 %none, label %bottom, label %inside
bottom:
  store ptr null, ptr %end.at, align 8
  ret void
inside:
  %size.at = getelementptr i8, ptr %below, i64 16
  %size = load i64, ptr %size.at, align 8
  %end = getelementptr i8, ptr %below, i64 %size
  store ptr %end, ptr %end.at, align 8
  ret void
}}

define internal void @irad_free_chain(ptr %chunk) nounwind {{
entry:
  br label %loop
loop:
  %at = phi ptr [ %chunk, %entry ], [ %spare, %body ]
  %done = icmp eq ptr %at, null
  br i1 %done, label %out, label %body
body:
  %spare.at = getelementptr i8, ptr %at, i64 24
  %spare = load ptr, ptr %spare.at, align 8
  call void @free(ptr %at)
  br label %loop
out:
  ret void
}}

define void @irad_arena_init(ptr %arena) nounwind {{
entry:
  call void @llvm.memset.p0.i64(ptr align 8 %arena, i8 0, i64 640, i1 false)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %offset = shl i64 %i, 6
  %at = add i64 %offset, 104
  %self = getelementptr i8, ptr %arena, i64 %at
  store ptr %arena, ptr %self, align 8
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 4
  br i1 %more, label %loop, label %done
done:
  ret void
}}

define void @irad_arena_reset(ptr %arena) nounwind {{
entry:
  store i64 0, ptr %arena, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %offset = shl i64 %i, 6
  %at = add i64 %offset, 64
  %stack = getelementptr i8, ptr %arena, i64 %at
  br label %unwind
unwind:
  %chunk.at = getelementptr i8, ptr %stack, i64 16
  %chunk = load ptr, ptr %chunk.at, align 8
  %none = icmp eq ptr %chunk, null
  br i1 %none, label %next, label %drop
drop:
  call void @irad_shrink(ptr %stack)
  br label %unwind
next:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 4
  br i1 %more, label %loop, label %done
done:
  ret void
}}

define void @irad_arena_destroy(ptr %arena) nounwind {{
entry:
  call void @irad_arena_reset(ptr %arena)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %offset = shl i64 %i, 6
  %at = add i64 %offset, 96
  %kept.at = getelementptr i8, ptr %arena, i64 %at
  %kept = load ptr, ptr %kept.at, align 8
  call void @irad_free_chain(ptr %kept)
  store ptr null, ptr %kept.at, align 8
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, 4
  br i1 %more, label %loop, label %done
done:
  ret void
}}

@irad.thread.arena = internal thread_local global [640 x i8] zeroinitializer, align 64
@irad.thread.ready = internal thread_local global i8 0

define ptr @irad_thread_arena() nounwind {{
entry:
  %a = call ptr @llvm.threadlocal.address.p0(ptr @irad.thread.arena)
  %r = call ptr @llvm.threadlocal.address.p0(ptr @irad.thread.ready)
  %ready = load i8, ptr %r, align 1
  %is = icmp ne i8 %ready, 0
  br i1 %is, label %done, label %init
init:
  call void @irad_arena_init(ptr %a)
  store i8 1, ptr %r, align 1
  br label %done
done:
  ret ptr %a
}}

declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

!0 = !{{!"branch_weights", i32 2000, i32 1}}
"""


def link(texts: Sequence[str]) -> str:
    """Link modules into one."""
    first = parse(texts[0])
    context = first._context
    for text in texts[1:]:
        if text.strip():
            other = llvm.parse_assembly(text, context)
            first.link_in(other)
    return str(first)


def link_runtime(text: str, helpers: str = "", thread_local: bool = False) -> str:
    """``text`` with the runtime (internal) and the rules' helper functions."""
    runtime = _TEXT if thread_local else _without_thread_arena(_TEXT)
    return link([text, runtime, helpers])


def runtime_module(exported: Sequence[str]) -> str:
    """The runtime alone, with some functions visible."""
    from irad.llvm.optimize import internalize

    return internalize(_without_thread_arena(_TEXT), exported)


def _without_thread_arena(text: str) -> str:
    start = text.index("@irad.thread.arena =")
    end = text.index("declare ptr @llvm.threadlocal")
    text = text[:start] + text[end:]
    return re.sub(r"^declare ptr @llvm\.threadlocal.*\n", "", text, flags=re.M)
