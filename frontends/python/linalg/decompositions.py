"""Linear algebra in plain Python, compiled where it is called: with rules where differentiating LAPACK's algorithm is not enough.

The rules of `qr` use R and Q only, and also hold where reflectors vanish (Walter and Lehmann, 2012); those of `pinv` and
`least_squares` hold where singular values are the same or zero, as long as the rank stays what it is (Golub and Pereyra, "The
differentiation of pseudo-inverses and nonlinear least squares problems whose variables separate", 1973).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from irad.frontends.python.sources.rule_sets import RuleSet, with_rules


def solve_triangular(a: Any, b: Any, trans: int = 0) -> Any:
    """That of ``scipy.linalg``, as which a call is compiled; every process that compiles would import that (0.3 s)."""
    from scipy import linalg

    return linalg.solve_triangular(a, b, trans=trans)


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


def rank_of(s: Any, bound: Any) -> Any:
    """The number of singular values that are large enough relative to the first one, which is the largest."""
    count = 0
    for i in range(s.size):
        if s[i] > bound * s[0]:
            count += 1
    return count


def _inverses(s: Any, bound: Any) -> Any:
    """1 / s where s is large enough, 0 elsewhere."""
    out = np.zeros(s.size, s.dtype)
    for i in range(rank_of(s, bound)):
        out[i] = 1.0 / s[i]
    return out


def pinv(a: Any, bound: Any) -> Any:
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    f = _inverses(s, bound)
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
    """The x of least norm that minimises the norm of a x - b, and the singular values of ``a``."""
    (x, s), _ = _least_squares_ahead(a, b, bound)
    return x, s


def _least_squares_ahead(a: Any, b: Any, bound: Any) -> Any:
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    f = _inverses(s, bound)
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


def residuals(a: Any, b: Any, x: Any, rank: Any) -> Any:
    """Sums of squares, where the rank is full and there are more rows than columns; nothing otherwise."""
    out = np.zeros(0, x.dtype)
    if rank == a.shape[1] and a.shape[0] > a.shape[1]:
        r = b - a @ x
        out = (r * r).sum(axis=0)
    return out


# ---- the exponential of a matrix


_BOUNDS = (1.495585217958292e-2, 2.539398330063230e-1, 9.504178996162932e-1, 2.097847961257068e0, 5.371920351148152e0)
_COEFFICIENTS = (  # of degree 3, 5, 7 and 9
    (120.0, 60.0, 12.0, 1.0),
    (30240.0, 15120.0, 3360.0, 420.0, 30.0, 1.0),
    (17297280.0, 8648640.0, 1995840.0, 277200.0, 25200.0, 1512.0, 56.0, 1.0),
    (17643225600.0, 8821612800.0, 2075673600.0, 302702400.0, 30270240.0, 2162160.0, 110880.0, 3960.0, 90.0, 1.0),
)
_TABLE = np.array([row + (0.0,) * (10 - len(row)) for row in _COEFFICIENTS])
_HIGHEST = np.array(
    [
        64764752532480000.0, 32382376266240000.0, 7771770303897600.0, 1187353796428800.0, 129060195264000.0,
        10559470521600.0, 670442572800.0, 33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0, 1.0,
    ]
)  # fmt: skip


def _product(a: Any, b: Any) -> Any:
    """The product of two matrices (one function, so that it is compiled once)."""
    return a @ b


def _add_identity(a: Any, x: Any) -> None:
    for i in range(a.shape[0]):
        a[i, i] += x


def _largest_column(a: Any) -> Any:
    """The 1-norm."""
    norm = 0.0
    for j in range(a.shape[1]):
        total = 0.0
        for i in range(a.shape[0]):
            total += abs(a[i, j])
        if total > norm or total != total:
            norm = total
    return norm


def _low_degree(b: Any, b2: Any, row: Any, degree: Any) -> Any:
    """The odd and the even part of the numerator, by Horner's scheme."""
    odd, even = np.zeros(b.shape, b.dtype), np.zeros(b.shape, b.dtype)
    _add_identity(odd, _TABLE[row, degree])
    _add_identity(even, _TABLE[row, degree - 1])
    for k in range(degree - 2, 0, -2):
        odd, even = _product(odd, b2), _product(even, b2)
        _add_identity(odd, _TABLE[row, k])
        _add_identity(even, _TABLE[row, k - 1])
    return _product(b, odd), even


def _combined(b2: Any, b4: Any, b6: Any, first: Any) -> Any:
    """The sum of the powers, with every other coefficient from this one on."""
    out = np.empty(b2.shape, b2.dtype)
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = _HIGHEST[first] * b2[i, j] + _HIGHEST[first + 2] * b4[i, j] + _HIGHEST[first + 4] * b6[i, j]
    return out


def _degree_13(b: Any, b2: Any) -> Any:
    b4 = _product(b2, b2)
    b6 = _product(b4, b2)
    odd = _product(b6, _combined(b2, b4, b6, 9)) + _combined(b2, b4, b6, 3)
    even = _product(b6, _combined(b2, b4, b6, 8)) + _combined(b2, b4, b6, 2)
    _add_identity(odd, _HIGHEST[1])
    _add_identity(even, _HIGHEST[0])
    return _product(b, odd), even


def expm(a: Any) -> Any:
    """The exponential by scaling and squaring with Pade approximants (Higham, "The scaling and squaring method for the matrix
    exponential revisited", 2005)."""
    norm = _largest_column(a)
    if not norm < math.inf:
        return a * math.nan
    squarings = 0
    while norm > _BOUNDS[4]:
        norm *= 0.5
        squarings += 1
    b = a.copy()
    for _ in range(squarings):
        b *= 0.5
    b2 = _product(b, b)
    if norm > _BOUNDS[3]:
        odd, even = _degree_13(b, b2)
    else:
        row = 0
        if norm > _BOUNDS[0]:
            row = 1
        if norm > _BOUNDS[1]:
            row = 2
        if norm > _BOUNDS[2]:
            row = 3
        odd, even = _low_degree(b, b2, row, 2 * row + 3)
    out = np.linalg.solve(even - odd, even + odd)
    for _ in range(squarings):
        out = _product(out, out)
    return out


_RULES: dict[Any, tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]] = {
    qr: (_qr_ahead, _qr_back, _qr_along),
    pinv: (_pinv_ahead, _pinv_back, _pinv_along),
    least_squares: (_least_squares_ahead, _least_squares_back, _least_squares_along),
}


@cache
def ruled(fn: Any) -> Any:
    """The function, with its rules."""
    return with_rules(fn, RuleSet(*_RULES[fn], reverse_style="jax", forward_style="jax"))
