"""Convolutions as nests of loops, whose inner loops run again in the reverse sweep and are counted before those around them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad


def one_filter(x: Any, k: Any) -> float:
    loss = 0.0
    for i in range(x.shape[1] - k.shape[1] + 1):
        for j in range(x.shape[2] - k.shape[2] + 1):
            s = 0.0
            for c in range(x.shape[0]):
                for u in range(k.shape[1]):
                    for v in range(k.shape[2]):
                        s += x[c, i + u, j + v] * k[c, u, v]
            loss += s * s
    return loss


def filters(x: Any, k: Any) -> float:
    loss = 0.0
    for o in range(k.shape[0]):
        for i in range((x.shape[1] - k.shape[2]) // 2 + 1):
            for j in range(x.shape[2] - k.shape[3] + 1):
                s = 0.0
                for c in range(x.shape[0]):
                    for u in range(k.shape[2]):
                        for v in range(k.shape[3]):
                            s += x[c, 2 * i + u, j + v] * k[o, c, u, v]
                loss += s * s
    return loss


@pytest.mark.parametrize("shape", [(2, 5, 6), (1, 3, 2), (3, 3, 7)])
def test_one_filter(shape: Any) -> None:
    rng = np.random.default_rng(2)
    x, k = rng.normal(size=shape), rng.normal(size=(shape[0], 3, 2))
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 2), axis=(1, 2))  # c, i, j, u, v
    y = np.einsum("cijuv,cuv->ij", windows, k)
    by_k = 2 * np.einsum("ij,cijuv->cuv", y, windows)
    by_x = np.zeros_like(x)
    for i, j in np.ndindex(y.shape):
        by_x[:, i : i + 3, j : j + 2] += 2 * y[i, j] * k
    found = irad.grad(one_filter, argnums=(0, 1))(x, k)
    np.testing.assert_allclose(found[0], by_x, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found[1], by_k, rtol=1e-12, atol=1e-12)


def test_filters() -> None:
    rng = np.random.default_rng(3)
    x, k = rng.normal(size=(2, 7, 5)), rng.normal(size=(3, 2, 3, 2))
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 2), axis=(1, 2))[:, ::2]
    y = np.einsum("cijuv,ocuv->oij", windows, k)
    by_x = np.zeros_like(x)
    for o, i, j in np.ndindex(y.shape):
        by_x[:, 2 * i : 2 * i + 3, j : j + 2] += 2 * y[o, i, j] * k[o]
    found = irad.grad(filters, argnums=(0, 1))(x, k)
    np.testing.assert_allclose(found[0], by_x, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found[1], 2 * np.einsum("oij,cijuv->ocuv", y, windows), rtol=1e-12, atol=1e-12)
