"""Decompositions of complex matrices by LAPACK, with their rules, in Python that is compiled.

Vectors are unique up to a factor of length 1 each; LAPACK chooses it so that one component is real, and the derivative follows
that: of `hermitian` the first component (the last one where the upper triangle is read: reflectors of ``hetrd`` leave that axis
alone), of `singular` the first one of the right vectors (of the left ones where there are fewer rows than columns: ``gebrd``), in
`reflected` the diagonal of R (``geqrf``).  Where that component is 0 and the result
depends on the factor, there is no derivative: an error in reverse mode, nan in forward mode.

Formulas: M. B. Giles, "Collected matrix derivative results for forward and reverse mode algorithmic differentiation" (2008);
S. F. Walter and L. Lehmann, "Algorithmic differentiation of linear algebra functions" (2012), with conjugate transposes.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.sources.rule_sets import RuleSet, with_rules

TWICE = "vectors of a value that is there twice have no derivative"
_SPARE = "vectors that fill up a basis are not unique, and have no derivative"
_PHASE = "a vector whose real component is 0 has no derivative: its factor of length 1 is not determined"


def hermitian_by_lapack(a: Any, upper: Any) -> Any:
    raise NotImplementedError  # calls of these are lowered to LAPACK's (`complex_lapack.py`)


def singular_by_lapack(a: Any, full: Any) -> Any:
    raise NotImplementedError


def reflected_by_lapack(a: Any, columns: Any) -> Any:
    raise NotImplementedError


def cholesky_by_lapack(a: Any) -> Any:
    raise NotImplementedError


def turned(a: Any) -> Any:
    """The conjugate transpose."""
    return np.conj(a.T).copy()


def inner(v: Any, x: Any, j: Any) -> Any:
    """The product of the conjugate of a column and of another column."""
    total = 0.0j
    for i in range(v.shape[0]):
        total += np.conj(v[i, j]) * x[i, j]
    return total


def _triangle(a: Any, upper: Any) -> Any:
    """A Hermitian matrix of one triangle."""
    n = a.shape[0]
    out = np.empty((n, n), a.dtype)
    for i in range(n):
        out[i, i] = a[i, i].real
        for j in range(i):
            x = np.conj(a[j, i]) if upper else a[i, j]
            out[i, j] = x
            out[j, i] = np.conj(x)
    return out


def _folded(b: Any, upper: Any) -> Any:
    """The adjoint of `_triangle`."""
    n = b.shape[0]
    out = np.zeros((n, n), b.dtype)
    for i in range(n):
        out[i, i] = b[i, i].real
        for j in range(i):
            x = b[i, j] + np.conj(b[j, i])
            if upper:
                out[j, i] = np.conj(x)
            else:
                out[i, j] = x
    return out


def scaled(v: Any, s: Any) -> Any:
    """Columns times numbers."""
    out = v.copy()
    for i in range(v.shape[0]):
        for j in range(len(s)):
            out[i, j] = v[i, j] * s[j]
    return out


def _held(g: Any, v: Any, k: Any, j: Any, turn: Any) -> Any:
    """What the cotangent of component k of column j gets because that stays real; ``turn``: the slope of the factor's angle."""
    if turn == 0.0:
        return 0.0j
    size, of_g = abs(v[k, j]), 0.0
    for i in range(v.shape[0]):
        of_g += abs(g[i, j])
    if abs(turn) <= 1e-13 * of_g:
        return 0.0j
    if size <= 1e-14:
        raise np.linalg.LinAlgError(_PHASE)
    return 1j * (turn / v[k, j].real)


# ---- Hermitian matrices


def hermitian(a: Any, upper: Any) -> Any:
    """Eigenvalues and eigenvectors."""
    w, v = hermitian_by_lapack(a, upper)
    return w, v


def _hermitian_ahead(a: Any, upper: Any) -> Any:
    w, v = hermitian(a, upper)
    return (w, v), (w, v, upper)


def near(w: Any, i: Any, j: Any) -> Any:
    """Whether two values are the same but for rounding errors."""
    return abs(w[j] - w[i]) <= 1e-15 * (abs(w[i]) + abs(w[j]))


def _hermitian_back(kept: Any, cotangent: Any) -> Any:
    w, v, upper = kept
    gw, gv = cotangent
    n, h = len(w), gv.copy()
    k = n - 1 if upper else 0
    for j in range(n):
        h[k, j] += _held(gv, v, k, j, -inner(v, gv, j).imag)
    m = turned(v) @ h
    out, small = np.zeros((n, n), m.dtype), 1e-13 * np.abs(gv).sum()
    for i in range(n):
        out[i, i] = gw[i]
        for j in range(n):
            d = m[i, j] - np.conj(m[j, i])
            if i == j:
                continue
            if not near(w, i, j):
                out[i, j] = 0.5 * d / (w[j] - w[i])
            elif abs(d) > small:
                raise np.linalg.LinAlgError(TWICE)
    return _folded(v @ out @ turned(v), upper), 0


def _along_gauge(v: Any, dv: Any, k: Any) -> Any:
    """The angles by which columns turn so that component k stays real."""
    out = np.empty(v.shape[1])
    for j in range(v.shape[1]):
        out[j] = -dv[k, j].imag / v[k, j].real if abs(v[k, j]) > 1e-14 else math.nan
    return out


def _hermitian_along(primals: Any, tangents: Any) -> Any:
    a, upper = primals
    w, v = hermitian(a, upper)
    p = turned(v) @ _triangle(tangents[0], upper) @ v
    n = len(w)
    dw = np.empty(n)
    for j in range(n):
        dw[j] = p[j, j].real
        p[j, j] = 0.0
        for i in range(n):
            if i != j:
                p[i, j] = math.nan if near(w, i, j) else p[i, j] / (w[j] - w[i])
    dv = v @ p
    return (w, v), (dw, dv + scaled(v, 1j * _along_gauge(v, dv, n - 1 if upper else 0)))


# ---- singular values


def singular(a: Any) -> Any:
    """The vectors of the values, which are as many as the shorter side is long, and the values."""
    u, s, vh = singular_by_lapack(a, 0)
    return u, s, vh


def _singular_ahead(a: Any) -> Any:
    u, s, vh = singular(a)
    return (u, s, vh), (u, s, vh)


def _singular_back(kept: Any, cotangent: Any) -> Any:
    u, s, vh = kept
    gu, gs, gvh = cotangent
    v, gv = turned(vh), turned(gvh)
    wide, k = u.shape[0] < v.shape[0], len(s)
    hu, hv = gu.copy(), gv.copy()
    w = np.zeros((k, k), u.dtype)
    for j in range(k):
        of_u, of_v = -inner(u, gu, j).imag, -inner(v, gv, j).imag
        both = of_u + of_v
        if abs(both) <= 1e-13 * (np.abs(gu[:, j]).sum() + np.abs(gv[:, j]).sum()):
            both = 0.0
        if wide:
            hu[0, j] += _held(gu, u, 0, j, both)
        else:
            hv[0, j] += _held(gv, v, 0, j, both)
        turn = of_v if wide else -of_u
        w[j, j] = gs[j]
        if turn != 0.0:
            w[j, j] = gs[j] + 1j * (turn / s[j])
    mu, mv = turned(u) @ hu, turned(v) @ hv
    small = 1e-13 * (np.abs(gu).sum() + np.abs(gv).sum())
    for i in range(k):
        for j in range(k):
            if i == j:
                continue
            du, dv = mu[i, j] - np.conj(mu[j, i]), mv[i, j] - np.conj(mv[j, i])
            x = s[j] * du + s[i] * dv
            if not near(s, i, j):
                w[i, j] = x / ((s[j] - s[i]) * (s[j] + s[i]))
            elif abs(du) > small or abs(dv) > small:
                raise np.linalg.LinAlgError(TWICE)
    left, right = hu - u @ mu, hv - v @ mv
    for j in range(k):
        for i in range(left.shape[0]):
            left[i, j] = left[i, j] / s[j] if u.shape[0] > k else 0.0
        for i in range(right.shape[0]):
            right[i, j] = right[i, j] / s[j] if v.shape[0] > k else 0.0
    return (u @ w @ vh + left @ vh + u @ turned(right),)


def _slopes(u: Any, s: Any, vh: Any, da: Any) -> Any:
    """Of the vectors and the values."""
    v, k = turned(vh), len(s)
    da_v, dah_u = da @ v, turned(da) @ u
    p = turned(u) @ da_v
    ds = np.empty(k)
    inside_u, inside_v = np.zeros((k, k), u.dtype), np.zeros((k, k), u.dtype)
    for i in range(k):
        ds[i] = p[i, i].real
        for j in range(k):
            if i != j:
                gap = math.nan if near(s, i, j) else 1.0 / ((s[j] - s[i]) * (s[j] + s[i]))
                inside_u[i, j] = gap * (p[i, j] * s[j] + s[i] * np.conj(p[j, i]))
                inside_v[i, j] = gap * (s[i] * p[i, j] + np.conj(p[j, i]) * s[j])
    du, dv = u @ inside_u, v @ inside_v
    if u.shape[0] > k:
        du = du + scaled(da_v - u @ p, 1.0 / s)
    if v.shape[0] > k:
        dv = dv + scaled(dah_u - v @ turned(p), 1.0 / s)
    apart = np.empty(k)
    for j in range(k):
        apart[j] = p[j, j].imag / s[j]
    if u.shape[0] < v.shape[0]:
        of_u = _along_gauge(u, du, 0)
        of_v = of_u - apart
    else:
        of_v = _along_gauge(v, dv, 0)
        of_u = of_v + apart
    return du + scaled(u, 1j * of_u), ds, turned(dv + scaled(v, 1j * of_v))


def _singular_along(primals: Any, tangents: Any) -> Any:
    u, s, vh = singular(primals[0])
    return (u, s, vh), _slopes(u, s, vh, tangents[0])


def singular_full(a: Any) -> Any:
    """As `singular`, with vectors without a value, which are not unique and have no derivatives."""
    u, s, vh = singular_by_lapack(a, 1)
    return u, s, vh


def _full_ahead(a: Any) -> Any:
    u, s, vh = singular_full(a)
    return (u, s, vh), (u, s, vh)


def _full_back(kept: Any, cotangent: Any) -> Any:
    u, s, vh = kept
    gu, gs, gvh = cotangent
    k = len(s)
    if np.any(gu[:, k:] != 0.0) or np.any(gvh[k:] != 0.0):
        raise np.linalg.LinAlgError(_SPARE)
    return _singular_back((u[:, :k].copy(), s, vh[:k].copy()), (gu[:, :k].copy(), gs, gvh[:k].copy()))


def _full_along(primals: Any, tangents: Any) -> Any:
    u, s, vh = singular_full(primals[0])
    k = len(s)
    du, dvh = np.full(u.shape, math.nan, u.dtype), np.full(vh.shape, math.nan, vh.dtype)
    du[:, :k], ds, dvh[:k] = _slopes(u[:, :k].copy(), s, vh[:k].copy(), tangents[0])
    return (u, s, vh), (du, ds, dvh)


def singular_values(a: Any) -> Any:
    return singular_by_lapack(a, 0)[1]


def _values_ahead(a: Any) -> Any:
    u, s, vh = singular_by_lapack(a, 0)
    return s, (u, vh)


def _values_back(kept: Any, gs: Any) -> Any:
    u, vh = kept
    return (scaled(u, gs) @ vh,)


def _values_along(primals: Any, tangents: Any) -> Any:
    u, s, vh = singular_by_lapack(primals[0], 0)
    p = turned(u) @ tangents[0] @ turned(vh)
    ds = np.empty(len(s))
    for i in range(len(s)):
        ds[i] = p[i, i].real
    return s, ds


# ---- Q R, and Cholesky's factor


def reflected(a: Any) -> Any:
    """Q and R, with as many columns of Q as the shorter side is long."""
    q, r = reflected_by_lapack(a, min(a.shape[0], a.shape[1]))
    return q, np.triu(r)


def _reflected_ahead(a: Any) -> Any:
    q, r = reflected(a)
    return (q, r), (q, r)


def _reflected_back(kept: Any, cotangent: Any) -> Any:
    q, r = kept
    dq, dr = cotangent
    k, n = r.shape
    first = r[:, :k].copy()
    of_q = dq + q @ (r[:, k:].copy() @ turned(dr[:, k:]))
    w = turned(q) @ of_q - np.triu(dr[:, :k]) @ turned(first)
    for i in range(k):
        w[i, i] = w[i, i].real
        for j in range(i):
            w[i, j] = np.conj(w[j, i])
    out = np.empty((q.shape[0], n), r.dtype)
    out[:, :k] = turned(np.linalg.solve(first, turned(of_q - q @ w)))
    out[:, k:] = q @ dr[:, k:].copy()
    return (out,)


def _reflected_along(primals: Any, tangents: Any) -> Any:
    (a,) = primals
    (da,) = tangents
    q, r = reflected(a)
    k, n = r.shape
    first = r[:, :k].copy()
    p = np.linalg.solve(first.T.copy(), da[:, :k].T.copy()).T.copy()
    x = turned(q) @ p
    turn = np.zeros((k, k), r.dtype)
    for i in range(k):
        turn[i, i] = 1j * x[i, i].imag
        for j in range(i):
            turn[i, j] = x[i, j]
            turn[j, i] = -np.conj(x[i, j])
    dr = np.empty((k, n), r.dtype)
    dr[:, :k] = np.triu((x - turn) @ first)
    dr[:, k:] = turned(q) @ da[:, k:].copy() - turn @ r[:, k:].copy()
    return (q, r), (p - q @ (x - turn), dr)


def reflected_whole(a: Any) -> Any:
    """As `reflected`, with columns of Q that fill up a basis, which have no derivatives."""
    q, r = reflected_by_lapack(a, a.shape[0])
    return q, np.triu(r)


def _whole_ahead(a: Any) -> Any:
    q, r = reflected_whole(a)
    return (q, r), (q, r)


def _whole_back(kept: Any, cotangent: Any) -> Any:
    q, r = kept
    dq, dr = cotangent
    k = min(r.shape[0], r.shape[1])
    if np.any(dq[:, k:] != 0.0):
        raise np.linalg.LinAlgError(_SPARE)
    return _reflected_back((q[:, :k].copy(), r[:k].copy()), (dq[:, :k].copy(), dr[:k].copy()))


def _whole_along(primals: Any, tangents: Any) -> Any:
    q, r = reflected_whole(primals[0])
    k = min(r.shape[0], r.shape[1])
    dq, dr = np.full(q.shape, math.nan, q.dtype), np.zeros(r.shape, r.dtype)
    _, (dq[:, :k], dr[:k]) = _reflected_along(primals, tangents)
    return (q, r), (dq, dr)


def cholesky(a: Any) -> Any:
    """L of A = L L^H, of the lower triangle."""
    return np.tril(cholesky_by_lapack(a))


def _half(x: Any) -> Any:
    out = np.tril(x)
    for i in range(x.shape[0]):
        out[i, i] = 0.5 * x[i, i].real
    return out


def _cholesky_ahead(a: Any) -> Any:
    factor = cholesky(a)
    return factor, factor


def _cholesky_back(factor: Any, g: Any) -> Any:
    back = turned(factor)
    half = np.linalg.solve(back, _half(back @ np.tril(g)))
    return (_folded(turned(np.linalg.solve(back, turned(half))), 0),)


def _cholesky_along(primals: Any, tangents: Any) -> Any:
    factor = cholesky(primals[0])
    left = np.linalg.solve(factor, _triangle(tangents[0], 0))
    return factor, factor @ _half(turned(np.linalg.solve(factor, turned(left))))


_RULES: dict[Any, tuple[Any, Any, Any]] = {
    hermitian: (_hermitian_ahead, _hermitian_back, _hermitian_along),
    singular: (_singular_ahead, _singular_back, _singular_along),
    singular_full: (_full_ahead, _full_back, _full_along),
    singular_values: (_values_ahead, _values_back, _values_along),
    reflected: (_reflected_ahead, _reflected_back, _reflected_along),
    reflected_whole: (_whole_ahead, _whole_back, _whole_along),
    cholesky: (_cholesky_ahead, _cholesky_back, _cholesky_along),
}
for _fn, _rules in _RULES.items():
    with_rules(_fn, RuleSet(*_rules, reverse_style="jax", forward_style="jax"))
