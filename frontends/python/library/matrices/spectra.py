"""Eigenvalues of symmetric and of banded matrices, ranges and null spaces, as `scipy.linalg` has them."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.matrices.special_matrices import circulant, narrow_as_single
from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused

_EPS = 2.220446049250313e-16


def _part(w: Any, v: Any, bounds: Any) -> Any:
    if bounds is None:
        return w, v
    first, last = bounds
    n = len(w)
    if not 0 <= first <= last < n:
        raise ValueError("Requested eigenvalue indices are not valid.")
    return w[first : last + 1].copy(), v[:, first : last + 1].copy()


def _some(w: Any, bounds: Any) -> Any:
    if bounds is None:
        return w
    first, last = bounds
    if not 0 <= first <= last < len(w):
        raise ValueError("Requested eigenvalue indices are not valid.")
    return w[first : last + 1].copy()


def _filled(a: Any, lower: bool) -> Any:
    given = np.asarray(a) * 1.0
    if given.shape[0] != given.shape[1]:
        raise ValueError('expected square "a" matrix')
    if given.dtype.kind == "c":
        below = np.tril(given, -1) if lower else np.conj(np.triu(given, 1).T)
        return below + np.conj(below.T) + np.diag(np.diag(given).real)
    return np.tril(given) + np.tril(given, -1).T if lower else np.triu(given) + np.triu(given, 1).T


def _reduced(a: Any, b: Any, lower: bool) -> Any:
    """The factor L of B, and L⁻¹ A L⁻ᵀ."""
    factor = np.linalg.cholesky(_filled(b, lower))
    half = np.linalg.solve(factor, _filled(a, lower))
    return factor, np.conj(np.linalg.solve(factor, np.conj(half.T)).T).copy()


def eigh(
    a: Any,
    b: Any = None,
    *,
    lower: bool = True,
    eigvals_only: bool = False,
    overwrite_a: Any = False,
    overwrite_b: Any = False,
    type: Setting = 1,
    check_finite: Any = True,
    subset_by_index: Any = None,
    subset_by_value: Any = None,
    driver: Any = None,
) -> Any:
    """Eigenvalues and eigenvectors of a symmetric matrix, or of A v = w B v."""
    if subset_by_value is not None or type != 1:
        refused("scipy.linalg.eigh() with subset_by_value= or type= is not supported in compiled functions", "subset_by_index=")
    if eigvals_only:
        return _values(a, b, lower, subset_by_index)
    if b is not None:
        factor, c = _reduced(a, b, lower)
        if c.dtype.kind == "c" and not lower:
            refused("scipy.linalg.eigh() of two complex matrices with lower=False is not supported in compiled functions")
        w, y = np.linalg.eigh(c)
        return _part(w, np.linalg.solve(np.conj(factor.T), y), subset_by_index)
    w, v = np.linalg.eigh(a, UPLO="L" if lower else "U")
    return _part(w, v, subset_by_index)


def _values(a: Any, b: Any, lower: bool, bounds: Any) -> Any:
    if b is not None:
        return _some(np.linalg.eigvalsh(_reduced(a, b, lower)[1]), bounds)
    return _some(np.linalg.eigvalsh(a, UPLO="L" if lower else "U"), bounds)


def eigvalsh(
    a: Any,
    b: Any = None,
    *,
    lower: bool = True,
    overwrite_a: Any = False,
    overwrite_b: Any = False,
    type: Setting = 1,
    check_finite: Any = True,
    subset_by_index: Any = None,
    subset_by_value: Any = None,
    driver: Any = None,
) -> Any:
    """Eigenvalues of a symmetric matrix, or of A v = w B v."""
    if subset_by_value is not None or type != 1:
        refused("scipy.linalg.eigvalsh() with subset_by_value= or type= is not supported in compiled functions", "use eigh")
    return _values(a, b, lower, subset_by_index)


def _tridiagonal(d: Any, e: Any) -> Any:
    main, off = np.asarray(d), np.asarray(e)
    if main.dtype.kind == "c" or off.dtype.kind == "c":
        raise TypeError("Only real arrays currently supported")
    if len(off) != len(main) - 1:
        raise ValueError("expected e to have one element less than d")
    return np.diag(main) + np.diag(off, 1) + np.diag(off, -1)


def _chosen(select: str, select_range: Any) -> Any:
    if select == "a":
        return None
    if select != "i":
        refused("select= of eigenvalues is 'a' or 'i' in compiled functions")
    return select_range


def eigh_tridiagonal(
    d: Any, e: Any, eigvals_only: bool = False, select: Setting = "a", select_range: Any = None, check_finite: Any = True,
    tol: Any = 0.0, lapack_driver: Any = "auto",
) -> Any:  # fmt: skip
    """Eigenvalues and eigenvectors of a symmetric matrix with three diagonals."""
    whole, bounds = _tridiagonal(d, e), _chosen(select, select_range)
    if eigvals_only:
        return _values(whole, None, True, bounds)
    w, v = np.linalg.eigh(whole)
    return _part(w, v, bounds)


def eigvalsh_tridiagonal(
    d: Any, e: Any, select: Setting = "a", select_range: Any = None, check_finite: Any = True, tol: Any = 0.0,
    lapack_driver: Any = "auto",
) -> Any:  # fmt: skip
    """Eigenvalues of a symmetric matrix with three diagonals."""
    return _values(_tridiagonal(d, e), None, True, _chosen(select, select_range))


def _from_bands(bands: Any, lower: bool) -> Any:
    given = np.asarray(bands)
    count, n = given.shape[0] - 1, given.shape[1]
    whole = np.zeros((n, n))
    for k in range(count + 1):
        for j in range(n - k):
            v = given[k, j] if lower else given[count - k, j + k]
            whole[j + k, j] = v
            whole[j, j + k] = v
    return whole


def eig_banded(
    a_band: Any, lower: bool = False, eigvals_only: bool = False, overwrite_a_band: Any = False, select: Setting = "a",
    select_range: Any = None, max_ev: Any = 0, check_finite: Any = True,
) -> Any:  # fmt: skip
    """Eigenvalues and eigenvectors of a symmetric matrix of which the diagonals on one side are given."""
    whole, bounds = _from_bands(a_band, lower), _chosen(select, select_range)
    if eigvals_only:
        return _values(whole, None, True, bounds)
    w, v = np.linalg.eigh(whole)
    return _part(w, v, bounds)


def eigvals_banded(
    a_band: Any, lower: bool = False, overwrite_a_band: Any = False, select: Setting = "a", select_range: Any = None,
    check_finite: Any = True,
) -> Any:  # fmt: skip
    """Eigenvalues of a symmetric matrix of which the diagonals on one side are given."""
    return _values(_from_bands(a_band, lower), None, True, _chosen(select, select_range))


def cholesky_banded(ab: Any, overwrite_ab: Any = False, lower: bool = False, check_finite: Any = True) -> Any:
    """Cholesky's factor of a banded matrix, as its diagonals."""
    given = np.asarray(ab)
    count, n = given.shape[0] - 1, given.shape[1]
    factor = np.linalg.cholesky(_from_bands(given, lower))
    found = given * 1.0  # what stands in the corners stays
    for k in range(count + 1):
        for j in range(n - k):
            if lower:
                found[k, j] = factor[j + k, j]
            else:
                found[count - k, j + k] = factor[j + k, j]
    return found


def cho_solve_banded(cb_and_lower: Any, b: Any, overwrite_b: Any = False, check_finite: Any = True) -> Any:
    """The solution of a system, of the factor that `cholesky_banded` gives."""
    cb, lower = cb_and_lower
    factor = np.tril(_from_bands(cb, lower))
    return np.linalg.solve(factor.T, np.linalg.solve(factor, b))


def solve_circulant(c: Any, b: Any) -> Any:
    """x with C x = b, of the circulant matrix with this column."""
    if np.asarray(b).size == 0:
        return np.asarray(b) * 1.0
    sizes = np.abs(np.fft.fft(np.asarray(c) * np.float64(1.0)))
    if np.any(sizes <= np.max(sizes) * len(sizes) * _EPS):
        raise np.linalg.LinAlgError("near singular circulant matrix.")
    return np.linalg.solve(circulant(c), b)


def orth(A: Any, rcond: Any = None) -> Any:
    """Orthonormal columns that span the range of A."""
    u, s, _ = np.linalg.svd(narrow_as_single(A), full_matrices=False)
    least = _EPS * max(np.asarray(A).shape[0], np.asarray(A).shape[1]) if rcond is None else rcond
    return u[:, : np.sum(s > least * np.max(s))].copy()


def null_space(
    A: Any, rcond: Any = None, *, overwrite_a: Any = False, check_finite: Any = True, lapack_driver: Any = "gesdd"
) -> Any:  # fmt: skip
    """Orthonormal columns that span what A takes to 0."""
    given = np.asarray(A)
    _, s, vh = np.linalg.svd(given, full_matrices=True)
    least = _EPS * max(given.shape[0], given.shape[1]) if rcond is None else rcond
    return np.conj(vh[np.sum(s > least * np.max(s)) :].T).copy()


def pinvh(
    a: Any, atol: Any = None, rtol: Any = None, lower: bool = True, return_rank: bool = False, check_finite: Any = True
) -> Any:  # fmt: skip
    """The pseudo-inverse of a symmetric matrix."""
    if atol is not None or return_rank:
        refused("scipy.linalg.pinvh() with atol= or return_rank= is not supported in compiled functions", "rtol=")
    whole = _filled(a, lower)
    return np.linalg.pinv(whole, rcond=whole.shape[0] * _EPS if rtol is None else rtol)


def subspace_angles(A: Any, B: Any) -> Any:
    """The angles between the ranges of two matrices, the largest first (Knyazev and Argentati 2002)."""
    p, q = orth(A), orth(B)
    if p.shape[0] != q.shape[0]:
        raise ValueError("A and B must have the same number of rows")
    inner = np.conj(p.T) @ q
    cosines = np.linalg.svd(inner, compute_uv=False)
    rest = q - p @ inner if p.shape[1] >= q.shape[1] else p - q @ np.conj(inner.T)
    sines = np.linalg.svd(rest, compute_uv=False)[::-1]
    k = len(cosines)
    found = np.empty(k, dtype=cosines.dtype)
    for j in range(k):
        c = cosines[k - 1 - j]
        s = sines[k - 1 - j]
        found[j] = np.arcsin(min(max(s, -1.0), 1.0)) if c * c >= 0.5 else np.arccos(min(max(c, -1.0), 1.0))
    return found


def rq(a: Any, overwrite_a: Any = False, lwork: Any = None, mode: str = "full", check_finite: Any = True) -> Any:
    """R and Q with A = R Q, by the factors of the matrix turned around."""
    given = np.asarray(a)
    if given.shape[0] > given.shape[1]:
        raise NotImplementedError("scipy.linalg.rq() of a matrix with more rows than columns in compiled functions")
    if mode != "economic" and mode != "full":
        refused("scipy.linalg.rq() knows the modes 'full' and 'economic' in compiled functions")
    q, r = np.linalg.qr(given[::-1, ::-1].T.copy(), mode="reduced" if mode == "economic" else "complete")
    return r.T[::-1, ::-1].copy(), q.T[::-1, ::-1].copy()


def issymmetric(a: Any, atol: Any = None, rtol: Any = None) -> Any:
    """Whether a matrix is symmetric."""
    given = np.asarray(a)
    if given.ndim != 2 or given.shape[0] != given.shape[1]:
        raise ValueError("Input array should be square.")
    if atol is None and rtol is None:
        return bool(np.all(given == given.T))
    return bool(np.allclose(given, given.T, atol=0.0 if atol is None else atol, rtol=0.0 if rtol is None else rtol))


def bandwidth(a: Any) -> Any:
    """How many diagonals below and above the main one are not zero."""
    given = np.asarray(a)
    low, high = 0, 0
    for i in range(given.shape[0]):
        for j in range(given.shape[1]):
            if given[i, j] != 0:
                low, high = max(low, i - j), max(high, j - i)
    return low, high


def eig(
    a: Any, b: Any = None, left: bool = False, right: bool = True, overwrite_a: Any = False, overwrite_b: Any = False,
    check_finite: Any = True, homogeneous_eigvals: Any = False,
) -> Any:  # fmt: skip
    """Eigenvalues and eigenvectors, always complex."""
    if b is not None or left:
        refused("scipy.linalg.eig() with b= or left= is not supported in compiled functions", "np.linalg.solve(b, a)")
    if not right:
        return np.linalg.eigvals(a)
    w, v = np.linalg.eig(a)
    return w, v


def eigvals(
    a: Any, b: Any = None, overwrite_a: Any = False, check_finite: Any = True, homogeneous_eigvals: Any = False
) -> Any:  # fmt: skip
    """Eigenvalues, always complex."""
    if b is not None:
        refused("scipy.linalg.eigvals() with b= is not supported in compiled functions", "np.linalg.solve(b, a)")
    return np.linalg.eigvals(a)


def lstsq(
    a: Any, b: Any, cond: Any = None, overwrite_a: Any = False, overwrite_b: Any = False, check_finite: Any = True,
    lapack_driver: Any = None,
) -> Any:  # fmt: skip
    """The x of least norm that minimises the norm of a x - b, sums of squares (an array), the rank and the singular values."""
    x, rest, rank, s = np.linalg.lstsq(narrow_as_single(a), narrow_as_single(b), rcond=_EPS if cond is None else cond)
    return x, rest, np.int64(rank), s
