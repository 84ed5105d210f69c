# ruff: noqa: E501
"""O2: recursive updates of one memory cell.  For [d0, d1] both gradients of ewma**2 are 0.5 d0 + 0.5 d1."""

from __future__ import annotations

import numpy as np
import pytest

import irad

DATA = np.array([0.417022, 0.72032449])


def one_store(d, e):
    for r in range(d.shape[0]):
        for i in range(d.shape[1]):
            if i == 0:
                e[r] = d[r, i]
            else:
                e[r] = 0.5 * d[r, i] + 0.5 * e[r]
    loss = 0.0
    for r in range(d.shape[0]):
        loss += e[r] ** 2
    return loss


def two_updates(d, e):
    for r in range(d.shape[0]):
        for i in range(d.shape[1]):
            if i == 0:
                e[r] = d[r, i]
            else:
                e[r] *= 0.5
                e[r] += 0.5 * d[r, i]
    loss = 0.0
    for r in range(d.shape[0]):
        loss += e[r] ** 2
    return loss


def expanded(d, e):
    for r in range(d.shape[0]):
        e[r, 0] = d[r, 0]
        for c in range(1, d.shape[1]):
            e[r, c] = 0.5 * d[r, c] + 0.5 * e[r, c - 1]
    loss = 0.0
    for r in range(d.shape[0]):
        loss += e[r, d.shape[1] - 1] ** 2
    return loss


def closed_form(d: np.ndarray) -> np.ndarray:
    """d loss / d d[r, i] = 2 e_r w_i with the weights w of the average."""
    n = d.shape[1]
    w = np.array([0.5 ** (n - 1)] + [0.5 ** (n - i) for i in range(1, n)])
    return 2 * (d @ w)[:, None] * w[None, :]


@pytest.mark.parametrize("f", [one_store, two_updates, expanded], ids=lambda f: f.__name__)
@pytest.mark.parametrize("columns", [1, 2, 7, 1000])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_python(f, columns: int, dtype: type) -> None:
    rng = np.random.default_rng(0)
    d = rng.random((3, columns)).astype(dtype)
    if columns == 2:
        d[0] = DATA
    e = np.zeros(d.shape if f is expanded else 3, dtype)
    dd, de = np.zeros_like(d), np.zeros_like(e)
    irad.autodiff(f, irad.Duplicated(d, dd), irad.Duplicated(e, de))
    np.testing.assert_allclose(dd, closed_form(d.astype(float)), rtol=1e-12 if dtype is np.float64 else 1e-5, atol=1e-30)
    np.testing.assert_array_equal(de, 0)
    if columns == 2 and dtype is np.float64:
        np.testing.assert_allclose(dd[0], [0.568673, 0.568673], atol=1e-6)


def blend(d, e, stop):
    for r in range(d.shape[0]):
        for i in range(d.shape[1]):
            e[r] = (1.0 - e[r]) * d[r, i] + e[r]
            if e[r] > stop:
                break
    return e.sum()


def test_alpha_blending_with_early_termination() -> None:
    """e = 1 - prod(1 - d) over the samples taken; d e / d d_i = prod over the others of (1 - d)."""
    d = np.random.default_rng(1).random((5, 40)) * 0.2
    dd, e, de = np.zeros_like(d), np.zeros(5), np.zeros(5)
    irad.autodiff(blend, irad.Duplicated(d, dd), irad.Duplicated(e, de), 0.9)
    want = np.zeros_like(d)
    for r in range(5):
        left = np.cumprod(1 - d[r])
        taken = int(np.argmax(1 - left > 0.9)) + 1 if (1 - left > 0.9).any() else 40
        for i in range(taken):
            want[r, i] = left[taken - 1] / (1 - d[r, i])
    np.testing.assert_allclose(dd, want, rtol=1e-12)


C = r"""
double ema(double *d, long n, double *e) { for (long i = 0; i < n; i++) { if (i == 0) e[0] = d[i]; else { e[0] *= 0.5; e[0] += 0.5 * d[i]; } } return e[0] * e[0]; }
float emaf(float *d, long n, float *e) { for (long i = 0; i < n; i++) { if (i == 0) e[0] = d[i]; else e[0] = 0.5f * d[i] + 0.5f * e[0]; } return e[0] * e[0]; }
"""


@pytest.mark.parametrize("level", ["-O0", "-O2"])
def test_c(level: str) -> None:
    m = irad.Module.from_c(C, flags=(level,))
    for name, dtype in (("ema", np.float64), ("emaf", np.float32)):
        for n in (1, 2, 5, 1000):
            d = np.random.default_rng(2).random(n).astype(dtype)
            dd, e, de = np.zeros_like(d), np.zeros(1, dtype), np.zeros(1, dtype)
            irad.autodiff(m[name], irad.Duplicated(d, dd), n, irad.Duplicated(e, de))
            np.testing.assert_allclose(
                dd, closed_form(d[None].astype(float))[0], rtol=1e-12 if dtype is np.float64 else 1e-5, atol=1e-30
            )
