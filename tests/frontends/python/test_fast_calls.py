"""Calls of jit functions go through machine code; whatever that does not take still works."""

from __future__ import annotations

import gc
import threading
import weakref
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import irad
from irad.api.pyfunc.jit_function import JitFunction

SCALE = 2.0
TABLE = np.array([1.0, 10.0])


def scaled(x):
    return x * SCALE


def first(x, i):
    return x[i]


def with_table(x):
    return x * TABLE[0] + TABLE[1]


def deep(x, n):
    if n == 0:
        return x
    return deep(x, n - 1) + 1.0


def several(x, n):
    return x + n, n * 2, x > 1.0


def fill(x, v):
    x[:] = v


def twice(x):
    return x + x


def made(x):
    return x * 2.0


def test_types_are_told_apart() -> None:
    f = irad.jit(twice)
    for _ in range(3):
        for value, kind in ((3, int), (2.5, float), (np.float32(1.5), np.float32), (np.float64(0.5), float), (np.int64(4), int)):
            assert f(value) == value + value and isinstance(f(value), kind), value
    for _ in range(2):
        for a in (np.arange(3.0), np.arange(6.0)[::2], np.arange(4.0).reshape(2, 2), np.arange(3, dtype=np.float32)):
            np.testing.assert_array_equal(irad.jit(made)(a), 2 * a)
    assert len(f.signatures) == 5


def test_values_keywords_defaults_and_results() -> None:
    f = irad.jit(several)
    for _ in range(2):
        assert f(0.5, 3) == (3.5, 6, False) and f(n=2, x=1.5) == (3.5, 4, True)
    with pytest.raises(TypeError):
        f(1.0)
    with pytest.raises(TypeError):
        f(1.0, 2, 3)
    g = irad.jit(fill)
    x = np.zeros(3)
    assert g(x, 2.0) is None and g(x, 3.0) is None
    np.testing.assert_array_equal(x, 3.0)


def test_errors() -> None:
    f = irad.jit(first)
    x = np.arange(3.0)
    for _ in range(3):
        assert f(x, 2) == 2.0
        with pytest.raises(IndexError, match="index 3 "):
            f(x, 3)
    g = irad.jit(deep)
    for _ in range(2):
        assert g(1.0, 50) == 51.0
        with pytest.raises(RecursionError):
            g(1.0, 10**8)


def test_captured_names_are_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    f, g = irad.jit(scaled), irad.jit(with_table)
    assert [f(3.0), f(3.0)] == [6.0, 6.0] and [g(2.0), g(2.0)] == [12.0, 12.0]
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    assert [f(3.0), f(3.0)] == [15.0, 15.0]
    monkeypatch.setitem(globals(), "SCALE", float("5.0"))  # equal, another object
    assert [f(3.0), f(3.0), f(3.0)] == [15.0, 15.0, 15.0]
    assert len(f.signatures) == 2
    TABLE[0] = 3.0
    assert g(2.0) == 16.0
    monkeypatch.setitem(globals(), "TABLE", np.array([7.0, 1.0]))
    assert [g(2.0), g(2.0)] == [15.0, 15.0]


def test_a_signature_converts() -> None:
    f = irad.jit(signature="float64(float64)")(twice)
    assert [f(3), f(2.5), f(np.float32(0.5)), f(np.int64(2))] == [6.0, 5.0, 1.0, 4.0]
    assert f.signatures == ["float64(float64)"]
    g = irad.jit(signature="float64(float64[:], int64)")(first)
    assert g(np.arange(3.0), 1) == 1.0 and g(np.arange(6.0)[::2], 1) == 2.0
    assert len(g.signatures) == 1


def test_threads() -> None:
    f = irad.jit(deep)
    f(0.0, 1)
    wrong: list[float] = []

    def work(k: int) -> None:
        for n in range(200):
            if f(float(k), n % 30) != k + n % 30:
                wrong.append(k)

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong


def test_functions_can_go() -> None:
    def make() -> Any:
        def local(x):
            return x * 3.0

        f = irad.jit(local)
        assert f(2.0) == 6.0
        return weakref.ref(f)

    gone = make()
    gc.collect()
    assert gone() is None


def test_inspection() -> None:
    f = irad.jit(twice)
    with pytest.raises(irad.IradError, match="not compiled yet"):
        f.inspect_llvm()
    f(1.0)
    assert "fadd" in f.inspect_llvm() and "define" in f.inspect_llvm("frontend")
    assert "ret" in f.inspect_asm() and "float64(float64)\n    x: float64\n    returns float64" in f.inspect_types()
    assert f.__name__ == "twice" and f.py_func is twice


def test_tape_limit() -> None:
    def work(x):
        s = 0.0
        for _ in range(100000):
            s = np.sin(s * x) + 0.1
        return s

    assert irad.grad(irad.jit(work))(0.3) == irad.grad(irad.jit(tape_limit=10_000_000)(work))(0.3)
    with pytest.raises(MemoryError):
        irad.grad(irad.jit(tape_limit=300)(work))(0.3)
    with pytest.raises(irad.UnsupportedError, match="parallel"):
        irad.jit(parallel=True)(work)


def test_a_tape_limit_ends_with_the_call() -> None:
    """The next call gets the same memory, of whatever function it is."""
    body = "double s = 0; for (int i = 0; i < 100000; i++) s = sin(s * x) + 0.1; return s;"
    f = irad.Module.from_c(f"#include <math.h>\ndouble f(double x) {{ {body} }}")["f"]

    def work(x):
        s = 0.0
        for _ in range(100000):
            s = np.sin(s * x) + 0.1
        return s

    limited = irad.grad(irad.jit(tape_limit=300)(work))
    for _ in range(2):
        with pytest.raises(MemoryError):
            limited(0.3)
        (d,) = irad.autodiff(f, irad.Active(0.3))
        assert d == pytest.approx((work(0.3 + 1e-6) - work(0.3 - 1e-6)) / 2e-6, rel=1e-8)
        irad.release_memory()


def multiplied(x: float, *, by: float = 2.0) -> float:
    return by * x


def calls_by_name(x: float) -> float:
    return multiplied(x) * x


def test_defaults_by_name_that_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(multiplied, "__kwdefaults__", {"by": 2.0})
    functions = [irad.jit(calls_by_name), irad.grad(calls_by_name), irad.grad(multiplied)]
    for by in (2.0, 5.0):
        multiplied.__kwdefaults__["by"] = by  # type: ignore[index]
        for _ in range(3):  # (the first call compiles, later ones go the fast way)
            assert [f(3.0) for f in functions] == pytest.approx([9 * by, 6 * by, by])
    multiplied.__kwdefaults__ = {"by": 7.0}
    assert [f(3.0) for f in functions] == pytest.approx([63.0, 42.0, 7.0])


def spread(a, b, c):
    return a + 10.0 * b + 100.0 * c


def by_position(a, /, b):
    return a - b


def test_arguments_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    f, slow = irad.jit(spread), []
    general = JitFunction._positional
    monkeypatch.setattr(JitFunction, "_positional", lambda self, *given: slow.append(given) or general(self, *given))
    f(1.0, 2.0, 3.0)
    for _ in range(2):
        for given in permutations({"a": 1.0, "b": 2.0, "c": 3.0}.items()):
            assert f(**dict(given)) == 321.0
        assert f(1.0, c=3.0, b=2.0) == 321.0 and f(1.0, 2.0, c=3.0) == 321.0
    assert not slow
    assert f(1.0, 2.0, **{"x=c"[2:]: 3.0}) == 321.0  # whatever object the name is
    assert f(a=1, b=2, c=3) == 321.0 and f(c=np.float32(3.0), b=2.0, a=1.0) == 321.0
    wrong: list[tuple[tuple[float, ...], dict[str, float]]] = [
        ((1.0, 2.0), {"b": 2.0}),
        ((1.0, 2.0), {"a": 2.0}),
        ((1.0, 2.0), {"d": 2.0}),
        ((1.0,), {"b": 2.0}),
        ((1.0, 2.0, 3.0), {"c": 2.0}),
        ((), {"a": 1.0, "b": 2.0, "d": 3.0}),
    ]
    for args, names in wrong:
        with pytest.raises(TypeError):
            f(*args, **names)
    g = irad.jit(by_position)
    for _ in range(2):
        assert g(3.0, b=1.0) == 2.0
        with pytest.raises(TypeError):
            g(a=3.0, b=1.0)


def test_gradients_by_name() -> None:
    g = irad.grad(spread, (0, 2))
    for _ in range(3):
        assert g(a=1.0, c=2.0, b=3.0) == (1.0, 100.0)
        assert g(1.0, c=2.0, b=3.0) == (1.0, 100.0)
