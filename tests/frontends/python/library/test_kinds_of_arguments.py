"""Keywords and dtypes of NumPy, and samples in single precision and of no elements, beside NumPy's and SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.special as special
from scipy import stats

import irad
from tests.frontends.python.library.beside_scipy import check_slopes, check_values

RNG = np.random.default_rng(3)
X, A, SAMPLE, OTHER = RNG.normal(size=6), RNG.normal(size=(3, 4)), RNG.normal(size=12), RNG.normal(size=12) + 0.1
K, U = np.array([3, -1, 0, 7, 1]), np.array([200, 100, 3], dtype=np.uint8)
X4 = np.arange(6, dtype=np.float32) ** 1.5 + 1
Y4 = X4[::-1] ** 2 + np.float32(0.3)
HUGE = np.array([1e300, 1e200, 1e155, np.inf, 0.0, -2.0, 3.0, -1.0, np.nan])


def pads():
    odd = [np.pad(X, (13, 17), mode=m, reflect_type="odd") for m in ("reflect", "symmetric")]
    whole = np.pad(K, (7, 9), mode="reflect", reflect_type="odd"), np.pad(U, (7, 9), mode="reflect", reflect_type="odd")
    one = np.pad(X[:1], (2, 3), mode="reflect", reflect_type="odd"), np.pad(X[:1], 2, mode="symmetric", reflect_type="odd")
    return (*odd, *whole, *one, np.pad(A, ((2, 5), (9, 1)), mode="symmetric", reflect_type="odd"))


def reductions():
    most = np.max(A, axis=(0, 1), initial=0.1, keepdims=True), np.max(A[:0], axis=(0, 1), initial=0.1)
    least = np.min(A.reshape(3, 2, 2), axis=(0, 2), initial=0.1), np.min(A, axis=(0, 1), initial=-9.0)
    narrow = np.sum(U, dtype=np.uint8), np.prod(K, dtype=np.int16), np.sum(A > 0, axis=0, dtype=np.int8)
    return (*most, *least, *narrow, special.logsumexp(A, axis=(0, -1), b=np.abs(A)))


def elements():
    whole = np.reciprocal(K), np.reciprocal(U), np.reciprocal(K.astype(np.int8))
    means = special.agm(HUGE, 1.0), special.agm(X * X * 1e200, 1e199 * (X * X + 0.1)), special.agm(-X * X, -2.0)
    return (*whole, *means, np.array(X, ndmin=2), np.array([1.0, 2.0], ndmin=3), np.delete(A, [0, -1], axis=1).ravel("K"))


def samples_in_single_precision():
    tests = *stats.ttest_ind(X4, Y4)[:2], *stats.f_oneway(X4, Y4)[:2], *stats.levene(X4, Y4)[:2], *stats.bartlett(X4, Y4)[:2]
    ranks = *stats.mannwhitneyu(X4, Y4)[:2], *stats.ansari(X4, Y4)[:2], *stats.kruskal(X4, Y4)[:2], stats.spearmanr(X4, Y4)[0]
    long = np.concatenate((X4, Y4))
    normal = *stats.skewtest(long)[:2], *stats.normaltest(long)[:2], *stats.chisquare(X4)[:2], *stats.describe(X4)[2:]
    return (*tests, *ranks, *normal, stats.sem(X4), stats.tmean(X4, (2, 9)), stats.tsem(X4), *stats.linregress(X4, Y4)[:4])


def few_samples():
    none = X[:0]
    nans = *stats.ttest_ind(none, none)[:2], *stats.f_oneway(none, none)[:2], *stats.linregress(none, none)[:3], stats.iqr(none)
    one = stats.gmean(X4[2]), stats.skew(2.0), stats.kurtosis(2.0), stats.sem(3.0), stats.trim_mean(2.0, 0.2)
    ends = stats.tmin(SAMPLE), stats.tmax(np.array([3, 1, 2])), stats.scoreatpercentile(none, 30), stats.tmax(none)
    return (*nans, *one, *ends, stats.trim_mean(np.where(SAMPLE > 0.5, np.nan, SAMPLE), 0.2))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("f", [pads, reductions, elements, few_samples], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f, rtol=1e-10, atol=1e-11)


def test_samples_in_single_precision() -> None:
    check_values(samples_in_single_precision, rtol=1e-4, atol=1e-4)


def numbers_in_place(x):
    y = np.nan_to_num(x, copy=False, nan=2.0)
    y[1] = x[2] * 7.0
    return x * 1.0


def test_numbers_in_place() -> None:
    given, expected = np.array([np.nan, 1.0, 3.0]), np.array([2.0, 21.0, 3.0])
    np.testing.assert_array_equal(irad.jit(numbers_in_place)(given), expected)
    np.testing.assert_array_equal(given, expected)  # the array itself
    _, back = irad.vjp(numbers_in_place, np.array([np.nan, 1.0, 3.0]))
    np.testing.assert_allclose(back(np.array([0.3, 0.5, 0.7]))[0], [0.0, 0.0, 0.5 * 7.0 + 0.7])


def test_slopes() -> None:
    def loss(x):
        least = np.min(x.reshape(2, 3), axis=(0, 1), initial=9.0) + special.agm(x[0] ** 2 * 1e3, 3.0)
        return least + (np.pad(x, (9, 3), mode="symmetric", reflect_type="odd") ** 3).sum()

    check_slopes(loss, X.copy())
