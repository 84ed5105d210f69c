"""Products of matrices and vectors, tensor contractions, and triangular and Toeplitz systems."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def gemm(a: Array, b: Array, c: Array, alpha: Array) -> Any:
    """c = alpha[0] a b + alpha[1] c."""
    n, m = c.shape
    for i in range(n):
        for j in range(m):
            c[i, j] *= alpha[1]
        for k in range(a.shape[1]):
            for j in range(m):
                c[i, j] += alpha[0] * a[i, k] * b[k, j]
    total = 0.0
    for i in range(n):
        for j in range(m):
            total += c[i, j] * c[i, j]
    return total


def gemm_by_hand(a: Array, b: Array, c: Array, alpha: Array, da: Array, db: Array, dc: Array) -> None:
    n, m = c.shape
    p = a.shape[1]
    for i in range(n):
        for j in range(m):
            c[i, j] *= alpha[1]
        for k in range(p):
            f = alpha[0] * a[i, k]
            for j in range(m):
                c[i, j] += f * b[k, j]
    for i in range(n):
        for j in range(m):
            dc[i, j] += c[i, j] + c[i, j]
    for i in range(n):
        for k in range(p):
            f, s = alpha[0] * a[i, k], alpha[0] * 0
            for j in range(m):
                s += dc[i, j] * b[k, j]
                db[k, j] += f * dc[i, j]
            da[i, k] += alpha[0] * s
        for j in range(m):
            dc[i, j] *= alpha[1]


def syrk(a: Array, c: Array, beta: float) -> Any:
    """The lower triangle of c = a a' + beta c."""
    n, m = a.shape
    for i in range(n):
        for j in range(i + 1):
            c[i, j] *= beta
            for k in range(m):
                c[i, j] += a[i, k] * a[j, k]
    total = 0.0
    for i in range(n):
        for j in range(i + 1):
            total += c[i, j] * c[i, j]
    return total


def syrk_by_hand(a: Array, c: Array, beta: float, da: Array, dc: Array) -> None:
    n, m = a.shape
    for i in range(n):
        for j in range(i + 1):
            s = c[i, j] * beta
            for k in range(m):
                s += a[i, k] * a[j, k]
            c[i, j] = s
    for i in range(n):
        for j in range(i + 1):
            g = dc[i, j] + 2 * c[i, j]
            for k in range(m):
                da[i, k] += g * a[j, k]
                da[j, k] += g * a[i, k]
            dc[i, j] = beta * g


def atax(a: Array, x: Array, y: Array) -> Any:
    """y = a' (a x)."""
    m, n = a.shape
    for j in range(n):
        y[j] = 0.0
    for i in range(m):
        t = 0.0
        for j in range(n):
            t += a[i, j] * x[j]
        for j in range(n):
            y[j] += a[i, j] * t
    s = 0.0
    for j in range(n):
        s += y[j] * y[j]
    return s


def atax_by_hand(a: Array, x: Array, y: Array, da: Array, dx: Array, dy: Array, kept: Array) -> None:
    m, n = a.shape
    for j in range(n):
        y[j] = 0
    for i in range(m):
        t = 0.0
        for j in range(n):
            t += a[i, j] * x[j]
        kept[i] = t
        for j in range(n):
            y[j] += a[i, j] * t
    for j in range(n):
        dy[j] += 2 * y[j]
    for i in range(m):
        t, dt = kept[i], 0.0
        for j in range(n):
            dt += dy[j] * a[i, j]
        for j in range(n):
            da[i, j] += dy[j] * t + dt * x[j]
            dx[j] += dt * a[i, j]
    for j in range(n):
        dy[j] = 0


def doitgen(a: Array, w: Array, row: Array) -> Any:
    """Each a[r, q] = a[r, q] w, by way of one row that is used again."""
    nr, nq, n = a.shape
    for r in range(nr):
        for q in range(nq):
            for p in range(n):
                row[p] = 0.0
                for s in range(n):
                    row[p] += a[r, q, s] * w[s, p]
            for p in range(n):
                a[r, q, p] = row[p]
    total = 0.0
    for r in range(nr):
        for q in range(nq):
            for p in range(n):
                total += a[r, q, p] * a[r, q, p]
    return total


def doitgen_by_hand(a: Array, w: Array, row: Array, da: Array, dw: Array, drow: Array, kept: Array) -> None:
    nr, nq, n = a.shape
    kept[:] = a
    for r in range(nr):
        for q in range(nq):
            for p in range(n):
                t = 0.0
                for s in range(n):
                    t += a[r, q, s] * w[s, p]
                row[p] = t
            for p in range(n):
                a[r, q, p] = row[p]
    for r in range(nr):
        for q in range(nq):
            for p in range(n):
                drow[p] = da[r, q, p] + 2 * a[r, q, p]
            for s in range(n):
                t, f = 0.0, kept[r, q, s]
                for p in range(n):
                    t += drow[p] * w[s, p]
                    dw[s, p] += drow[p] * f
                da[r, q, s] = t
    for p in range(n):
        drow[p] = 0


def trmm(a: Array, b: Array, alpha: float) -> Any:
    """b = alpha a' b in place, with a unit lower triangular."""
    n, m = b.shape
    for i in range(n):
        for j in range(m):
            for k in range(i + 1, n):
                b[i, j] += a[k, i] * b[k, j]
            b[i, j] = alpha * b[i, j]
    total = 0.0
    for i in range(n):
        for j in range(m):
            total += b[i, j] * b[i, j]
    return total


def trmm_by_hand(a: Array, b: Array, alpha: float, da: Array, db: Array, kept: Array) -> None:
    n, m = b.shape
    kept[:] = b
    for i in range(n):
        for j in range(m):
            s = b[i, j]
            for k in range(i + 1, n):
                s += a[k, i] * b[k, j]
            b[i, j] = alpha * s
    for i in range(n):
        for j in range(m):
            db[i, j] += 2 * b[i, j]
    for i in range(n - 1, -1, -1):
        for j in range(m):
            g = alpha * db[i, j]
            db[i, j] = g
            for k in range(i + 1, n):
                da[k, i] += g * kept[k, j]
                db[k, j] += g * a[k, i]


def durbin(r: Array, y: Array, z: Array) -> Any:
    """Levinson and Durbin's recursion for a Toeplitz system."""
    n = len(r)
    y[0] = -r[0]
    beta, alpha = 1.0, -r[0]
    for k in range(1, n):
        beta = (1 - alpha * alpha) * beta
        s = 0.0
        for i in range(k):
            s += r[k - i - 1] * y[i]
        alpha = -(r[k] + s) / beta
        for i in range(k):
            z[i] = y[i] + alpha * y[k - i - 1]
        for i in range(k):
            y[i] = z[i]
        y[k] = alpha
    s = 0.0
    for i in range(n):
        s += y[i] * y[i]
    return s


def durbin_by_hand(r: Array, y: Array, z: Array, dr: Array, dy: Array, dz: Array, ys: Array, betas: Array) -> None:
    """Keeps y of each step in a triangle."""
    n = len(r)
    y[0] = -r[0]
    beta, alpha = 1.0, -r[0]
    at = 0
    for k in range(1, n):
        beta = (1 - alpha * alpha) * beta
        betas[k] = beta
        s = 0.0
        for i in range(k):
            ys[at + i] = y[i]
            s += r[k - i - 1] * y[i]
        alpha = -(r[k] + s) / beta
        for i in range(k):
            z[i] = y[i] + alpha * y[k - i - 1]
        for i in range(k):
            y[i] = z[i]
        y[k] = alpha
        at += k
    for i in range(n):
        dy[i] += 2 * y[i]
    dbeta, dalpha = 0.0, 0.0
    betas[0] = 1.0
    for k in range(n - 1, 0, -1):
        at -= k
        alpha = ys[at + k + k] if k < n - 1 else y[k]
        dalpha += dy[k]
        for i in range(k):
            dalpha += dy[i] * ys[at + k - i - 1]
        for i in range(k):
            dz[i] = dy[i] + alpha * dy[k - i - 1]
        beta = betas[k]
        ds = -dalpha / beta
        dbeta -= dalpha * alpha / beta
        dr[k] += ds
        for i in range(k):
            dr[k - i - 1] += ds * ys[at + i]
            dy[i] = dz[i] + ds * r[k - i - 1]
        before = ys[at + k - 1]
        dalpha = -2 * before * betas[k - 1] * dbeta
        dbeta = (1 - before * before) * dbeta
    dr[0] -= dalpha + dy[0]
    for i in range(n):
        dy[i] = 0
        dz[i] = 0


def _gemm(n: int) -> Any:
    return lambda rng: (*(rng.normal(size=(n, n)) for _ in range(3)), np.array([0.5, 0.25]))


def _syrk(n: int, m: int) -> Any:
    return lambda rng: (rng.normal(size=(n, m)), rng.normal(size=(n, n)), 0.25)


def _atax(m: int, n: int) -> Any:
    return lambda rng: (rng.normal(size=(m, n)), rng.normal(size=n), np.zeros(n))


def _tensor(n: int) -> Any:
    return lambda rng: (rng.normal(size=(n, n, n)), rng.normal(size=(n, n)), np.zeros(n))


def _triangle(n: int, m: int) -> Any:
    return lambda rng: (rng.normal(size=(n, n)) / n, rng.normal(size=(n, m)), 1.5)


def _toeplitz(n: int) -> Any:
    return lambda rng: (0.5 ** np.arange(1, n + 1) * rng.uniform(0.5, 1.0, size=n), np.zeros(n), np.zeros(n))


def _of_durbin(r: Array, y: Array, z: Array) -> tuple[Any, ...]:
    n = len(r)
    return np.empty(n * (n - 1) // 2), np.empty(n)


GEMM = Kernel("gemm", gemm, _gemm, (128,), (4,), gemm_by_hand, constant=("alpha",))
KERNELS = (
    GEMM,
    GEMM.in_single(),
    Kernel("syrk", syrk, _syrk, (120, 100), (4, 3), syrk_by_hand),
    Kernel("atax", atax, _atax, (300, 280), (4, 3), atax_by_hand, lambda a, x, y: (np.empty(len(a)),)),
    Kernel("doitgen", doitgen, _tensor, (48,), (3,), doitgen_by_hand, lambda a, w, row: (np.empty_like(a),)),
    Kernel("trmm", trmm, _triangle, (120, 120), (4, 3), trmm_by_hand, lambda a, b, alpha: (np.empty_like(b),)),
    Kernel("durbin", durbin, _toeplitz, (400,), (6,), durbin_by_hand, _of_durbin),
)
