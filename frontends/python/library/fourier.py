"""Discrete Fourier transforms: `numpy.fft`, and those of `scipy.fft` that are the same.

Stockham's self-sorting algorithm with a pass for each prime factor of the length (C. Van Loan, *Computational Frameworks for the
Fast Fourier Transform*, 1992, section 1.7); where a factor is large, Bluestein's chirp (section 4.2.3) with a power of 2.  The
passes are linear with constant factors: neither mode of differentiation keeps anything.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

_LARGE = 40  # prime factors for which a pass would be slow


def roots_of_unity(n: int, sign: float) -> Any:
    """exp(±2πi k / n) for all k."""
    at = (2.0 * math.pi / n) * np.arange(n)
    return np.cos(at) + (sign * 1j) * np.sin(at)


def smallest_factor(n: int, least: int) -> int:
    """The smallest prime factor that is not below ``least``, below which there are none."""
    p = least
    while p * p <= n:
        if n % p == 0:
            return p
        p += 1
    return n


def largest_factor(n: int) -> int:
    """The largest prime factor, 1 of 1."""
    rest, p = n, 2
    while rest > 1:
        p = smallest_factor(rest, p)
        rest //= p
    return p if n > 1 else 1


def transform(x: Any, sign: float) -> Any:
    """The sums over j of ``x[j] exp(sign 2πi j k / n)``, for all k."""
    return chirp(x, sign) if largest_factor(len(x)) > _LARGE else passes(x, sign)


def passes(x: Any, sign: float) -> Any:
    """`transform`, by a pass for each factor of the length."""
    n = len(x)
    w = roots_of_unity(n, sign)
    y, z = x.astype(np.complex128), np.empty(n, dtype=np.complex128)
    m, s, p = n, 1, 2
    while m > 1:
        p = 4 if m % 4 == 0 else smallest_factor(m, 2)
        m //= p
        if p == 2:
            for j in range(m):
                for q in range(s):
                    a, b = y[q + s * j], y[q + s * (j + m)]
                    z[q + s * (2 * j)] = a + b
                    z[q + s * (2 * j + 1)] = (a - b) * w[j * s]
        elif p == 4:
            for j in range(m):
                for q in range(s):
                    a, b, c, d = y[q + s * j], y[q + s * (j + m)], y[q + s * (j + 2 * m)], y[q + s * (j + 3 * m)]
                    e, f, g, h = a + c, a - c, b + d, (b - d) * (sign * 1j)
                    z[q + s * (4 * j)] = e + g
                    z[q + s * (4 * j + 1)] = (f + h) * w[j * s]
                    z[q + s * (4 * j + 2)] = (e - g) * w[2 * j * s]
                    z[q + s * (4 * j + 3)] = (f - h) * w[3 * j * s]
        else:
            for j in range(m):
                for k in range(p):
                    for q in range(s):
                        total = y[q + s * j]
                        for r in range(1, p):
                            total += y[q + s * (j + m * r)] * w[(r * k) % p * (n // p)]
                        z[q + s * (p * j + k)] = total * w[j * k * s]
        s *= p
        y, z = z, y
    return y


def chirp(x: Any, sign: float) -> Any:
    """`transform` by a cyclic convolution whose length is a power of 2."""
    n = len(x)
    size = 1
    while size < 2 * n - 1:
        size *= 2
    c = np.empty(n, dtype=np.complex128)
    for k in range(n):
        at = math.pi * ((k * k) % (2 * n)) / n
        c[k] = np.cos(at) + (sign * 1j) * np.sin(at)
    a, b = np.zeros(size, dtype=np.complex128), np.zeros(size, dtype=np.complex128)
    a[:n] = x * c
    b[0] = np.conj(c[0])
    for k in range(1, n):
        b[k] = np.conj(c[k])
        b[size - k] = np.conj(c[k])
    product = passes(a, -1.0) * passes(b, -1.0)
    return passes(product, 1.0)[:n] * c / size


def of_length(x: Any, n: int) -> Any:
    """The first ``n`` places of the last axis, with zeros behind where there are less."""
    if n < 1:
        raise ValueError("Invalid number of FFT data points specified.")
    if x.shape[-1] == n:
        return x
    out = np.zeros((*x.shape[:-1], n), dtype=x.dtype)
    count = min(n, x.shape[-1])
    out[..., :count] = x[..., :count]
    return out


def scale_of(n: int, norm: Any, inverse: bool) -> float:
    """The factor of a transform."""
    if norm == "ortho":
        return 1.0 / math.sqrt(n)
    if norm is None or norm == "backward":
        return 1.0 / n if inverse else 1.0
    if norm == "forward":
        return 1.0 if inverse else 1.0 / n
    raise ValueError('Invalid norm value; should be "backward", "ortho" or "forward".')


def by_rows(x: Any, sign: float, scale: float) -> Any:
    """The transform of each row along the last axis."""
    rows = x.reshape(-1, x.shape[-1])
    out = np.empty(rows.shape, dtype=np.complex128)
    for i in range(rows.shape[0]):
        out[i] = transform(rows[i], sign) * scale
    return out.reshape(x.shape)


def precise_as(found: Any, given: Any) -> Any:
    """In single precision, if the argument is."""
    if given.dtype == np.float32 or given.dtype == np.complex64 or given.dtype == np.float16:
        return found.astype(np.complex64)
    return found


def along(a: Any, n: Any, axis: int, norm: Any, inverse: bool) -> Any:
    """The transform along an axis, of ``n`` places."""
    given = np.asarray(a)
    x = np.swapaxes(given, axis, -1)
    x = of_length(x, x.shape[-1] if n is None else n)
    found = by_rows(x, 1.0 if inverse else -1.0, scale_of(x.shape[-1], norm, inverse))
    return precise_as(np.swapaxes(found, axis, -1), given)


def along_all(a: Any, s: Any, axes: Any, norm: Any, inverse: bool) -> Any:
    """The transform along several axes, the last one first."""
    given = np.asarray(a)
    found = given * (1.0 + 0.0j)
    every = tuple(range(given.ndim))
    chosen = axes if axes is not None else every if s is None else every[-len(s) :]
    if s is None:
        for axis in chosen[::-1]:
            found = along(found, None, axis, norm, inverse)
    else:
        for axis, n in zip(chosen[::-1], s[::-1], strict=True):
            found = along(found, n, axis, norm, inverse)
    return precise_as(found, given)


def fft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """The discrete Fourier transform along an axis."""
    return along(a, n, axis, norm, False)


def ifft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """The inverse of `fft`."""
    return along(a, n, axis, norm, True)


def rfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """The transform of real numbers: its first half, of which the second is the mirror image."""
    if np.iscomplexobj(a):
        raise TypeError("rfft is not supported for complex numbers")
    found = np.swapaxes(along(a, n, axis, norm, False), axis, -1)
    count = np.asarray(a).shape[axis] if n is None else n
    return np.swapaxes(found[..., : count // 2 + 1], axis, -1)


def irfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """The inverse of `rfft`: ``n`` real numbers, by default an even number of them."""
    given = np.asarray(a)
    x = np.swapaxes(given, axis, -1)
    count = 2 * (x.shape[-1] - 1) if n is None else n
    if count < 1:
        raise ValueError("Invalid number of FFT data points specified.")
    half = of_length(x, count // 2 + 1)
    whole = np.zeros((*half.shape[:-1], count), dtype=np.complex128)
    whole[..., 0] = np.real(half[..., 0])
    for k in range(1, count // 2 + 1):
        if 2 * k == count:
            whole[..., k] = np.real(half[..., k])
        else:
            whole[..., k] = half[..., k]
            whole[..., count - k] = np.conj(half[..., k])
    found = np.real(by_rows(whole, 1.0, scale_of(count, norm, True)))
    found = np.swapaxes(found, axis, -1)
    if given.dtype == np.complex64 or given.dtype == np.float32:
        return found.astype(np.float32)
    return found.copy()


def fft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """`fft` along two axes."""
    return along_all(a, s, axes, norm, False)


def ifft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """The inverse of `fft2`."""
    return along_all(a, s, axes, norm, True)


def fftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """`fft` along several axes."""
    return along_all(a, s, axes, norm, False)


def ifftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """The inverse of `fftn`."""
    return along_all(a, s, axes, norm, True)


def rfft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """`rfft` along the last of two axes, `fft` along the first."""
    found = rfft(a, None if s is None else s[1], axes[1], norm)
    return fft(found, None if s is None else s[0], axes[0], norm)


def irfft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """The inverse of `rfft2`."""
    found = ifft(a, None if s is None else s[0], axes[0], norm)
    return irfft(found, None if s is None else s[1], axes[1], norm)


def fftfreq(n: int, d: float = 1.0) -> Any:
    """The frequencies of `fft`."""
    k = np.arange(n)
    return np.where(k < (n + 1) // 2, k, k - n) * (1.0 / (n * d))


def rfftfreq(n: int, d: float = 1.0) -> Any:
    """The frequencies of `rfft`."""
    return np.arange(n // 2 + 1) * (1.0 / (n * d))


def fftshift(x: Any, axes: Any = None) -> Any:
    """The frequency 0 in the middle."""
    given = np.asarray(x)
    along = tuple(range(given.ndim)) if axes is None else axes
    if isinstance(along, int):
        return np.roll(given, given.shape[along] // 2, along)
    for k in along:
        given = np.roll(given, given.shape[k] // 2, k)
    return given


def ifftshift(x: Any, axes: Any = None) -> Any:
    """The inverse of `fftshift`."""
    given = np.asarray(x)
    along = tuple(range(given.ndim)) if axes is None else axes
    if isinstance(along, int):
        return np.roll(given, -(given.shape[along] // 2), along)
    for k in along:
        given = np.roll(given, -(given.shape[k] // 2), k)
    return given
