"""Registration of two images: smoothing, rotation and shift by cubic splines, correlation and sum of squares, centre of mass."""
import numpy as np
from scipy import ndimage


def warp(image, angle, offset, scale):
    c, s = np.cos(angle), np.sin(angle)
    matrix = np.array([[c, -s], [s, c]]) / scale
    centre = (np.array(image.shape) - 1) / 2
    return ndimage.affine_transform(image, matrix, offset=centre - matrix @ centre - offset, order=3, mode="nearest")


def similarity(a, b):
    a, b = a - a.mean(), b - b.mean()
    return np.sum(a * b) / np.sqrt(np.sum(a**2) * np.sum(b**2))


def loss(params, moving, fixed):
    angle, dy, dx, log_scale = params
    warped = warp(ndimage.gaussian_filter(moving, 0.8), angle, np.array([dy, dx]), np.exp(log_scale))
    target = ndimage.gaussian_filter(fixed, 0.8)
    rows, columns = ndimage.center_of_mass(warped)
    edges = ndimage.sobel(warped, axis=0) * ndimage.sobel(target, axis=0)
    return np.mean((warped - target) ** 2) - similarity(warped, target) - 0.01 * edges.mean() + 0.001 * (rows - columns) ** 2


def args():
    y, x = np.mgrid[0:12, 0:11]
    fixed = np.exp(-((y - 5.0) ** 2) / 8 - (x - 4.0) ** 2 / 4) + 0.1
    moving = np.exp(-((y - 6.2) ** 2) / 7 - (x - 4.7) ** 2 / 5) + 0.12
    return np.array([0.12, 0.31, -0.27, 0.04]), moving, fixed


ARGNUM = 0
