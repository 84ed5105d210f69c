"""Annotated calls that are repeated go through machine code: the same results, errors and effects as the first time."""

from __future__ import annotations

import math
import threading
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad import Active, BatchDuplicated, Const, Duplicated, Forward, ForwardWithPrimal, Reverse, ReverseWithPrimal, autodiff
from irad.pycall import prepared

TABLE = np.array([1.0, 10.0, 100.0])
SCALE = 2.0


def power(x: float, n: int) -> float:
    return x**n


def several(x: float, y: np.float32, flag: bool) -> Any:
    return x * x * y, 3, flag, y * 2


def weighted(x: Any, w: Any) -> float:
    s = 0.0
    for i in range(len(x)):
        s += x[i] * x[i] * w[i]
    return s


def overwrite(x: Any, out: Any) -> None:
    for i in range(len(x)):
        out[i] = x[i] ** 2
        x[i] = 0.0


def through_work(x: Any, work: Any) -> float:
    for i in range(len(work)):
        work[i] = x[i] * x[i]
    s = 0.0
    for i in range(len(work)):
        s += work[i] ** 2
    return s


def matrix(a: Any, n: int) -> float:
    s = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            s += (i + 2 * j + n) * a[i, j] ** 2
    return s


def with_table(x: float) -> float:
    return TABLE[0] * x + TABLE[1] * x * x * SCALE


def counted(name: str) -> Callable[..., Any]:
    """A method of Plan that counts how often it gave a result."""
    inner = getattr(prepared.CallPlan, name)

    def run(self: Any, *args: Any) -> Any:
        out = inner(self, *args)
        counted.calls += out is not NotImplemented  # type: ignore[attr-defined]
        return out

    return run


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many calls plans have taken since the last question."""
    counted.calls = 0  # type: ignore[attr-defined]
    for value in globals().values():  # functions that other tests have called
        if isinstance(value, types.FunctionType):
            vars(value).pop("__irad__", None)
    monkeypatch.setattr(prepared.CallPlan, "run", counted("run"))

    def ask() -> int:
        found: int = counted.calls  # type: ignore[attr-defined]
        counted.calls = 0  # type: ignore[attr-defined]
        return found

    return ask


X = np.array([1.0, -2.0, 3.0])
M = np.arange(12.0).reshape(3, 4)


def dup(a: np.ndarray, start: float = 0.0) -> Duplicated:
    shadow = np.empty_like(a)
    shadow[...] = start
    return Duplicated(a.copy(), shadow)


def view(a: np.ndarray, key: Any) -> Duplicated:
    """A view with a view as its shadow."""
    return Duplicated(a.copy()[key], np.zeros_like(a)[key])


# name: function, arguments made anew, keywords, are calls of this kind prepared?
CASES: dict[str, tuple[Callable[..., Any], Callable[[], tuple[Any, ...]], dict[str, Any], bool]] = {
    "scalar": (power, lambda: (Active(1.5), 3), {}, True),
    "numpy scalar": (power, lambda: (Active(np.float64(1.5)), np.int64(3)), {}, True),
    "float32": (power, lambda: (Active(np.float32(1.5)), 3), {}, True),
    "const": (power, lambda: (Active(1.5), Const(3)), {}, True),
    "inactive": (power, lambda: (1.5, 3), {}, True),
    "primal": (power, lambda: (Active(1.5), 3), {"mode": ReverseWithPrimal}, True),
    "seed": (power, lambda: (Active(1.5), 3), {"seed": 2.5}, True),
    "integer seed": (power, lambda: (Active(1.5), 3), {"seed": 2}, True),
    "numpy seed": (power, lambda: (Active(1.5), 3), {"seed": np.float64(2.5)}, True),
    "nan seed": (power, lambda: (Active(1.5), 3), {"seed": math.nan}, True),
    "returns const": (power, lambda: (Active(1.5), 3), {"returns": Const}, True),
    "tangent": (power, lambda: (Duplicated(1.5, 2.0), 3), {"mode": Forward}, True),
    "integer tangent": (power, lambda: (Duplicated(1.5, 2), 3), {"mode": ForwardWithPrimal}, True),
    "no tangent": (power, lambda: (1.5, 3), {"mode": Forward}, True),
    "tangent of const": (power, lambda: (Duplicated(1.5, 2.0), 3), {"mode": Forward, "returns": Const}, True),
    "several": (several, lambda: (Active(1.5), Active(np.float32(0.5)), True), {}, True),
    "several, primal": (several, lambda: (Active(1.5), np.float32(0.5), False), {"mode": ReverseWithPrimal, "seed": 2.0}, True),
    "several, seeds": (several, lambda: (Active(1.5), np.float32(0.5), True), {"seed": (1.0, 2.0)}, False),
    "several, forward": (
        several,
        lambda: (Duplicated(1.5, 2.0), Duplicated(np.float32(0.5), np.float32(1.0)), True),
        {"mode": ForwardWithPrimal},
        True,
    ),
    "array": (weighted, lambda: (dup(X, 0.5), np.arange(3.0)), {}, True),
    "two arrays": (weighted, lambda: (dup(X, 0.5), dup(X + 1)), {"mode": ReverseWithPrimal}, True),
    "array forward": (weighted, lambda: (dup(X, 0.5), X + 1), {"mode": ForwardWithPrimal}, True),
    "overwritten": (overwrite, lambda: (dup(X, 0.5), dup(X, 2.0)), {}, True),
    "overwritten, forward": (overwrite, lambda: (dup(X, 0.5), dup(X, 2.0)), {"mode": Forward}, True),
    "internal shadow": (through_work, lambda: (dup(X), np.zeros(3)), {}, True),
    "empty": (weighted, lambda: (dup(X[:0]), np.zeros(0)), {}, True),
    "strided internal shadow": (through_work, lambda: (dup(X), np.zeros(6)[::2]), {}, False),
    "matrix": (matrix, lambda: (dup(M), 3), {}, True),
    "columns": (matrix, lambda: (view(M, np.s_[:, ::2]), 3), {}, True),
    "backwards": (matrix, lambda: (view(M, np.s_[::-1, ::-3]), 3), {}, True),
    "transposed": (matrix, lambda: (Duplicated(M.copy().T, np.zeros_like(M).T), 3), {}, True),
    "captured": (with_table, lambda: (Active(1.5),), {"mode": ReverseWithPrimal}, True),
    "captured, forward": (with_table, lambda: (Duplicated(1.5, 2.0),), {"mode": Forward}, True),
}


def flat(*values: Any) -> list[Any]:
    """Everything in results and annotations, with types."""
    out: list[Any] = []
    for v in values:
        if isinstance(v, tuple):
            out += [len(v), *flat(*v)]
        elif isinstance(v, np.ndarray):
            out += [v.shape, *v.ravel().tolist()]
        elif isinstance(v, Duplicated):
            out += flat(v.val, v.dval)
        elif isinstance(v, (Active, Const)):
            out += flat(v.val)
        else:
            out += [type(v).__name__, repr(v)]
    return out


@pytest.mark.parametrize("name", CASES)
def test_same_as_the_first_time(name: str, taken: Callable[[], int]) -> None:
    f, make, keywords, fast = CASES[name]
    seen = []
    for _ in range(4):
        args = make()
        out = autodiff(f, *args, **keywords)
        seen.append(flat(out, *args))
    assert seen[1:] == seen[:1] * 3
    assert taken() == (2 if fast else 0)


def test_types_are_told_apart(taken: Callable[[], int]) -> None:
    def square(x: Any) -> Any:
        return x * x

    values = (1.5, np.float64(2.5), np.float32(0.5))
    for _ in range(4):
        for x in values:
            (d,) = autodiff(square, Active(x))
            assert d == 2 * x and isinstance(d, np.float32 if isinstance(x, np.float32) else float)
    assert taken() >= 6
    for mode, want in ((Reverse, (3.0,)), (ReverseWithPrimal, ((3.0,), 2.25))):
        for _ in range(3):
            assert autodiff(square, Active(1.5), mode=mode) == want
    for _ in range(3):
        assert autodiff(square, Duplicated(1.5, 1.0), mode=Forward) == (3.0,)
        with pytest.raises(irad.ActivityError):
            autodiff(square, Duplicated(1.5, 1.0))
        with pytest.raises(irad.ActivityError):
            autodiff(square, Active(3))


def repeat(call: Callable[[], Any], times: int = 3) -> None:
    for _ in range(times):
        call()


def test_overlap_and_shapes(taken: Callable[[], int]) -> None:
    x, dx, w = X.copy(), np.zeros(3), np.ones(3)
    repeat(lambda: autodiff(weighted, Duplicated(x, dx), w))
    assert taken()
    wrong: list[tuple[Any, Any, type[Exception]]] = [
        (Duplicated(x, x), w, irad.AliasingError),
        (Duplicated(x, dx), dx, irad.AliasingError),
        (Duplicated(x, np.zeros(4)), w, irad.ActivityError),
        (Duplicated(x, np.zeros(6)[::2]), w, irad.ActivityError),
        (Duplicated(x, np.zeros(3, np.float32)), w, irad.ActivityError),
        (Duplicated(x, np.zeros((3, 1))), w, irad.ActivityError),
        (Duplicated(x, None), w, irad.ActivityError),
        (Duplicated(x, dx), np.ones(2), IndexError),
    ]
    locked = np.zeros(3)
    locked.flags.writeable = False
    wrong.append((Duplicated(x, locked), w, irad.ActivityError))
    for note, other, kind in wrong:
        with pytest.raises(kind):
            autodiff(weighted, note, other)
    assert taken() == 0
    # a constant that shares memory is fine if nobody writes, and slow
    dx[:] = 0.0
    autodiff(weighted, Duplicated(x, dx), x)
    np.testing.assert_allclose(dx, 2 * x * x)
    assert taken() == 0
    # the same memory twice is fine if the shadows are so too, and slow
    both, shadows = np.array([1.0, 2.0, 3.0, 4.0]), np.zeros(4)
    repeat(lambda: autodiff(weighted, Duplicated(both[:3].copy(), dx), Duplicated(x, dx.copy())))
    taken()
    autodiff(weighted, Duplicated(both[:3], shadows[:3]), Duplicated(both[1:], shadows[1:]))
    np.testing.assert_allclose(shadows, [2 * 1 * 2, 2 * 2 * 3 + 1, 2 * 3 * 4 + 4, 9])
    assert taken() == 0


def test_columns_between_one_another() -> None:
    a, da = M.copy(), np.zeros_like(M)
    for _ in range(4):
        da[...] = 0
        autodiff(weighted, Duplicated(a[:, 0], da[:, 0]), Duplicated(a[:, 1], da[:, 1]))
        np.testing.assert_allclose(da[:, 0], 2 * a[:, 0] * a[:, 1])
        np.testing.assert_allclose(da[:, 1], a[:, 0] ** 2)


def test_exceptions_leave_shadows_alone(taken: Callable[[], int]) -> None:
    def strict(x: Any, i: int) -> float:
        s = float(x[0] * x[i])
        if s < 0.0:
            raise ValueError("negative")
        return 1.0 / s

    x, dx = np.array([1.0, 2.0, -1.0, 0.0]), np.zeros(4)
    repeat(lambda: autodiff(strict, Duplicated(x, dx), 1))
    assert taken() == 1
    before = dx.copy()
    for i, kind, message in ((2, ValueError, "negative"), (3, ZeroDivisionError, "division"), (4, IndexError, "index 4")):
        for _ in range(2):
            with pytest.raises(kind, match=message):
                autodiff(strict, Duplicated(x, dx), i)
    np.testing.assert_array_equal(dx, before)
    autodiff(strict, Duplicated(x, dx), 1)
    np.testing.assert_allclose(dx, 4 * np.array([-0.5, -0.25, 0, 0]))


def test_recursion_and_memory(taken: Callable[[], int]) -> None:
    def down(x: float, n: int) -> float:
        return x if n == 0 else x * down(x, n - 1)

    repeat(lambda: autodiff(down, Active(1.0), 3))
    for _ in range(2):
        with pytest.raises(RecursionError):
            autodiff(down, Active(1.0), 10**9)
        assert autodiff(down, Active(1.0), 3) == (4.0, None)

    def long(x: float, n: int) -> float:
        while n > 0:
            x = math.sin(x) * x
            n -= 1
        return x

    f = irad.jit(long)
    repeat(lambda: autodiff(f, Active(1.0), 3))
    assert taken()
    f.irad_function.tape_limit = 1000
    with pytest.raises(MemoryError):
        autodiff(f, Active(1.0), 10**5)
    f.irad_function.tape_limit = 0
    autodiff(f, Active(1.0), 10**5)
    irad.release_memory()
    assert autodiff(f, Active(1.0), 1)[0] == pytest.approx(math.cos(1.0) + math.sin(1.0))


def test_captured_names_that_change(taken: Callable[[], int]) -> None:
    global SCALE, TABLE
    table = TABLE
    try:
        for _ in range(4):
            assert autodiff(with_table, Active(1.5)) == (1.0 + 10.0 * 3.0 * SCALE,)
        assert taken() == 2
        TABLE[0] = 7.0  # the same memory
        assert autodiff(with_table, Active(1.5)) == (7.0 + 10.0 * 3.0 * SCALE,)
        assert taken() == 1
        SCALE = 5.0
        for _ in range(4):
            assert autodiff(with_table, Active(1.5)) == (7.0 + 10.0 * 3.0 * 5.0,)
        assert taken() == 3
        TABLE = np.array([0.5, 0.25])
        for _ in range(4):
            assert autodiff(with_table, Active(1.5)) == (0.5 + 0.25 * 3.0 * 5.0,)
        SCALE, TABLE = 2.0, table
        TABLE[0] = 1.0
        for _ in range(3):
            assert autodiff(with_table, Active(1.5)) == (1.0 + 10.0 * 3.0 * 2.0,)
    finally:
        SCALE, TABLE = 2.0, table


def test_signatures_and_defaults(taken: Callable[[], int]) -> None:
    @irad.jit(signature="float64(float64[:], float64)")
    def declared(x: Any, s: float) -> float:
        return x[0] * s

    for x in (np.ones(2), np.ones(4)[::2], np.ones(2)):
        for _ in range(3):
            dx = np.zeros(4)[::2] if x.strides[0] == 16 else np.zeros(2)
            autodiff(declared, Duplicated(x, dx), 3)
            assert dx[0] == 3.0
    assert taken() > 3

    def defaults(x: float, n: int = 2) -> float:
        return x * n

    for _ in range(3):
        assert autodiff(defaults, Active(1.0)) == (2.0,)
        assert autodiff(defaults, Active(1.0), 5) == (5.0, None)


def test_arguments_that_are_left_to_others() -> None:
    class Odd(np.ndarray):
        pass

    x, dx, w = X.copy(), np.zeros(3), np.ones(3)
    repeat(lambda: autodiff(weighted, Duplicated(x, dx), w))
    with pytest.raises(irad.TypingError):
        autodiff(weighted, Duplicated(x.view(Odd), dx), w)
    with pytest.raises(irad.TypingError):
        autodiff(weighted, Duplicated(x, dx))
    with pytest.raises(irad.TypingError):
        autodiff(weighted, Duplicated(x, dx), w, w)
    assert autodiff(weighted, BatchDuplicated(x, (dx,)), w) == (None, None)
    with pytest.raises(irad.ActivityError):
        autodiff(weighted, Duplicated(x, dx), w, mode="Reverse")  # type: ignore[arg-type]
    with pytest.raises(irad.ActivityError):
        autodiff(weighted, Duplicated(x, dx), w, seed="one")
    with pytest.raises(irad.IradError):
        autodiff([], Duplicated(x, dx), w)


def test_threads() -> None:
    def long(x: Any, n: int) -> float:
        s = x[0]
        while n > 0:
            s = math.sin(s) + x[1]
            n -= 1
        return s

    found: list[Any] = []

    def work() -> None:
        for _ in range(50):
            x, dx = np.array([0.3, 0.1]), np.zeros(2)
            autodiff(long, Duplicated(x, dx), 200)
            found.append(tuple(dx))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(found) == 200 and len(set(found)) == 1


class OwnActive(Active):
    """An annotation of a user's."""


def test_forms_of_annotations(taken: Callable[[], int]) -> None:
    for _ in range(3):
        lanes = autodiff(power, BatchDuplicated(3.0, (1.0, 10.0)), 2, mode=ForwardWithPrimal)
        assert lanes == ((6.0, 60.0), 9.0)
    assert taken() == 1
    for _ in range(3):
        assert autodiff(power, BatchDuplicated(3.0, [1.0, 10.0]), 2, mode=ForwardWithPrimal) == lanes  # type: ignore[arg-type]
        assert autodiff(power, BatchDuplicated(3.0, (1.0,)), 2, mode=ForwardWithPrimal) == ((6.0,), 9.0)
        assert autodiff(power, BatchDuplicated(3.0, (1.0, 0.0, 2.0)), 2, mode=Forward) == ((6.0, 0.0, 12.0),)
        assert autodiff(power, OwnActive(3.0), 2) == (6.0, None)
        assert autodiff(power, Active(3.0), 2, mode=ReverseWithPrimal) == ((6.0, None), 9.0)
        notes = Duplicated(3.0, 0.5), Const(np.float32(2.0)), Const(True)
        tangent, value = autodiff(several, *notes, mode=ForwardWithPrimal)
        assert value == (18.0, 3, True, 4.0) and tangent[:3] == (6.0, 0, False) and tangent[3] == 0.0
    assert taken() >= 5
    note = Duplicated(1.0, 2.0)
    with pytest.raises(AttributeError):
        note.val = 3.0  # type: ignore[misc]
    assert repr(note) == "Duplicated(val=1.0, dval=2.0)" and repr(Const(val=2)) == "Const(val=2)"
