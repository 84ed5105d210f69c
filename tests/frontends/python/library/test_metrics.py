"""Metrics of `scipy.spatial.distance`, between rows and as functions, beside SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import distance

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes
from tests.frontends.python.library.numpy_cases import Group, check_group

A = np.sin(np.arange(15.0) ** 1.7 + 0.1).reshape(5, 3)
B = np.cos(np.arange(12.0) ** 2).reshape(4, 3)
P, Q = np.abs(A), np.abs(B)
W = np.array([1.0, 2.0, 0.5])
V = np.array([[2.0, 0.3, 0.0], [0.3, 1.0, 0.1], [0.0, 0.1, 1.5]])
I = np.array([[1, 2, 3], [1, 0, 3]])  # noqa: E741

GROUPS: Group = {
    "powers": lambda: (
        distance.cdist(A, B, "minkowski", p=3), distance.cdist(A, B, "minkowski", p=1.5, w=W), distance.pdist(A, "minkowski"),
        distance.cdist(A, B, "minkowski", p=np.inf), distance.pdist(A, metric="minkowski", p=1),
    ),
    "weights": lambda: (
        distance.cdist(A, B, "euclidean", w=W), distance.cdist(A, B, "sqeuclidean", w=W), distance.pdist(A, "cityblock", w=W),
        distance.cdist(A, B, "chebyshev", w=np.array([1.0, 0.0, 0.5])), distance.cdist(A, B, "hamming", w=W),
    ),
    "quotients": lambda: (
        distance.cdist(A, B, "canberra"), distance.pdist(A, "braycurtis"), distance.cdist(A, B, "braycurtis", w=W),
        distance.pdist(A, "canberra", w=W), distance.cdist(I, I, "hamming"),
    ),
    "angles": lambda: (
        distance.cdist(A, B, "correlation"), distance.pdist(A, "cosine", w=W), distance.cdist(A, B, "correlation", w=W),
        distance.cosine(A[0], A[1], w=W),
    ),
    "variances": lambda: (
        distance.cdist(A, B, "seuclidean"), distance.cdist(A, B, "seuclidean", V=W), distance.pdist(A, "seuclidean"),
        distance.seuclidean(A[0], A[1], W), distance.cdist(A, B, "mahalanobis"), distance.cdist(A, B, "mahalanobis", VI=V),
        distance.pdist(A, "mahalanobis"),
    ),
    "entropies": lambda: (distance.cdist(P, Q, "jensenshannon"), distance.pdist(P, "jensenshannon")),
    "functions": lambda: (
        distance.cdist(A, B, lambda u, v: np.sum(np.abs(u - v) ** 3)), distance.pdist(A, lambda u, v: np.max(u - v)),
    ),
    "pairs": lambda: (
        distance.minkowski(A[0], A[1], 1.5, W), distance.euclidean(A[0], A[1], W), distance.sqeuclidean(A[0], A[1], w=W),
        distance.cityblock(A[0], A[1], W), distance.chebyshev(A[0], A[1], w=W), distance.cityblock(I[0], I[1]),
    ),
}  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("metric", "kept"), [("minkowski", {"p": 3}), ("correlation", {}), ("mahalanobis", {}), ("seuclidean", {}), ("canberra", {})]
)
def test_slopes(metric: str, kept: dict[str, float]) -> None:
    weights = np.cos(np.arange(20.0)).reshape(5, 4)
    if kept:
        check_slopes(lambda a: (distance.cdist(a, B, metric, p=3) * weights).sum(), A)
    else:
        check_slopes(lambda a: (distance.cdist(a, B, metric) * weights).sum(), A)


def test_slope_of_a_power() -> None:
    """By the exponent, which a call is not compiled for."""
    check_slopes(lambda p: distance.cdist(A, B, "minkowski", p=p[0]).sum(), np.array([1.7]))


def test_no_distance() -> None:
    """At the distance 0 the derivative is 0."""
    for power in (2.0, 3.0):
        slope = irad.grad(lambda a: distance.cdist(a, A[:1], "minkowski", p=power).sum())(A[:1].copy())  # noqa: B023
        assert not slope.any()


def of_single_precision():
    a, b = A[0].astype(np.float32), A[1].astype(np.float32)
    return distance.minkowski(a, b, 3), distance.cityblock(a, b), distance.chebyshev(a, b), distance.cosine(a, b)


def test_single_precision() -> None:
    for got, want in zip(irad.jit(of_single_precision)(), of_single_precision(), strict=True):
        assert type(got) is type(want)
        np.testing.assert_allclose(got, want, rtol=1e-5)


def test_errors() -> None:
    check_errors(
        lambda: distance.euclidean(A[0] * np.nan, A[1]), lambda: distance.chebyshev(A[0, :0], A[1, :0]),
        lambda: distance.cdist(A, B, "euclidean", p=3), lambda: distance.cdist(A, B, "euclidean", w=-W),
        lambda: distance.pdist(A[:2], "mahalanobis"), lambda: distance.minkowski(A[0], A[1], -1),
        lambda: distance.cdist(A, B, "cityblock", V=W),
    )  # fmt: skip
    with pytest.raises(irad.UnsupportedError, match="canberra"):
        irad.jit(lambda: distance.cdist(A, B, "yule"))()
