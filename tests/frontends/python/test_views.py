"""Views and copies as NumPy makes them: what is written through the result reaches the array, or does not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad

A = np.arange(1.0, 13.0).reshape(3, 4)
X = np.arange(1.0, 13.0)


def columns(x: Any) -> Any:
    y = x[::2].reshape(3, 2)
    y[0] = 7.0 * y[1]
    return y


def one_column(m: Any) -> Any:
    y = m[:, 0].reshape(-1, 1)
    y[0, 0] *= 5.0
    return y


def backwards(x: Any) -> Any:
    y = x[::-1].reshape(2, 6)
    y[1] *= y[0]
    return y


def flattened(m: Any) -> Any:
    y = m.ravel()
    y[1] = 3.0 * y[0]
    return y


def computed(m: Any) -> Any:
    b = m * 2.0
    c = b.reshape(-1)
    c[0] = 100.0 * m[0, 0]
    return b, c


def itself(m: Any) -> Any:
    y = np.ascontiguousarray(m)
    z = np.asarray(y)
    z[0] *= 2.0
    return y


def by_columns(m: Any) -> Any:
    y = m.reshape(2, -1, order="F")
    y[0] += 1.0
    return y


def turned(m: Any) -> Any:
    y = np.sin(m).T.copy("K").reshape(-1)
    y[0] = 0.0
    return y


CASES = [(columns, X), (backwards, X), (one_column, A), (flattened, A), (computed, A), (itself, A), (by_columns, A), (turned, A)]
LAYOUTS = {1: ["b", "b[::-1]"], 2: ["b", "b.T", "b[:, ::2]", "b[:2, ::3]", "b[::-1]"]}


@pytest.mark.parametrize("f", [c[0] for c in CASES])
def test_writes_and_derivatives(f: Any) -> None:
    """Values, strides, shared memory; forward mode and reverse mode beside the complex step."""
    (base,) = [a for g, a in CASES if g is f]
    compiled = irad.jit(f)
    for layout in LAYOUTS[base.ndim]:
        (one, two), step = (base.copy(), base.copy()), 1e-100
        direction = np.cos(base)
        seen, plain = (eval(layout, {"b": b}) for b in (one, two))
        got, want = compiled(seen), f(plain)
        got, want = (v if isinstance(v, tuple) else (v,) for v in (got, want))
        for g, w in zip(got, want, strict=True):
            np.testing.assert_array_equal(g, w)
            assert [s for n, s in zip(g.shape, g.strides, strict=True) if n > 1] == [
                s for n, s in zip(w.shape, w.strides, strict=True) if n > 1
            ]
            assert np.shares_memory(g, one) == np.shares_memory(w, two)
        np.testing.assert_array_equal(one, two)
        moved = base + 1j * step * direction
        tangents = f(eval(layout, {"b": moved}))
        tangents = tangents if isinstance(tangents, tuple) else (tangents,)
        one, shadow = base.copy(), direction.copy()
        note = irad.Duplicated(eval(layout, {"b": one}), eval(layout, {"b": shadow}))
        (found,) = irad.autodiff(f, note, mode=irad.Forward)
        for g, w in zip(found if isinstance(found, tuple) else (found,), tangents, strict=True):
            np.testing.assert_allclose(g, w.imag / step, rtol=1e-13, atol=1e-13)
        np.testing.assert_allclose(shadow, moved.imag / step, rtol=1e-13, atol=1e-13)


def squares(x: Any) -> Any:
    y = x.ravel()
    y[0] *= 3.0
    return (x * x).sum() + y.sum()


def test_transforms_keep_strides() -> None:
    """Of ``x[::2]`` ravel makes a copy, of ``x`` a view: copies of arguments have the same strides."""
    x = np.array([1.0, 2.0, 3.0, 4.0])
    np.testing.assert_array_equal(irad.grad(squares)(x[::2]), [2.0 + 3.0, 6.0 + 1.0])
    np.testing.assert_array_equal(irad.grad(squares)(x[:2]), [18.0 + 3.0, 4.0 + 1.0])
    np.testing.assert_array_equal(irad.jacrev(squares)(x[::-2]), [2.0 * 4.0 + 3.0, 2.0 * 2.0 + 1.0])
    np.testing.assert_array_equal(irad.hvp(squares, (x[:2],), (np.ones(2),)), [18.0, 2.0])
    np.testing.assert_array_equal(x, [1.0, 2.0, 3.0, 4.0])


def through(m: Any, out: Any) -> None:
    y = m.reshape(-1)
    y[:] = out[0] * 2.0
    out[0] = m.sum() + y.sum()


@pytest.mark.parametrize("layout", ["m", "m.T", "m[:, ::2]"])
def test_constants_have_internal_shadows(layout: str) -> None:
    """Active values pass through a constant array where there is a view, through a new one else."""
    m, out, d_out = A.copy(), np.array([2.0]), np.array([1.0])
    plain, value = A.copy(), np.array([2.0])
    through(eval(layout, {"m": plain}), value)
    n = eval(layout, {"m": m}).size
    view = np.shares_memory(eval(layout, {"m": m}).reshape(-1), m)
    irad.autodiff(through, irad.Const(eval(layout, {"m": m})), irad.Duplicated(out, d_out))
    np.testing.assert_array_equal(out, value)
    np.testing.assert_array_equal(m, plain)
    np.testing.assert_array_equal(d_out, [2.0 * n * (2 if view else 1)])


TABLE = np.arange(1.0, 7.0).reshape(2, 3).T


def captured(x: Any) -> Any:
    y = TABLE.reshape(-1)
    y[:] = x[0]
    return TABLE.sum() + 2.0 * y.sum()


def test_captured_arrays() -> None:
    """A copy here: the captured array keeps its values."""
    before = TABLE.copy()
    dx = np.zeros(1)
    irad.autodiff(captured, irad.Duplicated(np.array([5.0]), dx))
    np.testing.assert_array_equal(dx, [12.0])
    np.testing.assert_array_equal(TABLE, before)


def refused(m: Any) -> Any:
    return np.array(m, copy=False, order="C")


def unfit(x: Any, n: int) -> Any:
    return x.reshape(n, -1)


def test_errors_are_numpys() -> None:
    np.testing.assert_array_equal(irad.jit(refused)(A), A)
    with pytest.raises(ValueError, match="avoid copy"):
        irad.jit(refused)(A.T)
    for n in (0, 5):
        with pytest.raises(ValueError, match="cannot reshape"):
            irad.jit(unfit)(X, n)
    with pytest.raises(ValueError, match="one unknown"):
        irad.jit(unfit)(X, -1)


def part(m: Any) -> Any:
    return m[1:, ::2]


def halves(x: Any) -> Any:
    return x.reshape(2, -1)


@pytest.mark.parametrize(("f", "a"), [(part, A), (halves, X)])
def test_returned_views(f: Any, a: np.ndarray) -> None:
    """Views whose sizes are computed, from compiled and from differentiated functions."""
    compiled = irad.jit(f)(a)
    assert np.shares_memory(compiled, a) and compiled.strides == f(a).strides
    w = np.cos(f(a))
    da = np.zeros_like(a)
    irad.autodiff(f, irad.Duplicated(a.copy(), da), returns=irad.Duplicated, seed=w)
    expected = np.zeros_like(a)
    f(expected)[...] = w
    np.testing.assert_array_equal(da, expected)
    np.testing.assert_array_equal(irad.vjp(f, a)[1](w)[0], expected)
    np.testing.assert_array_equal(irad.jvp(f, (a,), (np.sin(a),))[1], f(np.sin(a)))


def flat_squares(x):
    y = x.reshape(-1)
    return (y * y).sum()


def doubled_row(x):
    x[0] = 2.0 * x[0]
    return (x * x).sum()


@pytest.mark.parametrize("f", [flat_squares, doubled_row])
def test_arguments_whose_elements_lie_in_one_place(f):
    x = np.lib.stride_tricks.as_strided(np.array([0.3, 0.7, 1.1]), (2, 3), (0, 8))
    with pytest.raises(irad.AliasingError, match="lie in one place"):
        irad.grad(f)(x)
