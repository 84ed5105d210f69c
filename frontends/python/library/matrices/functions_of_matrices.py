"""Roots, logarithms and other functions of matrices as `scipy.linalg` has them; Schur's and Hessenberg's forms.

Roots, logarithms and forms are SciPy's own numbers, for which compiled code calls Python.  The derivative of the root solves
Sylvester's equation, that of the logarithm is a block of the logarithm of a larger matrix (N. J. Higham, *Functions of Matrices*,
2008, sections 6.1 and 3.2).
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from irad.frontends.python.library.matrices.structured_systems import solve_sylvester
from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.sources.rule_sets import RuleSet, with_rules


def _by_scipy(fn: Any, returns: str = "float64[:,:]") -> Any:
    """The function, run by Python."""
    fn.irad_host = SimpleNamespace(returns=returns)
    fn.irad_constant = True
    return fn


def _of_reals(name: str, found: Any) -> Any:
    if np.iscomplexobj(found):
        raise NotImplementedError(f"{name} of a matrix with negative eigenvalues is complex: not in compiled functions")
    return np.ascontiguousarray(found, dtype=float)


def _square(a: Any, name: str) -> Any:
    given = np.asarray(a)
    if given.ndim != 2:
        refused(f"scipy.linalg.{name}() of anything but one matrix is not supported in compiled functions", "a loop")
    if given.dtype.kind == "c" or given.dtype == np.float32:
        refused(f"scipy.linalg.{name}() is not supported for complex or float32 matrices in compiled functions", "convert them")
    if given.shape[0] != given.shape[1]:
        if name == "sqrtm":
            raise np.linalg.LinAlgError("Last 2 dimensions of the array must be square")
        raise ValueError("expected a square matrix")
    return given * 1.0


@_by_scipy
def host_root(a: Any) -> Any:
    """`scipy.linalg.sqrtm`."""
    from scipy import linalg

    return _of_reals("scipy.linalg.sqrtm()", linalg.sqrtm(a))


def _root(a: Any) -> Any:
    return host_root(a)


def _root_ahead(a: Any) -> Any:
    x = _root(a)
    return x, x


def _root_back(x: Any, cotangent: Any) -> Any:
    turned = x.T.copy()
    return (solve_sylvester(turned, turned, cotangent),)


def _root_along(primals: Any, tangents: Any) -> Any:
    x = _root(primals[0])
    return x, solve_sylvester(x, x, tangents[0])


with_rules(_root, RuleSet(_root_ahead, _root_back, _root_along, reverse_style="jax", forward_style="jax"))


def sqrtm(A: Any) -> Any:
    """X with X X = A."""
    return _root(_square(A, "sqrtm"))


@_by_scipy
def host_logarithm(a: Any) -> Any:
    """`scipy.linalg.logm`."""
    from scipy import linalg

    return _of_reals("scipy.linalg.logm()", linalg.logm(a))


def _logarithm(a: Any) -> Any:
    return host_logarithm(a)


def _slope(a: Any, da: Any) -> Any:
    """The derivative of the logarithm in a direction."""
    n = a.shape[0]
    both = np.zeros((2 * n, 2 * n))
    both[:n, :n] = a
    both[n:, n:] = a
    both[:n, n:] = da
    return _logarithm(both)[:n, n:].copy()


def _logarithm_ahead(a: Any) -> Any:
    return _logarithm(a), a


def _logarithm_back(a: Any, cotangent: Any) -> Any:
    return (_slope(a.T.copy(), cotangent),)


def _logarithm_along(primals: Any, tangents: Any) -> Any:
    return _logarithm(primals[0]), _slope(primals[0], tangents[0])


with_rules(_logarithm, RuleSet(_logarithm_ahead, _logarithm_back, _logarithm_along, reverse_style="jax", forward_style="jax"))


def logm(A: Any, disp: Any = True) -> Any:
    """The principal logarithm."""
    return _logarithm(_square(A, "logm"))


# ---- functions that are made of the exponential


def _trigonometric(a: Any) -> Any:
    """cos A and sin A: blocks of the exponential of a larger matrix."""
    from scipy.linalg import expm

    n = a.shape[0]
    both = np.zeros((2 * n, 2 * n))
    both[:n, n:] = -a
    both[n:, :n] = a
    found = expm(both)
    return found[:n, :n].copy(), found[n:, :n].copy()


def cosm(A: Any) -> Any:
    """The cosine."""
    return _trigonometric(_square(A, "cosm"))[0]


def sinm(A: Any) -> Any:
    """The sine."""
    return _trigonometric(_square(A, "sinm"))[1]


def _solved(a: Any, b: Any) -> Any:
    if not np.all(np.isfinite(a)):
        raise ValueError("array must not contain infs or NaNs")
    return np.linalg.solve(a, b)


def tanm(A: Any) -> Any:
    """The tangent."""
    c, s = _trigonometric(_square(A, "tanm"))
    return _solved(c, s)


def coshm(A: Any) -> Any:
    """The hyperbolic cosine."""
    from scipy.linalg import expm

    a = _square(A, "coshm")
    return 0.5 * (expm(a) + expm(-a))


def sinhm(A: Any) -> Any:
    """The hyperbolic sine."""
    from scipy.linalg import expm

    a = _square(A, "sinhm")
    return 0.5 * (expm(a) - expm(-a))


def tanhm(A: Any) -> Any:
    """The hyperbolic tangent."""
    return _solved(coshm(A), sinhm(A))


def expm_frechet(A: Any, E: Any, method: Any = None, compute_expm: bool = True, check_finite: Any = True) -> Any:
    """The exponential, and its derivative in the direction E."""
    from scipy.linalg import expm

    a, e = _square(A, "expm_frechet"), _square(E, "expm_frechet")
    n = a.shape[0]
    if e.shape[0] != n:
        raise ValueError("expected A and E to be the same shape")
    both = np.zeros((2 * n, 2 * n))
    both[:n, :n] = a
    both[n:, n:] = a
    both[:n, n:] = e
    found = expm(both)
    return (found[:n, :n].copy(), found[:n, n:].copy()) if compute_expm else found[:n, n:].copy()


# ---- forms


@_by_scipy
def host_schur(a: Any) -> Any:
    """T and Z of `scipy.linalg.schur`, one below the other."""
    from scipy import linalg

    return np.vstack(linalg.schur(a))


@_by_scipy
def host_hessenberg(a: Any) -> Any:
    """H and Q of `scipy.linalg.hessenberg`, one below the other."""
    from scipy import linalg

    return np.vstack(linalg.hessenberg(a, calc_q=True))


_INSTEAD = "use eigenvalues, or functions of the matrix"


def _schur_slope(kept: Any, change: Any) -> Any:
    refused("scipy.linalg.schur(): Schur's form has no derivative here", _INSTEAD)
    return None


def _hessenberg_slope(kept: Any, change: Any) -> Any:
    refused("scipy.linalg.hessenberg(): Hessenberg's form has no derivative here", _INSTEAD)
    return None


def _schur(a: Any) -> Any:
    return host_schur(a)


def _hessenberg(a: Any) -> Any:
    return host_hessenberg(a)


def _schur_ahead(a: Any) -> Any:
    return host_schur(a), 0


def _hessenberg_ahead(a: Any) -> Any:
    return host_hessenberg(a), 0


with_rules(_schur, RuleSet(_schur_ahead, _schur_slope, _schur_slope, reverse_style="jax", forward_style="jax"))
_HESSENBERG = RuleSet(_hessenberg_ahead, _hessenberg_slope, _hessenberg_slope, reverse_style="jax", forward_style="jax")
with_rules(_hessenberg, _HESSENBERG)


def schur(
    a: Any, output: str = "real", lwork: Any = None, overwrite_a: Any = False, sort: Any = None, check_finite: Any = True
) -> Any:  # fmt: skip
    """T and Z with A = Z T Zᵀ, T of blocks of one or two rows."""
    if sort is not None or (output != "real" and output != "r"):
        refused("scipy.linalg.schur() with sort= or output='complex' is not supported in compiled functions", "leave it out")
    both = _schur(_square(a, "schur"))
    n = both.shape[1]
    return both[:n].copy(), both[n:].copy()


def hessenberg(a: Any, calc_q: bool = False, overwrite_a: Any = False, check_finite: Any = True) -> Any:
    """H, zero below the first subdiagonal, with A = Q H Qᵀ."""
    both = _hessenberg(_square(a, "hessenberg"))
    n = both.shape[1]
    return (both[:n].copy(), both[n:].copy()) if calc_q else both[:n].copy()


def host_pivots(a: Any) -> Any:
    """The order of columns that LAPACK chooses: each one the longest of what is left."""
    from scipy import linalg

    return linalg.qr(a, mode="r", pivoting=True)[1].astype(np.int32)


_by_scipy(host_pivots, "int32[:]")


def qr(
    a: Any, overwrite_a: Any = False, lwork: Any = None, mode: Setting = "full", pivoting: bool = False, check_finite: Any = True
) -> Any:  # fmt: skip
    """Q and R, by LAPACK; with ``pivoting`` also the order of columns, which has no derivative."""
    if mode != "full" and mode != "economic" and mode != "r":
        refused("scipy.linalg.qr() knows the modes 'full', 'economic' and 'r' in compiled functions")
    given = np.asarray(a)
    if not pivoting:
        q, r = np.linalg.qr(given, mode="reduced" if mode == "economic" else "complete")
        return (r,) if mode == "r" else (q, r)
    if given.ndim != 2 or given.dtype.kind == "c" or given.dtype == np.float32:
        refused("scipy.linalg.qr() with pivoting= is of one real matrix of float64 in compiled functions", "convert it")
    p = host_pivots(given * 1.0)
    q, r = np.linalg.qr(given[:, p], mode="reduced" if mode == "economic" else "complete")
    return (r, p) if mode == "r" else (q, r, p)
