"""Functions of ``np.linalg`` of one complex matrix, in Python that is compiled: which decompositions they are made of."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.complex_linalg import complex_matrices
from irad.frontends.python.complex_linalg.complex_factors import (
    cholesky as lower_factor,
)
from irad.frontends.python.complex_linalg.complex_factors import (
    hermitian,
    reflected,
    reflected_whole,
    singular,
    singular_full,
    singular_values,
)
from irad.frontends.python.complex_linalg.complex_systems import general, general_values, pseudo_inverse

Setting = Any  # an argument that is part of what a function is compiled for, where it is known then


def _matrix(a: Any) -> Any:
    given = np.asarray(a) * (1.0 + 0.0j)
    if given.shape[0] == 0 or given.shape[1] == 0:
        raise NotImplementedError("decompositions of complex matrices without elements in compiled functions")
    return given


def _square(a: Any) -> Any:
    if a.shape[0] != a.shape[1]:
        raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
    return _matrix(a)


def _finite(a: Any) -> Any:
    if not np.all(np.isfinite(a)):
        raise np.linalg.LinAlgError("Array must not contain infs or NaNs")
    return a


def eigh(a: Any, UPLO: Setting = "L") -> Any:
    if UPLO not in ("L", "l", "U", "u"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    return hermitian(_square(a), 0 if UPLO in ("L", "l") else 1)


def eig(a: Any) -> Any:
    return general(_finite(_square(a)))


def eigvals(a: Any) -> Any:
    return general_values(_finite(_square(a)))


def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    given = _matrix(a)
    if not compute_uv:
        return singular_values(given)
    return singular_full(given) if full_matrices else singular(given)


def svdvals(x: Any) -> Any:
    return singular_values(_matrix(x))


def qr(a: Any, mode: Setting = "reduced") -> Any:
    if mode == "r":
        return reflected(_matrix(a))[1]
    if mode != "complete" and mode != "reduced":
        raise NotImplementedError("qr() of complex matrices knows the modes 'reduced', 'complete' and 'r' in compiled functions")
    return reflected_whole(_matrix(a)) if mode == "complete" else reflected(_matrix(a))


def cholesky(a: Any, *, upper: bool = False) -> Any:
    given = _square(a)
    return np.conj(lower_factor(np.conj(given.T).copy()).T).copy() if upper else lower_factor(given)


def scipy_cholesky(a: Any, lower: bool = False, overwrite_a: Any = False, check_finite: Any = True) -> Any:
    return cholesky(a, upper=not lower)


def scipy_svd(
    a: Any, full_matrices: bool = True, compute_uv: bool = True, overwrite_a: Any = False, check_finite: Any = True,
    lapack_driver: Any = "gesdd",
) -> Any:  # fmt: skip
    return svd(a, full_matrices, compute_uv)


def scipy_inv(a: Any, overwrite_a: Any = False, check_finite: Any = True) -> Any:
    return complex_matrices.inv(a)


def scipy_det(a: Any, overwrite_a: Any = False, check_finite: Any = True) -> Any:
    return complex_matrices.det(a)


def scipy_expm(A: Any) -> Any:
    """The exponential, as that of the real matrix of its parts."""
    from scipy.linalg import expm

    a = _square(A)
    n = a.shape[0]
    doubled = np.empty((2 * n, 2 * n))
    doubled[:n, :n] = a.real
    doubled[:n, n:] = -a.imag
    doubled[n:, :n] = a.imag
    doubled[n:, n:] = a.real
    found = expm(doubled)
    return found[:n, :n] + 1j * found[n:, :n]


def scipy_solve_triangular(
    a: Any, b: Any, trans: Setting = 0, lower: bool = False, unit_diagonal: bool = False, overwrite_b: Any = False,
    check_finite: Any = True,
) -> Any:  # fmt: skip
    given = _square(a)
    part = np.tril(given) if lower else np.triu(given)
    if unit_diagonal:
        part = part - np.diag(np.diag(part)) + np.eye(part.shape[0])
    for k in range(part.shape[0]):
        if part[k, k] == 0.0:
            raise np.linalg.LinAlgError("singular matrix: resolution failed at a diagonal")
    if trans == 0 or trans == "N":
        return complex_matrices.solve(part, b)
    return complex_matrices.solve(part.T if trans == 1 or trans == "T" else np.conj(part.T), b)


def scipy_svdvals(a: Any, overwrite_a: Any = False, check_finite: Any = True) -> Any:
    return svdvals(a)


def pinv(a: Any, rcond: Any = None, *, rtol: Any = 1e-15) -> Any:
    given = _matrix(a)
    least = max(given.shape[0], given.shape[1]) * 2.220446049250313e-16 if rtol is None else rtol
    return pseudo_inverse(given, least * 1.0 if rcond is None else rcond * 1.0)


def lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    given, right = _matrix(a), np.asarray(b) * (1.0 + 0.0j)
    m, n = given.shape
    if right.shape[0] != m:
        raise np.linalg.LinAlgError("Incompatible dimensions")
    least = max(m, n) * 2.220446049250313e-16 if rcond is None else rcond * 1.0
    s = singular_values(given)
    rank = np.int32(np.sum(s > least * s[0]))
    x = pseudo_inverse(given, least) @ right
    rest = np.zeros(0 if rank < n or m <= n else right.size // m)
    if len(rest) > 0:
        away = right - given @ x
        rest[:] = np.sum(away.real**2 + away.imag**2, axis=0)
    return x, rest, rank, s


def narrow_lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    """Of numbers of single precision, whose rounding errors are larger."""
    least = max(a.shape[0], a.shape[1]) * 1.1920928955078125e-07 if rcond is None else rcond * 1.0
    return lstsq(a, b, least)


_BY_PARTS = ("solve", "inv", "eigvalsh", "det", "slogdet")
_FUNCTIONS: dict[str, Any] = {n: getattr(complex_matrices, n) for n in _BY_PARTS}
_FUNCTIONS |= {f.__name__: f for f in (eigh, eig, eigvals, svd, svdvals, qr, cholesky, pinv, lstsq)}
_OF_SCIPY = {"cholesky": scipy_cholesky, "svd": scipy_svd, "svdvals": scipy_svdvals, "inv": scipy_inv, "det": scipy_det}
_OF_SCIPY |= {"expm": scipy_expm, "solve_triangular": scipy_solve_triangular}


def function(name: str) -> Any:
    """What computes a function, by its full name, of complex matrices; None if nothing does."""
    home, _, short = name.rpartition(".")
    return _FUNCTIONS.get(short) if home == "numpy.linalg" else _OF_SCIPY.get(short)
