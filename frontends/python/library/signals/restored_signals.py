"""Signals restored from noise or from a filter, delays of filters, and sums at chosen frequencies, as `scipy.signal` has them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from irad.frontends.python.library.images.rank_filters import rank_filter
from irad.frontends.python.library.shared.compiler_words import refused
from irad.frontends.python.library.signals.convolutions import convolve, correlate, fftconvolve
from irad.frontends.python.library.signals.signal_filters import lfilter

_LEAST = 2.0**-53


def wiener(im: Any, mysize: Any = None, noise: Any = None) -> Any:
    """Wiener's filter: near the mean around a sample where the variance there is that of the noise."""
    given = np.asarray(im) * 1.0
    if given.size == 0:
        return given.copy()
    if mysize is None:
        window = np.ones((3,) * given.ndim)
    elif np.ndim(mysize) == 0:
        window = np.ones((mysize,) * given.ndim)
    else:
        window = np.ones(tuple(mysize))
    mean = correlate(given, window, "same", "direct") / window.size
    spread = correlate(given * given, window, "same", "direct") / window.size - mean * mean
    power = np.mean(spread) if noise is None else noise
    return np.where(spread < power, mean, (given - mean) * (1.0 - power / spread) + mean)


def deconvolve(signal: Any, divisor: Any) -> Any:
    """The quotient and the remainder of polynomials, the highest power first."""
    top, below = np.asarray(signal) * 1.0, np.asarray(divisor) * 1.0
    if top.ndim != 1 or below.ndim != 1 or top.size == 0 or below.size == 0:
        raise ValueError("Parameters signal and divisor must be non-empty 1d arrays")
    if below.size > top.size:
        raise NotImplementedError("scipy.signal.deconvolve by a longer divisor in compiled functions")
    impulse = np.zeros(top.size - below.size + 1)
    impulse[0] = 1.0
    quotient = lfilter(top, below, impulse)
    return quotient, top - convolve(below, quotient, "full", "direct")


def group_delay(system: Any, w: Any = 512, whole: bool = False, fs: Any = 2.0 * math.pi) -> Any:
    """The frequencies, and the delay of a filter there in samples; 0 where it has no end."""
    b, a = np.atleast_1d(np.asarray(system[0])), np.atleast_1d(np.asarray(system[1]))
    if isinstance(w, int):
        angles = np.linspace(0.0, 2.0 * math.pi if whole else math.pi, w, endpoint=False)
    else:
        angles = 2.0 * math.pi * np.atleast_1d(np.asarray(w)) / fs
    c = np.convolve(b, np.conj(a[::-1]))
    z = np.exp(-1j * angles)
    ratio = np.polyval((c * np.arange(c.size))[::-1], z) / np.polyval(c[::-1], z)
    found = ratio.real - a.size + 1.0
    return angles * (fs / (2.0 * math.pi)), np.where(np.isfinite(found), found, 0.0)


def vectorstrength(events: Any, period: Any) -> Any:
    """How much events have one phase of a period, and which one."""
    times = np.asarray(events) * np.float64(1.0)
    if times.ndim > 1 or np.ndim(period) > 0:
        refused("vectorstrength() of several sequences or periods is not supported in compiled functions", "a loop over them")
    if period <= 0:
        raise ValueError("periods must be positive")
    mean = np.mean(np.exp(2j * np.pi / period * times))
    return np.abs(mean), np.angle(mean)


def gauss_spline(x: Any, n: Any) -> Any:
    """The normal density that a B-spline of order n comes near to."""
    square = (n + 1) / 12.0
    return 1.0 / math.sqrt(2.0 * np.pi * square) * np.exp(-(np.asarray(x) ** 2) / 2.0 / square)


def oaconvolve(in1: Any, in2: Any, mode: str = "full") -> Any:
    """As `convolve`, of arrays with the same number of axes."""
    if np.ndim(in1) != np.ndim(in2):
        raise ValueError("in1 and in2 should have the same dimensionality")
    return fftconvolve(in1, in2, mode)


def czt(x: Any, m: Any = None, w: Any = None, a: Any = 1.0 + 0.0j, *, axis: Any = -1) -> Any:
    """Values of the z-transform at a w⁻ᵏ, as they are defined."""
    rows = np.moveaxis(np.asarray(x) * (1.0 + 0.0j), axis, -1)
    n = rows.shape[-1]
    count = n if m is None else m
    if count < 1:
        raise ValueError("Invalid number of CZT output points")
    if n < 1:
        raise ValueError("Invalid number of CZT data points (0) specified. n must be positive and integer type.")
    step = np.exp(-2j * np.pi / count) if w is None else w * (1.0 + 0.0j)
    k, j = np.arange(count), np.arange(n)
    table = (a * (1.0 + 0.0j)) ** (-1.0 * j)[:, None] * step ** (1.0 * j[:, None] * k)
    return np.moveaxis(rows @ table, -1, axis)


def zoom_fft(x: Any, fn: Any, m: Any = None, *, fs: Any = 2, endpoint: bool = False, axis: Any = -1) -> Any:
    """The transform at frequencies from one to another, or from 0 to one."""
    given = np.asarray(x)
    count = given.shape[axis] if m is None else m
    first, last = (0.0, fn * 1.0) if np.ndim(fn) == 0 else (fn[0] * 1.0, fn[1] * 1.0)
    scale = (last - first) * count / (fs * (count - 1)) if endpoint else (last - first) / fs
    return czt(given, count, np.exp(-2j * np.pi * scale / count), np.exp(2j * np.pi * first / fs), axis=axis)


def lombscargle(
    x: Any, y: Any, freqs: Any, precenter: bool = False, normalize: Any = False, *, weights: Any = None,
    floating_mean: bool = False,
) -> Any:  # fmt: skip
    """The periodogram of samples at any times (Zechmeister and Kürster 2009), with SciPy's names of its terms."""
    if precenter:
        refused("scipy.signal.lombscargle() with precenter= is not supported in compiled functions", "y - y.mean()")
    times, given, rates = np.asarray(x) * 1.0, np.asarray(y) * 1.0, np.asarray(freqs) * 1.0
    if times.ndim != 1 or given.ndim != 1 or len(times) == 0 or len(times) != len(given):
        raise ValueError("Parameters x, y, weights must be 1-D arrays of equal non-zero length!")
    if rates.ndim != 1 or len(rates) == 0:
        raise ValueError("Parameter freqs must be a 1-D array of non-zero length!")
    raw = np.ones(len(given)) if weights is None else np.asarray(weights) * 1.0
    if raw.shape != given.shape:
        raise ValueError("Parameters x, y, weights must be 1-D arrays of equal non-zero length!")
    if not (np.all(raw >= 0.0) and np.sum(raw) > 0.0):
        raise ValueError("Parameter weights must have only non-negative entries which sum to a positive value!")
    if isinstance(normalize, str) and normalize not in ("power", "normalize", "amplitude"):
        raise ValueError("Normalize must be: False (or 'power'), True (or 'normalize'), or 'amplitude'.")
    w = raw * (1.0 / raw.sum())
    angles = times[:, None] * rates
    cosines, sines = np.cos(angles), np.sin(angles)
    cc = w @ (cosines * cosines)
    ss, cs = 1.0 - cc, w @ (cosines * sines)
    if floating_mean:
        c, s = w @ cosines, w @ sines
        cc, ss, cs = cc - c * c, ss - s * s, cs - c * s
    tau = 0.5 * np.arctan2(2.0 * cs, cc - ss)
    cosines, sines = np.cos(angles - tau), np.sin(angles - tau)
    yc, ys, cc = (w * given) @ cosines, (w * given) @ sines, w @ (cosines * cosines)
    ss, mean = 1.0 - cc, w @ given
    if floating_mean:
        c, s = w @ cosines, w @ sines
        yc, ys, cc, ss = yc - mean * c, ys - mean * s, cc - c * c, ss - s * s
    cc, ss = np.where(cc < _LEAST, _LEAST, cc), np.where(ss < _LEAST, _LEAST, ss)
    a, b = yc / cc, ys / ss
    if isinstance(normalize, str) and normalize == "amplitude":
        return (a + 1j * b) * np.exp(1j * tau)
    power = 2.0 * (a * yc + b * ys)
    if not normalize or (isinstance(normalize, str) and normalize == "power"):
        return power * (len(times) / 4.0)
    whole = (w * given) @ given
    return power * (0.5 / (whole - mean * mean if floating_mean else whole))


def order_filter(a: Any, domain: Any, rank: int) -> Any:
    """The element of a rank among those where ``domain`` is not zero, around each."""
    around = np.asarray(domain)
    for n in around.shape:
        if n % 2 != 1:
            raise ValueError("Each dimension of domain argument should have an odd number of elements.")
    return rank_filter(np.asarray(a), rank, footprint=around != 0, mode="constant")


def minimum_phase(h: Any, method: str = "homomorphic", n_fft: Any = None, *, half: bool = True) -> Any:
    """The filter with the same size over frequencies (or its root, for ``half``) and the least delay."""
    given, kind = np.asarray(h) * np.float64(1.0), (np.asarray(h) * 1.0).dtype
    if given.dtype.kind == "c":
        raise ValueError("Complex filters not supported")
    if given.ndim != 1 or len(given) <= 2:
        raise ValueError("h must be 1-D and at least 2 samples long")
    if method not in ("homomorphic", "hilbert"):
        raise ValueError('method must be "homomorphic" or "hilbert"')
    if method == "hilbert" and not half:
        raise ValueError("`half=False` is only supported when `method='homomorphic'`")
    n = len(given)
    count = 2 ** math.ceil(math.log2(2 * (n - 1) / 0.01)) if n_fft is None else n_fft
    if count < n:
        raise ValueError(f"n_fft must be at least len(h)=={n}")
    if method == "hilbert":  # roots of rounding errors there: digits from the fourth on are noise
        refused("scipy.signal.minimum_phase() with method='hilbert' is not supported in compiled functions", "'homomorphic'")
    sizes = np.abs(np.fft.fft(given, count))
    sizes = np.log(sizes + 1e-7 * np.min(sizes[sizes > 0.0]))
    window = np.zeros(count)
    window[0], window[1 : count // 2] = 1.0, 2.0
    if count % 2 == 1:
        window[count // 2] = 1.0
    found = np.fft.ifft(np.exp(np.fft.fft(np.fft.ifft(0.5 * sizes if half else sizes).real * window))).real
    return found[: n // 2 + n % 2 if half else n].astype(kind)


def envelope(
    z: Any, bp_in: Any = (1, None), *, n_out: Any = None, squared: bool = False, residual: Any = "lowpass", axis: int = -1
) -> Any:  # fmt: skip
    """The envelope of a signal in a band, and with it what is left: beside the band, or below it alone."""
    given = np.asarray(z)
    if given.dtype != np.float64:
        refused("scipy.signal.envelope() of signals that are not float64 is not supported in compiled functions", "hilbert")
    if residual is not None and residual not in ("lowpass", "all"):
        raise ValueError("residual is not in ['lowpass', 'all', None]")
    n = given.shape[axis]
    if n == 0:
        raise ValueError("z.shape[axis] not > 0")
    first, last = -(n // 2) if bp_in[0] is None else bp_in[0], (n + 1) // 2 if bp_in[1] is None else bp_in[1]
    if not -n // 2 <= first < last <= (n + 1) // 2:
        raise ValueError("`-n//2 <= bp_in[0] < bp_in[1] <= (n+1)//2` does not hold")
    if last == 0:
        raise NotImplementedError("scipy.signal.envelope of a band that ends in front of 0 in compiled functions")
    count = n if n_out is None else n_out
    moved = np.moveaxis(given, axis, -1)
    spectrum = np.zeros(moved.shape, dtype=np.complex128)
    spectrum[..., : n // 2 + 1] = np.fft.rfft(moved)
    if first > 0:
        spectrum[..., first:last] *= 2.0
    elif last > 0:
        spectrum[..., 1:last] *= 2.0
    band = np.zeros((*moved.shape[:-1], last - first), dtype=np.complex128)
    for k in range(first, last):
        band[..., k - first] = spectrum[..., k % n]
    base = np.fft.ifft(band, count) * (count / n)
    found = base.real**2 + base.imag**2 if squared else np.abs(base)
    if residual is None:
        return np.moveaxis(found, -1, axis)
    for k in range(first if first != 0 else -n, last):  # a band from 0 on leaves nothing, as in SciPy
        spectrum[..., k % n] = 0.0
    if residual == "lowpass":
        for k in range(last if last > 0 else 0, (n + 1) // 2):
            spectrum[..., k] = 0.0
        for k in range(first, 0 if last <= 0 else first):
            spectrum[..., k % n] = 0.0
    least = min(n, count)
    if count != n and least % 2 == 0:
        spectrum[..., least // 2] *= 2.0 if count < n else 0.5
    left = np.fft.irfft(spectrum[..., : n // 2 + 1], count) * (count / n)
    return np.stack((np.moveaxis(found, -1, axis), np.moveaxis(left, -1, axis)), axis=0)
