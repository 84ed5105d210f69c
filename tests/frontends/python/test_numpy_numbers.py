"""Python's own numbers and NumPy's: booleans, division by zero, powers, changes in place; against plain Python."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

X = np.array([0.5, 1.5, -2.5])
SINGLE = X.astype(np.float32)
WHOLE = np.arange(3)
TRUTH = np.array([False, True, True])
POINT = (X, SINGLE, WHOLE, TRUTH, 0.0, -1.5, True, np.float64(0.0), np.bool_(True))


def booleans(x: Any, s: Any, n: Any, b: Any, zero: Any, y: Any, t: Any, z: Any, u: Any) -> Any:
    return (
        (x > 0) + (x > 1), (x[0] > 0) + (x[1] > 1), (zero < 1) + (y < 1), (zero < 1) + u, t + t, u + u, t + u,
        b * b, b[1] * b[2], t * t, np.add(t, t), np.multiply(b, t), b + 1, b[1] + 1, b + 0.5, b * s, b & b, t & u, t | False,
        ~b, ~b[0], -t, +t, not u, b.sum(), b.mean(), b.prod(), np.cumsum(b), b.any(), b.min(), b.max(), b.var(),
        b / b, b[1] / b[2], b / 2, b > 0, b[0] < b[1], b == t, abs(t), abs(u), np.abs(b), np.maximum(b, t), np.where(b, u, t),
        np.logical_not(x), np.logical_and(b, x > 0), np.floor(b), b ^ t, (x[0] > 0.2) + (x[1] > 0.2), (zero < x[0] < 1) + u,
        round(x[1]), x[0].item() + s[0], float(b[1]) + 1, int(b[1]) + 1, b[1].item() + t, bool(b[1]) + bool(b[2]),
    )  # fmt: skip


def numbers(x: Any, s: Any, n: Any, b: Any, zero: Any, y: Any, t: Any, z: Any, u: Any) -> Any:
    return (
        x[0] / zero, x[0] / z, 1 / z, z / z, n[1] // n[0], n[1] % n[0], n[1] / n[0], -x[0] // z, x[0] % z, np.divide(1.0, zero),
        z ** -1, z ** y, x[2] ** 0.5, zero ** 0, zero ** 2.5, y ** 2, y ** 2.0, y ** -1.0, y ** n[2], np.power(zero, y),
        x // x[2], x % x[2], -x // 0.0, x // np.inf, -x % np.inf, y // np.inf, y % 0.7, y // 0.7, n // 2, n % -2, n / 2,
        np.sin(1.0) * s, np.float64(2.0) * s, 2.0 * s, y * s[0], z * s[0], s[0] * n, s * n[0], s * 2, s * True, n * 0.5,
        np.sqrt(n), np.floor(n), np.square(n), np.sign(n), np.sign(x * np.nan), np.maximum(s, y), np.where(b, s, 0.0),
        np.where(b, s, z), np.add(s, 1.0), np.hypot(s, 1.0), np.add(1, 2.5), x[1] > n[1], s[0] ** 2, s ** -1, n ** 2,
    )  # fmt: skip


@pytest.mark.parametrize("f", [booleans, numbers])
def test_values_and_types_are_those_of_plain_python(f: Callable[..., Any]) -> None:
    got = irad.jit(f)(*POINT)
    with np.errstate(all="ignore"):
        wanted = f(*POINT)
    for k, (g, w) in enumerate(zip(got, wanted, strict=True)):
        assert np.array_equal(g, w, equal_nan=True), (k, g, w)
        assert np.asarray(g).dtype == np.asarray(w).dtype, (k, g, w)


ERRORS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (lambda a: -a, (TRUTH,)),
    (lambda a: -a[0], (TRUTH,)),
    (lambda a: -a, (np.bool_(True),)),
    (lambda a: +a, (TRUTH,)),
    (lambda a, b: a - b, (TRUTH, TRUTH)),
    (lambda a, b: a - b, (TRUTH, True)),
    (lambda a: np.subtract(a[0], a[1]), (TRUTH,)),
    (lambda a: np.negative(a > 0), (1.0,)),
    (lambda a: np.sign(a), (TRUTH,)),
    (lambda a, b: a / b, (1.0, 0.0)),
    (lambda a, b: a / b, (1, False)),
    (lambda a, b: a // b, (1.0, 0.0)),
    (lambda a, b: a % b, (1, 0)),
    (lambda a, b: a**b, (0.0, -1)),
    (lambda a, b: a**b, (0.0, -0.5)),
    (lambda a: a**-1, (0.0,)),
    (lambda a: 1 / float(a[0]), (np.zeros(1),)),
    (lambda a: 1 / a[0].item(), (np.zeros(1),)),
    (lambda a: 1 / (len(a) - 3), (X,)),
]


def in_place(statement: str) -> Callable[..., Any]:
    scope: dict[str, Any] = {"np": np}
    text = f"def change(a, b):\n    {statement}\n    return a\n"
    name = f"<in place: {statement}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    exec(compile(text, name, "exec"), scope)
    made: Callable[..., Any] = scope["change"]
    return made


IN_PLACE = [
    ("a *= b", (WHOLE, 0.5)), ("a /= b", (WHOLE, 2)), ("a[...] += b", (WHOLE, 0.5)), ("a[1:] **= b", (WHOLE, 0.5)),
    ("a += b", (WHOLE, X)), ("a += b", (TRUTH, 1)), ("a += b", (TRUTH, X)), ("a -= b", (TRUTH, TRUTH)), ("a /= b", (TRUTH, True)),
    ("np.add(a, b, out=a)", (WHOLE, X)), ("np.sin(a, out=a)", (WHOLE, 1)),
]  # fmt: skip
FITTING = [
    ("a += b", (SINGLE, X)), ("a *= b", (X, WHOLE)), ("a *= b", (SINGLE, 0.1)), ("a += b", (TRUTH, TRUTH)),
    ("a |= b", (TRUTH, True)),
    ("a[0] += b", (WHOLE, 0.75)), ("a[1] = b", (WHOLE, -2.75)), ("a[:] = b", (WHOLE, X)), ("a[1] *= b", (TRUTH, 0.5)),
    ("a[0] = b", (TRUTH, 0.5)), ("np.multiply(a, b, out=a)", (SINGLE, X)), ("a //= b", (WHOLE, 0)), ("a += b", (WHOLE, TRUTH)),
]  # fmt: skip
ERRORS += [(in_place(text), given) for text, given in IN_PLACE]


@pytest.mark.parametrize(("f", "given"), ERRORS)
def test_what_is_an_error_in_python_is_one_here(f: Callable[..., Any], given: tuple[Any, ...]) -> None:
    copies = [g.copy() if isinstance(g, np.ndarray) else g for g in given]
    with pytest.raises((TypeError, ZeroDivisionError)) as wanted, np.errstate(all="ignore"):
        f(*copies)
    with pytest.raises(ZeroDivisionError if wanted.type is ZeroDivisionError else irad.TypingError):
        irad.jit(f)(*given)


@pytest.mark.parametrize(("text", "given"), FITTING)
def test_in_place(text: str, given: tuple[Any, ...]) -> None:
    f = in_place(text)
    mine, theirs = ([g.copy() if isinstance(g, np.ndarray) else g for g in given] for _ in range(2))
    with np.errstate(all="ignore"):
        f(*theirs)
    irad.jit(f)(*mine)
    assert mine[0].dtype == theirs[0].dtype and np.array_equal(mine[0], theirs[0])


def test_a_complex_power_and_a_mask_are_refused() -> None:
    with pytest.raises(ValueError, match="is complex"):
        irad.jit(lambda a, b: a**b)(-8.0, 0.5)
    with pytest.raises(irad.UnsupportedError, match="is a mask"):
        irad.jit(lambda x, flag: x[flag])(X, True)
    with pytest.raises(irad.UnsupportedError, match="is a mask"):
        irad.jit(lambda x: x[x[0] > 1])(X)


def mixed(x: Any) -> Any:
    total = 0.0
    for i in range(x.size):
        total += x[i]
    return 1.0 / total


def test_a_name_for_both_kinds_of_numbers() -> None:
    assert irad.jit(mixed)(X) == 1.0 / X.sum()
    with pytest.raises(ZeroDivisionError):  # as in Python where the loop does not run
        irad.jit(mixed)(np.zeros(0))
    found = irad.jit(lambda x, s: (mixed(x) + s[0]) * s)(X, SINGLE)
    assert found.dtype == np.float64 and np.array_equal(found, (mixed(X) + SINGLE[0]) * SINGLE)


def count(x: Any) -> Any:
    number, any_above = 0, np.bool_(False)
    for i in range(x.size):
        number += x[i] > 0.0
        any_above += x[i] > 1.0
    return number, any_above


def test_counters() -> None:
    assert irad.jit(count)(X) == (2, True) == count(X)


def test_compiled_wrappers_tell_them_apart() -> None:
    add, divide = irad.jit(lambda a, b: a + b), irad.jit(lambda a, b: a / b)
    for _ in range(3):  # the second call goes through machine code
        found = add(True, True), add(np.True_, np.True_), add(True, np.True_), add(np.False_, np.True_)
        assert [(type(v), v) for v in found] == [(int, 2), (bool, True), (bool, True), (bool, True)]
        assert divide(np.float64(1.0), np.float64(0.0)) == np.inf
        with pytest.raises(ZeroDivisionError):
            divide(1.0, 0.0)


def test_derivatives() -> None:
    def f(x: Any, b: Any) -> Any:
        return (x * ((x > 0) + (x > 1)) + b * x**2 + x // 2.0 + x % 2.0).sum()

    point = np.array([0.5, 1.5, -2.5, 7.3])
    b = point > 1.0
    wanted = (point > 0) + 2.0 * point * b + 1.0
    assert np.allclose(irad.grad(f)(point, b), wanted)
    assert np.isclose(irad.jvp(lambda x: f(x, b), (point,), (np.ones(4),))[1], wanted.sum())


def pick(p: Any, g: Any, h: Any) -> Any:
    if p:
        return h[0]
    return g[0]


def summed(p: Any, g: Any, h: Any) -> Any:
    k = h[0] if p else g[0]
    return k + k


def summed_with_literal(p: Any, g: Any, h: Any) -> Any:
    k = h[0]
    if p:
        k = 0.5
    return k + k


def negated(p: Any, g: Any, h: Any) -> Any:
    return -pick(p, g, h)


def element(p: Any, g: Any, h: Any) -> Any:
    return g[pick(p, g, h)]


def alike(p: Any, g: Any, h: Any) -> Any:
    k = pick(p, g, h)
    grown = h[0]
    for i in range(2):
        grown = grown + g[i]
    n = True if p else 2
    return k * 1.5, k + g[1], k > 0, k * g, (1.0 if k else 2.0), grown, n + n


def test_what_may_be_a_truth_value_or_a_number() -> None:
    """Sums of truth values of NumPy's are "or": what is another operation for numbers is refused."""
    g, h = np.array([0, 1]), np.array([True, False])
    for p in (True, False):
        for wanted, found in zip(alike(p, g, h), irad.jit(alike)(p, g, h), strict=True):
            np.testing.assert_array_equal(found, wanted)
    for f, said in ((summed, "truth value of NumPy's"), (summed_with_literal, "truth value of"), (negated, "boolean negative")):
        with pytest.raises(TypeError, match=said):
            irad.jit(f)(True, g, h)
    with pytest.raises(irad.UnsupportedError, match="mask"):
        irad.jit(element)(True, g, h)
