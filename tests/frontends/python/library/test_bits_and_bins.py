"""Bits of bytes, bins of several axes, and variances about a given mean, beside NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import irad
from tests.frontends.python.library.beside_scipy import check_slopes
from tests.frontends.python.library.numpy_cases import A, B, F, Group, N, U, X, Y, Z, check_error, check_group

GROUPS: Group = {
    "bins": lambda: (
        np.histogramdd(np.column_stack((X, Y)), (2, 3)), np.histogramdd((X, Y, X + Y), 3),
        np.histogramdd((X, Y), (3, np.array([0.0, 0.15, 2.0])), density=True),
        np.histogramdd((X, Y), 3, range=((0, 1), (0, 1)), weights=Y),
    ),
    "bits": lambda: (
        np.packbits(B), np.packbits(np.arange(30).reshape(2, 15) % 3, axis=1),
        np.packbits(np.arange(30).reshape(15, 2) % 3, axis=0, bitorder="little"), np.unpackbits(U), np.unpackbits(U, count=30),
        np.unpackbits(U.reshape(1, 4), axis=1, count=10), np.unpackbits(U.reshape(1, 4), axis=0, count=-3, bitorder="little"),
    ),
    "about a mean": lambda: (
        np.var(X, mean=np.mean(X)), np.std(A, axis=0, mean=np.mean(A, axis=0, keepdims=True), keepdims=True), X.std(mean=0.5),
        np.var(F, mean=F.mean()), np.var(N, mean=1.5, ddof=1), np.var(Z, mean=Z.mean()), np.real_if_close(X),
        np.std(A, axis=1, mean=np.mean(A, axis=1, keepdims=True), where=A > 7.0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n == "bits" else pytest.mark.slow) for n in GROUPS])
def test_values(name: str) -> None:
    check_group(GROUPS[name])


@pytest.mark.slow
def test_slopes() -> None:
    ways = np.array([0.3, -1.0, 0.7])
    check_slopes(lambda x: np.var(x, mean=x[0], ddof=1) + np.std(x, mean=1.0), X)
    check_slopes(lambda x: np.histogramdd((X, Y), 3, weights=x, density=True)[0] @ ways @ ways, X)


def test_errors() -> None:
    check_error(lambda: np.packbits(X))
    check_error(lambda: np.unpackbits(N))
    check_error(lambda: np.unpackbits(U, count=-40))
    check_error(lambda: np.histogramdd((X, Y), (3, 3, 3)))
    with pytest.raises(irad.UnsupportedError, match=r"z\.real"):
        irad.jit(lambda: np.real_if_close(Z))()
