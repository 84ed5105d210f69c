"""Mutual information registration: soft joint histogram and a bilinear warp of an image by affine parameters."""
import numpy as np


def bilinear(img, ys, xs):
    h, w = img.shape
    y0 = np.clip(np.floor(ys).astype(int), 0, h - 2)
    x0 = np.clip(np.floor(xs).astype(int), 0, w - 2)
    fy, fx = ys - y0, xs - x0
    top = img[y0, x0] * (1 - fx) + img[y0, x0 + 1] * fx
    bottom = img[y0 + 1, x0] * (1 - fx) + img[y0 + 1, x0 + 1] * fx
    return top * (1 - fy) + bottom * fy


def warp(img, theta):
    """theta: angle, shift y, shift x, log scale."""
    angle, ty, tx, ls = theta
    h, w = img.shape
    yy, xx = np.meshgrid(np.arange(h), np.arange(w), indexing="ij")
    cy, cx = (h - 1) / 2, (w - 1) / 2
    c, s = np.cos(angle), np.sin(angle)
    scale = np.exp(ls)
    ys = scale * (c * (yy - cy) - s * (xx - cx)) + cy + ty
    xs = scale * (s * (yy - cy) + c * (xx - cx)) + cx + tx
    inside = (ys > 0) & (ys < h - 1) & (xs > 0) & (xs < w - 1)
    return bilinear(img, ys, xs), inside


def joint_histogram(a, b, mask, bins=6, width=0.15):
    centres = np.linspace(0, 1, bins)
    wa = np.exp(-0.5 * ((a[mask][:, np.newaxis] - centres) / width) ** 2)
    wb = np.exp(-0.5 * ((b[mask][:, np.newaxis] - centres) / width) ** 2)
    wa /= wa.sum(axis=1, keepdims=True)
    wb /= wb.sum(axis=1, keepdims=True)
    return wa.T @ wb / mask.sum()


def mutual_information(p, eps=1e-12):
    px = p.sum(axis=1, keepdims=True)
    py = p.sum(axis=0, keepdims=True)
    return np.sum(p * (np.log(p + eps) - np.log(px * py + eps)))


def loss(theta, moving, fixed):
    warped, inside = warp(moving, theta)
    if not inside.any():
        raise ValueError("the images do not overlap")
    return -mutual_information(joint_histogram(warped, fixed, inside))


def args():
    yy, xx = np.mgrid[0:10, 0:11]
    img = 0.5 + 0.4 * np.sin(0.6 * yy) * np.cos(0.5 * xx + 0.2)
    moved = 0.5 + 0.4 * np.sin(0.6 * yy + 0.2) * np.cos(0.5 * xx - 0.1)
    return np.array([0.0523, 0.213, -0.171, 0.0311]), img, moved


ARGNUM = 0
