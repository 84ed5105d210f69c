"""Forms of linear systems, as `scipy.signal` has them: coefficients, zeros and poles, states, sections of second order."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.signals.transformed_filters import normalize

_SMALL = 100.0 * 2.220446049250313e-16


def polynomial_of(zeros: Any) -> Any:
    """The coefficients of the polynomial with these zeros; real ones for conjugate pairs, other complex ones are an error."""
    if len(zeros) == 0:
        return np.ones(1)
    found = np.poly(zeros)
    if zeros.dtype.kind != "c":
        return found.astype(zeros.dtype)
    if not np.all(np.sort(zeros) == np.sort(zeros.conj())):
        raise NotImplementedError("zeros or poles that are no conjugate pairs in compiled functions")
    return found.real.copy()


def zpk2tf(z: Any, p: Any, k: Any) -> Any:
    """The coefficients for zeros, poles and a factor."""
    zeros, poles = np.atleast_1d(np.asarray(z)), np.atleast_1d(np.asarray(p))
    if zeros.ndim > 1:
        raise NotImplementedError("scipy.signal.zpk2tf of zeros in several rows in compiled functions")
    return k * np.float64(1.0) * polynomial_of(zeros), polynomial_of(poles)


def tf2zpk(b: Any, a: Any) -> Any:
    """Zeros, which are complex numbers here, poles and the factor."""
    top, below = normalize(b, a)
    if top.ndim > 1:
        raise NotImplementedError("scipy.signal.tf2zpk of several numerators in compiled functions")
    return np.roots(top / top[0]), np.roots(below), top[0] * 1.0


def tf2ss(num: Any, den: Any) -> Any:
    """The matrices A, B, C and D of states, in the controller's form."""
    given, below = normalize(num, den)
    top = np.atleast_2d(given)
    rows, m, count = top.shape[0], top.shape[1], len(below)
    if m > count:
        raise ValueError("Improper transfer function. `num` is longer than `den`.")
    wide = np.zeros((rows, count), dtype=top.dtype)
    wide[:, count - m :] = top
    if count == 1:
        return np.zeros((1, 1)), np.zeros((1, 1)), np.zeros((rows, 1)), wide
    n = count - 1
    a, b = np.zeros((n, n), dtype=(below * np.float64(1.0)).dtype), np.zeros((n, 1))
    a[0], b[0, 0] = -below[1:], 1.0
    for k in range(1, n):
        a[k, k - 1] = 1.0
    return a, b, wide[:, 1:] - np.outer(wide[:, 0], below[1:]), wide[:, :1].copy()


def abcd_normalize(A: Any = None, B: Any = None, C: Any = None, D: Any = None) -> Any:
    """The matrices, zeros in the place of those that are left out."""
    if A is None and B is None and C is None:
        raise ValueError("Dimension n is undefined for parameters A = B = C = None!")
    if B is None and D is None:
        raise ValueError("Dimension p is undefined for parameters B = D = None!")
    if C is None and D is None:
        raise ValueError("Dimension q is undefined for parameters C = D = None!")
    n = len(np.atleast_2d(A)) if A is not None else len(np.atleast_2d(B)) if B is not None else np.atleast_2d(C).shape[1]
    p = np.atleast_2d(B).shape[1] if B is not None else np.atleast_2d(D).shape[1]
    q = len(np.atleast_2d(C)) if C is not None else len(np.atleast_2d(D))
    a = np.zeros((n, n)) if A is None else np.atleast_2d(A)
    b = np.zeros((n, p)) if B is None else np.atleast_2d(B)
    c = np.zeros((q, n)) if C is None else np.atleast_2d(C)
    d = np.zeros((q, p)) if D is None else np.atleast_2d(D)
    if n * p * q == 0:
        raise NotImplementedError("systems without states, inputs or outputs in compiled functions")
    if a.shape != (n, n) or b.shape != (n, p) or c.shape != (q, n) or d.shape != (q, p):
        raise ValueError("the shapes of A, B, C and D should be (n, n), (n, p), (q, n) and (q, p)")
    return a, b, c, d


def characteristic(a: Any) -> Any:
    """The characteristic polynomial of a matrix, without divisions (Samuelson and Berkowitz, 1984): smooth everywhere."""
    found = np.ones(1, dtype=a.dtype) * 1.0
    for r in range(a.shape[0]):
        factors = np.zeros(r + 2, dtype=found.dtype)
        factors[0], factors[1] = 1.0, -a[r, r]
        column = a[:r, r] * 1.0
        for k in range(r):
            factors[k + 2] = -np.sum(a[r, :r] * column)
            column = a[:r, :r] @ column
        found = np.convolve(factors, found)[: r + 2]
    return found


def ss2tf(A: Any, B: Any, C: Any, D: Any, input: int = 0) -> Any:
    """The coefficients for states, a row of numerators for each output."""
    a, b, c, d = abcd_normalize(A, B, C, D)
    if input >= d.shape[1]:
        raise ValueError("System does not have the input specified.")
    if not np.all(np.isfinite(a)):
        raise np.linalg.LinAlgError("Array must not contain infs or NaNs")
    below = characteristic(a)
    kind = (a[:1, 0] + b[:1, input] + c[0, :1] + d[:1, 0] + 0.0).dtype
    found = np.empty((d.shape[0], a.shape[0] + 1), dtype=kind)
    for k in range(d.shape[0]):
        found[k] = characteristic(a - np.outer(b[:, input], c[k])) + (d[k, input] - 1.0) * below
    return found, below


def zpk2ss(z: Any, p: Any, k: Any) -> Any:
    """The matrices of states for zeros, poles and a factor."""
    top, below = zpk2tf(z, p, k)
    return tf2ss(top, below)


def ss2zpk(A: Any, B: Any, C: Any, D: Any, input: int = 0) -> Any:
    """Zeros, poles and the factor for states with one output."""
    top, below = ss2tf(A, B, C, D, input)
    if top.shape[0] != 1:
        raise NotImplementedError("scipy.signal.ss2zpk of several outputs in compiled functions")
    return tf2zpk(top[0], below)


def sos2tf(sos: Any) -> Any:
    """The coefficients for sections of second order."""
    given = np.asarray(sos) * 1.0
    top, below = np.ones(1, dtype=given.dtype), np.ones(1, dtype=given.dtype)
    for k in range(given.shape[0]):
        top, below = np.convolve(top, given[k, :3]), np.convolve(below, given[k, 3:])
    return top, below


def sos2zpk(sos: Any) -> Any:
    """Zeros, poles and the factor for sections of second order."""
    given = np.asarray(sos) * 1.0
    count, factor = given.shape[0], 1.0
    zeros, poles = np.zeros(2 * count, dtype=np.complex128), np.zeros(2 * count, dtype=np.complex128)
    for i in range(count):
        z, p, k = tf2zpk(given[i, :3], given[i, 3:])
        zeros[2 * i : 2 * i + len(z)] = z
        poles[2 * i : 2 * i + len(p)] = p
        factor *= k
    return zeros, poles, factor


def _sort_places(order: Any, start: int, stop: int, major: Any, minor: Any) -> None:
    """Sort a part of ``order`` by what is in these places: few, and it compiles quickly."""
    for i in range(start + 1, stop):
        at, k = order[i], i
        while k > start:
            other = order[k - 1]
            if not (major[at] < major[other] or (major[at] == major[other] and minor[at] < minor[other])):
                break
            order[k] = other
            k -= 1
        order[k] = at


def _halves(z: Any) -> Any:
    """Where the real numbers are, and in front of them where both of each conjugate pair are, the one above the axis first."""
    n = len(z)
    order, above, below = np.arange(n), np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    _sort_places(order, 0, n, z.real, np.abs(z.imag))
    up, down = 0, 0
    for at in order:
        if abs(z[at].imag) > _SMALL * abs(z[at]):
            if z[at].imag > 0.0:
                above[up], up = at, up + 1
            else:
                below[down], down = at, down + 1
    first = 0
    for k in range(1, up + 1):
        if up != down:
            break
        if k == up or z[above[k]].real - z[above[k - 1]].real > _SMALL * abs(z[above[k - 1]]):
            _sort_places(above, first, k, z.imag, z.imag)
            _sort_places(below, first, k, -z.imag, z.imag)
            first = k
    for k in range(up):
        if up != down or abs(z[above[k]] - z[below[k]].conjugate()) > _SMALL * abs(z[below[k]]):
            raise ValueError("Array contains complex value with no matching conjugate.")
    if down > up:
        raise ValueError("Array contains complex value with no matching conjugate.")
    for at in order:
        if abs(z[at].imag) <= _SMALL * abs(z[at]):
            above[up], below[up], up = at, at, up + 1
    if up + down != n:
        raise ValueError("zpk2sos: zeros and poles have to be numbers")
    return above[:up], below[:up]


def _worst(p: Any, left: Any, analog: bool) -> int:
    """The one nearest to the unit circle, or to the imaginary axis, of those that are left."""
    best, least = -1, np.inf
    for k in range(len(p)):
        away = abs(p[k].real) if analog else abs(1.0 - abs(p[k]))
        if left[k] and (best < 0 or away < least):
            best, least = k, away
    return best


def _nearest(z: Any, left: Any, to: Any, kind: int) -> int:
    """The nearest of the zeros that are left; kinds: 0 all, 1 real ones, 2 complex ones."""
    best, least = -1, np.inf
    for k in range(len(z)):
        away = abs(z[k] - to)
        if left[k] and (kind == 0 or (z[k].imag == 0.0) == (kind == 1)) and (best < 0 or away < least):
            best, least = k, away
    return best


def _sections(z: Any, p: Any, minimal: bool, analog: bool, places: Any) -> None:
    """For each section where two zeros and two poles are, each of them as a conjugate pair.

    The second is -1 if it is at infinity, -2 at 0, -3 for the conjugate of the first; so is a first zero at infinity.
    """
    (above, below), (up, down), none = _halves(z), _halves(p), -1 if minimal else -2
    zeros, poles = (z[above] + np.conj(z[below])) / 2.0, (p[up] + np.conj(p[down])) / 2.0
    free, left = np.ones(len(zeros), dtype=np.bool_), np.ones(len(poles), dtype=np.bool_)
    for i in range(len(places) - 1, -1, -1):
        first = _worst(poles, left, analog)
        left[first] = False
        pole = poles[first]
        reals = left & (poles.imag == 0.0)
        alone = pole.imag == 0.0 and np.sum(reals) == 0
        second = none if alone else -3
        if pole.imag == 0.0 and not alone:
            second = _worst(poles, reals, analog)
            left[second] = False
        odd = pole.imag != 0.0 and np.sum(left) + 1 == np.sum(free) and np.sum(reals) == 1
        apart = odd and np.sum(free & (zeros.imag == 0.0)) == 1
        near = _nearest(zeros, free, pole, 1 if alone else 2 if apart else 0)
        after = -1
        if near >= 0:
            free[near] = False
            after = -3 if zeros[near].imag != 0.0 else none if alone else _nearest(zeros, free, pole, 1)
            if after >= 0:
                free[after] = False
        if (near < 0 or (after == -1 and not alone)) and np.any(free):
            raise IndexError("zpk2sos: no real zero is left for a pole")
        places[i, 0], places[i, 1] = (above[near], below[near]) if near >= 0 else (-1, -1)
        places[i, 2], places[i, 3] = (above[after], below[after]) if after >= 0 else (after, after)
        places[i, 4], places[i, 5] = up[first], down[first]
        places[i, 6], places[i, 7] = (up[second], down[second]) if second >= 0 else (second, second)


_sections.irad_constant = True  # type: ignore[attr-defined]


def _quadratic(roots: Any, at: Any) -> Any:
    """The real polynomial with two of the roots, found by `_sections`."""
    if at[0] == -1:
        return np.array([0.0, 0.0, 1.0])
    one = (roots[at[0]] + roots[at[1]].conjugate()) / 2.0
    if at[2] == -1:
        return np.array([0.0, 1.0, -one.real])
    if at[2] == -2:
        return np.array([1.0, -one.real, 0.0])
    other = one.conjugate() if at[2] == -3 else (roots[at[2]] + roots[at[3]].conjugate()) / 2.0
    return np.array([1.0, -(one + other).real, (one * other).real])


def zpk2sos(z: Any, p: Any, k: Any, pairing: Any = None, *, analog: bool = False) -> Any:
    """Sections of second order, the poles nearest to the border of what is stable last, each pair with the nearest zeros."""
    if pairing is not None and pairing not in ("nearest", "keep_odd", "minimal"):
        raise ValueError("pairing must be one of ['nearest', 'keep_odd', 'minimal']")
    minimal = analog if pairing is None else pairing == "minimal"
    if analog and not minimal:
        raise ValueError('for analog zpk2sos conversion, pairing must be "minimal"')
    tops, belows = np.atleast_1d(np.asarray(z)), np.atleast_1d(np.asarray(p))
    count = (max(len(tops), len(belows)) + 1) // 2
    found = np.zeros((max(count, 1), 6))
    if count == 0:
        found[0, 2 if analog else 0] = k * 1.0
        found[0, 5 if analog else 3] = 1.0
        return found
    if minimal and len(belows) < len(tops):
        raise ValueError("for analog zpk2sos conversion, must have len(p)>=len(z)")
    wide = max(len(tops), len(belows)) if pairing == "keep_odd" else 2 * count
    zeros = np.concatenate((tops + 0j, np.zeros(0 if minimal else wide - len(tops))))
    poles = np.concatenate((belows + 0j, np.zeros(0 if minimal else wide - len(belows))))
    places = np.empty((count, 8), dtype=np.int64)
    _sections(zeros, poles, minimal, analog, places)
    for i in range(count):
        found[i, :3], found[i, 3:] = _quadratic(zeros, places[i, :4]), _quadratic(poles, places[i, 4:])
    found[0, :3] *= k
    return found


def tf2sos(b: Any, a: Any, pairing: Any = None, *, analog: bool = False) -> Any:
    """Sections of second order for the coefficients of a digital filter."""
    z, p, k = tf2zpk(b, a)
    return zpk2sos(z, p, k, pairing, analog=analog)


def unique_roots(p: Any, tol: float = 1e-3, rtype: str = "min") -> Any:
    """Zeros without those that are near to one before, and how many each stands for."""
    if rtype not in ("max", "maximum", "min", "minimum", "avg", "mean"):
        raise ValueError("`rtype` must be one of {'max', 'maximum', 'min', 'minimum', 'avg', 'mean'}")
    given = np.asarray(p)
    n, count = len(given), 0
    kind = (given * 1.0).dtype if rtype in ("avg", "mean") else given.dtype
    found, times = np.empty(n, dtype=kind), np.zeros(n, dtype=np.int64)
    used = np.zeros(n, dtype=np.bool_)
    for i in range(n):
        if used[i]:
            continue
        near = ~used & (np.abs(given - given[i]) <= tol)
        group = given[near]
        if rtype in ("max", "maximum"):
            found[count] = np.max(group)
        elif rtype in ("min", "minimum"):
            found[count] = np.min(group)
        else:
            found[count] = np.mean(group)
        times[count] = len(group)
        count += 1
        used |= near
    return found[:count].copy(), times[:count].copy()


def _without_root(c: Any, root: Any) -> Any:
    """The quotient of a polynomial by (s - root), and what is left."""
    found = np.empty(len(c), dtype=np.complex128)
    found[0] = c[0]
    for k in range(1, len(c)):
        found[k] = c[k] + root * found[k - 1]
    return found[:-1].copy(), found[len(c) - 1]


def _residues(poles: Any, times: Any, top: Any) -> Any:
    """For each pole those of its powers, the first power first."""
    found = np.empty(np.sum(times), dtype=np.complex128)
    at = 0
    for i in range(len(poles)):
        others = np.ones(1, dtype=np.complex128)
        for j in range(len(poles)):
            for _ in range(times[j] if j != i else 0):
                others = np.convolve(others, np.array([1.0 + 0j, -poles[j]]))
        left = top + 0j
        for power in range(times[i], 0, -1):  # top / others is expanded around the pole, term by term
            value = np.polyval(left, poles[i]) / np.polyval(others, poles[i])
            found[at + power - 1] = value
            wide = np.zeros(max(len(left), len(others)), dtype=np.complex128)
            wide[len(wide) - len(left) :] = left
            wide[len(wide) - len(others) :] -= value * others
            left = _without_root(wide, poles[i])[0] if len(wide) > 1 else np.zeros(1, dtype=np.complex128)
        at += times[i]
    return found


def _quotient(b: Any, a: Any) -> Any:
    """The quotient of polynomials and what is left."""
    left, n = b * 1.0, len(b) - len(a) + 1
    found = np.zeros(max(n, 0), dtype=left.dtype)
    for k in range(n):
        found[k] = left[k] / a[0]
        left[k : k + len(a)] -= found[k] * a
    return found, left


def _in_order_of_size(poles: Any, times: Any) -> Any:
    order = np.argsort(np.abs(poles))
    return poles[order], times[order]


def _repeated(poles: Any, times: Any) -> Any:
    found, at = np.empty(np.sum(times), dtype=np.complex128), 0
    for i in range(len(poles)):
        found[at : at + times[i]] = poles[i]
        at += times[i]
    return found


def residue(b: Any, a: Any, tol: float = 1e-3, rtype: str = "avg") -> Any:
    """Partial fractions in s: residues and poles, which are complex numbers here, and the direct term."""
    top, below = np.trim_zeros(np.atleast_1d(b) * 1.0, "f"), np.trim_zeros(np.atleast_1d(a) * 1.0, "f")
    if len(below) == 0:
        raise ValueError("Denominator `a` is zero.")
    if len(top) == 0 or len(below) == 1:
        raise NotImplementedError("scipy.signal.residue without numerator or poles in compiled functions")
    direct, left = _quotient(top, below)
    roots, counts = unique_roots(np.roots(below), tol, rtype)
    poles, times = _in_order_of_size(roots, counts)
    return _residues(poles, times, left) / below[0], _repeated(poles, times), direct
