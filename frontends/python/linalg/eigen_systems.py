"""Eigenvalues and eigenvectors of matrices that are not symmetric: ``np.linalg.eig``, ``eigvals``; in Python that is compiled.

The rules are those of M. B. Giles, "Collected matrix derivative results for forward and reverse mode algorithmic
differentiation" (2008), section 3.1, with NumPy's normalisation: vectors have length 1, and their largest components are real.
Rules have real and imaginary parts as arrays of their own.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from irad.frontends.python.complex_linalg.complex_factors import turned
from irad.frontends.python.complex_linalg.complex_systems import normalised, normalised_back
from irad.frontends.python.sources.rule_sets import RuleSet, with_rules


def parts_by_lapack(a: Any) -> Any:
    """Real and imaginary parts of the eigenvalues, and the eigenvectors as ``geev`` packs them."""
    raise NotImplementedError  # a call of it is lowered to one of LAPACK


def system(a: Any) -> Any:
    """Real and imaginary parts of the eigenvalues, and of the eigenvectors, in columns."""
    wr, wi, packed = parts_by_lapack(a)
    n = len(wr)
    vr, vi = packed.copy(), np.zeros((n, n), packed.dtype)
    for j in range(n - 1):
        if wi[j] > 0.0:
            for i in range(n):
                vi[i, j] = packed[i, j + 1]
                vr[i, j + 1] = packed[i, j]
                vi[i, j + 1] = -packed[i, j + 1]
    return wr, wi, vr, vi


def values(a: Any) -> Any:
    """Real and imaginary parts of the eigenvalues."""
    found = system(a)
    return found[0], found[1]


def joined(real: Any, imaginary: Any) -> Any:
    """Complex numbers of their parts."""
    return real * (1.0 + 0.0j) + imaginary * 1j


def _gap(w: Any, i: Any, j: Any) -> Any:
    d = w[j] - w[i]
    if abs(d) <= 1e-15 * (abs(w[i]) + abs(w[j])):
        raise np.linalg.LinAlgError("eigenvectors of an eigenvalue that is there twice have no derivative")
    return d


def _system_ahead(a: Any) -> Any:
    found = system(a)
    return found, found


def _system_back(kept: Any, cotangent: Any) -> Any:
    wr, wi, vr, vi = kept
    gwr, gwi, gvr, gvi = cotangent
    w, v = joined(wr, wi), joined(vr, vi)
    g = joined(gvr, gvi)
    n, back = len(w), turned(v)
    p = back @ normalised_back(v, g)
    for i in range(n):
        for j in range(n):
            if i == j:
                p[i, j] = gwr[i] + 1j * gwi[i]
            elif p[i, j] != 0.0:
                p[i, j] = p[i, j] / np.conj(_gap(w, i, j))
    return (np.linalg.solve(back, p @ back).real.copy(),)


def _system_along(primals: Any, tangents: Any) -> Any:
    (a,) = primals
    (da,) = tangents
    wr, wi, vr, vi = system(a)
    w, v = joined(wr, wi), joined(vr, vi)
    n = len(w)
    p = np.linalg.solve(v, (da * (1.0 + 0.0j)) @ v)
    dwr, dwi = np.empty(n, wr.dtype), np.empty(n, wr.dtype)
    for j in range(n):
        dwr[j], dwi[j] = p[j, j].real, p[j, j].imag
        p[j, j] = 0.0
        for i in range(n):
            if i != j and p[i, j] != 0.0:
                p[i, j] = p[i, j] / _gap(w, i, j)
    dv = normalised(v, v @ p)
    return (wr, wi, vr, vi), (dwr, dwi, dv.real.copy(), dv.imag.copy())


def _values_ahead(a: Any) -> Any:
    found = system(a)
    return (found[0], found[1]), (found[2], found[3])


def _values_back(kept: Any, cotangent: Any) -> Any:
    vr, vi = kept
    gwr, gwi = cotangent
    back = turned(joined(vr, vi))
    scaled = back.copy()
    for i in range(len(gwr)):
        for j in range(len(gwr)):
            scaled[i, j] = back[i, j] * (gwr[i] + 1j * gwi[i])
    return (np.linalg.solve(back, scaled).real.copy(),)


def _values_along(primals: Any, tangents: Any) -> Any:
    (a,) = primals
    (da,) = tangents
    wr, wi, vr, vi = system(a)
    v = joined(vr, vi)
    p = np.linalg.solve(v, (da * (1.0 + 0.0j)) @ v)
    dwr, dwi = np.empty(len(wr), wr.dtype), np.empty(len(wr), wr.dtype)
    for j in range(len(wr)):
        dwr[j], dwi[j] = p[j, j].real, p[j, j].imag
    return (wr, wi), (dwr, dwi)


_RULES = {system: (_system_ahead, _system_back, _system_along), values: (_values_ahead, _values_back, _values_along)}


@cache
def ruled(fn: Any) -> Any:
    """The function, with its rules."""
    return with_rules(fn, RuleSet(*_RULES[fn], reverse_style="jax", forward_style="jax"))
