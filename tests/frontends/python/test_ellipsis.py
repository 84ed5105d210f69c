"""Indexing with an Ellipsis: a view, of no axes too; and what indices and distances of zero come to."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided

import irad


def views(x: Any, m: Any, z: Any) -> Any:
    y = x[0, ...]
    y += 1.0
    y *= y
    w = x[..., 1]
    w[...] = 7.0 * y
    w[()] += z
    u = m[1, ..., 0]
    u -= x[(2, ...)]
    x[2, ...] *= 2.0
    x[..., 3] = np.array([[4.0]])
    for row in m:
        v = row[..., 2]
        v[...] = v * row[0]
    q = z[...]
    q += x[0]
    return (x * x).sum() + (m * m).sum() + z * 1.0


def scalars(x: Any, z: Any) -> Any:
    y = x[0]
    y += 1.0
    w = z[()]
    w *= 2.0
    return (x * x).sum() + y * w + z


def choice(x: Any) -> Any:
    y = x[0, ...] if x[1] > 0.0 else x[2, ...]
    y *= 3.0
    if y > 1.0:
        y += x[..., 1]
    return np.array([x[0, ...], y, 1.0]) * (x * x).sum()


def arguments() -> tuple[Any, Any, Any]:
    return np.array([1.5, -2.0, 0.5, 3.0]), np.arange(1.0, 7.0).reshape(2, 3), np.array(2.5)


def derivative(f: Any, given: list[Any], k: int) -> np.ndarray:
    """By the complex step."""
    out = np.zeros(given[k].size)
    for i in range(out.size):
        moved = [a.astype(complex) for a in given]
        moved[k].reshape(-1)[i] += 1e-100j
        out[i] = f(*moved).imag / 1e-100
    return out.reshape(given[k].shape)


def test_views_without_axes() -> None:
    for layout in ("x", "x[::-1]"):
        one, two = arguments(), arguments()
        got, want = (f(eval(layout, {"x": a[0]}), *a[1:]) for f, a in ((irad.jit(views), one), (views, two)))
        np.testing.assert_allclose(got, want, rtol=1e-14)
        for p, q in zip(one, two, strict=True):
            np.testing.assert_array_equal(p, q)


@pytest.mark.parametrize(("f", "which"), [(views, [0, 1, 2]), (scalars, [0, 2])])
def test_their_derivatives(f: Any, which: list[int]) -> None:
    given = [arguments()[k] for k in which]
    shadows = [np.zeros_like(a) for a in given]
    notes = [irad.Duplicated(a.copy(), d) for a, d in zip(given, shadows, strict=True)]
    irad.autodiff(f, *notes, returns=irad.Duplicated, seed=1.0)
    for k, d in enumerate(shadows):
        np.testing.assert_allclose(d, derivative(f, given, k), rtol=1e-13)


def test_scalars_do_not_change_the_array() -> None:
    one, two = ([arguments()[k] for k in (0, 2)] for _ in range(2))
    np.testing.assert_allclose(irad.jit(scalars)(*one), scalars(*two), rtol=1e-14)
    for p, q in zip(one, two, strict=True):
        np.testing.assert_array_equal(p, q)


def test_one_of_two() -> None:
    for sign in (1.0, -1.0):
        x = np.array([0.7, 0.2 * sign, 0.9])
        one, two = x.copy(), x.copy()
        np.testing.assert_array_equal(irad.jit(choice)(one), choice(two))
        np.testing.assert_array_equal(one, two)


def leading(x: Any, v: Any, add: int) -> Any:
    if add:
        x += v
    else:
        x[:] = v
    return x.sum()


def test_leading_axes_of_an_assigned_array() -> None:
    v = np.arange(3.0).reshape(1, 1, 3)
    one, two = np.ones(3), np.ones(3)
    assert irad.jit(leading)(one, v, 0) == leading(two, v, 0)
    np.testing.assert_array_equal(one, two)
    for wrong, add in ((v, 1), (np.ones((2, 3)), 0)):
        for f in (leading, irad.jit(leading)):
            with pytest.raises(ValueError, match="broadcast"):
                f(np.ones(3), wrong, add)


def spaced(a: Any, b: Any, h: Any, n: int) -> Any:
    if n == 0:
        return np.arange(a, b, h)
    if n == 1:
        return np.arange(a, b, h, dtype=np.int64) * 1.0
    return np.linspace(a, b, n)


NUMBERS = [
    (0.0, 1.0, 0.0), (0.0, 1.0, math.nan), (1.0, 1.0, 0.0), (0.0, math.inf, 1.0), (0.0, -math.inf, 1.0), (0.0, 1.0, math.inf),
    (0.0, -1.0, math.inf), (2.0, -1.0, -math.inf), (1.0, 2.0, 0.1), (0.1, 3.3, 0.3), (2.0, 0.0, -0.3), (0.0, 3.0, 0.5),
    (0.0, 1.0, np.float64(0.0)), (np.float64(1.0), 1.0, 0.0), (0.0, 5e-324, 1e300),
]  # fmt: skip


def test_distances() -> None:
    compiled = irad.jit(spaced)
    for a, b, h in NUMBERS:
        for n in (0, 1):
            try:
                with np.errstate(all="ignore"):
                    want = spaced(a, b, h, n)
            except (ValueError, ZeroDivisionError) as error:
                with pytest.raises(type(error)):
                    compiled(a, b, h, n)
                continue
            np.testing.assert_array_equal(compiled(a, b, h, n), want)
    np.testing.assert_array_equal(compiled(0.1, 0.9, 0.0, 7), np.linspace(0.1, 0.9, 7))
    with pytest.raises(ValueError, match=r"negative|Number of samples"):
        compiled(0.0, 1.0, 0.0, -1)


def counted(x: Any, k: int, n: int) -> Any:
    if n == 0:
        return np.arange(0, 7, k) * 1.0
    if n == 1:
        return x[::k] * 1.0
    s = 0.0
    for i in range(0, 7, k):
        s += i * x[0]
    return np.array([s])


def test_steps_of_zero() -> None:
    compiled, x = irad.jit(counted), np.arange(7.0)
    for n in range(3):
        for k in (0, 2, -3):
            try:
                want = counted(x, k, n)
            except (ValueError, ZeroDivisionError) as error:
                with pytest.raises(type(error)):
                    compiled(x, k, n)
                continue
            np.testing.assert_array_equal(compiled(x, k, n), want)


def doubled(a: Any) -> Any:
    a *= 2.0
    return (a * a).sum()


def through_a_container(p: Any) -> Any:
    v = p["a"][1:]
    v[:] = v + 1.0
    return p["b"].sum()


def read_only(a: Any) -> Any:
    return (a * a).sum()


def test_writes_to_elements_that_lie_in_one_place() -> None:
    def windows() -> np.ndarray:
        return as_strided(np.arange(1.0, 6.0), (3, 3), (8, 8))

    def repeated() -> np.ndarray:
        return as_strided(np.ones(2), (3, 2), (0, 8))

    compiled, reads = irad.jit(doubled), irad.jit(read_only)
    for make in (windows, repeated, lambda: windows()[:, ::2]):
        a = make()
        with pytest.raises(irad.AliasingError, match="lie in one place"):
            compiled(a)
        with pytest.raises(irad.AliasingError, match="lie in one place"):
            irad.autodiff(doubled, irad.Duplicated(a, make()))
        np.testing.assert_array_equal(a, make())
        assert reads(a) == read_only(a)
    with pytest.raises(irad.AliasingError, match="lie in one place"):
        irad.jit(through_a_container)({"a": windows(), "b": np.ones(2)})
    for apart in ("x", "x.T", "x[::-1, ::2]", "x[:, :1]", "x[:0]", "x[1]", "x.T[::2]"):
        one, two = np.arange(12.0).reshape(3, 4), np.arange(12.0).reshape(3, 4)
        assert compiled(eval(apart, {"x": one})) == doubled(eval(apart, {"x": two}))
        np.testing.assert_array_equal(one, two)


def repeated_and_flat(x: Any) -> Any:
    y = np.broadcast_to(np.array([x[0], x[1], x[2]]), (3, 3)).reshape(9)
    y[0] = 5.0 * x[1]
    return y * 1.0


def test_a_reshape_that_copies_can_be_written_to() -> None:
    x = np.array([1.0, 2.0, 3.0])
    np.testing.assert_array_equal(irad.jit(repeated_and_flat)(x), repeated_and_flat(x))
