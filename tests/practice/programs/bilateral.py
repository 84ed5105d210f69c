"""Bilateral filter of a uint8 image with reflect padding; sigma parameters tuned against a clean image."""
import numpy as np


def to_float(img):
    if img.dtype == np.uint8:
        return img.astype(np.float64) / 255.0
    if img.dtype == np.float32:
        return img.astype(np.float64)
    return img


def bilateral(img, sigma_s, sigma_r, radius=2, mode="reflect"):
    img = to_float(img)
    h, w = img.shape[:2]
    padded = np.pad(img, radius, mode=mode)
    num = np.zeros_like(img)
    den = np.zeros((h, w))
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            shifted = padded[radius + dy:radius + dy + h, radius + dx:radius + dx + w]
            spatial = np.exp(-(dx * dx + dy * dy) / (2 * sigma_s**2))
            weight = spatial * np.exp(-((shifted - img) ** 2) / (2 * sigma_r**2))
            num += weight * shifted
            den += weight
    return num / den


def psnr(a, b, peak=1.0):
    mse = np.mean((a - b) ** 2)
    if mse == 0:
        return np.inf
    return 10 * np.log10(peak**2 / mse)


def loss(sigmas, noisy, clean):
    sigma_s, sigma_r = sigmas
    out = bilateral(noisy, sigma_s, sigma_r)
    return -psnr(out, to_float(clean))


def args():
    rng = np.random.default_rng(13)
    clean = np.full((12, 14), 60, dtype=np.uint8)
    clean[4:9, 5:11] = 180
    noisy = np.clip(clean.astype(int) + rng.integers(-25, 26, clean.shape), 0, 255).astype(np.uint8)
    return (1.5, 0.12), noisy, clean


ARGNUM = 0
