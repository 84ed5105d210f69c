"""The arena runtime against a model of a last-in first-out stack, and its way out when there is no memory."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from irad.llvm.final import Final
from irad.llvm.jit import Engine, object_for_jit
from irad.llvm.linking import link
from irad.llvm.object_code import undefined_symbols
from irad.llvm.runtime_ir import arena_runtime
from irad.options import Options
from irad.pipeline import finish
from irad.runtime.native import POOL, runtime_addresses, runtime_function

PROBES = """
declare ptr @irad_reserve(ptr, i64)
declare void @irad_release(ptr, ptr)
declare i32 @_setjmp(ptr) returns_twice

define ptr @reserve(ptr %stack, i64 %n) {
  %p = call ptr @irad_reserve(ptr %stack, i64 %n)
  ret ptr %p
}

define void @release(ptr %stack, ptr %p) {
  call void @irad_release(ptr %stack, ptr %p)
  ret void
}

; Reserves under a jump buffer: null where memory ran out.
define ptr @try_reserve(ptr %arena, ptr %stack, i64 %n) {
entry:
  %flag = getelementptr i8, ptr %arena, i64 48
  store i64 1, ptr %flag
  %buffer = getelementptr i8, ptr %arena, i64 448
  %jumped = call i32 @_setjmp(ptr %buffer) returns_twice
  %again = icmp ne i32 %jumped, 0
  br i1 %again, label %out, label %go
go:
  %p = call ptr @reserve(ptr %stack, i64 %n) noinline
  store i64 0, ptr %flag
  ret ptr %p
out:
  store i64 0, ptr %flag
  ret ptr null
}
"""
COUNTERS = """
@live = global i64 0
@calls = global i64 0
@refuse = global i64 0

define ptr @malloc(i64 %n) {
  %c = load i64, ptr @calls
  %c1 = add i64 %c, 1
  store i64 %c1, ptr @calls
  %r = load i64, ptr @refuse
  %no = icmp ugt i64 %n, %r
  %on = icmp ne i64 %r, 0
  %bad = and i1 %no, %on
  br i1 %bad, label %none, label %some
some:
  %l = load i64, ptr @live
  %l1 = add i64 %l, 1
  store i64 %l1, ptr @live
  %p = call ptr @aligned_alloc(i64 16, i64 %n)
  ret ptr %p
none:
  ret ptr null
}

define void @free(ptr %p) {
  %l = load i64, ptr @live
  %there = icmp ne ptr %p, null
  %one = zext i1 %there to i64
  %l1 = sub i64 %l, %one
  store i64 %l1, ptr @live
  call void @release_memory(ptr %p)
  ret void
}
declare ptr @aligned_alloc(i64, i64)
declare void @release_memory(ptr)
"""


class Native:
    """The runtime with a malloc that counts, and refuses when told to."""

    def __init__(self) -> None:
        libc = ctypes.CDLL(None)
        free = ctypes.cast(libc.free, ctypes.c_void_p).value
        assert free is not None
        self.engine = Engine.load(link([arena_runtime.runtime_text(), PROBES, COUNTERS]), symbols={"release_memory": free})
        p, n = ctypes.c_void_p, ctypes.c_size_t
        self.reserve = ctypes.CFUNCTYPE(p, p, n)(self.engine.address("reserve"))
        self.try_reserve = ctypes.CFUNCTYPE(p, p, p, n)(self.engine.address("try_reserve"))
        self.release = ctypes.CFUNCTYPE(None, p, p)(self.engine.address("release"))
        for name in ("init", "reset", "destroy", "enter"):
            setattr(self, name, ctypes.CFUNCTYPE(None, p)(self.engine.address(f"irad_arena_{name}")))
        self.hand_over = ctypes.CFUNCTYPE(ctypes.c_uint8, p, p, n)(self.engine.address("irad_hand_over"))
        self.free = ctypes.CFUNCTYPE(None, p)(self.engine.address("free"))
        for name, result in (("begin", None), ("freed", None), ("end", ctypes.c_uint8)):
            setattr(self, f"shadow_{name}", ctypes.CFUNCTYPE(result, p, p)(self.engine.address(f"irad_shadow_{name}")))

    def counter(self, name: str) -> ctypes.c_int64:
        return ctypes.c_int64.from_address(self.engine.address(name))


@dataclass
class Arena:
    """An arena in Python's memory."""

    native: Native
    raw: ctypes.Array[ctypes.c_char] = field(default_factory=lambda: ctypes.create_string_buffer(arena_runtime.ARENA_SIZE + 64))

    def __post_init__(self) -> None:
        self.at = -(-ctypes.addressof(self.raw) // 64) * 64
        self.native.init(self.at)

    def stack(self, number: int) -> int:
        return self.at + arena_runtime.stack_offset(number)

    def word(self, offset: int) -> int:
        return ctypes.c_int64.from_address(self.at + offset).value


@pytest.fixture(scope="module")
def native() -> Native:
    return Native()


@pytest.fixture
def arena(native: Native) -> Iterator[Arena]:
    before = native.counter("live").value
    made = Arena(native)
    yield made
    native.destroy(made.at)
    assert native.counter("live").value == before, "a chunk was leaked or freed twice"


def fill(address: int, size: int, mark: int) -> None:
    ctypes.memset(address, mark & 0xFF, size)


def holds(address: int, size: int, mark: int) -> bool:
    return ctypes.string_at(address, size) == bytes([mark & 0xFF]) * size


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("reserve"), st.integers(0, 5), st.sampled_from([0, 0, 1, 15, 16, 17, 200])),
        st.tuples(st.just("reserve"), st.integers(0, 5), st.integers(20_000, 300_000)),
        st.tuples(st.just("reserve"), st.just(0), st.integers(250_000, 2_000_000)),
        st.tuples(st.just("release"), st.integers(0, 5), st.integers(0, 30)),
        st.tuples(st.just("hand over"), st.integers(1, 3), st.integers(0, 30)),
        st.tuples(st.just("reset"), st.just(0), st.just(0)),
        st.tuples(st.just("destroy"), st.just(0), st.just(0)),
    ),
    min_size=15,
    max_size=80,
)


@settings(max_examples=150, deadline=None)
@given(STEPS)
def test_stacks_keep_what_is_reserved(native: Native, steps: list[tuple[str, int, int]]) -> None:
    """Blocks are disjoint, aligned, and hold what was written until they are released; on six stacks at once."""
    before = native.counter("live").value
    arena = Arena(native)
    model: list[list[tuple[int, int, int]]] = [[] for _ in range(arena_runtime.STACKS)]
    taken: list[tuple[int, int, int]] = []
    for mark, (what, number, size) in enumerate(steps):
        blocks = model[number]
        if what == "reserve":
            p = native.reserve(arena.stack(number), size)
            assert p and p % 16 == 0
            fill(p, size, mark)
            blocks.append((p, size, mark))
        elif what == "release" and blocks:
            k = size % len(blocks)
            native.release(arena.stack(number), blocks[k][0])
            del blocks[k:]
        elif what == "hand over":  # some of the blocks that are large enough, and then the call is over
            large = [b for b in model[0] if b[1] >= 250_000]
            for k in range(number if large else 0):
                block = large.pop((size + k) % len(large)) if large else None
                if block is not None and native.hand_over(arena.at, block[0], block[1]):
                    taken.append(block)
            native.reset(arena.at)
            model = [[] for _ in range(arena_runtime.STACKS)]
        elif what == "reset":
            native.reset(arena.at)
            model = [[] for _ in range(arena_runtime.STACKS)]
        elif what == "destroy":
            native.destroy(arena.at)
            assert native.counter("live").value == before + len(taken)
            model = [[] for _ in range(arena_runtime.STACKS)]
        for p, n, m in (b for blocks in (*model, taken) for b in blocks):
            assert holds(p, n, m)
        spans = sorted((p, p + max(n, 1)) for blocks in (*model, taken) for p, n, _ in blocks)
        assert all(a[1] <= b[0] for a, b in zip(spans, spans[1:], strict=False))  # noqa: RUF007
    native.destroy(arena.at)
    for p, _, _ in taken:
        native.free(ctypes.c_void_p.from_address(p - 48))
    assert native.counter("live").value == before


def test_large_blocks_are_handed_over(native: Native, arena: Arena) -> None:
    """Those of which most is wanted, where they begin; small ones and those of other stacks are not."""
    s = arena.stack(0)
    small, large, other = native.reserve(s, 1000), native.reserve(s, 800_000), native.reserve(arena.stack(1), 800_000)
    behind, last = native.reserve(s, 1000), native.reserve(s, 300_000)
    fill(small, 1000, 1), fill(behind, 1000, 2)
    for p in (small, large + 64, other, behind):
        assert not native.hand_over(arena.at, p, 800_000)
    assert not native.hand_over(arena.at, large, 300_000)
    assert native.hand_over(arena.at, large, 800_000) and not native.hand_over(arena.at, large, 800_000)
    assert native.hand_over(arena.at, last, 300_000)
    assert holds(small, 1000, 1) and holds(behind, 1000, 2)
    fill(large, 800_000, 3)
    native.reset(arena.at)
    again = native.reserve(s, 800_000)
    assert again != large and holds(large, 800_000, 3)
    for p in (large, last):
        native.free(ctypes.c_void_p.from_address(p - 48))


def test_large_blocks_find_their_chunks_again(native: Native, arena: Arena) -> None:
    """In any order; what is too small goes, so that chunks of nearly the same size do not add up."""
    s, sizes = arena.stack(0), [800_000, 300_000, 2_000_000]
    for size in sizes:
        native.reserve(s, size)
    native.reset(arena.at)
    calls, live = native.counter("calls").value, native.counter("live").value
    for order in ([1, 2, 0], [0, 1, 2], [2, 0, 1]):
        for k in order:
            native.reserve(s, sizes[k])
        native.reset(arena.at)
    assert native.counter("calls").value == calls
    for k in range(50):
        native.reserve(s, 800_100 + 64 * k)
        native.reset(arena.at)
    assert native.counter("live").value <= live + 1


def test_small_blocks_between_large_ones_take_little(native: Native, arena: Arena) -> None:
    for _ in range(100):
        native.reserve(arena.stack(0), 300_000)
        native.reserve(arena.stack(0), 16)
    assert arena.word(arena_runtime.stack_offset(0) + arena_runtime.TOTAL) < 100 * (300_200 + 65_600)


def test_release_gives_the_same_memory_again(native: Native, arena: Arena) -> None:
    s = arena.stack(1)
    native.reserve(s, 100)
    p = native.reserve(s, 1000)
    q = native.reserve(s, 8)
    native.release(s, p)
    assert native.reserve(s, 24) == p
    assert q == p + 1008


def test_crossing_a_chunk_border_again_and_again_allocates_nothing(native: Native, arena: Arena) -> None:
    s = arena.stack(1)
    native.reserve(s, 65_000)
    native.release(s, native.reserve(s, 100_000))
    calls = native.counter("calls").value
    for _ in range(100):
        inner = native.reserve(s, 100_000)
        fill(inner, 100_000, 7)
        native.release(s, inner)
    native.reset(arena.at)
    for _ in range(100):
        native.reserve(s, 65_000)
        native.reserve(s, 100_000)
        native.reset(arena.at)
    assert native.counter("calls").value == calls


def test_chunks_double(native: Native, arena: Arena) -> None:
    calls = native.counter("calls").value
    for _ in range(4096):
        native.reserve(arena.stack(0), 16_384)  # 64 MiB
    assert native.counter("calls").value - calls <= 12


def test_first_block_of_a_chunk_is_aligned_for_vectors(native: Native, arena: Arena) -> None:
    assert native.reserve(arena.stack(1), 1000) % 64 == 0
    assert native.reserve(arena.stack(1), 1_000_000) % 64 == 0


@pytest.mark.parametrize("size", [1 << 47, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, (1 << 64) - 16])
def test_absurd_sizes_are_out_of_memory(native: Native, arena: Arena, size: int) -> None:
    """A negative size is one of these when it is read as unsigned."""
    s = arena.stack(1)
    assert native.try_reserve(arena.at, s, 10) != 0
    assert not native.try_reserve(arena.at, s, size)
    assert arena.word(arena_runtime.STATUS) == arena_runtime.OUT_OF_MEMORY
    native.reset(arena.at)
    assert arena.word(arena_runtime.STATUS) == 0
    assert native.try_reserve(arena.at, s, 10)


def test_refused_memory_is_out_of_memory_and_smaller_chunks_are_tried(native: Native, arena: Arena) -> None:
    s = arena.stack(1)
    native.reserve(s, 1 << 20)
    refuse = native.counter("refuse")
    try:
        refuse.value = 100_000  # the next chunk would be 2 MiB
        p = native.try_reserve(arena.at, s, 50_000)
        assert p
        fill(p, 50_000, 3)
        assert not native.try_reserve(arena.at, s, 150_000)
        assert arena.word(arena_runtime.STATUS) == arena_runtime.OUT_OF_MEMORY
        assert holds(p, 50_000, 3)
    finally:
        refuse.value = 0
    assert native.try_reserve(arena.at, s, 150_000)


def test_limit_bounds_the_sum_of_the_chunks(native: Native, arena: Arena) -> None:
    s = arena.stack(1)
    ctypes.c_int64.from_address(s + 24).value = 1_000_000
    got = 0
    while native.try_reserve(arena.at, s, 10_000):
        got += 10_000
    assert 900_000 < got <= 1_000_000
    native.reset(arena.at)
    again = 0
    while native.try_reserve(arena.at, s, 10_000):
        again += 10_000
    assert again == got


def test_empty_blocks_have_addresses_of_their_own(native: Native, arena: Arena) -> None:
    found = [native.reserve(arena.stack(0), 0) for _ in range(10_000)]
    assert len(set(found)) == 10_000 and None not in found


def test_a_chunk_that_is_too_small_is_replaced(native: Native, arena: Arena) -> None:
    """The old one is freed, and no longer counts against the limit."""
    s = arena.stack(1)
    ctypes.c_int64.from_address(s + 24).value = 1_000_000
    native.reserve(s, 1000)
    live = native.counter("live").value
    for size in (500_000, 600_000, 700_000, 800_000):
        p = native.try_reserve(arena.at, s, size)
        assert p, f"{size} bytes fit the limit"
        assert native.counter("live").value == live + 1
        native.release(s, p)


def test_enter_knows_this_threads_stack(native: Native, arena: Arena) -> None:
    native.enter(arena.at)
    limit = arena.word(arena_runtime.STACK_LIMIT)
    here = re.search(r"^([0-9a-f]+)-([0-9a-f]+) .*\[stack\]$", open("/proc/self/maps").read(), re.M)  # noqa: SIM115
    assert here is not None, "the main thread's stack is in the map of the process"
    low, high = int(here[1], 16), int(here[2], 16)
    assert limit < high and high - limit < 1 << 33
    assert limit < low + (1 << 20)


def test_constants_are_those_of_the_code() -> None:
    text = arena_runtime.runtime_text()
    init = re.search(r"define void @irad_arena_init.*?\n}", text, re.S)
    assert init is not None and f"i64 {arena_runtime.ARENA_SIZE}, i1 false" in init[0]
    assert f"icmp ult i64 %i.next, {arena_runtime.stack_offset(arena_runtime.STACKS - 1) + 64}" in init[0]
    assert arena_runtime.stack_offset(arena_runtime.STACKS - 1) + 64 <= arena_runtime.JUMP_BUFFER
    out = re.search(r"define void @irad_out_of_memory.*?\n}", text, re.S)
    assert out is not None
    assert f"i64 {arena_runtime.JUMP_SET}" in out[0] and f"i64 {arena_runtime.JUMP_BUFFER}" in out[0]
    with pytest.raises(ValueError):
        arena_runtime.stack_offset(arena_runtime.STACKS)


def test_linked_runtime_is_internal() -> None:
    final = Final(PROBES)
    final.link_runtime()
    text = final.text
    for name in arena_runtime.runtime_names():
        assert re.search(rf"^define internal [^@]*@{name}\(", text, re.M), name
    assert re.search(r"^define ptr @reserve\(", text, re.M)


def test_code_for_this_process_shares_the_rest() -> None:
    """What is inlined is in it; the rest is the same for all, works, and is neither compiled nor loaded again."""
    final = Final(PROBES)
    final.link_inlined_runtime()
    final.inline()
    data, exports = object_for_jit(final)
    assert not re.search(r"^define [^@]*@irad_", final.text, re.M)
    needed = set(undefined_symbols(data) or ())
    assert {n for n in needed if n.startswith("irad_")} == {"irad_grow", "irad_release_below"}
    addresses = runtime_addresses()
    assert addresses.keys() == arena_runtime.shared_names() and addresses is runtime_addresses()
    engine = Engine.load_object(data, exports, symbols={n: addresses[n] for n in needed & addresses.keys()})
    p, n = ctypes.c_void_p, ctypes.c_size_t
    try_reserve = ctypes.CFUNCTYPE(p, p, p, n)(engine.address("try_reserve"))
    release = ctypes.CFUNCTYPE(None, p, p)(engine.address("release"))
    at = POOL.take()
    stack = at + arena_runtime.stack_offset(1)
    places = [try_reserve(at, stack, 5000) for _ in range(100)]
    assert None not in places and len(set(places)) == 100
    for place in places:
        ctypes.memset(place, 1, 5000)
    release(stack, places[3])
    assert try_reserve(at, stack, 100) == places[3]
    assert try_reserve(at, stack, 1 << 60) is None, "out of memory: back through the jump buffer"
    runtime_function("irad_arena_reset")(at)
    assert try_reserve(at, stack, 5000) == places[0], "the first chunk is kept"
    runtime_function("irad_arena_destroy")(at)
    POOL.give(at)


def test_without_optimisation_only_what_is_needed_is_compiled() -> None:
    text = finish(PROBES, ["reserve"], Options(level=0)).text
    assert "@irad_grow(" in text and "@irad_split_open(" not in text and "@release(" not in text


@pytest.mark.parametrize("shadows,steps", [(3, 300), (40, 2000), (5000, 20000)])
def test_shadows_end_as_a_dictionary_says(native: Native, arena: Arena, shadows: int, steps: int) -> None:
    """Few that come and go, and many at once; of shadows of others nothing is known."""
    random = Random(shadows)
    places = [16 * k for k in random.sample(range(1, 1 << 40), shadows)]
    inside: dict[int, int] = {}
    for step in range(steps):
        place = random.choice(places)
        growing = step < steps // 2
        what = random.choice(("begin", "begin", "freed", "end") if growing else ("freed", "freed", "end", "end", "begin"))
        if what == "begin":
            inside[place] = 0
            native.shadow_begin(arena.at, place)
        elif what == "freed":
            inside.update({place: 1} if place in inside else {})
            native.shadow_freed(arena.at, place)
        else:
            assert native.shadow_end(arena.at, place) == inside.pop(place, 0)
    assert {p for p in places if native.shadow_end(arena.at, p)} == {p for p, freed in inside.items() if freed}
    assert native.shadow_end(arena.at, None) == 0


def test_without_memory_shadows_stay(native: Native, arena: Arena) -> None:
    native.counter("refuse").value = 100
    try:
        native.shadow_begin(arena.at, 32)
        native.shadow_freed(arena.at, 32)
        assert native.shadow_end(arena.at, 32) == 0
    finally:
        native.counter("refuse").value = 0
