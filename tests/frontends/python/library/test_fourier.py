"""Fourier transforms beside NumPy's and SciPy's; derivatives beside differences, which are exact for what is quadratic."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cache
from typing import Any

import numpy as np
import pytest
import scipy.fft

import irad
from irad.frontends.python.library.transforms.numpy_transforms import transform_rows
from tests.frontends.python.elsewhere import for_elsewhere

RNG = np.random.default_rng(3)
LENGTHS = [1, 2, 3, 5, 8, 12, 30, 49, 64, 97, 2 * 53]


WAYS = {"numpy": nullcontext, "own": for_elsewhere}


@cache
def compiled(fn: Any, way: str) -> Any:
    """Once for all lengths."""
    f = irad.jit(lambda x: fn(x))
    with WAYS[way]():
        for dtype in (np.float64, np.complex128)[: 1 if "rfft" in fn.__name__ and fn is not np.fft.irfft else 2]:
            f(np.ones(4, dtype))
    return f


@cache
def differentiated(fn: Any, way: str) -> Any:
    with WAYS[way]():
        f = irad.value_and_grad(fn)
        f(np.ones(6))
    return f


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("n", LENGTHS)
@pytest.mark.parametrize("fn", [np.fft.fft, np.fft.ifft, np.fft.rfft, np.fft.irfft, scipy.fft.fft], ids=lambda f: f.__name__)
def test_lengths(fn: Any, n: int, way: str) -> None:
    x = RNG.standard_normal(n)
    z = x + 1j * RNG.standard_normal(n)
    for given in (x, z)[: 1 if fn is np.fft.rfft else 2]:
        if fn is np.fft.irfft and n == 1:
            with pytest.raises(ValueError, match="Invalid number of FFT data points"):
                compiled(fn, way)(given)
            continue
        wanted = fn(given)
        np.testing.assert_allclose(compiled(fn, way)(given), wanted, atol=3e-15 * np.abs(given).sum())


M = RNG.standard_normal((3, 4, 5))
C = M + 1j * RNG.standard_normal((3, 4, 5))
KEYWORDS: dict[str, Any] = {
    "shorter": lambda x: np.fft.fft(x, 3),
    "longer": lambda x: np.fft.fft(x, n=9, axis=1),
    "an axis": lambda x: np.fft.ifft(x, axis=0),
    "ortho": lambda x: np.fft.fft(x, norm="ortho"),
    "forward": lambda x: np.fft.ifft(x, norm="forward"),
    "odd": lambda x: np.fft.irfft(x, 7),
    "irfft of an axis": lambda x: np.fft.irfft(x, axis=1),
    "fft2": lambda x: np.fft.fft2(x),
    "ifft2 of axes": lambda x: np.fft.ifft2(x, axes=(0, 1)),
    "fft2 of sizes": lambda x: np.fft.fft2(x, (2, 6)),
    "fftn": lambda x: np.fft.fftn(x, norm="ortho"),
    "ifftn": lambda x: np.fft.ifftn(x),
    "irfft2": lambda x: np.fft.irfft2(x),
    "rfft2": lambda x: np.fft.rfft2(x.real),
    "fftshift": lambda x: np.fft.fftshift(x),
    "ifftshift": lambda x: np.fft.ifftshift(x, axes=1),
    "fftshift of axes": lambda x: np.fft.fftshift(x, (0, 2)),
    "fftfreq": lambda x: np.fft.fftfreq(7, 0.1),
    "rfftfreq": lambda x: np.fft.rfftfreq(8),
    "single precision": lambda x: np.fft.fft(x.astype(np.complex64)),
    "integers": lambda x: np.fft.fft(np.arange(6)),
}


@pytest.mark.parametrize(("name", "own"), [(n, n in ("odd", "fft2 of sizes", "ifft2 of axes")) for n in KEYWORDS])
def test_keywords(name: str, own: bool) -> None:
    f = KEYWORDS[name]
    wanted = f(C)
    with for_elsewhere() if own else nullcontext():
        got = irad.jit(f)(C)
    assert got.dtype == wanted.dtype
    np.testing.assert_allclose(got, wanted, atol=1e-5 if name == "single precision" else 1e-13)


QUADRATIC: dict[str, Any] = {
    "power": lambda x: (np.abs(np.fft.rfft(x)) ** 2 * np.arange(6.0)[: len(x) // 2 + 1]).sum(),
    "filtered": lambda x: (np.fft.irfft(np.fft.rfft(x) * np.exp(-np.fft.rfftfreq(len(x))), len(x)) ** 2).sum(),
    "convolution": lambda x: np.fft.ifft(np.fft.fft(x) * np.fft.fft(x[::-1])).real[1],
    "planes": lambda x: (np.abs(np.fft.fft2(x[:6].reshape(2, 3))) ** 2)[1].sum(),
}


LONG = ("convolution", "planes")  # to compile


@pytest.mark.parametrize("n", [6, 8, 9])
@pytest.mark.parametrize(
    ("name", "way"),
    [
        pytest.param(name, way, marks=pytest.mark.slow) if way == "own" and name in LONG else (name, way)
        for name in QUADRATIC
        for way in WAYS
    ],
)
def test_derivatives(name: str, way: str, n: int) -> None:
    f, x = QUADRATIC[name], RNG.standard_normal(n)
    value, slope = differentiated(f, way)(x.copy())
    assert value == pytest.approx(f(x), rel=1e-12, abs=1e-13)
    np.testing.assert_allclose(slope, [(f(x + e) - f(x - e)) / 2.0 for e in np.eye(n)], rtol=1e-11, atol=1e-11)
    _, tangent = irad.jvp(f, (x,), (np.cos(x),))
    assert tangent == pytest.approx(np.dot(slope, np.cos(x)), rel=1e-11, abs=1e-12)


@pytest.mark.parametrize("fn", [np.fft.rfft, scipy.fft.rfft], ids=["numpy", "scipy"])
def test_rfft_of_complex_numbers(fn: Any) -> None:
    for call in (lambda: fn(C), lambda: irad.jit(lambda x: fn(x))(C)):
        with pytest.raises(TypeError):
            call()


def without_rule(x: Any) -> Any:
    z = np.reshape(x, (1, -1)).astype(np.complex128)
    out = np.empty(z.shape, dtype=np.complex128)
    transform_rows("fft", z, out, 1.0)
    return out[0, 1].real


def test_loops_of_numpy_are_not_taken_for_constants() -> None:
    """Their rules are those of the functions around them: without these it is an error, not zero."""
    x = np.array([1.0, 2.0, 4.0])
    assert irad.jit(without_rule)(x) == pytest.approx(np.fft.fft(x)[1].real, rel=1e-14)
    with pytest.raises(irad.DifferentiationError, match="no rule, and active values pass through"):
        irad.grad(without_rule)(x)
    with pytest.raises(irad.DifferentiationError, match="no rule, and active values pass through"):
        irad.jvp(without_rule, (x,), (np.ones(3),))
