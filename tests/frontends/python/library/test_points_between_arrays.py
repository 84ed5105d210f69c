"""`np.linspace`, `np.logspace` and `np.geomspace` of arrays, along any axis, beside NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.frontends.python.library.beside_scipy import check_errors
from tests.frontends.python.library.numpy_cases import Group, check_group, check_slope

X = np.array([0.7, -1.3, 2.1, 0.45])
P = np.array([0.3, 1.7, 0.9, 2.4])
I = np.array([3, 1, 2, -4])  # noqa: E741
A = np.sin(np.arange(12.0)).reshape(3, 4)
F = P.astype(np.float32)

GROUPS: Group = {
    "equal distances": lambda: (
        np.linspace(X, P, 4), np.linspace(0.0, X, 5, axis=1), np.linspace(A, P, 3, axis=1, endpoint=False),
        np.linspace([1.0, 2.0], [3, 4], 1), np.linspace(X, P, 0), np.linspace(0, 2.5, 5, axis=0),
    ),
    "steps and dtypes": lambda: (
        np.linspace(X, P, 3, retstep=True), np.linspace(I, 7, 3, dtype=int),
        np.linspace(F, 1.0, 3), np.linspace(F, F + 1, 3, axis=1), np.linspace(X * 1j, 1.0, 3),
    ),
    "powers": lambda: (
        np.logspace(X, P, 4), np.logspace(X, 1.0, 3, False, 2.0), np.logspace(X, 1.2, 4, base=P, axis=-1),
        np.logspace(A, 1.2, 3, base=P, axis=1), np.logspace(0, 2, 3, dtype=int), np.logspace(0.5, 2.0),
    ),
    "equal quotients": lambda: (
        np.geomspace(P, P + 1.0, 4, axis=1), np.geomspace(-P, -2.0, 4), np.geomspace(F, 2 * F, 3),
        np.geomspace(1, 1000, 4, dtype=int), np.geomspace(-1000, -1, 4, endpoint=False), np.geomspace(X, P, 3),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


def test_slopes() -> None:
    weights = np.cos(np.arange(12.0)).reshape(4, 3)
    check_slope(lambda x: (np.linspace(x, x * P, 3, axis=-1) ** 2 * weights).sum(), X)
    check_slope(lambda x: (np.geomspace(x, 2.0 + x * x, 3, axis=1) * weights).sum(), P)
    check_slope(lambda x: (np.logspace(x, 1.0, 3, axis=1, base=P) * weights).sum(), X)


def test_errors() -> None:
    check_errors(lambda: np.linspace(X, P, -1), lambda: np.geomspace(X, 0.0 * P, 3), lambda: np.geomspace(0, 3.0, 4))
