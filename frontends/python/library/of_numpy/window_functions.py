"""Windows: numbers that fade out to both sides (Harris, "On the use of windows for harmonic analysis", 1978)."""

from __future__ import annotations

from typing import Any

import numpy as np


def _places(M: int) -> Any:
    """Places from -1 to 1; of one place 0."""
    return np.arange(1 - M, M, 2) / max(M - 1, 1)


def bartlett(M: int) -> Any:
    """A triangle."""
    return 1.0 - np.abs(_places(M))


def hanning(M: int) -> Any:
    """A raised cosine."""
    return 0.5 + 0.5 * np.cos(np.pi * _places(M))


def hamming(M: int) -> Any:
    """A raised cosine that does not quite reach 0."""
    if M == 1:
        return np.ones(1)
    return 0.54 + 0.46 * np.cos(np.pi * _places(M))


def blackman(M: int) -> Any:
    """A sum of two cosines."""
    if M == 1:
        return np.ones(1)
    x = np.pi * _places(M)
    return 0.42 + 0.5 * np.cos(x) + 0.08 * np.cos(2.0 * x)


def kaiser(M: int, beta: float) -> Any:
    """I0(beta sqrt(1 - x^2)) / I0(beta) (Kaiser and Schafer, 1980)."""
    if M == 1:
        return np.ones(1)
    x = _places(M)
    return np.i0(beta * np.sqrt(np.maximum(1.0 - x * x, 0.0))) / np.i0(beta)
