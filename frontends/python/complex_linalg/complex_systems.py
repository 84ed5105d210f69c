"""Eigenvalues of complex matrices of any kind, and the inverse of Moore and Penrose, with their rules, in compiled Python.

Eigenvectors have length 1 and a real component, the largest one (``geev``).  Formulas: M. B. Giles, "Collected matrix derivative
results for forward and reverse mode algorithmic differentiation" (2008), section 3.1; G. H. Golub and V. Pereyra, "The
differentiation of pseudo-inverses and nonlinear least squares problems whose variables separate" (1973).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.complex_linalg.complex_factors import TWICE, inner, near, scaled, singular_by_lapack, turned
from irad.frontends.python.sources.rule_sets import RuleSet, with_rules


def general_by_lapack(a: Any) -> Any:
    raise NotImplementedError  # a call is lowered to LAPACK's (`complex_lapack.py`)


def general(a: Any) -> Any:
    """Eigenvalues and eigenvectors."""
    w, v = general_by_lapack(a)
    return w, v


def _general_ahead(a: Any) -> Any:
    w, v = general(a)
    return (w, v), (w, v)


def _largest(v: Any, j: Any) -> Any:
    """The row of the largest component of a column, which is real."""
    k, most = 0, -1.0
    for i in range(v.shape[0]):
        size = abs(v[i, j])
        if v[i, j].imag == 0.0 and size > most:
            k, most = i, size
    return k


def normalised(v: Any, r: Any) -> Any:
    """The tangents of eigenvectors ``v`` of length 1 whose largest components are real; of any other lengths they are ``r``."""
    dv = r.copy()
    for j in range(v.shape[1]):
        k = _largest(v, j)
        along, turn = inner(v, r, j).real, r[k, j].imag / v[k, j].real
        for i in range(v.shape[0]):
            dv[i, j] = r[i, j] - (along + 1j * turn) * v[i, j]
    return dv


def normalised_back(v: Any, g: Any) -> Any:
    """The adjoint of `normalised`."""
    h = g.copy()
    for j in range(v.shape[1]):
        z, k = np.conj(inner(v, g, j)), _largest(v, j)
        for i in range(v.shape[0]):
            h[i, j] -= z.real * v[i, j]
        h[k, j] += 1j * z.imag / v[k, j].real
    return h


def _general_back(kept: Any, cotangent: Any) -> Any:
    w, v = kept
    gw, gv = cotangent
    n, back, small = len(w), turned(v), 1e-13 * np.abs(gv).sum()
    p = back @ normalised_back(v, gv)
    for i in range(n):
        for j in range(n):
            if i == j:
                p[i, j] = gw[i]
            elif not near(w, i, j):
                p[i, j] = p[i, j] / np.conj(w[j] - w[i])
            elif abs(p[i, j]) > small:
                raise np.linalg.LinAlgError(TWICE)
            else:
                p[i, j] = 0.0
    return (np.linalg.solve(back, p @ back),)


def _general_along(primals: Any, tangents: Any) -> Any:
    w, v = general(primals[0])
    p = np.linalg.solve(v, tangents[0] @ v)
    n = len(w)
    dw = np.empty(n, w.dtype)
    for j in range(n):
        dw[j] = p[j, j]
        p[j, j] = 0.0
        for i in range(n):
            if i != j:
                p[i, j] = math.nan if near(w, i, j) else p[i, j] / (w[j] - w[i])
    return (w, v), (dw, normalised(v, v @ p))


def general_values(a: Any) -> Any:
    return general_by_lapack(a)[0]


def _general_values_ahead(a: Any) -> Any:
    w, v = general_by_lapack(a)
    return w, v


def _general_values_back(v: Any, gw: Any) -> Any:
    back = turned(v)
    rows = back.copy()
    for i in range(len(gw)):
        for j in range(len(gw)):
            rows[i, j] = back[i, j] * gw[i]
    return (np.linalg.solve(back, rows),)


def _general_values_along(primals: Any, tangents: Any) -> Any:
    w, v = general_by_lapack(primals[0])
    p = np.linalg.solve(v, tangents[0] @ v)
    dw = np.empty(len(w), w.dtype)
    for j in range(len(w)):
        dw[j] = p[j, j]
    return w, dw


# ---- the inverse of Moore and Penrose


def pseudo_inverse(a: Any, bound: Any) -> Any:
    u, s, vh = singular_by_lapack(a, 0)
    f = np.zeros(len(s))
    for i in range(len(s)):
        if s[i] > bound * s[0]:
            f[i] = 1.0 / s[i]
    return scaled(turned(vh), f) @ turned(u)


def _pseudo_ahead(a: Any, bound: Any) -> Any:
    p = pseudo_inverse(a, bound)
    return p, (a, p)


def _pseudo_back(kept: Any, d: Any) -> Any:
    a, p = kept
    ph, dh = turned(p), turned(d)
    inside = dh @ p @ ph
    outside = ph @ (p @ dh)
    return -(ph @ d @ ph) + inside - a @ (p @ inside) + outside - (outside @ p) @ a, 0.0


def _pseudo_along(primals: Any, tangents: Any) -> Any:
    a, bound = primals
    da = tangents[0]
    p = pseudo_inverse(a, bound)
    ph, dh = turned(p), turned(da)
    left, right = p @ (ph @ dh), dh @ ph @ p
    return p, -(p @ da @ p) + left - (left @ a) @ p + right - p @ (a @ right)


_RULES: dict[Any, tuple[Any, Any, Any]] = {
    general: (_general_ahead, _general_back, _general_along),
    general_values: (_general_values_ahead, _general_values_back, _general_values_along),
    pseudo_inverse: (_pseudo_ahead, _pseudo_back, _pseudo_along),
}
for _fn, _rules in _RULES.items():
    with_rules(_fn, RuleSet(*_rules, reverse_style="jax", forward_style="jax"))
