"""``irad.grad`` and the like, in compiled functions, of functions that read variables of the function around them."""

from __future__ import annotations

import numpy as np
import pytest

import irad

X = np.array([1.0, 2.0, 4.0])
ONES = np.ones(3)


def same_array(x):
    return irad.grad(lambda w: (w * x).sum())(x).sum()


def descent(x):
    w = x * 0.5
    for _ in range(3):
        w = w - 0.1 * irad.grad(lambda w: ((w - x) ** 2).sum())(w)
    return w.sum()


def with_default(x):
    def loss(w, k=2.0):
        return ((w - x) ** 2).sum() * k

    return irad.value_and_grad(loss)(ONES)[1].sum() + irad.hessian(loss)(ONES).sum()


def two_arguments(x):
    def loss(w, b):
        return ((w * x - b) ** 2).sum()

    by_w, by_b = irad.grad(loss, argnums=(0, 1))(ONES, 2.0)
    return by_w.sum() * by_b


def through_another(x):
    def h(w):
        return x * w

    return irad.grad(lambda w: (h(w) ** 2).sum())(np.arange(3.0)).sum()


def in_a_loop(x):
    total = 0.0
    for v in x:
        total += irad.grad(irad.grad(lambda w: w**3 * v))(2.0)  # noqa: B023
    return total


def directions(x):
    return irad.hvp(lambda w: (w**3 * x).sum(), (ONES,), (X,)).sum() + irad.jvp(lambda w: w * x * x, (ONES,), (X,))[1].sum()


def matrix(x):
    return (irad.jacobian(lambda w: np.outer(w, w) @ x)(ONES) * np.arange(9.0).reshape(3, 3)).sum()


def in_a_dict(x):
    given = {"a": x, "k": 2}
    return irad.grad(lambda w: (w * given["a"]).sum() ** given["k"])(ONES).sum()


# Value and gradient in closed form.  Of `descent`: w = x - 0.5 * 0.8**3 x.  Of `matrix`: d/dw w (w.x) = (w.x) I + w x^T at w = 1.
S = X.sum()
COLUMNS = np.array([9.0, 12.0, 15.0])  # sums of the columns of 0 ... 8
CASES = {
    same_array: (S, ONES),
    descent: ((1 - 0.5 * 0.512) * S, (1 - 0.5 * 0.512) * ONES),
    with_default: (4 * (3 - S) + 12, -4 * ONES),
    two_arguments: (-4 * (X * (X - 2)).sum() * (X - 2).sum(), -4 * ((2 * X - 2) * (X - 2).sum() + (X * (X - 2)).sum())),
    through_another: ((2 * X**2 * np.arange(3)).sum(), 4 * X * np.arange(3)),
    in_a_loop: (12 * S, 12 * ONES),
    directions: (6 * (X * X).sum() + (X**3).sum(), 6 * X + 2 * X * X),
    matrix: (12 * S + (COLUMNS * X).sum(), 12 + COLUMNS),
    in_a_dict: (2 * S * S, 4 * S * ONES),
}


@pytest.mark.parametrize("f", CASES, ids=lambda f: f.__name__)
def test_closed_forms(f) -> None:
    value, slope = CASES[f]
    found, gradient = irad.value_and_grad(f)(X.copy())
    assert found == pytest.approx(value, rel=1e-13)
    np.testing.assert_allclose(gradient, slope, rtol=1e-12)
    assert irad.jvp(f, (X.copy(),), (np.array([0.3, -1.0, 2.0]),))[1] == pytest.approx(slope @ [0.3, -1.0, 2.0], rel=1e-12)


def test_what_is_written_is_refused() -> None:
    def writes(x):
        def f(w):
            x[0] = 5.0
            return (w * x).sum()

        return irad.grad(f)(ONES).sum() + x[0]

    def binds(x):
        n = 0.0

        def f(w):
            nonlocal n
            n += 1.0
            return (w * w).sum()

        return irad.grad(f)(x).sum() + n

    with pytest.raises(irad.UnsupportedError, match="writes to an array of the function around it"):
        irad.jit(writes)(X.copy())
    with pytest.raises(irad.UnsupportedError, match="binds variables"):
        irad.jit(binds)(X.copy())
    with pytest.raises(irad.UnsupportedError, match=r"\*args"):
        irad.jit(lambda x: irad.grad(lambda w, *more: (w * x).sum())(ONES))(X)
    with pytest.raises(irad.UnsupportedError, match="pass what it reads as arguments"):
        irad.jit(lambda x: irad.vjp(lambda w: w * x, ONES)[0])(X)


def test_results_without_axes() -> None:
    """The gradient of an array of one number without axes is that of the number."""
    value, slope = irad.value_and_grad(lambda x: np.array(x[0] * x[1]))(X)
    assert value == 2.0
    np.testing.assert_array_equal(slope, [2.0, 1.0, 0.0])
    np.testing.assert_array_equal(irad.hessian(lambda x: np.asarray((x**3).sum()))(X), np.diag(6 * X))
    np.testing.assert_array_equal(irad.jit(lambda x: irad.grad(lambda w: np.asarray((w * x).sum()))(ONES))(X), X)
