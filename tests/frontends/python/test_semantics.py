"""Compiled functions against CPython running the same source: results, changed arrays, exceptions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad.api.pyfunc.python_calls import call_python
from irad.pycall.specialisation import python_function


def loops(x, n):
    total = 0.0
    for i in range(n):
        if i == 3:
            continue
        if i > 6:
            break
        total += x[i % len(x)] * i
    else:
        total += 100.0
    k = 0
    while k < 5:
        k += 2
        total -= k
    else:
        total *= 2
    for i in range(n, 0, -2):
        total += i
    return total


def views(a, b):
    a[1:, ::2] = b[: a.shape[0] - 1, ::-2][:, : (a.shape[1] + 1) // 2]
    c = a.T
    c[0] += 1.0
    a[:, -1] = 7.0
    a[0], a[1] = a[1].copy(), a[0].copy()
    return a[::-1].sum() + a[-1, -1]


def overlap(a):
    a[1:] = a[:-1]
    a[:-1] += a[1:]
    return a.sum()


def broadcasting(a, b, s):
    c = a * b[:, None] + s / (1.0 + np.exp(-a))
    d = np.where(c > 1.0, c, -c)
    return d.sum(axis=0) + np.maximum(b.sum(), d.min()) - np.abs(d).mean()


def integers(n, m):
    return n // m, n % m, -n // m, -n % m, n**3, (n & 6) | (m ^ 3), n << 2, abs(-n), min(n, m, 4), max(n, m)


def floats(x, y):
    return x // y, x % y, -x // y, x**2, x**0.5, math.atan2(x, y), round(x), int(x), float(3), divmod(x, y)


def recursion(n):
    return 1 if n < 2 else n * recursion(n - 1)


def helper(a, scale=2.0, *, offset=None):
    return a


def scaled(a, scale=2.0):
    a *= scale
    return a.sum()


def calls(a):
    first = scaled(a)
    second = scaled(a, scale=0.5)
    return first, second, scaled(a[1:], 3.0)


def iteration(a, b):
    total = 0.0
    for i, (u, v) in enumerate(zip(a, b)):  # noqa: B905
        total += i * u - v
    for row in np.eye(3):
        total += row[0]
    for t in (1.0, 2.0, 3.0):
        total *= t
    for k in reversed(range(4)):
        total -= k
    return total


def creation(n):
    z = np.zeros((n, 2))
    z[:, 0] = np.arange(n)
    z[:, 1] = np.linspace(0.0, 1.0, n)
    o = np.ones_like(z) * np.array([1.0, 2.0])
    e = np.full(3, 2.5)
    e.fill(1.5)
    return (z * o).reshape(-1).sum(), z.shape[1], z.size, e.copy().prod(), (z @ z.T).ravel()[1], np.outer(e, e).T[0, 1]


def flags(a, n):
    ok = (n > 2 and a[0] < 1.0) or n != 1
    chained = 0 < n <= 5 < 10
    return ok, chained, (a > 0.5).any(), (a > -1.0).all(), np.argmax(a), a.argmin(), len(a)


def temporaries(a, n):
    total = 0.0
    for i in range(n):
        t = a * i + 1.0
        total += (t * t).sum()
    return total


A = np.linspace(-1.0, 2.0, 12).reshape(3, 4)
B = np.linspace(0.5, 1.5, 12).reshape(3, 4)
V = np.array([0.25, -0.5, 1.5])
CASES: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (loops, (V, 5)),
    (loops, (V, 20)),
    (loops, (V, 0)),
    (views, (A, B)),
    (overlap, (V,)),
    (overlap, (np.arange(10.0)[::-2],)),
    (broadcasting, (A, V, 0.3)),
    (broadcasting, (A.T[:3, :3], V, 0.3)),
    *[(integers, (n, m)) for n, m in ((7, 3), (7, -3), (-7, 3), (6, 3), (0, 5))],
    *[(floats, (x, y)) for x, y in ((7.5, 2.0), (7.5, -2.0), (0.3, 0.1), (2.5, 1.0))],
    (recursion, (10,)),
    (calls, (V,)),
    (iteration, (V, V * 2)),
    (creation, (4,)),
    (flags, (V, 3)),
    (temporaries, (V, 100)),
]


@pytest.mark.parametrize(("f", "args"), CASES, ids=[f"{f.__name__}-{k}" for k, (f, _) in enumerate(CASES)])
def test_same_as_cpython(f: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Values agree to the last bits (the order of summation may differ from NumPy's pairwise sums)."""
    mine = tuple(a.copy() if isinstance(a, np.ndarray) else a for a in args)
    theirs = tuple(a.copy() if isinstance(a, np.ndarray) else a for a in args)
    got, want = call_python(python_function(f), mine), f(*theirs)
    _same(got, want)
    for m, t in zip(mine, theirs, strict=True):
        _same(m, t)


def _same(got: Any, want: Any) -> None:
    if isinstance(want, tuple):
        assert isinstance(got, tuple) and len(got) == len(want)
        for g, w in zip(got, want, strict=True):
            _same(g, w)
        return
    np.testing.assert_allclose(got, want, rtol=1e-13, atol=1e-13)


def index_error(a):
    return a[3]


def negative_index(a):
    return a[-4]


def integer_zero(a):
    return 1 // (len(a) - 3)


def float_zero(a):
    return 1.0 / float(a[1] - a[1])


def shapes(a):
    return (a + np.zeros(4)).sum()


def raises(a):
    if a[0] < 1.0:
        raise ValueError("a is too small")
    return a[0]


def asserts(a):
    assert a[0] > 1.0, "must be large"
    return a[0]


def domain(a):
    return math.sqrt(a[1])


def unassigned(a):
    if a[0] > 1.0:
        t = a[0]
    return t * 2.0


def unassigned_after_loop(a):
    for i in range(len(a) - 3):
        last = a[i]
    return last


ERRORS = [
    (index_error, IndexError, "index 3 is out of bounds for axis 0 with size 3"),
    (negative_index, IndexError, "index -4 is out of bounds for axis 0 with size 3"),
    (integer_zero, ZeroDivisionError, "division by zero"),
    (float_zero, ZeroDivisionError, "division by zero"),
    (shapes, ValueError, "broadcast"),
    (raises, ValueError, "a is too small"),
    (asserts, AssertionError, "must be large"),
    (domain, ValueError, "math domain error"),
    (unassigned, UnboundLocalError, "local variable 't'"),
    (unassigned_after_loop, UnboundLocalError, "local variable 'last'"),
]


@pytest.mark.parametrize(("f", "kind", "text"), ERRORS, ids=[f.__name__ for f, _, _ in ERRORS])
def test_errors_at_run_time(f: Callable[..., Any], kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text) as caught:
        call_python(python_function(f), (V,))
    assert any(__file__ in note for note in caught.value.__notes__)


def test_defaults_of_the_function_that_is_differentiated() -> None:
    def power(x, n=3, scale=2.0):
        return scale * x**n

    assert irad.grad(power)(2.0) == 24.0
    assert irad.autodiff(power, irad.Active(2.0)) == (24.0,)
    assert irad.autodiff(power, irad.Active(2.0), 2) == (8.0, None)
    assert irad.autodiff(power, irad.Duplicated(2.0, 1.0), mode=irad.Forward) == (24.0,)
    assert irad.grad(irad.jit(power))(2.0) == 24.0
    with pytest.raises(irad.TypingError, match="takes 1 to 3 arguments, 4 were given"):
        irad.autodiff(power, irad.Active(2.0), 2, 1.0, 1.0)


def determinant(A):
    """Elimination with pivots: a slice whose bound may be unassigned as far as the compiler can tell."""
    n = A.shape[0]
    d = 1.0
    for k in range(n):
        p = k
        for i in range(k + 1, n):
            if abs(A[i, k]) > abs(A[p, k]):
                p = i
        if p != k:
            for j in range(n):
                t = A[k, j]
                A[k, j] = A[p, j]
                A[p, j] = t
            d = -d
        d *= A[k, k]
        for i in range(k + 1, n):
            f = A[i, k] / A[k, k]
            A[i, k:] -= f * A[k, k:]
    return d


def test_expressions_with_checks_inside_other_expressions() -> None:
    A = np.random.default_rng(0).normal(size=(4, 4))
    np.testing.assert_allclose(irad.grad(determinant)(A), np.linalg.det(A) * np.linalg.inv(A).T, rtol=1e-12)

    def power(x, n):
        k = 0
        for i in range(n):
            k += i**n
        return x * k + x * 2**n

    assert call_python(python_function(power), (0.5, 3)) == power(0.5, 3)

    def steps(x, n):
        s = 0.0
        for step in range(1, n):
            s += x[step - 1 :: step].sum() * x[: n // step : step].max()
        return s

    x = np.arange(1.0, 7.0)
    assert call_python(python_function(steps), (x, 5)) == pytest.approx(steps(x, 5), rel=1e-14)

    def lazily(x, n):
        return (x // np.float64(n)).max() + (x * x[n % 3]).min()

    assert call_python(python_function(lazily), (x, 2)) == lazily(x, 2)


def overlaid(x, y, s, n):
    """Calls itself with one array twice: what its caller checked does not hold inside."""
    if n == 0:
        return 0.0
    y[0] = s
    x[0] = s * s
    return y[0] * n + overlaid(x, x, s, n - 1)


def test_a_recursion_that_gets_one_array_twice() -> None:
    """Outside y[0] is s, inside it is s**2: 2 s + s**2."""
    x, y, dx, dy = np.zeros(2), np.zeros(2), np.zeros(2), np.zeros(2)
    derivatives, value = irad.autodiff(
        overlaid, irad.Duplicated(x, dx), irad.Duplicated(y, dy), irad.Active(3.0), 2, mode=irad.ReverseWithPrimal
    )
    assert value == 2 * 3.0 + 3.0**2
    assert derivatives[2] == 2 + 2 * 3.0


def test_names_first_read_on_one_side_of_a_condition() -> None:
    def sides(x, n):
        r = np.zeros(n)
        for i in range(n):
            r[i] = x[i % 3] ** i
        k = n * 2
        a = r.prod() if n == 0 else r[::2].sum() * k
        b = (n > 3 and r[n - 1] > 0.5) or (k > 2 and r[0] > 0.0)
        c = r[k // 4] if b and r[1] > 0 else k
        return a + c + (r.max() if not b else r.min()) + k

    x = np.array([0.3, 0.7, 0.9])
    for n in (0, 2, 5):
        if n == 0:
            continue  # r[k // 4] would be out of bounds
        assert call_python(python_function(sides), (x, n)) == pytest.approx(sides(x, n), rel=1e-14)


def tail_of(a):
    return a[1:]


def returns_a_view(x):
    a = np.zeros(3)
    a[1] = x
    a[2] = 2.0 * x
    return a[1:]


def returns_a_view_of_a_view(x):
    a = np.full(4, x)
    return tail_of(tail_of(a))


def returns_a_tuple(x):
    a = np.array((x, x * x))
    return a, a[1]


def carries_over(x):
    before = np.zeros(2)
    before[0] = x
    for i in range(4):
        now = np.empty(2)
        now[0] = before[0] * x + i
        now[1] = before[0]
        before = now
    return before[0] + 10.0 * before[1]


def recursive_arrays(x, n):
    a = np.full(2, x * n)
    if n == 0:
        return a[0]
    s = recursive_arrays(x, n - 1)
    return s + a[0] * a[1]


def local_view(x):
    a = np.ones((2, 3))
    b = tail_of(a)
    b[0, 1] = x
    return a.sum() + b.sum()


def none_returned(x):
    a = np.empty(3)
    for i in range(3):
        a[i] = x[i]
    for i in range(3):
        x[i] = a[2 - i] * a[i]


@pytest.mark.parametrize(
    ("f", "args"),
    [
        (returns_a_view, (1.5,)),
        (returns_a_view_of_a_view, (1.5,)),
        (returns_a_tuple, (1.5,)),
        (carries_over, (1.5,)),
        (recursive_arrays, (0.5, 4)),
        (local_view, (1.5,)),
        (none_returned, (np.array([1.0, 2.0, 3.0]),)),
    ],
    ids=lambda x: getattr(x, "__name__", ""),
)
def test_small_arrays(f: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Those of constant size lie on the machine stack; they live as long as any other."""
    mine, theirs = ([a.copy() if isinstance(a, np.ndarray) else a for a in args] for _ in range(2))
    compiled = irad.jit(f)
    for _ in range(2):
        got, want = compiled(*mine), f(*theirs)
        for a, b in zip(got if isinstance(got, tuple) else (got,), want if isinstance(want, tuple) else (want,), strict=True):
            np.testing.assert_array_equal(a, b)
        for a, b in zip(mine, theirs, strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_tanh_of_an_element_and_of_an_array(kind: type) -> None:
    """The same bits, wherever an element lies in a vector; NumPy's own to a few units in the last place."""
    x = np.random.default_rng(0).normal(size=37).astype(kind)
    whole, one = irad.jit(lambda a: np.tanh(a)), irad.jit(lambda a: np.tanh(a))
    got = whole(x)
    assert got.dtype == kind
    np.testing.assert_array_equal(got, [one(v) for v in x])
    np.testing.assert_array_max_ulp(got, np.tanh(x), maxulp=5)


def test_derivatives_through_small_arrays() -> None:
    h = 1e-6
    for f, rest in ((carries_over, ()), (recursive_arrays, (4,)), (local_view, ())):
        slope = (f(0.7 + h, *rest) - f(0.7 - h, *rest)) / (2 * h)
        assert irad.autodiff(f, irad.Active(0.7), *rest)[0] == pytest.approx(slope, rel=1e-8)
        assert irad.autodiff(f, irad.Duplicated(0.7, 1.0), *rest, mode=irad.Forward)[0] == pytest.approx(slope, rel=1e-8)
