"""Wiener deconvolution of a blurred image, PSF width and noise level as parameters, SSIM-like score."""
import numpy as np
from scipy import ndimage


def gaussian_psf(shape, width, ratio, angle):
    ny, nx = shape
    y, x = np.mgrid[:ny, :nx]
    y = y - ny // 2
    x = x - nx // 2
    u = np.cos(angle) * x + np.sin(angle) * y
    v = -np.sin(angle) * x + np.cos(angle) * y
    psf = np.exp(-0.5 * ((u / width) ** 2 + (v / (ratio * width)) ** 2))
    return np.fft.ifftshift(psf / psf.sum())


class Wiener:
    def __init__(self, psf, nsr):
        H = np.fft.fft2(psf)
        self.G = np.conj(H) / (np.abs(H) ** 2 + nsr)

    def __call__(self, image):
        return np.real(np.fft.ifft2(self.G * np.fft.fft2(image)))


def ssim(a, b, sigma=1.0, c1=1e-4, c2=9e-4):
    blur = lambda im: ndimage.gaussian_filter(im, sigma, mode="reflect")
    ma, mb = blur(a), blur(b)
    va, vb, cab = blur(a * a) - ma**2, blur(b * b) - mb**2, blur(a * b) - ma * mb
    return ((2 * ma * mb + c1) * (2 * cab + c2) / ((ma**2 + mb**2 + c1) * (va + vb + c2))).mean()


def loss(psf_params, log_nsr, observed, truth):
    if observed.shape != truth.shape:
        raise ValueError(f"shapes {observed.shape} and {truth.shape} differ")
    width, ratio, angle = psf_params
    restored = Wiener(gaussian_psf(observed.shape, width, ratio, angle), 10**log_nsr)(observed)
    edges = np.hypot(ndimage.sobel(restored, axis=0), ndimage.sobel(restored, axis=1))
    kernel = np.array([[0, 1, 0], [1, -4, 1], [0, 1, 0]]) / 4
    lap = ndimage.convolve(restored, kernel, mode="nearest")
    return 1 - ssim(restored, truth) + 0.1 * np.mean((restored - truth) ** 2) + 1e-3 * edges.mean() + 1e-3 * (lap**2).mean()


def args():
    rng = np.random.default_rng(12)
    truth = np.zeros((16, 16))
    truth[4:9, 5:12] = 1.0
    truth += 0.1 * rng.random((16, 16))
    observed = ndimage.gaussian_filter(truth, 1.3, mode="wrap") + 0.01 * rng.normal(size=truth.shape)
    return np.array([1.2, 0.9, 0.3]), -2.0, observed, truth


ARGNUM = (0, 1)
