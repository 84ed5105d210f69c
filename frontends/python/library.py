"""Linear algebra in plain Python, compiled where it is called: with rules where the derivative of what LAPACK does would not do.

The rules of `qr` know R and Q only, and hold where reflectors vanish, too (Walter and Lehmann, 2012); those of `pinv` and
`least_squares` hold where singular values are the same or zero, as long as the rank stays what it is (Golub and Pereyra, "The
differentiation of pseudo-inverses and nonlinear least squares problems whose variables separate", 1973).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from scipy.linalg import solve_triangular

from irad.frontends.python.marks import with_rules

# ---- QR


def reflected(a: Any) -> Any:
    """Q and R by Householder's reflections: LAPACK's where there is one."""
    m, n = a.shape
    k = min(m, n)
    w = a.copy()
    v = np.zeros((m, k), a.dtype)
    scale = np.zeros(k, a.dtype)
    for j in range(k):
        total = 0.0 * w[j, j]
        for i in range(j + 1, m):
            total += w[i, j] * w[i, j]
        if total > 0.0:
            x = w[j, j]
            norm = math.sqrt(x * x + total)
            beta = -norm if x > 0.0 else norm
            scale[j] = (beta - x) / beta
            for i in range(j + 1, m):
                v[i, j] = w[i, j] / (x - beta)
        v[j, j] = 1.0
        for c in range(j, n):
            s = 0.0 * w[j, c]
            for i in range(j, m):
                s += v[i, j] * w[i, c]
            for i in range(j, m):
                w[i, c] -= scale[j] * s * v[i, j]
    q = np.zeros((m, k), a.dtype)
    for j in range(k):
        q[j, j] = 1.0
    for back in range(k):
        j = k - 1 - back
        for c in range(k):
            s = 0.0 * q[j, c]
            for i in range(j, m):
                s += v[i, j] * q[i, c]
            for i in range(j, m):
                q[i, c] -= scale[j] * s * v[i, j]
    r = np.zeros((k, n), a.dtype)
    for i in range(k):
        for c in range(i, n):
            r[i, c] = w[i, c]
    return q, r


def qr(a: Any) -> Any:
    q, r = reflected(a)
    return q, r


def _qr_ahead(a: Any) -> Any:
    q, r = qr(a)
    return (q, r), (q, r)


def _qr_back(kept: Any, cotangent: Any) -> Any:
    q, r = kept
    dq, dr = cotangent
    k, n = r.shape
    first = r[:, :k].copy()
    of_q = dq + q @ (r[:, k:].copy() @ dr[:, k:].T.copy())
    upper = np.zeros((k, k), r.dtype)
    for i in range(k):
        for j in range(i, k):
            upper[i, j] = dr[i, j]
    w = q.T @ of_q - upper @ first.T
    for i in range(k):
        for j in range(i):
            w[i, j] = w[j, i]
    out = np.empty((q.shape[0], n), r.dtype)
    out[:, :k] = solve_triangular(first, (of_q - q @ w).T).T
    out[:, k:] = q @ dr[:, k:].copy()
    return (out,)


def _qr_along(primals: Any, tangents: Any) -> Any:
    (a,) = primals
    (da,) = tangents
    q, r = qr(a)
    k, n = r.shape
    first = r[:, :k].copy()
    p = solve_triangular(first, da[:, :k].T.copy(), trans=1).T.copy()
    x = q.T @ p
    turn = np.zeros((k, k), r.dtype)
    for i in range(k):
        for j in range(i):
            turn[i, j] = x[i, j]
            turn[j, i] = -x[i, j]
    dr = np.empty((k, n), r.dtype)
    dr[:, :k] = (x - turn) @ first
    dr[:, k:] = q.T @ da[:, k:].copy() - turn @ r[:, k:].copy()
    return (q, r), (p - q @ (x - turn), dr)


# ---- least squares


def _inverses(s: Any, bound: Any) -> Any:
    """1 / s where s is large enough, 0 elsewhere."""
    out = np.zeros(s.size, s.dtype)
    for i in range(s.size):
        if s[i] > bound:
            out[i] = 1.0 / s[i]
    return out


def _largest(s: Any) -> Any:
    out = 0.0 * s.sum()
    for i in range(s.size):
        if s[i] > out or s[i] != s[i]:
            out = s[i]
    return out


def pinv(a: Any, bound: Any) -> Any:
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    f = _inverses(s, bound * _largest(s))
    return (vt.T * f) @ u.T.copy()


def _pinv_ahead(a: Any, bound: Any) -> Any:
    p = pinv(a, bound)
    return p, (a, p)


def _pinv_back(kept: Any, d: Any) -> Any:
    a, p = kept
    pt, dt = p.T.copy(), d.T.copy()
    inside = dt @ p @ pt
    outside = pt @ (p @ dt)
    return -(pt @ d @ pt) + inside - a @ (p @ inside) + outside - (outside @ p) @ a, 0.0


def _pinv_along(primals: Any, tangents: Any) -> Any:
    a, bound = primals
    da = tangents[0]
    p = pinv(a, bound)
    pt, dt = p.T.copy(), da.T.copy()
    left, right = p @ (pt @ dt), dt @ pt @ p
    return p, -(p @ da @ p) + left - (left @ a) @ p + right - p @ (a @ right)


def least_squares(a: Any, b: Any, bound: Any) -> Any:
    """The shortest x that makes a x - b as short as it can be, and the singular values of ``a``."""
    (x, s), _ = _least_squares_ahead(a, b, bound)
    return x, s


def _least_squares_ahead(a: Any, b: Any, bound: Any) -> Any:
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    f = _inverses(s, bound * _largest(s))
    scaled = (u.T.copy() @ b) * f.reshape((f.size, 1))
    x = vt.T.copy() @ scaled
    return (x, s), (u, f, vt, x, b - a @ x)


def _least_squares_back(kept: Any, cotangent: Any) -> Any:
    u, f, vt, x, rest = kept
    dx, ds = cotangent
    g = f.reshape((f.size, 1))
    inside = vt @ dx
    for i in range(f.size):
        if f[i] == 0.0:
            inside[i] = 0.0
    outside = dx - vt.T.copy() @ inside
    w = u @ (inside * g)
    da = rest @ (vt.T.copy() @ (inside * g * g)).T.copy() - w @ x.T.copy()
    da += (u @ ((vt @ x) * g)) @ outside.T.copy() + (u * ds) @ vt
    return da, w, 0.0


def _least_squares_along(primals: Any, tangents: Any) -> Any:
    a, b, bound = primals
    da, db = tangents[0], tangents[1]
    (x, s), (u, f, vt, _, rest) = _least_squares_ahead(a, b, bound)
    g = f.reshape((f.size, 1))
    ut, v = u.T.copy(), vt.T.copy()
    inside = (ut @ (db - da @ x)) * g + (vt @ (da.T.copy() @ rest)) * g * g
    for i in range(f.size):
        if f[i] == 0.0:
            inside[i] = 0.0
    kernel = da.T.copy() @ (u @ ((vt @ x) * g))
    own = vt @ kernel
    for i in range(f.size):
        if f[i] == 0.0:
            own[i] = 0.0
    values = ut @ da @ v
    ds = np.empty(s.size, s.dtype)
    for i in range(s.size):
        ds[i] = values[i, i]
    return (x, s), (v @ inside + kernel - v @ own, ds)


def rank_of(s: Any, bound: Any) -> Any:
    count = 0
    cut = bound * _largest(s)
    for i in range(s.size):
        if s[i] > cut:
            count += 1
    return count


def residuals(a: Any, b: Any, x: Any, rank: Any) -> Any:
    """Sums of squares, where the rank is full and there are more rows than columns; nothing otherwise."""
    out = np.zeros(0, x.dtype)
    if rank == a.shape[1] and a.shape[0] > a.shape[1]:
        r = b - a @ x
        out = (r * r).sum(axis=0)
    return out


# ---- the exponential of a matrix


_BOUNDS = (1.495585217958292e-2, 2.539398330063230e-1, 9.504178996162932e-1, 2.097847961257068e0, 5.371920351148152e0)


def _times_identity(x: Any, like: Any) -> Any:
    out = np.zeros(like.shape, like.dtype)
    for i in range(like.shape[0]):
        out[i, i] = x
    return out


def expm(a: Any) -> Any:
    """By scaling and squaring with Pade approximants (Higham, "The scaling and squaring method for the matrix exponential
    revisited", 2005)."""
    n = a.shape[0]
    norm = 0.0
    for j in range(n):
        total = 0.0
        for i in range(n):
            total += abs(a[i, j])
        if total > norm or total != total:
            norm = total
    if not norm < math.inf:
        return a * math.nan
    squarings = 0
    while norm > _BOUNDS[4]:
        norm *= 0.5
        squarings += 1
    b = a * 0.5**squarings
    b2 = b @ b
    if norm <= _BOUNDS[0]:
        odd = b @ (b2 + _times_identity(60.0, a))
        even = 12.0 * b2 + _times_identity(120.0, a)
    elif norm <= _BOUNDS[1]:
        b4 = b2 @ b2
        odd = b @ (b4 + 420.0 * b2 + _times_identity(15120.0, a))
        even = 30.0 * b4 + 3360.0 * b2 + _times_identity(30240.0, a)
    elif norm <= _BOUNDS[2]:
        b4 = b2 @ b2
        b6 = b4 @ b2
        odd = b @ (b6 + 1512.0 * b4 + 277200.0 * b2 + _times_identity(8648640.0, a))
        even = 56.0 * b6 + 25200.0 * b4 + 1995840.0 * b2 + _times_identity(17297280.0, a)
    elif norm <= _BOUNDS[3]:
        b4 = b2 @ b2
        b6 = b4 @ b2
        b8 = b4 @ b4
        odd = b @ (b8 + 3960.0 * b6 + 2162160.0 * b4 + 302702400.0 * b2 + _times_identity(8821612800.0, a))
        even = 90.0 * b8 + 110880.0 * b6 + 30270240.0 * b4 + 2075673600.0 * b2 + _times_identity(17643225600.0, a)
    else:
        b4 = b2 @ b2
        b6 = b4 @ b2
        high = b6 @ (b6 + 16380.0 * b4 + 40840800.0 * b2)
        low = 33522128640.0 * b6 + 10559470521600.0 * b4 + 1187353796428800.0 * b2
        odd = b @ (high + low + _times_identity(32382376266240000.0, a))
        high = b6 @ (182.0 * b6 + 960960.0 * b4 + 1323241920.0 * b2)
        low = 670442572800.0 * b6 + 129060195264000.0 * b4 + 7771770303897600.0 * b2
        even = high + low + _times_identity(64764752532480000.0, a)
    out = np.linalg.solve(even - odd, even + odd)
    for _ in range(squarings):
        out = out @ out
    return out


_RULES: dict[Any, tuple[Callable[..., Any], ...]] = {
    qr: (_qr_ahead, _qr_back, _qr_along),
    pinv: (_pinv_ahead, _pinv_back, _pinv_along),
    least_squares: (_least_squares_ahead, _least_squares_back, _least_squares_along),
}


@cache
def ruled(fn: Any) -> Any:
    """The function, with its rules."""
    return with_rules(fn, *_RULES[fn], reverse_style="jax", forward_style="jax")
