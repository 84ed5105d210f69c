"""Welch spectrum by hand of an AR-modelled signal; log-spectral distance to a template; coherence."""
import numpy as np
from scipy import signal
from scipy.integrate import trapezoid


def segments(x, nperseg, overlap):
    step = nperseg - overlap
    if step <= 0:
        raise ValueError("overlap must be smaller than the segment")
    for start in range(0, len(x) - nperseg + 1, step):
        yield x[start : start + nperseg]


def cross_spectrum(x, y, fs, nperseg=32, overlap=16, window="hann"):
    w = signal.get_window(window, nperseg)
    scale = 1 / (fs * (w**2).sum())
    acc = np.zeros(nperseg // 2 + 1, dtype=complex)
    count = 0
    for a, b in zip(segments(x, nperseg, overlap), segments(y, nperseg, overlap)):
        A = np.fft.rfft(w * signal.detrend(a, type="constant"))
        B = np.fft.rfft(w * signal.detrend(b, type="linear"))
        acc += np.conj(A) * B
        count += 1
    acc[1:-1] *= 2
    return np.fft.rfftfreq(nperseg, 1 / fs), acc * scale / count


def loss(ar, gain, noise, config):
    fs = config["fs"]
    x = signal.lfilter([gain], np.concatenate(([1.0], -ar)), noise)
    y = np.convolve(x, config["fir"], mode="same") + 0.3 * noise[::-1]
    f, pxx = cross_spectrum(x, x, fs)
    _, pyy = cross_spectrum(y, y, fs)
    _, pxy = cross_spectrum(x, y, fs)
    coherence = np.abs(pxy[1:-1]) ** 2 / (pxx.real * pyy.real)[1:-1]
    template = config["level"] / (1 + (f / config["corner"]) ** 2)
    distance = np.mean((10 * np.log10(pxx.real[1:]) - 10 * np.log10(template[1:])) ** 2)
    band = (f >= 0.1 * fs) & (f <= 0.3 * fs)
    power = trapezoid(pyy.real[band], f[band])
    return distance / 100 + coherence.mean() + np.log(power) ** 2


def args():
    rng = np.random.default_rng(10)
    return np.array([0.9, -0.4]), 1.3, rng.normal(size=128), {"fs": 50.0, "fir": np.array([0.2, 0.5, 0.2]), "level": 0.3, "corner": 8.0}


ARGNUM = (0, 1)
