"""Results of transforms and counts lie in memory as NumPy's and SciPy's do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.fft

import irad

B = np.arange(24.0).reshape(2, 3, 4)
LAYOUTS = {"rows": B, "columns": np.asfortranarray(B), "turned": B.transpose(1, 0, 2), "other": B.transpose(0, 2, 1)}
FUNCTIONS = {
    "fft": lambda a: (np.fft.fft(a, axis=0), np.fft.fft(a, axis=1), np.fft.fft(a), np.fft.fft(a, 5, axis=1)),
    "ifft": lambda a: (np.fft.ifft(a, axis=0), np.fft.ifft(a)),
    "rfft": lambda a: (np.fft.rfft(a, axis=0), np.fft.rfft(a)),
    "irfft": lambda a: (np.fft.irfft(a, axis=0), np.fft.irfft(a)),
    "several": lambda a: (np.fft.fft2(a), np.fft.fftn(a), np.fft.ifftn(a, axes=(2, 0)), np.fft.fftn(a, (2, 2), (0, 2))),
    "half": lambda a: (np.fft.rfft2(a), np.fft.irfft2(a)),
    "computed": lambda a: (np.abs(np.fft.fft2(a)), np.fft.fftn(a, axes=(0,)).imag),
    "of SciPy": lambda a: (scipy.fft.fft(a, axis=0), scipy.fft.fft2(a), scipy.fft.rfft(a, axis=1), scipy.fft.irfft(a)),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_transforms(name: str, layout: str) -> None:
    a = LAYOUTS[layout]
    for got, wanted in zip(irad.jit(FUNCTIONS[name])(a), FUNCTIONS[name](a), strict=True):
        assert got.strides == wanted.strides
        np.testing.assert_allclose(got, wanted, atol=1e-12)


def test_derivative() -> None:
    w = np.arange(24.0).reshape(2, 3, 4) ** 2
    f = lambda a: (np.abs(np.fft.fft(a, axis=0)) * w).sum()
    a, d = np.asfortranarray(np.sin(B)), np.cos(B)
    slope = (f(a + 1e-6 * d) - f(a - 1e-6 * d)) / 2e-6
    np.testing.assert_allclose((irad.grad(f)(a) * d).sum(), slope, rtol=1e-7)


@pytest.mark.parametrize("bins", [4, (2, 3)])
def test_counts(bins: Any) -> None:
    f = lambda a: np.histogram2d(a[0], a[1], bins=bins)[0]
    a = np.sin(np.arange(12.0)).reshape(2, 6)
    got, wanted = irad.jit(f)(a), f(a)
    assert got.strides == wanted.strides
    np.testing.assert_array_equal(got, wanted)
