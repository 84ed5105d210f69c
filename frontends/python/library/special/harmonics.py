"""Hankel functions and spherical harmonics of real arguments."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy.special import jv, yv

from irad.frontends.python.library.shared.compiler_words import refused


def hankel1(v: Any, z: Any) -> Any:
    """J + iY, the Hankel function of the first kind, of real arguments."""
    return jv(v, z) + 1j * yv(v, z)


def hankel2(v: Any, z: Any) -> Any:
    """J - iY, the Hankel function of the second kind, of real arguments."""
    return jv(v, z) - 1j * yv(v, z)


def _legendre(n: int, m: int, theta: Any) -> Any:
    """The associated Legendre function of cos θ with the factors that a spherical harmonic has, 0 <= m <= n."""
    cosine, sine = np.cos(theta), np.abs(np.sin(theta))
    last = np.full(np.shape(theta), 0.5 / math.sqrt(math.pi))
    for k in range(1, m + 1):
        last = last * sine * -math.sqrt((2.0 * k + 1.0) / (2.0 * k))
    before = np.zeros(np.shape(theta))
    for k in range(m + 1, n + 1):
        a = math.sqrt((4.0 * k * k - 1.0) / (k * k - m * m))
        b = math.sqrt(((k - 1.0) ** 2 - m * m) / (4.0 * (k - 1.0) ** 2 - 1.0))
        before, last = last, a * (cosine * last - b * before)
    return last


def sph_harm_y(n: Any, m: Any, theta: Any, phi: Any) -> Any:
    """The spherical harmonic of one degree and order at polar angles θ and azimuths φ."""
    if np.ndim(n) > 0 or np.ndim(m) > 0:
        refused("sph_harm_y() of arrays of degrees or orders is not supported in compiled functions", "a loop over them")
    degree, order = int(n), int(m)
    if degree < 0:
        raise ValueError("the degree of sph_harm_y() must not be negative")
    size = abs(order)
    if size > degree:
        return 0.0 * (np.asarray(theta) * phi) * (1.0 + 0.0j)
    height = _legendre(degree, size, np.asarray(theta) * 1.0)
    sign = -1.0 if order < 0 and size % 2 == 1 else 1.0
    return sign * height * np.exp(1j * (order * phi))
