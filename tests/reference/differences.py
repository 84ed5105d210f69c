"""Derivatives by differences of functions that are run as they are, and how numbers are compared with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def gradient(f: Callable[[np.ndarray], Any], x: np.ndarray, h: float = 1e-6) -> np.ndarray:
    """Central differences by each element of ``x``; its shape comes first where ``f`` gives an array; error h^2 f^(3)/6."""
    steps = h * np.eye(x.size).reshape(x.size, *x.shape)
    found = np.array([(f(x + d) - f(x - d)) / (2 * h) for d in steps])
    return found.reshape(*x.shape, *found.shape[1:])


def slope(f: Callable[[np.ndarray], Any], x: np.ndarray, along: np.ndarray, h: float = 1e-4) -> Any:
    """The derivative along a direction, by central differences with one extrapolation: error h^4 f^(5)/30."""
    ends = [f(x + k * h * along) for k in (-2, -1, 1, 2)]
    return (8 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12 * h)


def fine_gradient(f: Callable[[np.ndarray], Any], x: np.ndarray) -> np.ndarray:
    """`slope` by each element of ``x``."""
    units = np.eye(x.size).reshape(x.size, *x.shape)
    return np.array([slope(f, x, unit) for unit in units]).reshape(x.shape)


def close(got: Any, want: Any, tolerance: float) -> None:
    """Do numbers differ by no more than ``tolerance`` of the largest one (of 1, where all are smaller)?"""
    np.testing.assert_allclose(got, want, rtol=0, atol=tolerance * max(1.0, float(np.abs(want).max(initial=0.0))))
