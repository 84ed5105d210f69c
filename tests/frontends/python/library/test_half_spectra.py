"""Transforms of real sequences, of half spectra, by cosines and sines, beside NumPy and SciPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import fft

from tests.frontends.python.library.beside_scipy import check_errors
from tests.frontends.python.library.numpy_cases import Group, check_group, check_slope

X = np.array([0.7, -1.3, 2.1, 0.45, 1.9, -0.6])
A = np.sin(np.arange(12.0)).reshape(3, 4)
Z = A + 1j * np.cos(np.arange(12.0) ** 2).reshape(3, 4)
T = np.sin(np.arange(24.0) * 1.3).reshape(2, 3, 4)
F = A.astype(np.float32)

GROUPS: Group = {
    "along several axes": lambda: (
        np.fft.rfftn(T), np.fft.rfftn(T, axes=(0, 1)), np.fft.rfftn(A, s=(4, 6), axes=(0, 1), norm="ortho"), fft.rfftn(T),
    ),
    "back along several axes": lambda: (np.fft.irfftn(Z), np.fft.irfftn(Z, s=(3, 7), axes=(0, 1), norm="forward"), fft.irfftn(Z)),
    "half spectra": lambda: (
        np.fft.hfft(Z[0]), np.fft.hfft(Z, n=7, axis=0, norm="ortho"), np.fft.ihfft(X), np.fft.ihfft(A, 5, 0, "forward"),
        fft.hfft(Z, 8),
    ),
    "half spectra of several axes": lambda: (fft.hfft2(Z), fft.ihfft2(A), fft.hfftn(Z, (4, 5)), fft.ihfftn(T, axes=(0, 2))),
    "keywords of SciPy": lambda: (
        fft.fft(x=X, n=8, workers=1), fft.ifft(Z, overwrite_x=False), fft.rfft(X, 4, -1, "ortho", False),
    ),
    "cosines": lambda: (fft.dct(X), fft.dct(A, 2, 6, 0, "ortho"), fft.dct(F), fft.dct(Z), fft.idct(A, axis=0)),
    "cosines of other types": lambda: (
        fft.dct(X, 1), fft.dct(X, type=3, norm="forward"), fft.dct(A, 4), fft.idct(X, 1, norm="ortho"), fft.idct(X, 4),
    ),
    "sines": lambda: (fft.dst(X), fft.dst(A, 2, 6, 0, "ortho"), fft.idst(A, axis=0), fft.idst(X, 3, norm="forward")),
    "sines of other types": lambda: (
        fft.dst(X, 1), fft.dst(X, type=3, norm="ortho"), fft.dst(A, 4), fft.idst(X, 1, norm="ortho"),
    ),
    "not orthogonal": lambda: (fft.dct(X, 2, norm="ortho", orthogonalize=False), fft.dst(X, 3, orthogonalize=True)),
    "cosines of several axes": lambda: (fft.dctn(A), fft.idctn(A, 3, norm="ortho"), fft.dctn(T, s=(2, 2), axes=(0, 2))),
    "sines of several axes": lambda: (fft.dstn(A, axes=(0,)), fft.idstn(A)),
    "good lengths": lambda: tuple([fft.next_fast_len(n) for n in (7, 13, 397)]) + (fft.next_fast_len(7, real=True),),
}  # fmt: skip

SLOPES: dict[str, Callable[[Any], Any]] = {
    "rfftn": lambda x: (np.fft.rfftn(x.reshape(2, 3)).imag ** 2 + np.fft.rfftn(x.reshape(2, 3)).real ** 3).sum(),
    "irfftn": lambda x: (np.fft.irfftn(x.reshape(2, 3) * (1.0 + 0.5j)) ** 3).sum(),
    "hfft": lambda x: (np.fft.hfft(x * (1.0 + 0.5j)) ** 2 * np.arange(10.0)).sum(),
    "ihfft": lambda x: (np.fft.ihfft(x * x).imag * np.arange(4.0)).sum(),
    "dct": lambda x: (fft.dct(x, norm="ortho") ** 2 * np.arange(6.0)).sum() + fft.idct(x, 1)[2] ** 2,
    "dst": lambda x: (fft.dst(x, 4) ** 2 * np.arange(6.0)).sum() + fft.idst(x, 3)[1] ** 2,
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", SLOPES)
def test_slopes(name: str) -> None:
    check_slope(SLOPES[name], X)


def test_errors() -> None:
    check_errors(lambda: fft.dct(X, 5), lambda: fft.dct(X, norm="none"), lambda: fft.dct(X[:1], 1), lambda: fft.dst(X[:0]))
