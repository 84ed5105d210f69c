"""Filters of signals: recursive and not, with a state of scalars."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def biquad(x: Array, c: Array, y: Array) -> Any:
    """A recursive filter of order two; c holds b0, b1, b2, a1, a2."""
    x1 = x2 = y1 = y2 = 0.0
    for i in range(len(x)):
        v = c[0] * x[i] + c[1] * x1 + c[2] * x2 - c[3] * y1 - c[4] * y2
        x2 = x1
        x1 = x[i]
        y2 = y1
        y1 = v
        y[i] = v
    s = 0.0
    for i in range(len(x)):
        s += y[i] * y[i]
    return s


def biquad_by_hand(x: Array, c: Array, y: Array, dx: Array, dc: Array, dy: Array) -> None:
    """Reads what is needed from x and y themselves."""
    n = len(x)
    b0, b1, b2, a1, a2 = c[0], c[1], c[2], c[3], c[4]
    x1 = x2 = y1 = y2 = 0.0
    for i in range(n):
        v = b0 * x[i] + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        x2, x1, y2, y1 = x1, x[i], y1, v
        y[i] = v
    g1 = g2 = d0 = d1 = d2 = d3 = d4 = 0.0
    for i in range(n - 1, -1, -1):
        g = dy[i] + 2 * y[i] - a1 * g1 - a2 * g2
        dy[i] = 0
        d0 += g * x[i]
        dx[i] += b0 * g + b1 * g1 + b2 * g2
        if i >= 1:
            d1 += g * x[i - 1]
            d3 -= g * y[i - 1]
        if i >= 2:
            d2 += g * x[i - 2]
            d4 -= g * y[i - 2]
        g2, g1 = g1, g
    dc[0] += d0
    dc[1] += d1
    dc[2] += d2
    dc[3] += d3
    dc[4] += d4


def fir(x: Array, w: Array, y: Array) -> Any:
    """A convolution with a short window."""
    n, m = len(y), len(w)
    for i in range(n):
        s = 0.0
        for k in range(m):
            s += w[k] * x[i + k]
        y[i] = s
    total = 0.0
    for i in range(n):
        total += y[i] * y[i]
    return total


def fir_by_hand(x: Array, w: Array, y: Array, dx: Array, dw: Array, dy: Array) -> None:
    n, m = len(y), len(w)
    for i in range(n):
        s = 0.0
        for k in range(m):
            s += w[k] * x[i + k]
        y[i] = s
    for i in range(n):
        g = dy[i] + 2 * y[i]
        dy[i] = 0
        for k in range(m):
            dw[k] += g * x[i + k]
            dx[i + k] += g * w[k]


def kalman_scalar(z: Array, p: Array) -> Any:
    """The log-likelihood of a hidden walk; p holds the two variances, the decay and the first variance."""
    mean = 0.0
    var = p[3]
    total = 0.0
    for i in range(len(z)):
        mean = p[2] * mean
        var = p[2] * p[2] * var + p[0]
        s = var + p[1]
        e = z[i] - mean
        total += e * e / s + np.log(s)
        k = var / s
        mean = mean + k * e
        var = (1.0 - k) * var
    return total


def kalman_scalar_by_hand(z: Array, p: Array, dz: Array, dp: Array, kept: Array) -> None:
    """Keeps mean and variance in front of each step."""
    n = len(z)
    q, r, a = p[0], p[1], p[2]
    mean, var = 0.0, p[3]
    for i in range(n):
        kept[i, 0] = mean
        kept[i, 1] = var
        mean = a * mean
        var = a * a * var + q
        k = var / (var + r)
        mean += k * (z[i] - mean)
        var = (1.0 - k) * var
    dmean = dvar = dq = dr = da = 0.0
    for i in range(n - 1, -1, -1):
        mean, var = a * kept[i, 0], a * a * kept[i, 1] + q
        s, e = var + r, z[i] - mean
        u = 1.0 / s
        k = var * u
        dk = dmean * e - dvar * var
        de = dmean * k + 2.0 * e * u
        ds = (1.0 - e * e * u) * u - dk * k * u
        dvar = dvar * (1.0 - k) + dk * u + ds
        dr += ds
        dz[i] += de
        dmean -= de
        dq += dvar
        da += 2.0 * a * kept[i, 1] * dvar + kept[i, 0] * dmean
        dvar *= a * a
        dmean *= a
    dp[0] += dq
    dp[1] += dr
    dp[2] += da
    dp[3] += dvar


def smoothing(x: Array, a: Array, b: Array) -> Any:
    """Level and trend; what is lost is how far the next value was off."""
    level = x[0]
    trend = 0.0
    loss = 0.0
    for i in range(1, len(x)):
        e = x[i] - level - trend
        loss += e * e
        new = level + trend + a[0] * e
        trend = trend + b[0] * (new - level - trend)
        level = new
    return loss


def smoothing_by_hand(x: Array, a: Array, b: Array, dx: Array, da: Array, db: Array, errors: Array) -> None:
    """The new level less the old one and the trend is a e: the errors say all."""
    n, f, h = len(x), a[0], b[0]
    level, trend = x[0], 0.0
    for i in range(1, n):
        e = x[i] - level - trend
        errors[i] = e
        new = level + trend + f * e
        trend = trend + h * (new - level - trend)
        level = new
    dlevel = dtrend = df = dh = 0.0
    for i in range(n - 1, 0, -1):
        e = errors[i]
        dh += dtrend * f * e
        df += (dlevel + h * dtrend) * e
        de = 2.0 * e + f * (dlevel + h * dtrend)
        dx[i] += de
        dtrend += dlevel - de
        dlevel -= de
    dx[0] += dlevel
    da[0] += df
    db[0] += dh


def running_max(x: Array, y: Array, decay: float) -> Any:
    """A peak detector: the maximum of what comes and of what was, decayed."""
    m = x[0]
    for i in range(len(x)):
        m = max(x[i], decay * m)
        y[i] = m
    s = 0.0
    for i in range(len(x)):
        s += y[i] * y[i]
    return s


def running_max_by_hand(x: Array, y: Array, decay: float, dx: Array, dy: Array) -> None:
    """y says which of the two it was."""
    n = len(x)
    m = x[0]
    for i in range(n):
        m = max(x[i], decay * m)
        y[i] = m
    g = 0.0
    for i in range(n - 1, -1, -1):
        g += dy[i] + 2 * y[i]
        dy[i] = 0
        before = y[i - 1] if i else x[0]
        if x[i] >= decay * before:
            dx[i] += g
            g = 0.0
        else:
            g *= decay
    dx[0] += g


def _biquad(n: int) -> Any:
    return lambda rng: (rng.normal(size=n), np.array([0.2, 0.3, 0.2, -0.5, 0.3]), np.zeros(n))


def _fir(n: int, m: int) -> Any:
    return lambda rng: (rng.normal(size=n + m), rng.normal(size=m), np.zeros(n))


def _kalman(n: int) -> Any:
    return lambda rng: (rng.normal(size=n), np.array([0.1, 0.5, 0.95, 1.0]))


def _smoothing(n: int) -> Any:
    return lambda rng: (rng.normal(size=n).cumsum(), np.array([0.4]), np.array([0.2]))


def _running_max(n: int) -> Any:
    return lambda rng: (rng.uniform(0.1, 1.0, size=n), np.zeros(n), 0.99)


KERNELS = (
    Kernel("biquad", biquad, _biquad, (20000,), (8,), biquad_by_hand),
    Kernel("fir", fir, _fir, (4000, 32), (7, 3), fir_by_hand),
    Kernel(
        "kalman_scalar", kalman_scalar, _kalman, (10000,), (7,), kalman_scalar_by_hand, lambda z, p: (np.empty((len(z), 2)),)
    ),
    Kernel("smoothing", smoothing, _smoothing, (10000,), (7,), smoothing_by_hand, lambda x, a, b: (np.empty_like(x),)),
    Kernel("running_max", running_max, _running_max, (10000,), (7,), running_max_by_hand),
)
