"""Discrete cosine and sine transforms of `scipy.fft`, of the types 1 to 4, by Fourier transforms of mirrored sequences.

The definitions are those of `scipy.fft.dct` and `scipy.fft.dst`; the inverse of a transform is one of them as well (M. Püschel
and J. Moura, *The Algebraic Approach to the Discrete Cosine and Sine Transforms*, SIAM J. Comput. 32, 2003).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.of_numpy.settings import Setting
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.transforms.fourier import of_length
from irad.frontends.python.library.transforms.linear_transforms import real_to_half

_SHORT = "Invalid number of data points (0) specified."


def _cosines(x: Any, kind: int) -> Any:
    """The sums of the rows times cosines, without a factor for the norm."""
    rows, n = x.shape
    if kind == 1:
        return real_to_half(np.concatenate((x, x[:, 1 : n - 1][:, ::-1]), axis=1), 1.0).real
    if kind == 2:
        turned = np.exp(np.arange(n) * (-0.5j * math.pi / n))
        return (real_to_half(np.concatenate((x, x[:, ::-1]), axis=1), 1.0)[:, :n] * turned).real
    if kind == 3:
        wide = np.zeros((rows, 4 * n))
        wide[:, :n] = x
        wide[:, n + 1 : 2 * n + 1] = -x[:, ::-1]
        wide[:, 2 * n : 3 * n] = -x
        wide[:, 3 * n + 1 :] = x[:, 1:][:, ::-1]
        return 0.5 * real_to_half(wide, 1.0)[:, 1 : 2 * n : 2].real
    wide = np.zeros((rows, 8 * n))  # x at odd places, whose mirror images follow
    wide[:, 1 : 2 * n : 2] = x
    wide[:, 2 * n + 1 : 4 * n : 2] = -x[:, ::-1]
    wide[:, 4 * n + 1 : 6 * n : 2] = -x
    wide[:, 6 * n + 1 :: 2] = x[:, ::-1]
    return 0.5 * real_to_half(wide, 1.0)[:, 1 : 2 * n : 2].real


def _sines(x: Any, kind: int) -> Any:
    """The sums of the rows times sines, without a factor for the norm; of cosines but for the first type."""
    rows, n = x.shape
    if kind == 1:
        wide = np.zeros((rows, 2 * n + 2))
        wide[:, 1 : n + 1] = x
        wide[:, n + 2 :] = -x[:, ::-1]
        return -real_to_half(wide, 1.0)[:, 1 : n + 1].imag
    signs = 1.0 - 2.0 * (np.arange(n) % 2)
    if kind == 2:
        return _cosines(x * signs, 2)[:, ::-1]
    if kind == 3:
        return _cosines(x[:, ::-1], 3) * signs
    return _cosines(x[:, ::-1], 4) * signs


def _transformed(
    x: Any, sine: bool, kind: int, n: Any, axis: int, norm: Any, inverse: bool, orthogonalize: Any
) -> Any:  # fmt: skip
    given = np.asarray(x)
    if given.dtype.kind == "c":
        real = _transformed(given.real, sine, kind, n, axis, norm, inverse, orthogonalize)
        return real + 1j * _transformed(given.imag, sine, kind, n, axis, norm, inverse, orthogonalize)
    if kind < 1 or kind > 4:
        raise ValueError("Invalid type; should be 1, 2, 3 or 4.")
    if norm is not None and norm != "backward" and norm != "ortho" and norm != "forward":
        raise ValueError('Invalid norm value; should be "backward", "ortho" or "forward".')
    moved = np.swapaxes(given, axis, -1)
    count = moved.shape[-1] if n is None else n
    if count < 1:
        raise ValueError(_SHORT)
    if kind == 1 and not sine and count < 2:
        raise RuntimeError("zero-length FFT requested")
    moved = of_length(moved, count)
    rows = np.reshape(moved, (-1, count)).astype(np.float64)
    used = (5 - kind if kind == 2 or kind == 3 else kind) if inverse else kind
    whole = 2.0 * (count + 1) if kind == 1 and sine else 2.0 * (count - 1) if kind == 1 else 2.0 * count
    ortho = norm == "ortho"
    scale = 1.0 / math.sqrt(whole) if ortho else 1.0
    if (norm == "forward") != inverse and not ortho:
        scale = 1.0 / whole
    orthogonal = ortho if orthogonalize is None else orthogonalize
    edge = count - 1 if sine else 0  # the element that counts once where the others count twice
    root = math.sqrt(2.0)
    weights = np.ones(count)
    if orthogonal and used == 3:
        weights[edge] = root
    if orthogonal and used == 1 and not sine:
        weights[0] = root
        weights[count - 1] = root
    found = (_sines(rows * weights, used) if sine else _cosines(rows * weights, used)) * scale
    after = np.ones(count)
    if orthogonal and used == 2:
        after[edge] = 1.0 / root
    if orthogonal and used == 1 and not sine:
        after[0] = 1.0 / root
        after[count - 1] = 1.0 / root
    found = np.ascontiguousarray(np.swapaxes(np.reshape(found * after, moved.shape), axis, -1))
    return found.astype(np.float32) if given.dtype == np.float32 or given.dtype == np.float16 else found


def dct(
    x: Any, type: Setting = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: Any = False, workers: Any = None,
    orthogonalize: Setting = None,
) -> Any:  # fmt: skip
    """The discrete cosine transform."""
    return _transformed(x, False, type, n, axis, norm, False, orthogonalize)


def idct(
    x: Any, type: Setting = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: Any = False, workers: Any = None,
    orthogonalize: Setting = None,
) -> Any:  # fmt: skip
    """The inverse of `dct`."""
    return _transformed(x, False, type, n, axis, norm, True, orthogonalize)


def dst(
    x: Any, type: Setting = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: Any = False, workers: Any = None,
    orthogonalize: Setting = None,
) -> Any:  # fmt: skip
    """The discrete sine transform."""
    return _transformed(x, True, type, n, axis, norm, False, orthogonalize)


def idst(
    x: Any, type: Setting = 2, n: Any = None, axis: int = -1, norm: Any = None, overwrite_x: Any = False, workers: Any = None,
    orthogonalize: Setting = None,
) -> Any:  # fmt: skip
    """The inverse of `dst`."""
    return _transformed(x, True, type, n, axis, norm, True, orthogonalize)


def _along_all(
    x: Any, sine: bool, kind: int, s: Any, axes: Any, norm: Any, inverse: bool, orthogonalize: Any
) -> Any:  # fmt: skip
    """The transform along several axes."""
    found = np.asarray(x)
    if isinstance(axes, int):
        refused("transforms along axes= of one number are not supported in compiled functions", "a tuple: axes=(0,)")
    every = tuple(range(found.ndim))
    chosen = axes if axes is not None else every if s is None else every[-len(s) :]
    if s is None:
        for axis in chosen:
            found = _transformed(found, sine, kind, None, axis, norm, inverse, orthogonalize)
    else:
        for axis, n in zip(chosen, s, strict=True):
            found = _transformed(found, sine, kind, n, axis, norm, inverse, orthogonalize)
    return found


def dctn(
    x: Any, type: Setting = 2, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x: Any = False, workers: Any = None,
    *, orthogonalize: Setting = None,
) -> Any:  # fmt: skip
    """`dct` along several axes."""
    return _along_all(x, False, type, s, axes, norm, False, orthogonalize)


def idctn(
    x: Any, type: Setting = 2, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x: Any = False, workers: Any = None,
    orthogonalize: Setting = None,
) -> Any:  # fmt: skip
    """The inverse of `dctn`."""
    return _along_all(x, False, type, s, axes, norm, True, orthogonalize)


def dstn(
    x: Any, type: Setting = 2, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x: Any = False, workers: Any = None,
    orthogonalize: Setting = None,
) -> Any:  # fmt: skip
    """`dst` along several axes."""
    return _along_all(x, True, type, s, axes, norm, False, orthogonalize)


def idstn(
    x: Any, type: Setting = 2, s: Any = None, axes: Any = None, norm: Any = None, overwrite_x: Any = False, workers: Any = None,
    orthogonalize: Setting = None,
) -> Any:  # fmt: skip
    """The inverse of `dstn`."""
    return _along_all(x, True, type, s, axes, norm, True, orthogonalize)
