"""Functions of `scipy.special`: values beside SciPy's, also at their edges; derivatives beside differences of SciPy's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.special as sp

import irad

EDGES = [0.0, -0.0, 1.0, -1.0, -2.0, -2.5, 0.5, 0.31, 3.7, 12.0, 25.5, 40.0, -30.0, 1e-9, -1e-5, 3e-5, 170.3]
EDGES += [np.inf, -np.inf, np.nan]
EVERYWHERE = [-3.3, -0.7, -1e-3, 0.2, 0.9, 1.7, 4.2]
POSITIVE = [0.05, 0.4, 1.0, 2.2, 7.5]
INSIDE = [0.05, 0.31, 0.5, 0.77, 0.9]

OF_ONE: dict[Any, list[float]] = {
    sp.erf: EVERYWHERE, sp.erfc: EVERYWHERE, sp.erfcx: EVERYWHERE, sp.gammaln: EVERYWHERE, sp.gamma: EVERYWHERE,
    sp.rgamma: EVERYWHERE, sp.expit: EVERYWHERE, sp.logit: INSIDE, sp.log_expit: EVERYWHERE,
    sp.psi: EVERYWHERE, sp.entr: POSITIVE, sp.ndtr: EVERYWHERE,

    sp.log_ndtr: EVERYWHERE, sp.exprel: EVERYWHERE, sp.cosm1: EVERYWHERE, sp.exp10: EVERYWHERE,
}  # fmt: skip
OF_TWO: dict[Any, tuple[list[float], list[float]]] = {
    sp.betaln: (POSITIVE, INSIDE), sp.beta: (POSITIVE, INSIDE),
    sp.xlogy: (EVERYWHERE[:5], POSITIVE), sp.xlog1py: (EVERYWHERE[:5], POSITIVE),
    sp.rel_entr: (POSITIVE, INSIDE), sp.kl_div: (POSITIVE, INSIDE), sp.huber: (POSITIVE, EVERYWHERE[:5]),
    sp.pseudo_huber: (POSITIVE, EVERYWHERE[:5]), sp.boxcox: (POSITIVE, EVERYWHERE[:5]), sp.boxcox1p: (POSITIVE, EVERYWHERE[:5]),
    sp.inv_boxcox: (INSIDE, [0.0, 1e-7, 0.3, -0.4, 1.0]),
}  # fmt: skip


def differences(f: Any, x: np.ndarray) -> np.ndarray:
    """Central differences of the fourth order; error below 1e-8 relative for functions with derivatives of order one."""
    h = 1e-3 * np.minimum(1.0, np.abs(x) + 1e-2)
    return (8.0 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12.0 * h)


@pytest.mark.parametrize("fn", OF_ONE, ids=lambda f: f.__name__)
def test_of_one(fn: Any) -> None:
    x = np.array(OF_ONE[fn])
    value, slope = irad.value_and_grad(lambda x: (fn(x) * fn(x)).sum())(x.copy())
    assert value == pytest.approx((fn(x) ** 2).sum(), rel=1e-12)
    np.testing.assert_allclose(slope, 2.0 * fn(x) * differences(fn, x), rtol=2e-7, atol=1e-7)
    _, tangent = irad.jvp(lambda x: (fn(x) * fn(x)).sum(), (x,), (np.cos(x),))
    assert tangent == pytest.approx(np.dot(slope, np.cos(x)), rel=1e-11)
    assert irad.jit(lambda v: fn(v))(0.3) == pytest.approx(fn(0.3), rel=1e-13)


@pytest.mark.parametrize("fn", OF_ONE, ids=lambda f: f.__name__)
def test_edges_of_one(fn: Any) -> None:
    def into(x, y):
        y[:] = fn(x)

    for dtype, tolerance in ((np.float64, 4e-13), (np.float32, 2e-6)):
        x = np.array(EDGES, dtype)
        with np.errstate(all="ignore"):
            wanted = fn(x)
        y = np.empty_like(wanted)
        irad.jit(into)(x, y)
        np.testing.assert_allclose(y, wanted, rtol=tolerance, atol=1e-300)
        assert wanted.dtype == irad.jit(lambda x: fn(x))(x).dtype
    ints = np.arange(1, 4)
    np.testing.assert_allclose(irad.jit(lambda n: fn(n))(ints), fn(ints), rtol=1e-13)


@pytest.mark.parametrize("fn", OF_TWO, ids=lambda f: f.__name__)
def test_of_two(fn: Any) -> None:
    x, y = map(np.array, OF_TWO[fn])
    value, slopes = irad.value_and_grad(lambda x, y: fn(x[:, None], y).sum(), argnums=(0, 1))(x.copy(), y.copy())
    assert value == pytest.approx(fn(x[:, None], y).sum(), rel=1e-12)
    of_x, of_y = (lambda v: fn(v[:, None], y).sum(1)), (lambda v: fn(x[:, None], v).sum(0))
    for given, slope, f in ((x, slopes[0], of_x), (y, slopes[1], of_y)):
        np.testing.assert_allclose(slope, differences(f, given), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("fn", OF_TWO, ids=lambda f: f.__name__)
def test_edges_of_two(fn: Any) -> None:
    x, y = (v.ravel().copy() for v in np.meshgrid(*2 * ([0.0, 1.0, -1.0, 0.4, 2.5, np.inf, np.nan],)))
    with np.errstate(all="ignore"):
        wanted = fn(x, y)
    if fn in (sp.beta, sp.betaln, sp.boxcox, sp.boxcox1p, sp.inv_boxcox, sp.pseudo_huber, sp.huber):  # at infinity they differ
        finite = np.isfinite(x) & np.isfinite(y) & ((fn not in (sp.beta, sp.betaln)) | ((x > 0) & (y > 0)))
        x, y, wanted = x[finite], y[finite], wanted[finite]
    np.testing.assert_allclose(irad.jit(lambda x, y: fn(x, y))(x, y), wanted, rtol=4e-14)


def test_steep_at_zero() -> None:
    """Where the derivative is infinite it is not 0."""
    assert irad.grad(lambda x: sp.entr(x))(0.0) == np.inf
    assert irad.grad(lambda x: sp.xlogy(x, 0.0))(0.0) == -np.inf
    assert irad.grad(lambda x: sp.xlogy(x, 2.0))(0.0) == pytest.approx(np.log(2.0), rel=1e-14)


X = np.array([[0.3, 1.2, -0.7], [2.5, -0.1, 0.4]])
WEIGHTS = np.array([0.5, 2.0, 0.0])
ALONG: dict[str, Any] = {
    "logsumexp": lambda x: sp.logsumexp(x),
    "logsumexp of an axis": lambda x: (sp.logsumexp(x, axis=1) * np.array([1.0, 3.0])).sum(),
    "logsumexp of a negative axis": lambda x: (sp.logsumexp(x, -2) * np.array([1.0, 3.0, 2.0])).sum(),
    "logsumexp, axes kept": lambda x: (x * sp.logsumexp(x, axis=0, keepdims=True)).sum(),
    "logsumexp, all kept": lambda x: sp.logsumexp(x, keepdims=True)[0, 0],
    "logsumexp with weights": lambda x: sp.logsumexp(x, b=WEIGHTS),
    "logsumexp of large numbers": lambda x: sp.logsumexp(1000.0 * x),
    "logsumexp with a sign": lambda x: sp.logsumexp(x[0], b=np.array([1.0, -5.0, 1.0]), return_sign=True)[0],
    "softmax": lambda x: (sp.softmax(x, axis=1) * X).sum(),
    "softmax of all": lambda x: (sp.softmax(x) * X).sum(),
    "log_softmax": lambda x: (sp.log_softmax(x, axis=0) * X).sum(),
    "polygamma": lambda x: sp.polygamma(1, x + 2.0).sum(),
    "polygamma of order 0": lambda x: sp.polygamma(0, x + 2.0).sum(),
    "a list": lambda x: sp.logsumexp([x[0, 0], 1.0, x[1, 1] * x[1, 1]]),
}


@pytest.mark.parametrize("name", ALONG)
def test_along_axes(name: str) -> None:
    f = ALONG[name]
    value, slope = irad.value_and_grad(f)(X.copy())
    assert value == pytest.approx(f(X), rel=1e-12)
    h = 1e-5
    steps = [np.reshape(h * e, X.shape) for e in np.eye(X.size)]
    wanted = np.reshape([(f(X + s) - f(X - s)) / (2 * h) for s in steps], X.shape)
    np.testing.assert_allclose(slope, wanted, rtol=1e-5, atol=1e-6)


def test_infinite() -> None:
    """What an HMM has for impossible states."""
    x = np.array([-np.inf, 0.5, 1.0])
    value, slope = irad.value_and_grad(lambda x: sp.logsumexp(x))(x.copy())
    assert value == pytest.approx(sp.logsumexp(x), rel=1e-14)
    np.testing.assert_allclose(slope, sp.softmax(x), rtol=1e-14)
    none = np.full(2, -np.inf)
    assert irad.jit(lambda x: sp.logsumexp(x))(none) == -np.inf
