"""Windows of `scipy.signal.windows` whose length or shape the run tells, beside SciPy."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.signal import windows

import irad


def several(n: int, p: float, sym: bool) -> Any:
    return (
        windows.tukey(n, p, sym), windows.kaiser(n, 9.0 * p, sym), windows.flattop(n, sym), windows.blackmanharris(n, sym),
        windows.nuttall(n, sym), windows.triang(n, sym), windows.general_cosine(n, [0.4, 0.5, 0.1], sym),
        windows.general_hamming(n, p, sym),
    )  # fmt: skip


compiled = irad.jit(lambda n, p: (several(n, p, True), several(n, p, False)))


def test_windows() -> None:
    for n in (0, 1, 2, 7, 8):
        for p in (0.0, 0.3, 1.0):
            for found, sym in zip(compiled(n, p), (True, False), strict=True):
                for g, w in zip(found, several(n, p, sym), strict=True):
                    np.testing.assert_allclose(g, w, rtol=1e-13, atol=1e-15)


def test_a_shape_has_a_derivative() -> None:
    def energy(p: float) -> Any:
        return (windows.tukey(31, p) ** 2).sum() + windows.kaiser(31, 9.0 * p).sum()

    h = 1e-6
    slope = (energy(0.4 + h) - energy(0.4 - h)) / (2.0 * h)
    np.testing.assert_allclose(irad.grad(energy)(0.4), slope, rtol=1e-6)
