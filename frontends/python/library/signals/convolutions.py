"""Convolutions of arrays, as `scipy.signal` has them.

Sums of products, also where ``method="auto"`` of SciPy would transform; `fftconvolve` transforms.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared import sequence_products
from irad.frontends.python.library.transforms import fourier


def _offsets(shape: Any, whole: Any) -> Any:
    """The place of each element of an array of ``shape``, in one of the shape ``whole``."""
    count = 1
    for k in range(len(shape)):
        count *= shape[k]
    found = np.zeros(count, dtype=np.int64)
    for p in range(count):
        rest, step = p, 1
        for k in range(len(shape) - 1, -1, -1):
            found[p] += (rest % shape[k]) * step
            rest = rest // shape[k]
            step *= whole[k]
    return found


def _cut(x: Any, axis: int, first: int, count: int) -> Any:
    """Some elements of an axis."""
    return np.moveaxis(np.moveaxis(x, axis, 0)[first : first + count], 0, axis)


def _cropped(full: Any, first: Any, count: Any) -> Any:
    for k in range(full.ndim):
        full = _cut(full, k, int(first[k]), int(count[k]))
    return full.copy()


def _by_sums(x: Any, y: Any, whole: Any) -> Any:
    """All products, each added where it belongs."""
    if x.ndim == 1:
        return sequence_products.convolve(x, y)
    flat = np.zeros(int(np.prod(whole)), dtype=(x.ravel()[:1] * y.ravel()[:1]).dtype)
    of_x, of_y, xs, ys = _offsets(np.array(x.shape), whole), _offsets(np.array(y.shape), whole), x.ravel(), y.ravel()
    for q in range(len(of_y)):
        for p in range(len(of_x)):
            flat[of_x[p] + of_y[q]] += xs[p] * ys[q]
    return np.reshape(flat, tuple([m + n - 1 for m, n in zip(x.shape, y.shape, strict=True)]))


def _good_size(n: int) -> int:
    """The next length that has no prime factors but 2, 3 and 5."""
    while True:
        rest = n
        for p in (2, 3, 5):
            while rest % p == 0:
                rest //= p
        if rest == 1:
            return n
        n += 1


def _by_transforms(x: Any, y: Any, axes: Any) -> Any:
    """The inverse transform of the product of the transforms along some axes."""
    if x.ndim == 1:
        count = len(x) + len(y) - 1
        size = _good_size(count)
        if x.dtype.kind == "c" or y.dtype.kind == "c":
            return fourier.ifft(fourier.fft(x, size) * fourier.fft(y, size))[:count]
        return fourier.irfft(fourier.rfft(x, size) * fourier.rfft(y, size), size)[:count]
    sizes = tuple([_good_size(x.shape[a] + y.shape[a] - 1) for a in axes])
    found = fourier.ifftn(fourier.fftn(x, sizes, axes) * fourier.fftn(y, sizes, axes), sizes, axes)
    for a in axes:
        found = _cut(found, a, 0, x.shape[a] + y.shape[a] - 1)
    return found.copy() if x.dtype.kind == "c" or y.dtype.kind == "c" else found.real.copy()


def _check(x: Any, y: Any, mode: Any) -> None:
    if x.ndim != y.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    if mode != "full" and mode != "same" and mode != "valid":
        raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")


def _part(full: Any, m: Any, n: Any, mode: Any) -> Any:
    """Of the whole convolution of arrays of shapes ``m`` and ``n`` what the mode wants."""
    if mode == "full":
        return full
    whole = m + n - 1
    if mode == "same":
        return _cropped(full, (whole - m) // 2, m)
    if not np.all(m >= n) and not np.all(n >= m):
        raise ValueError("For 'valid' mode, one must be at least as large as the other in every dimension")
    least, most = np.minimum(m, n), np.maximum(m, n)
    return _cropped(full, least - 1, most - least + 1)


def _all_products(x: Any, y: Any, mode: Any) -> Any:
    """The convolution; "same": of the shape of the first, "valid": without what lies beyond the edges."""
    _check(x, y, mode)
    m, n = np.array(x.shape), np.array(y.shape)
    return _part(_by_sums(x, y, m + n - 1), m, n, mode)


def convolve(in1: Any, in2: Any, mode: Any = "full", method: Setting = "auto") -> Any:
    """The convolution of two arrays."""
    x, y = np.asarray(in1), np.asarray(in2)
    if x.ndim == 0 and y.ndim == 0:
        return x * y
    if method == "fft":
        found = fftconvolve(x, y, mode)
        return np.rint(found).astype(np.result_type(x, y)) if x.dtype.kind in "iu" and y.dtype.kind in "iu" else found
    if method != "auto" and method != "direct":
        raise ValueError("Acceptable method flags are 'auto', 'direct', or 'fft'.")
    return _all_products(x, y, mode)


def fftconvolve(in1: Any, in2: Any, mode: Any = "full", axes: Any = None) -> Any:
    """The convolution of two arrays, in floating point numbers; along some axes, with the others stretched to each other."""
    x, y = np.asarray(in1) * 1.0, np.asarray(in2) * 1.0
    if x.ndim == 0 and y.ndim == 0:
        return x * y
    if x.size == 0 or y.size == 0:
        if x.ndim > 1:
            raise NotImplementedError("scipy.signal.fftconvolve of no elements and several axes in compiled functions")
        return np.zeros(0)
    if axes is None:
        _check(x, y, mode)
        return _part(_by_transforms(x, y, tuple(range(x.ndim))), np.array(x.shape), np.array(y.shape), mode)
    if x.ndim != y.ndim:
        raise ValueError("in1 and in2 should have the same dimensionality")
    chosen = tuple([a % x.ndim for a in ((axes,) if isinstance(axes, (int, np.integer)) else tuple(axes))])
    found = _by_transforms(x, y, chosen)
    for a in chosen:
        m, n = x.shape[a], y.shape[a]
        if mode == "same":
            found = _cut(found, a, (n - 1) // 2, m)
        elif mode == "valid":
            if m < n:
                raise NotImplementedError("fftconvolve() along axes, valid, of a shorter first array in compiled functions")
            found = _cut(found, a, n - 1, m - n + 1)
        elif mode != "full":
            raise ValueError("acceptable mode flags are 'valid', 'same', or 'full'")
    return found.copy()


def correlate(in1: Any, in2: Any, mode: Any = "full", method: Setting = "auto") -> Any:
    """The cross-correlation of two arrays."""
    x, y = np.asarray(in1), np.conj(np.flip(np.asarray(in2)))
    if x.ndim == 0 and y.ndim == 0:
        return x * y
    if mode == "valid" and not np.all(np.array(x.shape) >= np.array(y.shape)):
        raise NotImplementedError("scipy.signal.correlate in mode 'valid' of a smaller first array in compiled functions")
    return convolve(x, y, mode, method)


def convolve2d(in1: Any, in2: Any, mode: Any = "full", boundary: Any = "fill", fillvalue: Any = 0) -> Any:
    """The convolution of two matrices."""
    return _with_boundary(np.asarray(in1), np.asarray(in2), mode, boundary, fillvalue)


def correlate2d(in1: Any, in2: Any, mode: Any = "full", boundary: Any = "fill", fillvalue: Any = 0) -> Any:
    """The cross-correlation of two matrices."""
    x, y = np.asarray(in1), np.asarray(in2)
    if mode == "valid" and not np.all(np.array(x.shape) >= np.array(y.shape)):
        raise NotImplementedError("scipy.signal.correlate2d in mode 'valid' of a smaller first array in compiled functions")
    turned = np.conj(np.flip(y))
    if mode != "same":
        return _with_boundary(x, turned, mode, boundary, fillvalue)
    whole = _with_boundary(x, turned, "full", boundary, fillvalue)
    return _cropped(whole, np.array(y.shape) // 2, np.array(x.shape))  # (the middle of an even number is the later one)


def _with_boundary(x: Any, y: Any, mode: Any, boundary: Any, fillvalue: Any) -> Any:
    """The convolution of two matrices, of which the first one goes on beyond its edges."""
    if x.ndim != 2 or y.ndim != 2:
        raise ValueError("convolve2d inputs must both be 2-D arrays")
    m, n = np.array(x.shape), np.array(y.shape)
    if mode == "valid" and not np.all(m >= n) and np.all(n >= m):
        return _all_products(x, y, mode)
    widths = ((y.shape[0] - 1, y.shape[0] - 1), (y.shape[1] - 1, y.shape[1] - 1))
    if boundary == "fill" or boundary == "pad":
        if fillvalue == 0 and (y.dtype.kind in "iub" or np.all(np.isfinite(y))):
            return _all_products(x, y, mode)  # (zeros beyond the edges times infinity would be nan)
        wide = np.pad(x, widths, constant_values=fillvalue)
    elif boundary == "wrap" or boundary == "circular":
        wide = np.pad(x, widths, mode="wrap")
    elif boundary == "symm" or boundary == "symmetric":
        wide = np.pad(x, widths, mode="symmetric")
    else:
        raise ValueError("Acceptable boundary flags are 'fill', 'circular' (or 'wrap'), and 'symmetric' (or 'symm').")
    return _part(_all_products(wide, y, "valid"), m, n, mode)
