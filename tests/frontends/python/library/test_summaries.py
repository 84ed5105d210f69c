"""Summaries of samples and the normal distribution of several variables, beside `scipy.stats`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

import irad

X = np.array([[0.3, 1.2, 0.7], [2.5, 0.4, 1.1], [0.9, 1.9, 3.2], [1.4, 0.6, 0.2]])
MEAN = np.array([0.5, 1.0, 0.7])
COV = np.array([[1.5, 0.3, -0.2], [0.3, 0.9, 0.1], [-0.2, 0.1, 2.0]])


def of_columns(x):
    means = stats.gmean(x).sum() + stats.hmean(x, axis=1).sum() + stats.sem(x).sum()
    scores = (stats.zscore(x) * X).sum() + (stats.zscore(x, axis=1, ddof=1) * X).sum()
    return means + scores + stats.skew(x).sum() + stats.kurtosis(x, axis=1, fisher=False).sum() + stats.kurtosis(x).sum()


def of_all(x):
    return stats.gmean(x, axis=None) + stats.sem(x[0]) + stats.skew(x[:, 1]) + stats.kurtosis(x, axis=None) + stats.hmean(x[2])


def several_variables(x):
    d = x @ x.T + 3.0 * np.eye(4)
    points = stats.multivariate_normal.logpdf(x, MEAN, COV).sum() + stats.multivariate_normal.pdf(x[0], mean=x[1], cov=COV)
    return points + stats.multivariate_normal.logpdf(x[:, 0], cov=d)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("f", [of_columns, of_all, several_variables], ids=lambda f: f.__name__)
def test_beside_scipy(f: Any) -> None:
    value, slope = irad.value_and_grad(f)(X.copy())
    assert value == pytest.approx(f(X), rel=1e-12)
    h = 1e-5
    steps = [np.reshape(h * e, X.shape) for e in np.eye(X.size)]
    wanted = np.reshape([(f(X + s) - f(X - s)) / (2 * h) for s in steps], X.shape)
    np.testing.assert_allclose(slope, wanted, rtol=1e-6, atol=1e-8)


@pytest.mark.slow
def test_shapes() -> None:
    for x in (MEAN, X, np.stack([X, X + 1.0])):
        wanted = stats.multivariate_normal.logpdf(x, MEAN, COV)
        found = irad.jit(lambda x: stats.multivariate_normal.logpdf(x, MEAN, COV))(x)
        np.testing.assert_allclose(found, wanted, rtol=1e-13)
        assert np.shape(found) == np.shape(wanted)


def test_no_covariance() -> None:
    with pytest.raises(np.linalg.LinAlgError):
        irad.jit(lambda c: stats.multivariate_normal.logpdf(MEAN, MEAN, c))(-COV)
