"""Wrappers of native functions: what they take, what goes the slow way, what comes back, and no reference is lost."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from irad.llvm.final import Final
from irad.llvm.jit import Engine
from irad.llvm.runtime_ir.arena_runtime import POOL_SIZE
from irad.pycall.builtin import Builtin, symbols
from irad.pycall.signature import ArrayValue, CapturedArray, Guard, Items, Same, ScalarValue, Signature
from irad.pycall.wrapper import OTHER, wrapper_text
from irad.runtime.native import runtime_function


class Slow:
    """Stands for the fully checked path: tells what it got."""

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        return ("slow", args, keywords)


class Failed(Exception):
    pass


def fail(status: int, arena: int) -> None:
    raise Failed(status)


@pytest.fixture
def pool() -> Iterator[int]:
    raw = ctypes.create_string_buffer(POOL_SIZE + 64)
    at = -(-ctypes.addressof(raw) // 64) * 64
    yield at
    runtime_function("irad_pool_release")(at)


@pytest.fixture
def make(pool: int) -> Callable[..., Any]:
    def build(text: str, signature: Signature, fallback: Any = None, name: str = "f", **more: int) -> Any:
        fallback = fallback or Slow()
        final = Final(text, [wrapper_text(signature)], exports=["irad.wrap"])
        final.link_runtime()
        final.optimize()
        engine = Engine.load(final.text, symbols={**symbols(signature, pool, fallback, fail), **more})
        return Builtin(engine, (fallback, fail, signature), name, f"{name}(x)\n--\n\nDoc.").function()

    return build


SQUARE = """
define i32 @square(ptr %arena, double %x, ptr %r) {
  %y = fmul double %x, %x
  store double %y, ptr %r
  %negative = fcmp olt double %x, 0.0
  %status = zext i1 %negative to i32
  ret i32 %status
}
"""
FLOAT = ScalarValue("float64")


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("nogil", [False, True])
def test_scalars(make: Callable[..., Any], memory: bool, nogil: bool) -> None:
    f = make(SQUARE, Signature("square", (FLOAT,), (FLOAT,), memory=memory, nogil=nogil))
    assert f(3.0) == 9.0 and type(f(3.0)) is float
    assert f(np.float64(-0.0)) == 0.0
    assert np.isnan(f(float("nan")))
    for args in ((3,), (True,), (), (1.0, 2.0), (np.float32(2),)):
        assert f(*args) == ("slow", args, {})
    assert f(x=1.0) == ("slow", (), {"x": 1.0})
    assert f(1.0, y=2.0) == ("slow", (1.0,), {"y": 2.0})
    with pytest.raises(Failed) as caught:
        f(-2.0)
    assert caught.value.args == (1,)
    assert f(4.0) == 16.0, "an error leaves the wrapper usable"


def test_it_looks_like_a_function(make: Callable[..., Any]) -> None:
    f = make(SQUARE, Signature("square", (FLOAT,), (FLOAT,)), name="square")
    assert f.__name__ == "square" and f.__doc__ == "Doc." and f.__text_signature__ == "(x)"


IDENTITY = """
define i32 @id_float64(ptr %a, double %x, ptr %r) { store double %x, ptr %r ret i32 0 }
define i32 @id_float32(ptr %a, float %x, ptr %r) { store float %x, ptr %r ret i32 0 }
define i32 @id_int64(ptr %a, i64 %x, ptr %r) { store i64 %x, ptr %r ret i32 0 }
define i32 @id_bool(ptr %a, i8 %x, ptr %r) { store i8 %x, ptr %r ret i32 0 }
"""


@pytest.mark.parametrize(
    ("kind", "taken", "refused"),
    [
        ("float64", [0.5, np.float64(1e300)], [1, np.int64(2), "x", None, 1j]),
        ("float32", [np.float32(0.5)], [0.5, np.float64(0.5), 1]),
        ("int64", [0, -1, 2**63 - 1, -(2**63), np.int64(7)], [2**63, -(2**63) - 1, 2**200, 1.0, True, np.int32(3)]),
        ("bool", [True, False, np.True_, np.False_], [0, 1, 1.0, None]),
    ],
)
def test_kinds(make: Callable[..., Any], kind: str, taken: list[Any], refused: list[Any]) -> None:
    f = make(IDENTITY, Signature(f"id_{kind}", (ScalarValue(kind),), (ScalarValue(kind),), memory=False))
    results = {"float64": float, "float32": np.float32, "int64": int, "bool": bool}
    for value in taken:
        assert f(value) == value and type(f(value)) is results[kind]
    for value in refused:
        assert f(value) == ("slow", (value,), {})


def test_conversion_of_ints_on_request(make: Callable[..., Any]) -> None:
    f = make(IDENTITY, Signature("id_float64", (ScalarValue("float64", convert=True),), (FLOAT,)))
    assert f(3) == 3.0 and type(f(3)) is float
    assert f(2.5) == 2.5
    assert f(-(2**63)) == -(2.0**63)
    assert f(2**70)[0] == "slow" and f(True)[0] == "slow"


SUM2 = """
define i32 @sum2(ptr %a, ptr %x, i64 %n, i64 %m, i64 %s, i64 %t, ptr %r) {
entry:
  br label %rows
rows:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %acc = phi double [ 0.0, %entry ], [ %sum, %next ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %columns, label %done
columns:
  %j = phi i64 [ 0, %rows ], [ %j1, %body ]
  %sum = phi double [ %acc, %rows ], [ %new, %body ]
  %also = icmp slt i64 %j, %m
  br i1 %also, label %body, label %next
body:
  %is = mul i64 %i, %s
  %jt = mul i64 %j, %t
  %at = add i64 %is, %jt
  %p = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %p
  %w0 = mul i64 %i, %m
  %w1 = add i64 %w0, %j
  %w = sitofp i64 %w1 to double
  %term = fmul double %v, %w
  %new = fadd double %sum, %term
  %j1 = add i64 %j, 1
  br label %columns
next:
  %i1 = add i64 %i, 1
  br label %rows
done:
  store double %acc, ptr %r
  ret i32 0
}
"""


def weighted(x: np.ndarray) -> float:
    return float(np.sum(x.ravel() * np.arange(x.size)))


def test_strided_arrays(make: Callable[..., Any]) -> None:
    f = make(SUM2, Signature("sum2", (ArrayValue("float64", 2, "A"),), (FLOAT,)))
    base = np.random.default_rng(0).random((8, 10))
    repeated = np.broadcast_to(base[0], (3, 10))
    for x in (base, base.T, base[::2, ::3], base[::-1, ::-2], base[:0], np.asfortranarray(base), repeated):
        assert f(x) == pytest.approx(weighted(x), rel=1e-13), "strides are in elements"
    records = np.zeros(5, dtype=np.dtype([("a", "f8"), ("b", "i4")], align=False))
    assert f(records["a"].reshape(5, 1))[0] == "slow", "strides of 12 bytes are no elements"
    assert f(np.zeros((2, 2, 2)))[0] == "slow"
    assert f(np.zeros((2, 2), dtype=">f8"))[0] == "slow"
    assert f(np.zeros((2, 2), dtype=np.int64))[0] == "slow"
    assert f(base.view(type("Sub", (np.ndarray,), {})))[0] == "slow"
    assert f([[1.0]])[0] == "slow"
    unaligned = np.frombuffer(b"\0" * 33, dtype=np.uint8)[1:].view(np.float64).reshape(2, 2)
    assert f(unaligned)[0] == "slow"


FILL = """
define i32 @fill(ptr %a, ptr %x, i64 %n, double %v, ptr %y, i64 %m) {
  store double %v, ptr %x
  %p = getelementptr double, ptr %x, i64 1
  %f = sitofp i64 %n to double
  store double %f, ptr %p
  %q = getelementptr double, ptr %x, i64 2
  %g = load double, ptr %y
  store double %g, ptr %q
  ret i32 0
}
"""


def test_contiguous_arrays_and_no_result(make: Callable[..., Any]) -> None:
    f = make(FILL, Signature("fill", (ArrayValue("float64", 1, "C", True), FLOAT, ArrayValue("float64", 1))))
    x, y = np.zeros(5), np.array([7.0])
    y.flags.writeable = False
    assert f(x, 2.5, y) is None
    assert x.tolist() == [2.5, 5.0, 7.0, 0.0, 0.0]
    assert f(y, 2.5, x)[0] == "slow", "what is written to must be writable"
    assert f(np.zeros(10)[::2], 2.5, y)[0] == "slow"


@pytest.mark.parametrize("kind", ["float64", "float32", "int64", "bool"])
def test_dtypes(make: Callable[..., Any], kind: str) -> None:
    native = {"float64": "double", "float32": "float", "int64": "i64", "bool": "i8"}[kind]
    text = (
        f"define i32 @get(ptr %a, ptr %x, i64 %n, i64 %s, ptr %r) {{\n  %p = getelementptr {native}, ptr %x, i64 %s\n"
        f"  %v = load {native}, ptr %p\n  store {native} %v, ptr %r\n  ret i32 0\n}}"
    )
    f = make(text, Signature("get", (ArrayValue(kind, 1, "A"),), (ScalarValue(kind),)))
    x = np.array([0, 0, 0, 1, 0, 0]).astype(kind)
    assert f(x[::3]) == 1 and f(x[3::-3]) == 0
    other = "float32" if kind == "float64" else "float64"
    assert f(x.astype(other))[0] == "slow"


PAIR = """
define i32 @pair(ptr %a, double %x, ptr %captured, i64 %n, ptr %r, ptr %s, ptr %t) {
  %y = load double, ptr %captured
  %z = fadd double %x, %y
  store double %z, ptr %r
  store i64 %n, ptr %s
  %b = fcmp ogt double %x, 0.0
  %c = zext i1 %b to i8
  store i8 %c, ptr %t
  ret i32 0
}
"""


def test_tuples_and_captured_arrays(make: Callable[..., Any]) -> None:
    captured = np.array([10.0, 20.0])
    params = (FLOAT, CapturedArray(ArrayValue("float64", 1), captured))
    f = make(PAIR, Signature("pair", params, (FLOAT, ScalarValue("int64"), ScalarValue("bool"))))
    assert f(1.5) == (11.5, 2, True)
    captured[0] = 100
    assert f(-1.5) == (98.5, 2, False)
    captured.resize(3, refcheck=False)
    assert f(-1.5) == (98.5, 3, False), "its size and address are read at each call"
    captured.shape = (3, 1)
    assert f(-1.5)[0] == "slow"
    single = make(SQUARE, Signature("square", (FLOAT,), (FLOAT,), as_tuple=True))
    assert single(3.0) == (9.0,)


def test_guards(make: Callable[..., Any]) -> None:
    namespace: dict[str, Any] = {"scale": 2.0}
    f = make(SQUARE, Signature("square", (FLOAT,), (FLOAT,), guards=(Guard(namespace, "scale", namespace["scale"]),)))
    assert f(3.0) == 9.0
    namespace["scale"] = 3.0
    assert f(3.0)[0] == "slow"
    del namespace["scale"]
    assert f(3.0)[0] == "slow"


def test_guards_of_closures(make: Callable[..., Any]) -> None:
    def outer() -> tuple[Any, Callable[[float], None]]:
        scale = 2.0

        def change(value: float) -> None:
            nonlocal scale
            scale = value

        return change.__closure__[0], change  # type: ignore[index]

    cell, change = outer()
    f = make(SQUARE, Signature("square", (FLOAT,), (FLOAT,), guards=(Guard(cell, None, cell.cell_contents),)))
    assert f(3.0) == 9.0
    change(3.0)
    assert f(3.0)[0] == "slow"


def test_origins(make: Callable[..., Any]) -> None:
    """Python's floats adapt to the precision they meet, NumPy's do not: two specialisations, two wrappers."""
    python = make(IDENTITY, Signature("id_float64", (ScalarValue("float64", origin="python"),), (FLOAT,)))
    assert python(1.5) == 1.5 and python(np.float64(1.5))[0] == "slow"
    numpy = make(IDENTITY, Signature("id_float64", (ScalarValue("float64", origin="numpy"),), (FLOAT,)))
    assert numpy(1.5)[0] == "slow" and numpy(np.float64(1.5)) == 1.5
    whole = make(IDENTITY, Signature("id_int64", (ScalarValue("int64", origin="python"),), (ScalarValue("int64"),)))
    assert whole(3) == 3 and whole(np.int64(3))[0] == "slow"
    exact = make(IDENTITY, Signature("id_int64", (ScalarValue("int64", origin="numpy"),), (ScalarValue("int64"),)))
    assert exact(3)[0] == "slow" and exact(np.int64(-3)) == -3


def test_strided_only(make: Callable[..., Any]) -> None:
    f = make(SUM2, Signature("sum2", (ArrayValue("float64", 2, "S"),), (FLOAT,)))
    base = np.random.default_rng(0).random((8, 10))
    assert f(base)[0] == "slow"
    assert f(base.T) == pytest.approx(weighted(base.T), rel=1e-13)


RESERVE = """
declare ptr @irad_reserve(ptr, i64)
define i32 @reserve(ptr %arena, i64 %n, ptr %r) {
  %stack = getelementptr i8, ptr %arena, i64 64
  %p = call ptr @irad_reserve(ptr %stack, i64 %n)
  %i = ptrtoint ptr %p to i64
  store i64 %i, ptr %r
  ret i32 0
}
"""


def test_memory_is_reset_after_each_call_and_its_end_is_an_error(make: Callable[..., Any]) -> None:
    f = make(RESERVE, Signature("reserve", (ScalarValue("int64"),), (ScalarValue("int64"),)))
    assert len({f(1000) for _ in range(100)}) == 1
    with pytest.raises(Failed) as caught:
        f(2**60)
    assert caught.value.args == (-1,)
    assert len({f(1000) for _ in range(100)}) == 1


CALL_BACK = """
declare void @callback()
define i32 @again(ptr %arena, double %x, ptr %r) {
  call void @callback()
  store double %x, ptr %r
  ret i32 0
}
"""


@pytest.mark.parametrize("nogil", [False, True])
def test_a_call_within_a_call_has_an_arena_of_its_own(make: Callable[..., Any], nogil: bool) -> None:
    seen: list[Any] = []
    depth = iter(range(5))
    hook = ctypes.CFUNCTYPE(None)(lambda: seen.append(f(1.0 + d)) if (d := next(depth, None)) is not None else None)
    address = ctypes.cast(hook, ctypes.c_void_p).value
    f = make(CALL_BACK, Signature("again", (FLOAT,), (FLOAT,), nogil=nogil), callback=address)
    assert f(5.0) == 5.0
    assert seen == [5.0, 4.0, 3.0, 2.0, 1.0], "the innermost call ends first"


def test_threads_share_a_wrapper(make: Callable[..., Any]) -> None:
    f = make(SQUARE, Signature("square", (FLOAT,), (FLOAT,), nogil=True), fallback=lambda x: x * x)
    wrong: list[float] = []

    def work(seed: int) -> None:
        for i in range(20_000):
            x = float(seed * 100_000 + i)
            if f(x) != x * x:
                wrong.append(x)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_references_are_balanced(make: Callable[..., Any]) -> None:
    params = (FLOAT, CapturedArray(ArrayValue("float64", 1), np.arange(3000.0)))
    f = make(PAIR, Signature("pair", params, (FLOAT, ScalarValue("int64"), ScalarValue("bool"))))
    g = make(FILL, Signature("fill", (ArrayValue("float64", 1, "C", True), FLOAT, ArrayValue("float64", 1))))
    x, y, v = np.zeros(5), np.ones(5), 1.2345
    objects = (x, y, v, None, True, False, 0, 1)
    before = [sys.getrefcount(o) for o in objects]
    for _ in range(1000):
        f(v)
        g(x, v, y)
        g(x, 1, y)
    after = [sys.getrefcount(o) for o in objects]
    assert max(abs(b - a) for a, b in zip(before, after, strict=True)) < 100

    def counts(result: tuple[Any, ...]) -> list[int]:
        return [sys.getrefcount(item) for item in result[:2]]

    assert counts(f(v)) == counts((float("1.2345"), int("3000"), True)), "the tuple alone holds them"


@pytest.mark.slow
def test_errors_leave_nothing_behind(make: Callable[..., Any]) -> None:
    text = "define i32 @bad(ptr %a) {\n  ret i32 123456\n}"
    f = make(text, Signature("bad", ()))

    def fail_often() -> int:
        for _ in range(2000):
            with contextlib.suppress(Failed):
                f()
        gc.collect()
        return sys.getallocatedblocks()

    fail_often()
    assert abs(fail_often() - fail_often()) < 500


def test_code_is_freed_with_the_function(make: Callable[..., Any]) -> None:
    f = make(SQUARE, Signature("square", (FLOAT,), (FLOAT,)))
    owner = weakref.ref(f.__self__)
    del f
    gc.collect()
    assert owner() is None


RETURNS = """
declare ptr @irad_reserve(ptr, i64)
; The diagonal of a matrix as it lies there, its copy with a step of 2 (or of 1 where %step is 1), and the count.
define i32 @returns(ptr %arena, ptr %x, i64 %n, i64 %m, i64 %s, i64 %t, i64 %step, ptr %view, ptr %copy, ptr %count) {
entry:
  %st = add i64 %s, %t
  store ptr %x, ptr %view
  %vn = getelementptr i64, ptr %view, i64 1
  store i64 %n, ptr %vn
  %vs = getelementptr i64, ptr %view, i64 2
  store i64 %st, ptr %vs
  %stack = getelementptr i8, ptr %arena, i64 64
  %double = mul i64 %n, 16
  %p = call ptr @irad_reserve(ptr %stack, i64 %double)
  store ptr %p, ptr %copy
  %cn = getelementptr i64, ptr %copy, i64 1
  store i64 %n, ptr %cn
  %cs = getelementptr i64, ptr %copy, i64 2
  store i64 %step, ptr %cs
  store i64 %n, ptr %count
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %done
body:
  %at = mul i64 %i, %st
  %from = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %from
  %to.at = mul i64 %i, %step
  %to = getelementptr double, ptr %p, i64 %to.at
  store double %v, ptr %to
  %i1 = add i64 %i, 1
  br label %loop
done:
  ret i32 0
}
"""


@pytest.mark.parametrize("nogil", [False, True])
def test_arrays_come_back(make: Callable[..., Any], nogil: bool) -> None:
    """A part of an argument is a view of it, all else a copy with the strides that it had."""
    vector = ArrayValue("float64", 1)
    f = make(
        RETURNS,
        Signature(
            "returns",
            (ArrayValue("float64", 2, "A"), ScalarValue("int64")),
            (vector, Items((vector, ScalarValue("int64")))),
            nogil=nogil,
        ),
    )
    base = np.random.default_rng(1).random((4, 4))
    for x in (base, base[::-1, ::-1], base.T, base[:1, :1], base[:0, :0]):
        for step in (1, 2):
            view, (copy, count) = f(x, step)
            assert type(view) is type(copy) is np.ndarray and view.dtype == copy.dtype == np.float64 and count == len(x)
            np.testing.assert_array_equal(view, np.diagonal(x))
            np.testing.assert_array_equal(copy, np.diagonal(x))
            assert copy.flags.aligned and copy.flags.writeable and copy.flags.owndata == copy.flags.c_contiguous
            assert copy.strides == (8 * step,) or len(x) < 2
            assert not np.shares_memory(copy, x) and np.shares_memory(view, x) == (x.size > 0)
            assert x.size == 0 or (view.base is not None and view.flags.writeable)
    fixed = base.copy()
    fixed.flags.writeable = False
    assert not f(fixed, 1)[0].flags.writeable, "a view of what is read-only is read-only"


@pytest.mark.slow
def test_arrays_that_come_back_are_kept_and_freed(make: Callable[..., Any]) -> None:
    vector = ArrayValue("float64", 1)
    params = ArrayValue("float64", 2, "A"), ScalarValue("int64")
    f = make(RETURNS, Signature("returns", params, (vector, vector, ScalarValue("int64"))))
    x = np.arange(9.0).reshape(3, 3).copy()
    gone = weakref.ref(x)
    view, copy, _ = f(x, 2)
    del x
    assert gone() is not None, "the view keeps its owner"
    np.testing.assert_array_equal(view, [0.0, 4.0, 8.0])
    del view
    assert gone() is None
    np.testing.assert_array_equal(copy, [0.0, 4.0, 8.0])
    x, float64 = np.ones((5, 5)), np.dtype("float64")

    def work() -> tuple[int, int, int]:
        for _ in range(3000):
            f(x, 1), f(x, 2)
        gc.collect()
        return sys.getrefcount(x), sys.getrefcount(float64), sys.getallocatedblocks()

    work()
    before, after = work(), work()
    assert before[0] == after[0] and abs(after[1] - before[1]) < 10 and abs(after[2] - before[2]) < 500


@pytest.mark.parametrize("ndim", [0, 1, 3])
@pytest.mark.parametrize("kind", ["float64", "float32", "int64", "bool"])
def test_whole_arrays_of_each_kind(make: Callable[..., Any], kind: str, ndim: int) -> None:
    """The argument itself comes back as a view."""
    shape, n = [f"%n{k}" for k in range(ndim)], [f"%s{k}" for k in range(ndim)]
    stores = [
        f"  %q{k} = getelementptr i64, ptr %r, i64 {k + 1}\n  store i64 {v}, ptr %q{k}" for k, v in enumerate([*shape, *n])
    ]
    params = ", ".join(["ptr %a", "ptr %x", *(f"i64 {v}" for v in (*shape, *n)), "ptr %r"])
    text = f"define i32 @whole({params}) {{\n  store ptr %x, ptr %r\n" + "\n".join(stores) + "\n  ret i32 0\n}"
    f = make(text, Signature("whole", (ArrayValue(kind, ndim, "A"),), (ArrayValue(kind, ndim),)))
    x = np.asarray(np.arange(24) % 2).astype(kind).reshape(2, 3, 4)
    for a in {0: [x[1, 2, 3, ...], x[0, 0, 0, ...]], 1: [x[0, 1], x[::-1, 1, 2]], 3: [x, x.T, x[:, ::-2, 1:]]}[ndim]:
        found = f(a)
        assert found.dtype == a.dtype and found.shape == a.shape and np.shares_memory(found, a)
        np.testing.assert_array_equal(found, a)


TWO = """
define i32 @two(ptr %a, double %x, ptr %y, i64 %n, i64 %k, ptr %r) {
  %v = load double, ptr %y
  %s = fadd double %x, %v
  store double %s, ptr %r
  ret i32 0
}
"""


def test_tuples_as_arguments(make: Callable[..., Any]) -> None:
    mark = object()
    inner = Items((ArrayValue("float64", 1), ScalarValue("int64")))
    f = make(TWO, Signature("two", (Items((FLOAT, inner)), Same(mark), Same(None)), (FLOAT,)))
    y = np.array([3.0, 4.0])
    assert f((1.5, (y, 2)), mark, None) == 4.5
    named = type("Named", (tuple,), {})((1.5, (y, 2)))
    wrong = [
        ((1.5, (y, 2)), object(), None),
        ((1.5, (y, 2)), mark, 0),
        ((1.5, (y, 2), 3), mark, None),
        ((1.5,), mark, None),
        ([1.5, (y, 2)], mark, None),
        (named, mark, None),
        ((1.5, (y, 2.0)), mark, None),
        ((1.5, y), mark, None),
        ((1, (y, 2)), mark, None),
        (1.5, mark, None),
        ((), mark, None),
    ]
    for args in wrong:
        assert f(*args)[0] == "slow"


def test_a_function_may_leave_the_call_to_others(make: Callable[..., Any]) -> None:
    text = f"""
define i32 @choosy(ptr %a, double %x, ptr %r) {{
  store double %x, ptr %r
  %no = fcmp olt double %x, 0.0
  %status = select i1 %no, i32 {OTHER}, i32 0
  ret i32 %status
}}"""
    f = make(text, Signature("choosy", (FLOAT,), (FLOAT,)))
    for _ in range(3):
        assert f(2.0) == 2.0 and f(-2.0) == ("slow", (-2.0,), {})


def test_more_threads_than_the_pool_has_places(make: Callable[..., Any]) -> None:
    """All are inside the function at a time."""
    count = 40
    barrier = threading.Barrier(count)
    hook = ctypes.CFUNCTYPE(None)(lambda: barrier.wait(30) and None)
    address = ctypes.cast(hook, ctypes.c_void_p).value
    f = make(CALL_BACK, Signature("again", (FLOAT,), (FLOAT,), nogil=True), callback=address)
    found: dict[int, float] = {}

    def work(k: int) -> None:
        for _ in range(3):
            found[k] = f(float(k))

    threads = [threading.Thread(target=work, args=(k,)) for k in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {k: float(k) for k in range(count)}
