"""Several derivatives of a product at once: whether their shadows lie side by side, as one product then, or apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad
from tests.blas.conftest import fortran_source, module, op

WIDTH, GAPS = 3, {"a": 1, "b": 2, "c": 1}


def view(x: np.ndarray, rows: int) -> np.ndarray:
    return x[:, :rows].T


@pytest.mark.parametrize("mode", [irad.Forward, irad.Reverse])
@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("ta,tb", ["NN", "TN", "NT", "TT"])
@pytest.mark.parametrize("n", [1, 3])
def test_batches(mode: Any, together: bool, ta: str, tb: str, n: int) -> None:
    rng, (m, k) = np.random.default_rng(n), (4, 5)
    shapes = {"a": (m, k) if ta == "N" else (k, m), "b": (k, n) if tb == "N" else (n, k), "c": (m, n)}
    value, shadows, old = {}, {}, {}
    for x, (rows, columns) in shapes.items():
        value[x] = rng.normal(size=(columns, rows + GAPS[x]))
        whole = rng.normal(size=(WIDTH, columns, rows + GAPS[x]))
        shadows[x] = tuple(whole) if together else tuple(part.copy() for part in whole[::-1])
        old[x] = [part.copy() for part in shadows[x]]
    rows = {x: s[0] for x, s in shapes.items()}
    alpha, beta = np.array([1.5]), np.array([0.5])
    a, b = op(ta, view(value["a"], rows["a"])), op(tb, view(value["b"], rows["b"]))
    given = {x: irad.BatchDuplicated(value[x], shadows[x]) for x in "abc"}
    stride = {x: rows[x] + GAPS[x] for x in "abc"}
    flags = (ord(ta), ord(tb), m, n, k)
    args = [*flags, alpha, given["a"], stride["a"], given["b"], stride["b"], beta, given["c"], stride["c"]]
    irad.autodiff(module(fortran_source("d"))["f"], *args, mode=mode)
    for lane in range(WIDTH):
        da, db, dc = (view(old[x][lane], rows[x]) for x in "abc")
        if mode is irad.Forward:
            wanted = {"c": 0.5 * dc + 1.5 * (op(ta, da) @ b + a @ op(tb, db)), "a": da, "b": db}
        else:
            wanted = {"c": 0.5 * dc, "a": da + 1.5 * op(ta, dc @ b.T), "b": db + 1.5 * op(tb, a.T @ dc)}
        for x, w in wanted.items():
            np.testing.assert_allclose(view(shadows[x][lane], rows[x]), w, rtol=1e-12)
            np.testing.assert_array_equal(shadows[x][lane][:, rows[x] :], old[x][lane][:, rows[x] :])
