"""Factorisations and what is solved with them: values beside NumPy and SciPy, derivatives beside differences of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import scipy.linalg

import irad
from tests.reference.differences import fine_gradient, slope

pytestmark = pytest.mark.sampled

RNG = np.random.default_rng(11)
W = RNG.normal(size=(9, 9))


def symmetric(n: int) -> np.ndarray:
    a = np.random.default_rng(n).normal(size=(n, n))
    return a + np.diag(3.0 * np.arange(n))


def general(m: int, n: int) -> np.ndarray:
    a = np.random.default_rng(10 * m + n).normal(size=(m, n))
    for i in range(min(m, n)):
        a[i, i] += 2.0 * i
    return a


def positive(n: int) -> np.ndarray:
    a = np.random.default_rng(n).normal(size=(n, n))
    return a @ a.T + n * np.eye(n)


def weighted(x: Any, shift: int) -> Any:
    """A sum of all elements with different weights."""
    total = 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            total += W[(i + shift) % 9, j] * x[i, j]
    return total


def eigenvalues(a: Any) -> Any:
    w = np.linalg.eigvalsh(a)
    return (w * w * w).sum() + w[0]


def eigenvectors(a: Any) -> Any:
    w, v = np.linalg.eigh(a)
    return weighted(v, 0) + w[-1] * w[0]


def upper_triangle(a: Any) -> Any:
    found = np.linalg.eigh(a, UPLO="U")
    return weighted(found.eigenvectors * found.eigenvalues, 1)


def thin_svd(a: Any) -> Any:
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    return weighted(u, 0) + weighted(vt, 1) + (s * s).sum()


def full_svd(a: Any) -> Any:
    u, s, vt = np.linalg.svd(a)
    total = s[0]
    for k in range(s.size):
        total += W[0, k] * u[0, k] * vt[k, 1] * s[k]
    return total


def nuclear(a: Any) -> Any:
    return np.linalg.svd(a, compute_uv=False).sum() + np.linalg.svdvals(a)[0]


def reduced_qr(a: Any) -> Any:
    q, r = np.linalg.qr(a)
    return weighted(q, 0) + weighted(r, 1)


def complete_qr(a: Any) -> Any:
    q, r = np.linalg.qr(a, mode="complete")
    return weighted(q, 0) + weighted(r, 1)


def only_r(a: Any) -> Any:
    return weighted(np.linalg.qr(a, mode="r"), 2)


def pseudo_inverse(a: Any) -> Any:
    return weighted(np.linalg.pinv(a), 0)


def shortest(a: Any) -> Any:
    x, rest, rank, s = np.linalg.lstsq(a, 1.0 + 0.0 * a[:, 0], rcond=None)
    total = (x * x).sum() + s[0] * s[-1] + rank
    if rest.size == 1:
        total += rest[0]
    return total


def several_sides(a: Any) -> Any:
    x, rest, _, _ = np.linalg.lstsq(a, a * a)
    return weighted(x, 0) + rest.sum()


def cholesky_solver(a: Any) -> Any:
    factor = scipy.linalg.cho_factor(a)
    x = scipy.linalg.cho_solve(factor, a[0])
    y = scipy.linalg.cho_solve(scipy.linalg.cho_factor(a, lower=True), np.sin(a))
    return (x * x).sum() + weighted(y, 0)


def lu_solver(a: Any) -> Any:
    factor = scipy.linalg.lu_factor(a)
    x = scipy.linalg.lu_solve(factor, np.sin(a))
    y = scipy.linalg.lu_solve(factor, a[1], trans=1)
    return weighted(x, 0) + (y * y).sum() + weighted(factor[0], 1)


def exponential(a: Any) -> Any:
    return weighted(scipy.linalg.expm(a), 0)


CASES: list[tuple[Callable[..., Any], np.ndarray]] = [
    (eigenvalues, symmetric(4)),
    (eigenvectors, symmetric(4)),
    (upper_triangle, symmetric(3)),
    *((f, general(*s)) for f in (thin_svd, nuclear) for s in ((4, 4), (5, 3), (3, 5))),
    (full_svd, general(3, 4)),
    (full_svd, general(4, 3)),
    *((reduced_qr, general(*s)) for s in ((4, 4), (5, 3), (3, 5), (1, 1))),
    *((complete_qr, general(*s)) for s in ((4, 4), (5, 3), (3, 5))),
    (only_r, general(4, 3)),
    *((f, general(*s)) for f in (pseudo_inverse, shortest) for s in ((5, 3), (3, 5), (3, 3))),
    (several_sides, general(5, 3)),
    (cholesky_solver, positive(4)),
    (lu_solver, general(4, 4)),
    *((exponential, x * general(3, 3)) for x in (0.001, 0.02, 0.1, 0.3, 1.0, 5.0)),
]
# (One test for all matrices of a function: it is compiled once.)
FUNCTIONS = {f.__name__: (f, [a for g, a in CASES if g is f]) for f, _ in CASES}


LONG = ("only_r", "several_sides", "upper_triangle")  # to compile, and much like others
NAMES = [pytest.param(n, marks=[pytest.mark.slow] if n in LONG else []) for n in FUNCTIONS]


@pytest.mark.parametrize("name", NAMES)
def test_derivatives(name: str) -> None:
    f, matrices = FUNCTIONS[name]
    for a in matrices:
        value, found = irad.value_and_grad(f)(a)
        np.testing.assert_allclose(value, f(a), rtol=1e-11)
        wanted = fine_gradient(f, a)
        scale = np.abs(wanted).max()
        np.testing.assert_allclose(found, wanted, rtol=1e-7, atol=1e-8 * scale)
        along = np.random.default_rng(5).normal(size=a.shape)
        _, tangent = irad.jvp(f, (a,), (along,))
        np.testing.assert_allclose(tangent, slope(f, a, along), rtol=1e-7, atol=1e-8 * scale)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["eigenvectors", "thin_svd", "reduced_qr", "pseudo_inverse", "shortest", "lu_solver"])
def test_second_derivatives(name: str) -> None:
    f, (a, *_) = FUNCTIONS[name]
    along, other = (np.random.default_rng(k).normal(size=a.shape) for k in (6, 7))
    h = 1e-5
    wanted = (irad.grad(f)(a + h * along) - irad.grad(f)(a - h * along)) / (2 * h)
    found = irad.hvp(f, (a,), (along,))
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5 * np.abs(wanted).max())
    assert np.isfinite((found * other).sum())


@pytest.mark.parametrize("f", [lambda a: np.linalg.eigh(a)[1][0, 1], lambda a: np.linalg.svd(a)[2][1, 0]])
def test_vectors_of_equal_values_have_no_derivative(f: Callable[..., Any]) -> None:
    with pytest.raises(np.linalg.LinAlgError, match="values that are the same"):
        irad.grad(f)(np.eye(3))


WEIGHTS = np.arange(9.0).reshape(3, 3)


def matrix_function(a: Any) -> Any:
    w, v = np.linalg.eigh(a)
    return ((v * np.exp(w)) @ v.T * WEIGHTS).sum()


def own_square(a: Any) -> Any:
    u, s, _ = np.linalg.svd(a)
    return ((u * s**2) @ u.T * WEIGHTS).sum()


def put_together(a: Any) -> Any:
    u, s, vt = np.linalg.svd(a)
    return ((u * s) @ vt * WEIGHTS).sum()


@pytest.mark.parametrize(("f", "a"), [(matrix_function, np.eye(3)), (own_square, np.eye(3)), (put_together, np.zeros((3, 3)))])
def test_values_and_vectors_together(f: Callable[..., Any], a: np.ndarray) -> None:
    """What no choice of vectors changes may have a derivative that the adjoints of values and vectors do not show."""
    with pytest.raises(np.linalg.LinAlgError, match="values that are the same"):
        irad.grad(f)(a)
    assert np.isnan(irad.jvp(f, (a,), (np.ones((3, 3)),))[1])
    apart = a + np.diag([0.0, 1.0, 2.0]) + 0.1 * np.ones((3, 3))
    np.testing.assert_allclose(irad.grad(f)(apart), fine_gradient(f, apart), rtol=1e-6, atol=1e-6)


def test_second_derivatives_of_equal_values() -> None:
    """There is one (twice the direction), but it is made of those of vectors."""
    found = irad.hvp(lambda a: (np.linalg.svd(a, compute_uv=False) ** 2).sum(), (np.zeros((3, 3)),), (WEIGHTS,))
    assert np.isnan(found).all()


def test_equal_values_themselves_do() -> None:
    """The sum of all eigenvalues is the trace, and that of all singular values of the identity, too."""

    def trace(a: Any) -> Any:
        return np.linalg.eigh(a)[0].sum() + np.linalg.svd(a)[1].sum()

    np.testing.assert_allclose(irad.grad(trace)(np.eye(3)), 2 * np.eye(3), atol=1e-14)


def test_a_result_that_knows_the_space_only() -> None:
    """A projection to the space of eigenvalues that are the same: the identity without that to the space of the other one."""
    q = np.linalg.qr(general(3, 3))[0]
    a = q @ np.diag([1.0, 1.0, 4.0]) @ q.T
    a = (a + a.T) / 2

    def pair(a: Any) -> Any:
        v = np.linalg.eigh(a)[1]
        return weighted(v[:, :2].copy() @ v[:, :2].T.copy(), 0)

    def single(a: Any) -> Any:
        v = np.linalg.eigh(a)[1]
        return weighted(np.eye(3) - np.outer(v[:, 2], v[:, 2]), 0)

    np.testing.assert_allclose(irad.grad(pair)(a), irad.grad(single)(a), rtol=1e-10, atol=1e-12)

    def left(a: Any) -> Any:
        u = np.linalg.svd(a)[0]
        return weighted(u[:, 1:].copy() @ u[:, 1:].T.copy(), 0)

    def first(a: Any) -> Any:
        u = np.linalg.svd(a)[0]
        return weighted(np.eye(3) - np.outer(u[:, 0], u[:, 0]), 0)

    np.testing.assert_allclose(irad.grad(left)(a), irad.grad(first)(a), rtol=1e-10, atol=1e-12)


BAD = [(n, x) for n in ("eigh", "eigvalsh", "svd", "pinv", "svdvals") for x in (np.nan, np.inf)]


@pytest.mark.parametrize("name,value", BAD[:-1])  # (NumPy's svdvals of infinities are NaN without an error, and so are ours)
def test_what_does_not_converge(name: str, value: float) -> None:
    totals = {
        "eigh": lambda a: np.linalg.eigh(a)[0][0],
        "eigvalsh": lambda a: np.linalg.eigvalsh(a)[0],
        "svd": lambda a: np.linalg.svd(a)[0][0, 0],
        "pinv": lambda a: np.linalg.pinv(a)[0, 0],
        "svdvals": lambda a: np.linalg.svdvals(a)[0],
    }

    d = np.ones((3, 3))
    with pytest.raises(np.linalg.LinAlgError, match="converge"):
        irad.autodiff(totals[name], irad.Duplicated(np.full((3, 3), value), d))
    np.testing.assert_array_equal(d, 1)


def test_reflectors_that_vanish() -> None:
    """Of a triangular matrix Q is the identity: dQ = a' inv(R) made antisymmetric, and R' = (the rest) R."""
    a = np.array([[1.0, 2.0, -1.0], [0.0, 3.0, 0.5], [0.0, 0.0, 2.0]])
    q, r = np.linalg.qr(a)
    np.testing.assert_allclose(q, np.eye(3))
    along = general(3, 3)
    x = along @ np.linalg.inv(a)
    turn = np.tril(x, -1) - np.tril(x, -1).T
    _, found = irad.jvp(reduced_qr, (a,), (along,))
    np.testing.assert_allclose(found, weighted(turn, 0) + weighted((x - turn) @ r, 1))
    np.testing.assert_allclose((irad.grad(reduced_qr)(a) * along).sum(), found)


def test_a_name_that_is_never_read_may_stand_for_anything() -> None:
    def f(a: Any) -> Any:
        x, _, _, _ = np.linalg.lstsq(a, a[:, 0] * 2.0)
        _, s = 1, x.sum()
        return s

    assert abs(irad.jit(f)(general(4, 2)) - 2.0) < 1e-12


def test_vectors_that_complete_a_basis() -> None:
    """Which ones they are is nobody's business; the space of them is: it is the complement of that of A."""
    a = general(5, 3)

    def element(a: Any) -> Any:
        return np.linalg.svd(a)[0][0, 3]

    with pytest.raises(np.linalg.LinAlgError, match="complete an orthogonal matrix"):
        irad.grad(element)(a)

    def projected(a: Any) -> Any:
        u = np.linalg.svd(a)[0]
        rest = u[:, 3:].copy()
        return weighted(rest @ rest.T, 0)

    def by_least_squares(a: np.ndarray) -> float:
        return float(weighted(np.eye(5) - a @ np.linalg.pinv(a), 0))

    np.testing.assert_allclose(irad.grad(projected)(a), fine_gradient(by_least_squares, a), rtol=1e-7, atol=1e-8)


SINGLE = {"eigenvectors": (4, 4), "thin_svd": (4, 3), "reduced_qr": (4, 3), "pseudo_inverse": (3, 4), "shortest": (4, 3)}
SINGLE |= {"cholesky_solver": (4, 4), "lu_solver": (4, 4), "exponential": (3, 3)}


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n == "lu_solver" else [pytest.mark.slow]) for n in SINGLE])
def test_single_precision(name: str) -> None:
    f, m = FUNCTIONS[name][0], SINGLE[name]
    a = positive(4) if name == "cholesky_solver" else symmetric(4) if name == "eigenvectors" else general(*m)
    value, found = irad.value_and_grad(f)(a.astype(np.float32))
    wanted = fine_gradient(f, a)
    np.testing.assert_allclose(value, f(a), rtol=1e-4)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, wanted, rtol=5e-3, atol=5e-3 * np.abs(wanted).max())
