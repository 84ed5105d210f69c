"""Sums of squares by Levenberg's and Marquardt's method as in MINPACK, and by one for bounds and for robust losses.

``lmdif`` of MINPACK (Moré, Garbow and Hillstrom, *User Guide for MINPACK-1*, 1980), with systems solved anew for each parameter.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.optimize.householder import EPS, forward_slopes, size, triangular
from irad.frontends.python.library.optimize.implicit import keep
from irad.frontends.python.library.shared.compiler_words import jacobian_at

_LEAST = 2.2250738585072014e-308


def _damped(jac: Any, value: Any, scale: Any, par: float) -> Any:
    """The solution p of (JᵀJ + par D²) p = Jᵀ f, the triangular factor of the matrix, and its rank."""
    m, n = jac.shape
    rows = np.zeros((m + n, n))
    right = np.zeros(m + n)
    rows[:m] = jac
    right[:m] = value
    for j in range(n):
        rows[m + j, j] = np.sqrt(par) * scale[j]
    r, q = triangular(rows, right)
    p, rank, largest = np.zeros(n), n, 0.0
    for k in range(n):
        largest = max(largest, abs(r[k, k]))
    for k in range(n - 1, -1, -1):
        if abs(r[k, k]) <= EPS * largest:
            rank -= 1
            continue
        total = q[k]
        for j in range(k + 1, n):
            total -= r[k, j] * p[j]
        p[k] = total / r[k, k]
    return p, r, rank


def _transposed(r: Any, b: Any) -> Any:
    """The solution of Rᵀ y = b."""
    y = b.copy()
    for k in range(len(b)):
        total = b[k]
        for j in range(k):
            total -= r[j, k] * y[j]
        y[k] = total / r[k, k]
    return y


def _parameter(jac: Any, value: Any, scale: Any, radius: float, par: float) -> Any:
    """The parameter of Levenberg and Marquardt for which the step has about the length ``radius``, and the step."""
    p, r, rank = _damped(jac, value, scale, 0.0)
    length = size(scale * p)
    over = length - radius
    if over <= 0.1 * radius:
        return 0.0, p
    lower = 0.0
    if rank == len(p):
        lower = over / radius / size(_transposed(r, scale * (scale * p / length))) ** 2
    slope = size(jac.T @ value / scale)
    upper = slope / radius
    if upper == 0.0:
        upper = _LEAST / min(radius, 0.1)
    now = min(max(par, lower), upper)
    if now == 0.0:
        now = slope / length
    for k in range(10):
        if now == 0.0:
            now = max(_LEAST, 0.001 * upper)
        p, r, rank = _damped(jac, value, scale, now)
        length = size(scale * p)
        before, over = over, length - radius
        if abs(over) <= 0.1 * radius or (lower == 0.0 and over <= before and before < 0.0) or k == 9:
            break
        change = over / radius / size(_transposed(r, scale * (scale * p / length))) ** 2
        if over > 0.0:
            lower = max(lower, now)
        if over < 0.0:
            upper = min(upper, now)
        now = max(lower, now + change)
    return now, p


def by_levenberg_marquardt(
    f: Any, jac: Any, start: Any, ftol: float, xtol: float, gtol: float, most: int, factor: float
) -> Any:  # fmt: skip
    """The minimizer of the sum of squares, the values there, MINPACK's number of how it ended, and the number of calls."""
    x = start.copy()
    n = len(x)
    value = f(x)
    if len(value) < n:
        raise TypeError("there are less equations than unknowns")
    limit = most if most > 0 else 200 * (n + 1)
    calls, norm, par, first, radius = 1, size(value), 0.0, True, 0.0
    scale = np.ones(n)
    while True:
        if jac is None:
            matrix = forward_slopes(f, x, value, np.sqrt(EPS))
            calls += n
        else:
            matrix = jac(x)
        against = matrix.T @ value
        steepest = 0.0
        for j in range(n):
            column = size(matrix[:, j])
            if column != 0.0 and norm != 0.0:
                steepest = max(steepest, abs(against[j] / norm / column))
            if first:
                scale[j] = column if column != 0.0 else 1.0
            scale[j] = max(scale[j], column)
        if first:
            radius = factor * size(scale * x)
            if radius == 0.0:
                radius = factor
        if steepest <= gtol:
            return x, value, 4, calls
        ratio = 0.0
        while ratio < 1e-4:
            par, p = _parameter(matrix, value, scale, radius, par)
            after = x - p
            length = size(scale * p)
            if first:
                radius = min(radius, length)
            now = f(after)
            calls += 1
            norm_now = size(now)
            actual = 1.0 - (norm_now / norm) ** 2 if 0.1 * norm_now < norm else -1.0
            linear, damping = size(matrix @ p) / norm, np.sqrt(par) * length / norm
            predicted = linear * linear + 2.0 * damping * damping
            slope = -(linear * linear + damping * damping)
            ratio = actual / predicted if predicted != 0.0 else 0.0
            if ratio <= 0.25:
                part = 0.5 if actual >= 0.0 else 0.5 * slope / (slope + 0.5 * actual)
                if 0.1 * norm_now >= norm or part < 0.1:
                    part = 0.1
                radius = part * min(radius, length / 0.1)
                par /= part
            elif par == 0.0 or ratio >= 0.75:
                radius = length / 0.5
                par *= 0.5
            if ratio >= 1e-4:
                x, value, norm = after.copy(), now.copy(), norm_now
                first = False
            small = abs(actual) <= ftol and predicted <= ftol and 0.5 * ratio <= 1.0
            short = radius <= xtol * size(scale * x)
            if small or short:
                return x, value, (3 if small and short else 1 if small else 2), calls
            if norm_now != norm_now or calls >= limit:
                return x, value, 5, calls
            if abs(actual) <= EPS and predicted <= EPS and 0.5 * ratio <= 1.0:
                return x, value, 6, calls
            if radius <= EPS * size(scale * x):
                return x, value, 7, calls
            if steepest <= EPS:
                return x, value, 8, calls


def squares_search(
    f: Any, jac: Any, start: Any, ftol: float, xtol: float, gtol: float, most: int, factor: float, x: Any,
    ended: Any,
) -> None:  # fmt: skip
    """`by_levenberg_marquardt`: the minimizer to ``x``, how it ended and the number of calls to ``ended``."""
    found, _, status, calls = by_levenberg_marquardt(f, jac, start, ftol, xtol, gtol, most, factor)
    x[:] = found
    ended[0], ended[1] = status, calls


squares_search.irad_constant = True  # type: ignore[attr-defined]


def losses(values: Any, loss: str, width: float) -> Any:
    """Half the sum of the losses of the values."""
    total = 0.0
    for k in range(len(values)):
        z = (values[k] / width) ** 2
        if loss == "linear":
            total += z
        elif loss == "soft_l1":
            total += 2.0 * (np.sqrt(1.0 + z) - 1.0)
        elif loss == "huber":
            total += z if z <= 1.0 else 2.0 * np.sqrt(z) - 1.0
        elif loss == "cauchy":
            total += np.log1p(z)
        else:
            total += np.arctan(z)
    return 0.5 * width * width * total


def weights(values: Any, loss: str, width: float) -> Any:
    """The slopes of the losses by the squares of the values."""
    out = np.ones(len(values))
    for k in range(len(values)):
        z = (values[k] / width) ** 2
        if loss == "soft_l1":
            out[k] = 1.0 / np.sqrt(1.0 + z)
        elif loss == "huber":
            out[k] = 1.0 if z <= 1.0 else 1.0 / np.sqrt(z)
        elif loss == "cauchy":
            out[k] = 1.0 / (1.0 + z)
        elif loss == "arctan":
            out[k] = 1.0 / (1.0 + z * z)
    return out


def curvatures(values: Any, loss: str, width: float) -> Any:
    """The roots of the second derivatives of half the losses by the values, as SciPy scales slopes by them."""
    out = weights(values, loss, width)
    for k in range(len(values)):
        z = (values[k] / width) ** 2
        more = 0.0  # the second derivative by the square of the value, times twice that square
        if loss == "soft_l1":
            more = -z / (1.0 + z) ** 1.5
        elif loss == "huber" and z > 1.0:
            more = -1.0 / np.sqrt(z)
        elif loss == "cauchy":
            more = -2.0 * z / (1.0 + z) ** 2
        elif loss == "arctan":
            more = -4.0 * z * z / (1.0 + z * z) ** 2
        out[k] = np.sqrt(max(out[k] + more, EPS))
    return out


def within_bounds(f: Any, start: Any, lower: Any, upper: Any, loss: str, width: float, gtol: float, most: int) -> Any:
    """The minimizer of the losses within bounds, how it ended, and the number of calls: damped steps of what is free."""
    x = start.copy()
    n = len(x)
    value = f(x)
    cost, calls, damping = losses(value, loss, width), 1, 1e-3
    for _ in range(most):
        matrix = jacobian_at(f, x)
        weight = weights(value, loss, width)
        slope = matrix.T @ (weight * value)
        free = np.ones(n)
        for j in range(n):
            if (x[j] <= lower[j] and slope[j] > 0.0) or (x[j] >= upper[j] and slope[j] < 0.0):
                free[j] = 0.0
        if np.max(np.abs(slope * free)) <= gtol:
            return x, 1, calls
        reduced, root = matrix * free, np.sqrt(weight)
        rows = np.zeros((len(value), n))
        for i in range(len(value)):
            for j in range(n):
                rows[i, j] = root[i] * reduced[i, j]
        scale = np.ones(n)
        for j in range(n):
            column = size(rows[:, j])
            scale[j] = column if column > 0.0 else 1.0
        better = False
        for _ in range(60):
            p, _, _ = _damped(rows, root * value, scale, damping)
            after = np.minimum(np.maximum(x - p * free, lower), upper)
            now = f(after)
            calls += 1
            found = losses(now, loss, width)
            if found < cost:
                better = True
                break
            damping *= 4.0
        if not better:
            return x, 2, calls
        moved = np.max(np.abs(after - x) / np.maximum(np.abs(x), 1e-300))
        x, value, cost = after.copy(), now.copy(), found
        damping = max(damping / 10.0, 1e-15)
        if moved <= 1e-15:
            return x, 2, calls
    return x, 0, calls


def bounded_search(
    f: Any, start: Any, lower: Any, upper: Any, loss: str, width: float, gtol: float, most: int, x: Any,
    ended: Any,
) -> None:  # fmt: skip
    """`within_bounds`: the minimizer to ``x``, how it ended and the number of calls to ``ended``."""
    found, status, calls = within_bounds(f, start, lower, upper, loss, width, gtol, most)
    keep(found, x)
    ended[0], ended[1] = status, calls
