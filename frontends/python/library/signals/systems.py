"""Forms of linear systems, as `scipy.signal` has them: transfer functions, zeros and poles, states; and the steps in time of these."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.signals.transformed_filters import normalize


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
