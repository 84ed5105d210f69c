"""Transforms of real arrays along several axes, and those of half spectra: `numpy.fft` and `scipy.fft`."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.transforms import fourier


def _axes_and_sizes(a: Any, s: Any, axes: Any) -> Any:
    """The axes of a transform, and how many places each has, None for as many as there are."""
    every = tuple(range(a.ndim))
    chosen = axes if axes is not None else every if s is None else every[-len(s) :]
    if s is not None and len(s) != len(chosen):
        raise ValueError("Shape and axes have different lengths.")
    return chosen, ((None,) * len(chosen) if s is None else s)


def _swapped(norm: Any) -> Any:
    """The norm of the transform in the other direction."""
    if norm is None or norm == "backward":
        return "forward"
    return "backward" if norm == "forward" else norm


def rfftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """`rfft` along the last one of several axes, `fft` along the others."""
    given = np.asarray(a)
    chosen, sizes = _axes_and_sizes(given, s, axes)
    found = fourier.rfft(given, sizes[-1], chosen[-1], norm)
    for axis, n in zip(chosen[:-1][::-1], sizes[:-1][::-1], strict=True):
        found = fourier.fft(found, n, axis, norm)
    return found


def irfftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """The inverse of `rfftn`."""
    found = np.asarray(a)
    chosen, sizes = _axes_and_sizes(found, s, axes)
    for axis, n in zip(chosen[:-1], sizes[:-1], strict=True):
        found = fourier.ifft(found, n, axis, norm)
    return fourier.irfft(found, sizes[-1], chosen[-1], norm)


def hfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """The real transform of numbers of which half are given: the others are their conjugates."""
    return fourier.irfft(np.conj(np.asarray(a)), n, axis, _swapped(norm))


def ihfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """The inverse of `hfft`."""
    return np.conj(fourier.rfft(a, n, axis, _swapped(norm)))


def hfftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """`hfft` along the last one of several axes, `fft` along the others."""
    found = np.asarray(a)
    chosen, sizes = _axes_and_sizes(found, s, axes)
    for axis, n in zip(chosen[:-1], sizes[:-1], strict=True):
        found = fourier.fft(found, n, axis, norm)
    return hfft(found, sizes[-1], chosen[-1], norm)


def ihfftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """The inverse of `hfftn`."""
    given = np.asarray(a)
    chosen, sizes = _axes_and_sizes(given, s, axes)
    found = ihfft(given, sizes[-1], chosen[-1], norm)
    for axis, n in zip(chosen[:-1][::-1], sizes[:-1][::-1], strict=True):
        found = fourier.ifft(found, n, axis, norm)
    return found


def hfft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """`hfftn` along two axes."""
    return hfftn(a, s, axes, norm)


def ihfft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """The inverse of `hfft2`."""
    return ihfftn(a, s, axes, norm)
