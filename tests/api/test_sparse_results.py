"""Sparse Jacobians and Hessians against closed forms, and what happens where a pattern does not hold."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import sparse

import irad
from irad.api.sparse import sparse_derivatives as api
from irad.api.sparse.sparse_derivatives import sparse_hessian, sparse_jacobian

RNG = np.random.default_rng(0)


def close(found: Any, want: np.ndarray, rtol: float = 1e-13) -> None:
    assert sparse.issparse(found) and found.format == "csr" and found.shape == want.shape
    np.testing.assert_allclose(found.toarray(), want, rtol=rtol, atol=rtol * np.abs(want).max(initial=1.0))


# ---- Jacobians


def banded(x: Any) -> Any:
    y = np.zeros(len(x))
    for i in range(1, len(x) - 1):
        y[i] = x[i - 1] * x[i] ** 2 + math.sin(x[i + 1])
    return y


def banded_jacobian(x: np.ndarray) -> np.ndarray:
    n = len(x)
    out = np.zeros((n, n), x.dtype)
    for i in range(1, n - 1):
        out[i, i - 1 : i + 2] = x[i] ** 2, 2 * x[i - 1] * x[i], math.cos(x[i + 1])
    return out


@pytest.mark.parametrize("n", [3, 64, 150])
def test_banded(n: int) -> None:
    x = RNG.normal(size=n)
    kept = x.copy()
    close(sparse_jacobian(banded)(x), banded_jacobian(x))
    assert np.array_equal(x, kept)
    band = np.abs(np.arange(n)[:, None] - np.arange(n)) <= 1
    for pattern in (band, sparse.csr_array(band), sparse.coo_matrix(band), sparse.csc_matrix(band * 7.5)):
        close(sparse_jacobian(banded, sparsity=pattern)(x), banded_jacobian(x))


def test_single_precision() -> None:
    x = RNG.normal(size=100).astype(np.float32)
    found = sparse_jacobian(banded)(x)
    close(found, banded_jacobian(x.astype(float)), rtol=1e-5)
    assert found.dtype == np.float64  # np.zeros(n) is what banded() returns
    found = sparse_jacobian(lambda x: x[1:] * x[:-1])(x)
    assert found.dtype == np.float32
    close(found, np.diag(x[1:], 0) @ np.eye(99, 100) + np.diag(x[:-1]) @ np.eye(99, 100, 1), rtol=1e-6)


def test_single_precision_is_not_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    jacobian, x = sparse_jacobian(banded), RNG.normal(size=101).astype(np.float32)
    jacobian(x)
    monkeypatch.setattr(api, "detect", None)
    for _ in range(3):
        x = RNG.normal(size=101).astype(np.float32)
        close(jacobian(x), banded_jacobian(x.astype(float)), rtol=1e-5)


def arrow(x: Any) -> Any:
    y = x * x
    y[0] = (x * x).sum()
    for i in range(1, len(x)):
        y[i] += x[0] * x[i]
    return y


def test_arrow_with_a_dense_row_and_column() -> None:
    x = RNG.normal(size=40)
    want = np.diag(2 * x)
    want[0] = 2 * x
    want[1:, 0] = x[1:]
    want[np.arange(1, 40), np.arange(1, 40)] += x[0]
    close(sparse_jacobian(arrow)(x), want)


def total(x: Any) -> float:
    return (x * x * x).sum()


def sums(x: Any, c: float) -> Any:
    out = np.zeros((2, 2))
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            out[i % 2, 1] += c * x[i, j] ** 2
    return out


def test_few_rows_by_reverse_mode() -> None:
    x = RNG.normal(size=(4, 10))
    want = np.zeros((4, 40))
    for i in range(4):
        want[2 * (i % 2) + 1, 10 * i : 10 * i + 10] = 3.0 * x[i]
    assert api.compress_jacobian(api._pattern(want)).by_rows
    close(sparse_jacobian(sums)(x, 1.5), want)
    close(sparse_jacobian(total)(x[0].copy()), 3 * x[:1] ** 2)


def blocks(x: Any, a: Any) -> Any:
    out = np.zeros((x.shape[1], x.shape[0]))
    for k in range(x.shape[0]):
        out[:, k] = a @ x[k]
    return out


def test_blocks_two_axes_and_other_arguments() -> None:
    x, a = RNG.normal(size=(5, 3)), RNG.normal(size=(3, 3))
    want = np.zeros((15, 15))
    for k in range(5):
        for i in range(3):
            want[5 * i + k, 3 * k : 3 * k + 3] = a[i]
    close(sparse_jacobian(blocks)(x, a), want)
    want = np.zeros((15, 9))
    for k in range(5):
        for i in range(3):
            want[5 * i + k, 3 * i : 3 * i + 3] = x[k]
    close(sparse_jacobian(blocks, 1)(x, a), want)
    close(sparse_jacobian(blocks, -1)(x, a), want)
    big = RNG.normal(size=(6, 10))
    strided = big[::-1, ::3]  # 6 x 4
    close(sparse_jacobian(lambda x: x.T * 2.0)(strided), 2 * np.eye(24)[np.arange(24).reshape(6, 4).T.ravel()])


def product(a: Any, b: Any) -> Any:
    return a @ b


def test_products_of_matrices() -> None:
    a, b = RNG.normal(size=(4, 3)), RNG.normal(size=(3, 5))
    close(sparse_jacobian(product)(a, b), np.kron(np.eye(4), b.T))
    close(sparse_jacobian(product, 1)(a, b), np.kron(a, np.eye(5)))


def systems(x: Any) -> Any:
    y = np.empty(6)
    for k in range(2):
        a = np.eye(2) * x[3 * k]
        a[0, 1] = x[3 * k + 1]
        y[3 * k : 3 * k + 2] = np.linalg.solve(a, x[3 * k : 3 * k + 2])
        y[3 * k + 2] = np.linalg.det(a) * np.linalg.inv(a)[0, 1] + np.linalg.slogdet(a).logabsdet
    return y


def test_systems_of_equations() -> None:
    """Their rules know no index sets; the loops that are there without LAPACK do."""
    x = np.array([1.5, -0.5, 9.0, 2.0, 0.25, 9.0])
    found = irad.jacobian(systems, sparsity="auto")(x)
    wanted = np.transpose([np.imag(complex_systems(x + 1e-30j * d)) / 1e-30 for d in np.eye(6)])
    np.testing.assert_allclose(found.toarray(), wanted, rtol=1e-12, atol=1e-14)
    assert found.nnz <= 12


def complex_systems(x: np.ndarray) -> np.ndarray:
    """The same, by hand: with a = [[s, t], [0, s]]."""
    y = []
    for s, t, _ in x.reshape(2, 3):
        y += [1 - (t / s) * (t / s), t / s, -t + 2 * np.log(s)]
    return np.array(y)


def test_empty_rows_columns_and_matrices() -> None:
    x = RNG.normal(size=6)
    want = np.zeros((6, 6))
    want[0, 2] = 1.0
    found = sparse_jacobian(one_entry)(x)
    close(found, want)
    assert found.nnz == 1
    close(sparse_jacobian(constant)(x), np.zeros((3, 6)))
    close(sparse_jacobian(lambda x: x * 2.0)(np.zeros(0)), np.zeros((0, 0)))


def one_entry(x: Any) -> Any:
    y = np.zeros(len(x))
    y[0] = x[2]
    return y


def constant(x: Any) -> Any:
    y = np.zeros(3)
    y[1] = math.floor(x[0])
    return y


def overwrites(x: Any, y: Any) -> Any:
    y[:] = x * x
    x[0] = 7.0
    return y * x


def test_arguments_are_not_changed() -> None:
    x, y = RNG.normal(size=5), np.zeros(5)
    kept = x.copy()
    want = np.diag(3 * x * x)
    want[0, 0] = 14 * x[0]
    close(sparse_jacobian(overwrites)(x, y), want)
    assert np.array_equal(x, kept) and not y.any()


# ---- patterns that do not hold


def branching(x: Any) -> Any:
    y = x * x
    for i in range(1, len(x)):
        if x[i] > 0.0:
            y[i] = x[i] * x[i - 1]
    return y


def branching_jacobian(x: np.ndarray) -> np.ndarray:
    out = np.diag(2 * x)
    for i in range(1, len(x)):
        if x[i] > 0:
            out[i, i - 1 : i + 1] = x[i], x[i - 1]
    return out


def test_another_path_is_noticed() -> None:
    jacobian = sparse_jacobian(branching)
    x = RNG.normal(size=30)
    sizes = []
    for signs in (-1.0, RNG.choice((-1.0, 1.0), 30), 1.0, -1.0):
        at = np.abs(x) * signs
        found = jacobian(at)
        close(found, branching_jacobian(at))
        sizes.append(found.nnz)
    assert sizes[0] == 30 and 30 < sizes[1] < 59 and sizes[2:] == [59, 59]  # what was seen once stays
    assert sparse_jacobian(branching)(-np.abs(x)).nnz == 59  # for the function, not for the object that differentiates it


def test_a_given_pattern_that_lacks_an_entry() -> None:
    n = 40
    band = np.abs(np.arange(n)[:, None] - np.arange(n)) <= 1
    band[17, 18] = False
    with pytest.raises(irad.DifferentiationError, match=r"entry \(17, 18\) of the jacobian of banded"):
        sparse_jacobian(banded, sparsity=band)(RNG.normal(size=n))
    few = np.ones((1, 40), bool)
    few[0, 3] = False
    with pytest.raises(irad.DifferentiationError, match=r"entry \(0, 3\)"):
        sparse_jacobian(total, sparsity=few)(RNG.normal(size=n))
    with pytest.raises(irad.DifferentiationError, match=r"entry \(0, 0\)"):
        sparse_jacobian(product, sparsity=np.zeros((4, 4)))(np.ones((2, 2)), np.ones((2, 2)))


def test_a_given_pattern_may_be_larger_or_leave_out_zeros() -> None:
    x = RNG.normal(size=20)
    close(sparse_jacobian(banded, sparsity=np.ones((20, 20)))(x), banded_jacobian(x))
    close(sparse_jacobian(branching, sparsity=np.eye(20))(-np.abs(x)), branching_jacobian(-np.abs(x)))
    with pytest.raises(irad.DifferentiationError, match=r"is not zero here"):
        sparse_jacobian(branching, sparsity=np.eye(20))(np.abs(x))


def cancelling(x: Any) -> Any:
    big = 1e9 * x
    return (big + x[0]) - big


def test_rounding_is_no_missing_entry() -> None:
    """Terms cancel: the tangents of the two ways differ by far more than the entries' rounding."""
    x = RNG.normal(size=12)
    for pattern in ("auto", np.eye(12) + np.outer(np.ones(12), np.arange(12) == 0)):
        found = sparse_jacobian(cancelling, sparsity=pattern)(x)
        want = np.outer(np.ones(12), np.arange(12) == 0)
        assert np.abs(found.toarray() - want).max() < 1e-6


def roots(x: Any) -> Any:
    return np.sqrt(x)


def test_infinite_derivatives() -> None:
    found = sparse_jacobian(roots)(np.array([0.0, 4.0, 0.0])).toarray()
    assert np.array_equal(found, np.diag([np.inf, 0.25, np.inf]))


def test_refusals() -> None:
    x = np.ones(3)
    for wrong in ([1, 2], "tridiagonal", np.ones(3)):
        with pytest.raises(irad.TypingError):
            sparse_jacobian(banded, sparsity=wrong)(x)
    with pytest.raises(irad.TypingError, match=r"\(2, 3\)"):
        sparse_jacobian(banded, sparsity=np.ones((2, 3)))(x)
    for argument in (1.0, np.arange(3), [1.0, 2.0]):
        with pytest.raises(irad.TypingError, match="argument 0"):
            sparse_jacobian(banded)(argument)
    with pytest.raises(irad.TypingError, match="argnum 1"):
        sparse_jacobian(banded, 1)(x)
    with pytest.raises(irad.UnsupportedError, match="overlap"):
        sparse_jacobian(overwrites)(x, x)
    with pytest.raises(irad.TypingError):
        sparse_jacobian(lambda x: (x, x))(x)
    with pytest.raises(IndexError):
        sparse_jacobian(lambda x: x[5] * x)(x)


# ---- Hessians


def chained(x: Any) -> float:
    s = 0.0
    for i in range(len(x) - 1):
        s += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
    return s


def chained_hessian(x: np.ndarray) -> np.ndarray:
    n = len(x)
    out = np.zeros((n, n))
    for i in range(n - 1):
        out[i, i] += 1200 * x[i] ** 2 - 400 * x[i + 1] + 2
        out[i + 1, i + 1] += 200
        out[i, i + 1] = out[i + 1, i] = -400 * x[i]
    return out


def test_chained() -> None:
    x = RNG.normal(size=70)
    found = sparse_hessian(chained)(x)
    close(found, chained_hessian(x))
    assert found.nnz == 3 * 70 - 2
    upper = sparse.triu(chained_hessian(x) != 0)  # half of it will do
    close(sparse_hessian(chained, sparsity=upper)(x), chained_hessian(x))
    kept = list(api._KNOWN[chained].values())
    assert [c.count for c in kept] == [3]


def star(x: Any, c: Any) -> float:
    s = 0.0
    for i in range(1, len(x)):
        s += c[i] * x[0] * x[i] ** 2
    return s


def test_arrow_hessian_in_two_products() -> None:
    x, c = RNG.normal(size=30), RNG.normal(size=30)
    want = np.diag(2 * c * x[0])
    want[0, 0] = 0.0
    want[0, 1:] = want[1:, 0] = 2 * c[1:] * x[1:]
    found = sparse_hessian(star)(x, c)
    close(found, want)
    assert (found != found.T).nnz == 0
    assert [k.count for k in api._KNOWN[star].values()] == [2]


def separable(x: Any) -> float:
    s = 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            s += math.exp(x[i, j]) * (1.0 if x[i, j] > 0.0 else x[0, 0])
    return s


def test_two_axes_and_branches() -> None:
    x = RNG.normal(size=(3, 4)) + 0.1
    x[0, 0] = 0.5

    def want(x: np.ndarray) -> np.ndarray:
        e = np.exp(x)
        out = np.diag((e * np.where(x > 0, 1.0, x[0, 0])).ravel())
        for k in range(1, 12):
            if x.ravel()[k] <= 0:
                out[0, k] += e.ravel()[k]
                out[k, 0] += e.ravel()[k]
        return out

    hessian = sparse_hessian(separable)
    for at in (np.abs(x), x):
        close(hessian(at), want(at))
    with pytest.raises(irad.DifferentiationError, match="of the hessian of separable"):
        sparse_hessian(separable, sparsity=np.eye(12))(x)


def second(c: float, x: Any) -> float:
    return (c * x[1:] * x[:-1]).sum()


def test_through_the_functional_transforms() -> None:
    x = RNG.normal(size=20)
    close(irad.jacobian(banded, sparsity="auto")(x), banded_jacobian(x))
    close(irad.hessian(chained, sparsity="auto")(x), chained_hessian(x))
    want = 2.0 * (np.abs(np.arange(20)[:, None] - np.arange(20)) == 1)
    close(irad.hessian(second, -1, sparsity="auto")(2.0, x), want)
    assert irad.grad(second, -1) is irad.grad(second, -1)  # compiled once
    close(irad.jacobian(irad.grad(chained), sparsity="auto")(x), chained_hessian(x))


def test_linear_function_has_an_empty_hessian() -> None:
    assert sparse_hessian(lambda x: x.sum())(np.ones(4)).nnz == 0


def test_compiled_functions() -> None:
    x = RNG.normal(size=9)
    close(sparse_jacobian(irad.jit(banded))(x), banded_jacobian(x))
    close(sparse_hessian(irad.jit(chained))(x), chained_hessian(x))
