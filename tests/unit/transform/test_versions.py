"""Loops with a version without bounds checks: same values, same derivatives, same errors at the same place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad.errors import IradError
from irad.frontends.python import lower, type_of
from irad.ir.printer import print_module
from irad.llvm.border.session import canonical
from irad.pipeline import normal_form


def forward(x, y, n):
    s = 0.0
    for i in range(n):
        y[i] = x[i] * x[i]
        s += y[i]
    return s


def backward(x, y, n):
    s = 0.0
    for i in range(n - 1, -1, -1):
        y[i] = x[i] * x[i]
        s += y[i]
    return s


def shifted(x, y, n):
    s = 0.0
    for i in range(n):
        y[i + 1] = x[i] * x[i]
        s += y[i + 1]
    return s


def from_the_end(x, y, n):
    """Negative indices are legal: x[-1] is the last."""
    s = 0.0
    for i in range(n):
        y[i - 3] = x[i - 3] * x[i - 3]
        s += y[i - 3]
    return s


def neighbours(x, y, n):
    """Periodic: the first two iterations reach around the end, with sums that go on from one loop to the next."""
    s, last = 0.0, 1.0
    for i in range(n):
        y[i] = x[i - 2] * x[i - 1] + x[i] * last
        last = y[i - 1] * 0.5
        s += y[i]
    return s


def neighbours_later(x, y, n):
    """One iteration reaches around the end."""
    s = 0.0
    for i in range(2, n):
        y[i] = x[i - 3] * x[i - 1]
        s += y[i - 3] + y[i]
    return s


def all_around(x, y, n):
    """As many iterations reach around the end as there are elements."""
    s = 0.0
    for i in range(n):
        s += x[i - 6] * y[i - 5] + x[i]
    return s


def down_to_the_end(x, y, n):
    """The last iteration reaches around the end."""
    s = 0.0
    for i in range(n - 1, -1, -1):
        y[i] = x[i - 1] * x[i]
        s += y[i]
    return s


def moved(x, y, n):
    """As an index from the end, but for one iteration more."""
    s = 0.0
    for i in range(n):
        s += x[i - 2 + (3 if i < 3 else 0)] * x[i - 1]
    return s


def around_and_beyond(x, y, n):
    """One index reaches around the end at first, another beyond it at last."""
    s = 0.3
    for i in range(1, n):
        s += x[i - 4] * y[i - 1]
        s += y[i + 1]
    return s


def around_from_anywhere(x, y, n):
    """As before, from a start that the outer loop moves."""
    s = 0.3
    for k in range(3):
        for i in range(k, n):
            s += x[i - 4] * y[i - 1 - k]
            s += y[i + 1]
    return s


def previous(x, y, n):
    """The first iteration has none."""
    s = 0.0
    for i in range(n):
        t = x[i]
        if i > 0:
            t += x[i - 1] * y[i - 1]
        if i > 2:
            t += x[i - 3]
        y[i] = t * t
        s += y[i]
    return s


def running(x, y, n):
    """An index of its own, from a start that nobody knows."""
    s = 0.0
    p = n - 4
    for i in range(n):
        y[p] = x[i] * x[i]
        s += y[p]
        p += 1
    return s


def nested(x, y, n):
    s = 0.0
    for i in range(n):
        for j in range(i + 1):
            y[j] += x[j] * x[i]
            s += y[j]
    return s


def guarded(x, y, n):
    """An access that would be out of bounds never happens."""
    s = 0.0
    for i in range(n + 2):
        if i < n:
            y[i] = x[i] * x[i]
            s += y[i]
    return s


def invariant(x, y, n):
    s = 0.0
    for i in range(n):
        s += x[i] * y[n - 1]
    return s


FUNCTIONS = [
    forward, backward, shifted, from_the_end, neighbours, neighbours_later, all_around, down_to_the_end, moved, around_and_beyond,
    around_from_anywhere, previous, running, nested, guarded, invariant,
]  # fmt: skip
SIZES = [0, 1, 2, 4, 5, 6, 7, 9]


def outcome(f: Callable[..., Any], *args: Any) -> Any:
    try:
        return f(*args)
    except IndexError:
        return IndexError


VERSIONED = [f for f in FUNCTIONS if f not in (down_to_the_end, moved, around_from_anywhere)]


@pytest.mark.parametrize("f", VERSIONED, ids=lambda f: f.__name__)
def test_there_is_a_version(f: Callable[..., Any]) -> None:
    lowered = lower(f, (type_of(np.zeros(3)), type_of(np.zeros(3)), type_of(3)))
    text = print_module(normal_form(canonical(lowered.ir), [lowered.entry]))
    assert ".fast" in text


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_values_errors_and_derivatives(f: Callable[..., Any]) -> None:
    """Arrays of six, ``n`` on both sides of that; Python itself is the reference, differences for the derivative."""
    compiled = irad.jit(f)
    for n in SIZES:
        rng = np.random.default_rng(n)
        x, y = rng.normal(size=6), rng.normal(size=6)
        a, b = x.copy(), y.copy()
        wanted = outcome(f, a, b, n)
        c, d = x.copy(), y.copy()
        assert outcome(compiled, c, d, n) == (wanted if wanted is IndexError else pytest.approx(wanted, rel=1e-13))
        np.testing.assert_array_equal(c, a)
        np.testing.assert_allclose(d, b, rtol=1e-14)
        c, d, dx, dy = x.copy(), y.copy(), np.zeros(6), np.zeros(6)
        found = outcome(
            lambda c=c, d=d, dx=dx, dy=dy, n=n: irad.autodiff(
                f, irad.Duplicated(c, dx), irad.Duplicated(d, dy), n, mode=irad.ReverseWithPrimal
            )
        )
        np.testing.assert_array_equal(c, a)
        np.testing.assert_allclose(d, b, rtol=1e-14)  # what was written before an error stays
        if wanted is IndexError:
            assert found is IndexError and not dx.any() and not dy.any()
            continue
        assert found[1] == pytest.approx(wanted, rel=1e-13)
        v, h = rng.normal(size=6), 1e-6
        slope = (f(x + h * v, y.copy(), n) - f(x - h * v, y.copy(), n)) / (2 * h)
        assert dx @ v == pytest.approx(slope, rel=1e-7, abs=1e-8)


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_nothing_beside_the_arrays_is_touched(f: Callable[..., Any]) -> None:
    """Also where an error ends the loop, which the reverse sweep may begin with its last iterations."""
    for size in (1, 2, 3, 6):
        for n in SIZES:
            rooms = [np.full(size + 40, 7.25) for _ in range(4)]
            x, dx, y, dy = (room[20 : 20 + size] for room in rooms)
            for array in (x, dx, y, dy):
                array[:] = np.random.default_rng(n).normal(size=size)
            outcome(lambda x=x, dx=dx, y=y, dy=dy, n=n: irad.autodiff(f, irad.Duplicated(x, dx), irad.Duplicated(y, dy), n))
            for room in rooms:
                assert (room[:20] == 7.25).all() and (room[20 + size :] == 7.25).all()


def test_extreme_counts_take_the_checked_loop() -> None:
    """Neither a huge range nor an empty one is mistaken for a harmless one."""

    def total(x, start, stop):
        s = 0.0
        for i in range(start, stop):
            s += x[i]
        return s

    x, compiled = np.arange(6.0), irad.jit(total)
    big = 2**63 - 1
    for start, stop in [(0, big), (-big, 0), (-big, big), (big - 1, big), (3, 2), (-7, 0), (-6, 0), (-6, 6), (-2, 3), (5, 7)]:
        short = stop - start > 100 or outcome(total, x, start, stop) is IndexError
        wanted = IndexError if short else total(x, start, stop)
        assert outcome(compiled, x, start, stop) == wanted
        dx = np.zeros(6)
        found = outcome(
            lambda dx=dx, start=start, stop=stop: irad.autodiff(
                total, irad.Duplicated(x, dx), start, stop, mode=irad.ReverseWithPrimal
            )
        )
        if wanted is IndexError:
            assert found is IndexError, (start, stop)
        else:
            counts = np.zeros(6)
            for i in range(start, stop):
                counts[i] += 1
            assert found[1] == wanted
            np.testing.assert_array_equal(dx, counts)


def test_a_loop_with_an_exit_that_depends_on_data_stays_as_it_is() -> None:
    def search(x, y, n):
        s = 0.0
        for i in range(n):
            if x[i] > 1.0:
                break
            s += x[i] * y[i]
        return s

    lowered = lower(search, (type_of(np.zeros(3)), type_of(np.zeros(3)), type_of(3)))
    assert ".fast" not in print_module(normal_form(canonical(lowered.ir), [lowered.entry]))
    x, y, dx = np.array([0.5, 0.25, 2.0, 0.1]), np.arange(1.0, 5.0), np.zeros(4)
    irad.autodiff(search, irad.Duplicated(x, dx), irad.Duplicated(y, np.zeros(4)), 4)
    np.testing.assert_array_equal(dx, [1, 2, 0, 0])
    with pytest.raises(IndexError):
        irad.autodiff(search, irad.Duplicated(np.zeros(3), np.zeros(3)), irad.Duplicated(y, np.zeros(4)), 4)
    assert not issubclass(IndexError, IradError)


def triangle(x, y, z):
    """The checks of y and z stand side by side: LLVM makes one exit of them."""
    p = 0
    for i in range(len(x)):
        for j in range(i + 1, len(x)):
            x[j] += y[p] * z[i]
            p += 1


@pytest.mark.parametrize(("many", "few"), [(6, 4), (6, 3), (6, 2), (5, 4), (4, 2), (0, 4)])
def test_two_checks_that_became_one_exit(many: int, few: int) -> None:
    lowered = lower(triangle, (type_of(np.zeros(3)),) * 3)
    assert ".fast" in print_module(normal_form(canonical(lowered.ir), [lowered.entry]))
    rng = np.random.default_rng(many + few)
    x, y, z = rng.normal(size=4), rng.normal(size=many), rng.normal(size=few)
    a, dx, dy, dz = x.copy(), np.ones(4), np.zeros(many), np.zeros(few)
    wanted = outcome(triangle, a, y, z)
    found = outcome(lambda: irad.autodiff(triangle, irad.Duplicated(x, dx), irad.Duplicated(y, dy), irad.Duplicated(z, dz)))
    np.testing.assert_allclose(x, a, rtol=1e-14)
    if wanted is IndexError:
        assert found is IndexError and not dy.any() and not dz.any()
        return
    pairs = [(i, j) for i in range(4) for j in range(i + 1, 4)]
    np.testing.assert_allclose(dy, [z[i] for i, _ in pairs])
    np.testing.assert_allclose(dz[:3], [sum(y[k] for k, pair in enumerate(pairs) if pair[0] == i) for i in range(3)])


@pytest.mark.parametrize(("f", "reversed_"), [(forward, 1), (shifted, 1), (nested, 2), (invariant, 1), (running, 2)])
def test_a_loop_that_ends_in_an_error_is_not_reversed(f: Callable[..., Any], reversed_: int) -> None:
    """Where the test before the loop is exact, only the version without checks ever ends well; `running` may start below 0."""
    assert len(loops(f)) == reversed_


def loops(f: Callable[..., Any]) -> list[str]:
    """What is said of the loops that the derivative of ``f`` reverses."""
    compiled = irad.jit(f)
    irad.autodiff(compiled, irad.Duplicated(np.zeros(6), np.zeros(6)), irad.Duplicated(np.zeros(6), np.zeros(6)), 4)
    plans = [str(each["plan"]) for each in compiled.stats() if "plan" in each]
    return [line for plan in plans for line in plan.split("\n") if " loop " in line]
