"""Distributions of several variables: methods beside SciPy's, derivatives beside differences of SciPy's values."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

X = np.array([[0.2, 0.4], [1.0, -2.0], [3.0, 1.0]])
S = np.array([[2.0, 0.3], [0.3, 1.0]])
K = np.array([[1, 2, 3], [2, 2, 1], [6, 0, 0], [1, -1, 6]])
OUTSIDE, COUNTS = stats.multivariate_t([0.1, 0.2], S, 3.0), stats.multinomial(6, [0.2, 0.3, 0.5])


def values(x: Any, df: float) -> Any:
    t = stats.multivariate_t
    inner = t([0.1, 0.2], S, df)
    out = (t.logpdf(x, [0.1, 0.2], S, df), t.pdf(x[0], None, S, df), t.logpdf(x, [1.0, 0.0], [1.0, 2.0], df))
    out += (t.logpdf(x, [0.1, 0.2], 2.0, np.inf), t.logpdf(x[:, 0], 0.1, 2.0, df), t.logpdf(x[0, 0], df=df))
    out += (inner.logpdf(x), inner.pdf(x), OUTSIDE.logpdf(x))
    many = stats.multinomial
    out += (many.logpmf(K, 6, [0.2, 0.3, 0.5]), many.pmf(K[0], 6, [0.2, 0.3, 0.4]), many.logpmf([1, 2, 3], 6, [0.2, 1.3, 0.5]))
    return (*out, many.logpmf(K, -6, [0.2, 0.3, 0.5]), many.logpmf([1.5, 1.5, 3], 6, [0.2, 0.3, 0.5]) + 0.0, COUNTS.pmf(K))


def test_values() -> None:
    with np.errstate(all="ignore"):
        check_values(values, X, 3.5)


def of_student(v: Any) -> Any:
    points, shape = np.reshape(v[:4], (2, 2)), np.array([[v[6] + 1.0, 0.3], [0.3, v[7]]])
    return np.sum(stats.multivariate_t.logpdf(points, v[4:6], shape, v[8]) * np.array([1.0, -0.4]))


def of_counts(p: Any) -> Any:
    return np.sum(stats.multinomial.logpmf(K[:2], np.array(6), p)[:1]) + stats.multinomial(3, p / np.sum(p)).pmf([1, 1, 1])


def test_slopes() -> None:
    check_slopes(of_student, np.array([0.2, 0.4, 1.0, -2.0, 0.1, 0.2, 1.3, 0.8, 3.3]))
    check_slopes(of_counts, np.array([0.2, 0.3, 0.5]))
    slope = irad.grad(lambda p: stats.multinomial.logpmf([1, 0, 0], 1, p))(np.array([0.5, 0.5, 0.0]))
    np.testing.assert_allclose(slope, [2.0, 0.0, 0.0])


def test_errors() -> None:
    check_errors(
        lambda: stats.multivariate_t.logpdf(X, [0.1, 0.2], S, -1.0), lambda: stats.multinomial.logpmf([1, 2], 3, [0.2, 0.3, 0.5]),
    )  # fmt: skip
