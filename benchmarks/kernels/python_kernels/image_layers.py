"""Layers of networks for images: deep nests with short loops inside."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.kernels.kernel_model import Array, Kernel


def conv2d(x: Array, w: Array, b: Array, out: Array) -> Any:
    """Several channels, a bias, and nothing negative."""
    channels, height, width = x.shape
    outputs, _, tall, wide = w.shape
    total = 0.0
    for o in range(outputs):
        for i in range(height - tall + 1):
            for j in range(width - wide + 1):
                s = b[o]
                for c in range(channels):
                    for p in range(tall):
                        for q in range(wide):
                            s += x[c, i + p, j + q] * w[o, c, p, q]
                if s < 0.0:
                    s = 0.0
                out[o, i, j] = s
                total += s * s
    return total


def conv2d_by_hand(x: Array, w: Array, b: Array, out: Array, dx: Array, dw: Array, db: Array, dout: Array) -> None:
    channels, height, width = x.shape
    outputs, _, tall, wide = w.shape
    for o in range(outputs):
        for i in range(height - tall + 1):
            for j in range(width - wide + 1):
                s = b[o]
                for c in range(channels):
                    for p in range(tall):
                        for q in range(wide):
                            s += x[c, i + p, j + q] * w[o, c, p, q]
                if s < 0.0:
                    s = 0.0
                out[o, i, j] = s
    for o in range(outputs):
        for i in range(height - tall + 1):
            for j in range(width - wide + 1):
                g = dout[o, i, j] + 2.0 * out[o, i, j]
                dout[o, i, j] = 0.0
                if out[o, i, j] > 0.0:
                    db[o] += g
                    for c in range(channels):
                        for p in range(tall):
                            for q in range(wide):
                                dx[c, i + p, j + q] += g * w[o, c, p, q]
                                dw[o, c, p, q] += g * x[c, i + p, j + q]


def max_pooling(x: Array, out: Array) -> Any:
    """The largest of nine, in windows that overlap."""
    channels, height, width = x.shape
    total = 0.0
    for c in range(channels):
        for i in range(height - 2):
            for j in range(width - 2):
                largest = -np.inf
                for p in range(3):
                    for q in range(3):
                        if x[c, i + p, j + q] > largest:
                            largest = x[c, i + p, j + q]
                out[c, i, j] = largest
                total += largest * largest
    return total


def max_pooling_by_hand(x: Array, out: Array, dx: Array, dout: Array, at: Array) -> None:
    """Keeps which of the nine it was."""
    channels, height, width = x.shape
    for c in range(channels):
        for i in range(height - 2):
            for j in range(width - 2):
                largest = -np.inf
                for p in range(3):
                    for q in range(3):
                        if x[c, i + p, j + q] > largest:
                            largest = x[c, i + p, j + q]
                            at[c, i, j] = 3 * p + q
                out[c, i, j] = largest
    for c in range(channels):
        for i in range(height - 2):
            for j in range(width - 2):
                dx[c, i + at[c, i, j] // 3, j + at[c, i, j] % 3] += dout[c, i, j] + 2.0 * out[c, i, j]
                dout[c, i, j] = 0.0


def _layer(channels: int, outputs: int, size: int, window: int) -> Any:
    def make(rng: np.random.Generator) -> tuple[Any, ...]:
        x, w = rng.normal(size=(channels, size, size)), rng.normal(size=(outputs, channels, window, window))
        return x, w, rng.normal(size=outputs), np.zeros((outputs, size - window + 1, size - window + 1))

    return make


def _image(channels: int, size: int) -> Any:
    return lambda rng: (rng.normal(size=(channels, size, size)), np.zeros((channels, size - 2, size - 2)))


def _places(x: Array, out: Array) -> tuple[Any, ...]:
    return (np.zeros(out.shape, np.int64),)


KERNELS = (
    Kernel("conv2d", conv2d, _layer, (3, 8, 32, 3), (2, 2, 5, 3), conv2d_by_hand),
    Kernel("max_pooling", max_pooling, _image, (8, 30), (2, 5), max_pooling_by_hand, _places),
)
