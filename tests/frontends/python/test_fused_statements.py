"""Statements in sequence that are written as one loop: values, what is left in arguments, and errors are those of NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad
from irad.cli.dump import subject_of

STEP = 1e-30


def oscillate(y: Any, w: Any, h: float) -> Any:
    k1 = -w * y[0]
    k2 = -w * (y[0] + h * y[1])
    mean = 0.5 * (k1 + k2)
    y[0] += h * y[1] + 0.5 * h * h * mean
    y[1] += h * mean
    return (y * y).sum()


def reuse(x: Any, y: Any) -> Any:
    a = x * 2.0
    x += 1.0
    b = x * a
    a *= b
    y[:] = a - x
    x -= y
    return b.sum()


def shifted(x: Any, y: Any) -> Any:
    t = x[1:] * 2.0
    x[:-1] += t
    u = x[1:] - t
    y[1:] = u * x[:-1]
    return t.sum()


def mixed(x: Any, n: Any) -> Any:
    big = x > 0.5
    m = np.where(big, n, 0)
    z = m * x + np.float32(0.5)
    n += 2
    return z, m, n * 1.5


def alias(x: Any, y: Any) -> Any:
    z = y
    t = x * y
    z += t
    s = y + t
    return s


def scalar_read(x: Any, y: Any) -> Any:
    x += 1.0
    t = x[0] * y
    y[:] = t + x
    return t


def misfit(x: Any, y: Any, z: Any) -> Any:
    x += y
    t = x * 2.0
    x += t
    u = x + z
    x += u
    return x


def grows(x: Any) -> Any:
    total = 0.0
    for k in range(4):
        a = x * (k + 1.0)
        x = a + 0.5
        b = a * x
        total += b[0]
    return total + a.sum()


def views(x: Any, y: Any) -> Any:
    a = x * y
    z = x[:]
    b = z + a
    z += 1.0
    w = y
    w *= 0.5
    c = x * w + b
    return c


def lifted(x: Any) -> Any:
    even, odd = x[0::2], x[1::2]
    odd[:-1] -= 0.5 * (even[:-1] + even[1:])
    even[1:] += 0.25 * (odd[1:] + odd[:-1])
    odd[:] = even[: len(odd)] * 2.0
    even[::-1] += even * 0.1
    return odd


def forgets(x: Any) -> Any:
    a = x * 2.0
    b = a + x
    del a
    return b


def divides(n: Any, m: Any) -> Any:
    a = n * 2
    b = a // m + n**2
    c = b % m - n
    return c, a


def items(x: Any) -> Any:
    d, xs = {"p": x * 3.0}, [x * 2.0]
    e = d["p"] + 1.0
    d["p"] = e
    e += 1.0
    f = xs[0] * e
    xs[0] = f
    f -= 0.5
    d["p"] += f
    return d["p"], xs[0], e


def unequal(x: Any, z: Any) -> Any:
    a = x * 2.0 + 1.0
    b = z * 3.0 - 1.0
    x += a
    z += b
    return a, b


def pairs(*shapes: Any) -> list[list[np.ndarray]]:
    return [[np.random.default_rng(7 + k).normal(size=s) for k, s in enumerate(shapes)] for _ in range(2)]


def check(f: Any, own: list[Any], given: list[Any]) -> None:
    found, wanted = irad.jit(f)(*own), f(*given)
    results = (found, wanted) if isinstance(wanted, tuple) else ([found], [wanted])
    for a, b in zip(*results, strict=True):
        assert np.asarray(a).dtype == np.asarray(b).dtype
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-15)
    for a, b in zip(own, given, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("n", [0, 1, 2, 17])
def test_two_rows(n: int) -> None:
    own, given = ([*p, 0.1] for p in pairs((2, n), n))
    check(oscillate, own, given)


@pytest.mark.parametrize("n", [0, 1, 5])
@pytest.mark.parametrize("f", [reuse, alias, views])
def test_arrays_that_change(f: Any, n: int) -> None:
    check(f, *pairs(n, n))


@pytest.mark.parametrize("n", [1, 2, 6])
def test_windows(n: int) -> None:
    check(shifted, *pairs(n, n))


def test_elements_that_are_read_first() -> None:
    check(scalar_read, *pairs(5, 5))


def test_dtypes() -> None:
    make = lambda: [np.linspace(0, 1, 6), np.arange(6)]
    check(mixed, make(), make())


def test_names_that_are_deleted() -> None:
    check(forgets, *pairs(4))


def test_elements_that_are_checked() -> None:
    make = lambda: [np.arange(6), np.arange(1, 7)]
    check(divides, make(), make())


def test_items_of_containers() -> None:
    check(items, *pairs(4))


def test_loops() -> None:
    check(grows, *pairs(4))


@pytest.mark.parametrize("f", [reuse, alias, shifted, scalar_read, views])
def test_one_array_twice(f: Any) -> None:
    (a, _), (b, _) = pairs(6, 6)
    check(f, [a, a], [b, b])


@pytest.mark.parametrize("f", [reuse, alias, scalar_read])
def test_arrays_that_overlap(f: Any) -> None:
    (a,), (b,) = pairs(9)
    check(f, [a[2:], a[:-2]], [b[2:], b[:-2]])


def test_statements_of_different_lengths() -> None:
    check(unequal, *pairs(5, 3))
    check(unequal, *pairs(3, 5))


@pytest.mark.parametrize("n", [2, 4, 6, 16])
@pytest.mark.parametrize("step", [1, 2, -1, -3])
def test_steps_between_each_other(n: int, step: int) -> None:
    own, given = pairs(n * abs(step))
    check(lifted, [own[0][::step]], [given[0][::step]])


def test_columns_and_steps() -> None:
    (a,), (b,) = pairs((5, 8))
    check(reuse, [a[:, 1], a[:, 3]], [b[:, 1], b[:, 3]])
    check(reuse, [a[1, ::2], a[2, ::-2]], [b[1, ::2], b[2, ::-2]])
    check(oscillate, [a[::2][:2], a[1], 0.1], [b[::2][:2], b[1], 0.1])


def test_a_single_number_is_stretched() -> None:
    check(alias, *pairs(1, 6)[:2])
    check(oscillate, *([*p, 0.1] for p in pairs((2, 6), 1)))


def test_what_stands_before_an_error_is_done() -> None:
    own, given = pairs(5, 5, 4)
    with pytest.raises(ValueError, match="broadcast"):
        misfit(*given)
    with pytest.raises(ValueError, match="broadcast"):
        irad.jit(misfit)(*own)
    for a, b in zip(own, given, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(("f", "shapes", "more"), [(oscillate, ((2, 6), 6), (0.1,)), (reuse, (6, 6), ()), (shifted, (6, 6), ())])
def test_gradients(f: Any, shapes: Any, more: Any) -> None:
    """Beside complex steps of NumPy's run."""
    (args, _), ways = pairs(*shapes), [np.random.default_rng(9).normal(size=s) for s in shapes]
    slope = f(*(x + 1j * STEP * d for x, d in zip(args, ways, strict=True)), *more).imag / STEP
    shadows = [np.zeros_like(x) for x in args]
    irad.autodiff(f, *(irad.Duplicated(x.copy(), d) for x, d in zip(args, shadows, strict=True)), *map(irad.Const, more))
    assert sum((d * g).sum() for d, g in zip(ways, shadows, strict=True)) == pytest.approx(slope, rel=1e-12)


def test_arrays_that_nothing_reads_are_not_made() -> None:
    text = subject_of(f"{__file__}:oscillate", "float64(float64[:,::1], float64[::1], float64)", None, False).text
    fused = text[text.index("fused:") : text.index("apart:")]
    assert "irad_reserve" not in fused
    assert text.count("irad_reserve") > 2  # one by one three arrays are made


def shift(x: Any) -> Any:
    x[1:] = x[:-1]
    x[:-2] = x[2:] * 2.0
    x[3:] += x[1:-2] - x[:-3]
    return x


def narrow(x: Any, y: Any) -> Any:
    """A window of one element, which is stretched, and a window of a window."""
    x[1:] = x[1:] * x[:1] + y[1:]
    z = x[1:]
    z[2:] = z[1:-1] - z[:-2] * y[3:]
    z[:-1] = z[1:]
    return x


def stretches(x: Any, y: Any) -> Any:
    x[1:] = x[1:] * x[2:3] + y[1:]
    return x


@pytest.mark.parametrize("n", [0, 1, 2, 3, 4, 5, 9])
@pytest.mark.parametrize("step", [1, 2, -1])
def test_windows_of_one_array(n: int, step: int) -> None:
    """NumPy computes the right side first."""
    own, given = pairs(n * abs(step))
    check_or_raise(shift, [own[0][::step]], [given[0][::step]])
    own, given = pairs(n, n)
    check_or_raise(narrow, own, given)
    check_or_raise(stretches, own, given)
    (a,), (b,) = pairs(n)
    check_or_raise(narrow, [a, a], [b, b])


def check_or_raise(f: Any, own: list[Any], given: list[Any]) -> None:
    try:
        wanted = f(*given)
    except ValueError:
        with pytest.raises(ValueError, match="broadcast"):
            irad.jit(f)(*own)
    else:
        np.testing.assert_allclose(irad.jit(f)(*own), wanted, rtol=1e-13)
    for a, b in zip(own, given, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13)


def test_gradient_of_windows() -> None:
    (x, y), ways = pairs(8, 8)[0], [np.random.default_rng(k).normal(size=8) for k in (1, 2)]
    moved = [x + 1j * STEP * ways[0], y + 1j * STEP * ways[1]]
    weights = np.linspace(0.5, 2.0, 8)
    slope = (shift(narrow(*moved)) * weights).sum().imag / STEP
    shadows = [np.zeros(8), np.zeros(8)]
    irad.autodiff(weighted, irad.Duplicated(x.copy(), shadows[0]), irad.Duplicated(y.copy(), shadows[1]), irad.Const(weights))
    assert sum(d @ g for d, g in zip(ways, shadows, strict=True)) == pytest.approx(slope, rel=1e-12)


def weighted(x: Any, y: Any, w: Any) -> Any:
    return (shift(narrow(x, y)) * w).sum()
