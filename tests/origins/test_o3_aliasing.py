"""O3: memory is the identity: views of one buffer have one derivative."""

from __future__ import annotations

import numpy as np
import pytest

import irad


def product(xt, x):
    return (xt * x).sum()


def test_one_argument_used_twice() -> None:
    np.testing.assert_allclose(irad.grad(lambda x: (x * x).sum())(np.array([1.0, 3.0])), [2.0, 6.0])


def test_view_and_its_transpose() -> None:
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    dx = np.zeros((2, 2))
    irad.autodiff(product, irad.Duplicated(x.T, dx.T), irad.Duplicated(x, dx))
    np.testing.assert_allclose(dx, 2 * x.T)
    one, done = np.array([1.0]), np.zeros(1)
    irad.autodiff(product, irad.Duplicated(one.T, done.T), irad.Duplicated(one, done))
    assert done[0] == 2.0


def dot_slices(a, b):
    s = 0.0
    for i in range(5):
        s += a[i] * b[i]
    return s


def test_overlapping_slices() -> None:
    a = np.arange(1.0, 8.0)
    da = np.zeros(7)
    irad.autodiff(dot_slices, irad.Duplicated(a[0:5], da[0:5]), irad.Duplicated(a[2:7], da[2:7]))
    want = np.zeros(7)
    want[0:5] += a[2:7]
    want[2:7] += a[0:5]
    np.testing.assert_allclose(da, want)


def tied(w1, w2, x):
    h = np.tanh(w1 @ x)
    y = w2 @ h
    return (y * y).sum()


def numeric(f, w: np.ndarray) -> np.ndarray:
    g = np.zeros_like(w)
    for i in np.ndindex(w.shape):
        for sign in (1, -1):
            moved = w.copy()
            moved[i] += sign * 1e-6
            g[i] += sign * f(moved) / 2e-6
    return g


def test_tied_weights_and_a_step_keeps_the_tie() -> None:
    rng = np.random.default_rng(0)
    w, x = rng.normal(size=(3, 4)), rng.normal(size=4)
    dw = np.zeros_like(w)
    irad.autodiff(tied, irad.Duplicated(w, dw), irad.Duplicated(w.T, dw.T), x)
    np.testing.assert_allclose(dw, numeric(lambda m: tied(m, m.T, x), w), atol=1e-7)
    before = tied(w, w.T, x)
    w -= 1e-3 * dw
    assert tied(w, w.T, x) < before


def test_untied_reading() -> None:
    rng = np.random.default_rng(1)
    w, x = rng.normal(size=(3, 4)), rng.normal(size=4)
    other = w.T.copy()
    dw, dother = np.zeros_like(w), np.zeros_like(other)
    irad.autodiff(tied, irad.Duplicated(w, dw), irad.Duplicated(other, dother), x)
    np.testing.assert_allclose(dw, numeric(lambda m: tied(m, other, x), w), atol=1e-7)
    np.testing.assert_allclose(dother, numeric(lambda m: tied(w, m, x), other), atol=1e-7)


def test_wrong_shadows_are_refused() -> None:
    x = np.ones((2, 2))
    with pytest.raises(irad.AliasingError, match="xt and x share memory"):
        irad.autodiff(product, irad.Duplicated(x.T, np.zeros((2, 2)).T), irad.Duplicated(x, np.zeros((2, 2))))
    d = np.zeros((2, 2))
    with pytest.raises(irad.AliasingError, match=r"the shadows of xt and x overlap"):
        irad.autodiff(product, irad.Duplicated(x.copy().T, d.T), irad.Duplicated(x, d))
    a, da = np.arange(8.0), np.zeros(8)
    with pytest.raises(irad.AliasingError, match="another offset"):
        irad.autodiff(dot_slices, irad.Duplicated(a[0:5], da[0:5]), irad.Duplicated(a[2:7], da[1:6]))
    with pytest.raises(irad.AliasingError, match="the shadow of x overlaps the primal array x"):
        irad.autodiff(product, np.ones((2, 2)), irad.Duplicated(x, x))


def test_grad_builds_shadows_like_its_inputs() -> None:
    x = np.array([[1.0, 2.0], [3.0, 4.0]])
    gt, g = irad.grad(product, argnums=(0, 1))(x.T, x)
    np.testing.assert_allclose(g, 2 * x.T)
    np.testing.assert_allclose(gt, g.T)
    assert np.shares_memory(gt, g)
