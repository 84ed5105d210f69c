"""Arguments of NumPy's and SciPy's functions that are seldom given, beside NumPy and SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import linalg, ndimage, special
from scipy.spatial import distance

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_values
from tests.frontends.python.library.numpy_cases import Group, check_group, check_slope

X = np.array([0.7, -1.3, 2.1, 0.45, 1.9])
Y = np.array([1.5, 0.2, -0.8, 3.1, 0.6])
P = np.array([0.3, 1.7, 0.9, 2.4, 0.1])
I = np.array([3, 1, 2, 1, -4])  # noqa: E741
J = np.array([0, 2, 1, 1, 2])
A = np.sin(np.arange(12.0)).reshape(3, 4)
F = np.asfortranarray(A.astype(np.float32))

GROUPS: Group = {
    "periods": lambda: (
        np.interp(X, [0.0, 1.0, 2.0], [0.0, 1.0, 0.0], period=1.5), np.interp(0.3, P, Y, period=-2), np.interp(X, P, Y, -1, 5),
    ),
    "places of what is common": lambda: (
        np.intersect1d(I, J, return_indices=True), np.intersect1d([2.0, 1.0, 2.0], [2.0, 3.0], return_indices=True),
        np.bincount(X > 0), np.bincount(X > 0, weights=Y),
    ),
    "constants of integration": lambda: (
        np.polyint(X, 2, k=[1, 2]), np.polyint(X, 2, k=3), np.polyint(I, k=1.5), np.sort(np.abs(np.roots([0, 0, 1, -3, 2]))),
    ),
    "weights of covariances": lambda: (
        np.cov(A, aweights=P[:4]), np.cov(A, fweights=[1, 2, 0, 1]), np.cov(A, ddof=6), np.cov(X, Y, aweights=P, bias=True),
        np.cov(A, fweights=[1, 2, 0, 1], aweights=P[:4], ddof=0),
    ),
    "rules for bins": lambda: (
        np.histogram(X, "auto"), np.histogram(X, "scott"), np.histogram(X, "sqrt", range=(0, 2)), np.histogram(I, "auto"),
        np.histogram(X[:0], "auto"), np.histogram(np.ones(4), "auto"), np.histogram_bin_edges(X, "scott"),
    ),
    "exact numbers": lambda: (
        special.comb(5, 2, exact=True), special.comb(3, 5, exact=True), special.perm(5, 2, exact=True),
        special.factorial(5, exact=True), special.factorial(-1, exact=True),
        distance.cityblock(I, J), distance.chebyshev(I, J), distance.cityblock(I, X),
    ),
    "sums of nothing": lambda: (special.logsumexp(X[:0]), special.logsumexp(A[:0], axis=0)),
    "whole numbers between ends": lambda: (
        np.linspace(0, 10, 4, dtype=int), np.linspace(-1, 10, 4, dtype=np.int8),
        np.linspace(-3, 1.25, 7, dtype=int, retstep=True),
    ),
    "lists of rows": lambda: (
        np.linalg.inv([[1, 2], [3, 4]]), np.linalg.solve([[1.0, 2], [3, 4]], [1.0, 2.0]), np.linalg.norm([3.0, 4.0]),
        np.linalg.norm(-3.0), np.linalg.norm([[3.0, 4.0]], axis=1), np.linalg.eigvalsh([[2.0, 1.0], [1.0, 3.0]]),
        np.linalg.norm(3.0 + 4.0j), np.linalg.matrix_rank(np.zeros((0, 3))),
        linalg.solve_triangular([[2.0, 1.0], [0.0, 4.0]], [1, 2]), linalg.det(np.diag(F[1])),
    ),
    "integers that wrap": lambda: (
        ndimage.laplace(np.array([3, 1, 250, 0], dtype=np.uint8)), ndimage.sobel(np.array([100, -128, 127, 5], dtype=np.int8)),
        ndimage.gaussian_filter(I, 1.0),
    ),
    "all axes at once": lambda: (np.sort(A, axis=None), np.argsort(A, axis=None), np.sort(F, None), A.argsort(axis=None)),
    "indices beyond the end": lambda: (
        np.take(X, [5, -7], mode="wrap"), np.take(A, [5, -7], axis=1, mode="clip"), np.take(A, 15, mode="wrap"),
        X.take([4, 0], mode="raise"), np.choose([0, 3, -1], [1.0, 2.0], mode="wrap"), np.choose(J, [X, Y], mode="clip"),
    ),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


def test_slopes() -> None:
    check_slope(lambda x: (np.interp(x, P, Y, period=2.05) * np.take(x, [7, -1], mode="wrap")[0]).sum(), X)
    check_slope(lambda x: np.cov(x, aweights=P) * np.sort(x[:4].reshape(2, 2), axis=None)[2], X)


def test_a_system_written_out() -> None:
    """Of x + 2y = 1 and 3x + s y = 4, y is 1/(s - 6)."""
    slope = irad.grad(lambda s: np.linalg.solve([[1.0, 2.0], [3.0, s]], [1.0, 4.0])[1])
    assert slope(4.0) == pytest.approx(-0.25, rel=1e-12)


def test_errors() -> None:
    check_errors(
        lambda: np.interp(X, P, Y, period=0), lambda: np.polyint(X, 3, k=[1, 2]), lambda: np.cov(A, aweights=-P[:4]),
        lambda: np.take(X[:0], [0], mode="wrap"), lambda: np.histogram(X, "auto", weights=P),
    )  # fmt: skip
    for f in (lambda: np.histogram(X, "wide"), lambda: np.take(X, [0], mode="round")):
        with pytest.raises(irad.UnsupportedError, match="are"):
            irad.jit(f)()


def counted_in_lists(x):
    grown = [v * x for v in range(7) if v * x > 2]
    counts = (
        *np.histogram([x, x * 2, 3.0, 4], bins=3), *np.histogram((1, 2, 2, 5), bins=[0, 2, 4, 6]),
        *np.histogram([x, 2.0], weights=[1.0, x], bins=2, density=True), *np.histogram(grown, bins=3, weights=tuple(grown)),
        *np.histogram([[x, 2.0], [3.0, 1.0]], 4, range=(0, 8)), *np.histogram(grown, bins=grown),
        *np.histogram2d([x, 2.0, 3.0], (1.0, x, 2), bins=2, weights=[1, x, 2.0]), np.histogram_bin_edges([x, 3.0], bins=3),
    )  # fmt: skip
    numbers = np.bincount([1, 2, 2, 5]), np.bincount((0, 1, 1), weights=[x, 2.0, 3], minlength=5), np.digitize(grown, grown)
    return *counts, *numbers, np.digitize([0.5, x, 7], [1, 2, 3]), np.digitize(x, (1.0, 2, 3.0), right=True)


def test_histograms_of_lists() -> None:
    check_values(counted_in_lists, 1.5)
    check_errors(
        lambda: np.histogram([1.0, 2.0], weights=[1.0]), lambda: np.bincount([-1]), lambda: np.bincount([1, 2], weights=[1.0]),
        lambda: np.digitize([1.0], [3, 1, 2]),
    )  # fmt: skip
