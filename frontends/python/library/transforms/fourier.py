"""Discrete Fourier transforms: `numpy.fft`, and those of `scipy.fft` that are the same, by the transforms of rows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import in_order_of
from irad.frontends.python.library.transforms.linear_transforms import half_to_real, of_complex, real_to_half, real_to_whole


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
    if x.dtype.kind == "c":
        return of_complex(rows.astype(np.complex128), sign, scale).reshape(x.shape)
    return real_to_whole(rows.astype(np.float64), sign, scale).reshape(x.shape)


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
    return in_order_of(precise_as(np.swapaxes(found, axis, -1), given), given)


def along_all(a: Any, s: Any, axes: Any, norm: Any, inverse: bool) -> Any:
    """The transform along several axes, the last one first."""
    given = np.asarray(a)
    found = given.astype(np.complex128)
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
    given = np.asarray(a)
    x = np.swapaxes(given, axis, -1)
    x = of_length(x, x.shape[-1] if n is None else n)
    count = x.shape[-1]
    found = real_to_half(x.reshape(-1, count).astype(np.float64), scale_of(count, norm, False))
    return in_order_of(precise_as(np.swapaxes(found.reshape((*x.shape[:-1], count // 2 + 1)), axis, -1), given), given)


def irfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """The inverse of `rfft`: ``n`` real numbers, by default an even number of them."""
    given = np.asarray(a)
    x = np.swapaxes(given, axis, -1)
    count = 2 * (x.shape[-1] - 1) if n is None else n
    if count < 1:
        raise ValueError("Invalid number of FFT data points specified.")
    half = of_length(x, count // 2 + 1)
    rows = half.reshape(-1, count // 2 + 1).astype(np.complex128)
    found = half_to_real(rows, count, scale_of(count, norm, True)).reshape((*half.shape[:-1], count))
    found = np.swapaxes(found, axis, -1)
    if given.dtype == np.complex64 or given.dtype == np.float32:
        return in_order_of(found.astype(np.float32), given)
    return in_order_of(found.copy(), given)


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


def next_fast_len(target: int, real: bool = False) -> int:
    """The next length that has no prime factors above 11, of real transforms above 5."""
    if target < 0:
        raise ValueError("Target length must be positive")
    n = target
    while n > 0:
        rest = n
        for p in (2, 3, 5) if real else (2, 3, 5, 7, 11):
            while rest % p == 0:
                rest //= p
        if rest == 1:
            break
        n += 1
    return n


def fftfreq(n: int, d: float = 1.0) -> Any:
    """The frequencies of `fft`."""
    k = np.arange(n)
    return np.where(k < (n + 1) // 2, k, k - n) * (1.0 / (n * d))


def rfftfreq(n: int, d: float = 1.0) -> Any:
    """The frequencies of `rfft`."""
    return np.arange(n // 2 + 1) * (1.0 / (n * d))


def _shifted(x: Any, axes: Any, back: int) -> Any:
    """Axes turned around by half of their length; ``back``: 1 where the half is rounded up, as the inverse of the other."""
    given = np.asarray(x)
    if given.ndim == 0:
        raise ValueError("not enough values to unpack (expected 2, got 0)")
    along = tuple(range(given.ndim)) if axes is None else axes
    if isinstance(along, int):
        return np.roll(given, (given.shape[along] + back) // 2, along)
    for k in along:
        given = np.roll(given, (given.shape[k] + back) // 2, k)
    return given


def fftshift(x: Any, axes: Any = None) -> Any:
    """The frequency 0 in the middle."""
    return _shifted(x, axes, 0)


def ifftshift(x: Any, axes: Any = None) -> Any:
    """The inverse of `fftshift`."""
    return _shifted(x, axes, 1)
