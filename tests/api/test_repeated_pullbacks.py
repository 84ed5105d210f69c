"""`irad.vjp` that is called often goes through machine code: the same values, errors and effects as the first times."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad.api.pyfunc import prepared_pullbacks
from irad.api.pyfunc.prepared_pullbacks import PullbackPlan

FACTOR = 2.0
TABLE = np.array([1.0, 10.0, 100.0])
X, Y = np.array([1.0, -2.0, 3.0]), np.array([0.5, 4.0, -1.0])


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many calls went through machine code since it was asked last."""
    found: list[object] = []
    general = PullbackPlan.run

    def run(self: PullbackPlan, *given: Any) -> Any:
        out = general(self, *given)
        if out is not NotImplemented:
            found.append(out)
        return out

    def count() -> int:
        number = len(found)
        found.clear()
        return number

    monkeypatch.setattr(PullbackPlan, "run", run)
    return count


def warm(f: Callable[..., Any], *primals: Any) -> None:
    for _ in range(16):
        irad.vjp(f, *primals)


def test_values_and_derivatives(taken: Callable[[], int]) -> None:
    def mixed(x, s, y):
        return (x * y).sum() * s

    def scaled(x, s, y):
        return x * x * s + y

    assert type(irad.vjp(mixed, X, 3.0, Y)[0]) is float
    for f in (mixed, scaled):
        warm(f, X, 3.0, Y)
    taken()
    for _ in range(3):
        out, pull = irad.vjp(mixed, X, 3.0, Y)
        assert out == 3.0 * (X * Y).sum() and type(out) is float
        for a in (1.0, -0.5):
            dx, ds, dy = pull(a)
            np.testing.assert_allclose(dx, a * 3.0 * Y, rtol=1e-15)
            np.testing.assert_allclose(dy, a * 3.0 * X, rtol=1e-15)
            assert type(ds) is float and ds == pytest.approx(a * (X * Y).sum(), rel=1e-15)
        value, back = irad.vjp(scaled, X, 3.0, Y)
        np.testing.assert_array_equal(value, 3.0 * X * X + Y)
        w = np.array([1.0, 2.0, -3.0])
        dx, ds, dy = back(w)
        np.testing.assert_allclose(dx, 6.0 * X * w)
        np.testing.assert_allclose(ds, (X * X * w).sum())
        np.testing.assert_array_equal(dy, w)
        assert not np.shares_memory(dy, w)
    assert taken() == 6
    irad.vjp(mixed, X[:2], 3.0, Y[1:])
    assert taken() == 1
    apart = (X[::2], 1.0, Y[::2]), (X.astype(np.float32), 1.0, Y), (X, np.float64(1.0), Y)
    for primals in (*apart, (X, 1.0, X), (X[:2], 1.0, X[1:])):
        out, pull = irad.vjp(mixed, *primals)
        x, s, y = (np.array(p, float) for p in primals)
        assert out == pytest.approx(float(s * (x * y).sum()))
        assert taken() == 0
        if primals[2] is not X and primals[0].base is None:
            np.testing.assert_allclose(pull(1.0)[0], s * y)
    with pytest.raises(irad.TypingError):
        irad.vjp(mixed, X, 3, Y)


def test_arguments_that_are_written_or_returned(taken: Callable[[], int]) -> None:
    def scribble(x):
        x[0] = x[1] * x[2]
        return (x * x).sum()

    def tail(x):
        return x[1:]

    warm(scribble, X)
    warm(tail, X)
    for _ in range(3):
        x = X.copy()
        out, pull = irad.vjp(scribble, x)
        assert out == 36.0 + 4.0 + 9.0
        np.testing.assert_array_equal(x, X)
        x[:] = 100.0  # the pull-back keeps the point
        for _ in range(2):
            np.testing.assert_array_equal(pull(1.0)[0], [0.0, 2.0 * -6.0 * 3.0 - 4.0, 2.0 * -6.0 * -2.0 + 6.0])
        value, back = irad.vjp(tail, X)
        value += 1.0
        np.testing.assert_array_equal(X, [1.0, -2.0, 3.0])
        np.testing.assert_array_equal(back(np.array([5.0, 7.0]))[0], [0.0, 5.0, 7.0])
    assert taken() == 6


def test_adjoints(taken: Callable[[], int]) -> None:
    def total(x):
        return (x * x).sum()

    def square(x):
        return x * x

    warm(total, X)
    warm(square, X)
    taken()
    _, pull = irad.vjp(total, X)
    for one in (1, np.float32(1.0), np.float64(1.0), np.int64(1)):
        np.testing.assert_array_equal(pull(one)[0], 2.0 * X)
    for wrong in (True, np.ones(1), "1", None, (1.0,), 1.0j):
        with pytest.raises(irad.ActivityError):
            pull(wrong)
    _, pull = irad.vjp(square, X)
    seen = np.ones(3)
    seen.flags.writeable = False
    for ones in (np.ones(6)[::2], seen, np.ones(3)[::-1]):
        np.testing.assert_array_equal(pull(ones)[0], 2.0 * X)
    for bad in (np.ones(2), np.ones((3, 1)), np.ones(3, np.float32), np.ones(3, int), 1.0, [1.0, 1.0, 1.0], None):
        with pytest.raises(irad.ActivityError):
            pull(bad)
    assert taken() == 2


def test_names_that_are_bound_anew(taken: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
    def times(x):
        return (x * x).sum() * FACTOR

    warm(times, X)
    taken()
    out, pull = irad.vjp(times, X)
    assert out == 28.0 and taken() == 1
    monkeypatch.setitem(globals(), "FACTOR", 5.0)
    for _ in range(2):  # the pull-back is that of the value
        np.testing.assert_array_equal(pull(1.0)[0], 4.0 * X)
        np.testing.assert_array_equal(pull(np.float32(1.0))[0], 4.0 * X)
    out, pull = irad.vjp(times, X)
    assert out == 70.0 and taken() == 0
    np.testing.assert_array_equal(pull(1.0)[0], 10.0 * X)


def test_what_is_seen_runs_once(taken: Callable[[], int], capsys: pytest.CaptureFixture[str]) -> None:
    calls: list[float] = []

    @irad.custom
    def ruled(x):
        return x * x

    @irad.host_rule
    def forward(x):
        calls.append(x)
        return x * x, (x,)

    @irad.host_rule
    def back(kept, d):
        return (2.0 * kept[0] * d,)

    ruled.defvjp(forward, back)

    def told(x):
        print("once")
        return x * x

    def through_rule(x):
        return ruled(x) + 1.0

    def with_table(x):
        return (x * TABLE).sum()

    for f, slope in ((told, 6.0), (with_table, None), (through_rule, 6.0)):
        given = X if slope is None else 3.0
        warm(f, given)
        capsys.readouterr()
        before = len(calls)
        _, pull = irad.vjp(f, given)
        np.testing.assert_array_equal(pull(1.0)[0], TABLE if slope is None else slope)
        assert capsys.readouterr().out.count("once") == (f is told)
        assert len(calls) - before == (f is through_rule)
    assert taken() == 0


def test_errors_in_the_function(taken: Callable[[], int]) -> None:
    def positive(x):
        if x[0] < 0.0:
            raise ValueError("negative")
        return x[0] * x[2]

    warm(positive, X)
    taken()
    with pytest.raises(ValueError, match="negative"):
        irad.vjp(positive, -X)
    with pytest.raises(IndexError):
        irad.vjp(positive, X[:2])
    np.testing.assert_array_equal(irad.vjp(positive, X)[1](1.0)[0], [3.0, 0.0, 1.0])
    assert taken() == 1


def test_long_functions_keep_their_tape(taken: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
    def summed(x):
        return (x * x).sum()

    big = np.ones(1000)
    warm(summed, X)
    irad.vjp(summed, X)
    monkeypatch.setattr(prepared_pullbacks, "_LONG", -1)
    taken()
    for _ in range(3):
        np.testing.assert_array_equal(irad.vjp(summed, big)[1](1.0)[0], 2.0 * big)
    assert taken() == 3
    np.testing.assert_array_equal(irad.vjp(summed, big)[1](1.0)[0], 2.0 * big)
    assert taken() == 0


def test_pullbacks_in_threads(taken: Callable[[], int]) -> None:
    def cubes(x, y):
        return x * x * x + y

    warm(cubes, X, Y)
    wrong: list[Any] = []

    def work(k: int) -> None:
        for i in range(300):
            x = X + k + i
            out, pull = irad.vjp(cubes, x, Y)
            d, one = pull(Y)
            if not (np.allclose(out, x**3 + Y) and np.allclose(d, 3.0 * x * x * Y) and np.array_equal(one, Y)):
                wrong.append((k, i))

    threads = [threading.Thread(target=work, args=(10 * k,)) for k in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong and taken() == 1200
