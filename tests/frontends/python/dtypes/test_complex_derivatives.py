"""Derivatives of complex programs: the shadow of x + iy holds df/dx + i df/dy, found by central differences or in closed form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad
from irad.errors import IradError, TypingError

RNG = np.random.default_rng(3)
Z = RNG.normal(size=5) + 1j * RNG.normal(size=5)
W = RNG.normal(size=5) + 1j * RNG.normal(size=5)
M = RNG.normal(size=(5, 5)) + 1j * RNG.normal(size=(5, 5))
X = RNG.normal(size=5)


def differences(f: Any, args: tuple[Any, ...], k: int, h: float = 1e-6) -> np.ndarray:
    """df/dx + i df/dy of a real function; the error of central differences is about 1e-9 here."""
    a = np.asarray(args[k])
    out = np.zeros(a.shape, a.dtype)
    parts = (1.0, 1j) if a.dtype.kind == "c" else (1.0,)
    for place in np.ndindex(a.shape):
        for unit in parts:
            step = np.zeros(a.shape, a.dtype)
            step[place] = h * unit
            ends = []
            for sign in (1, -1):
                given = [np.array(x) if isinstance(x, np.ndarray) else x for x in args]
                given[k] = a + sign * step if a.shape else (a + sign * step).item()
                ends.append(f(*given))
            out[place] += unit * (ends[0] - ends[1]) / (2 * h)
    return out


def check(f: Any, *args: Any) -> None:
    """Gradients and directional derivatives of a real function by all its arguments."""
    which = tuple(k for k, a in enumerate(args) if np.asarray(a).dtype.kind in "fc")
    wanted = [differences(f, args, k) for k in which]
    value, found = irad.value_and_grad(f, which)(*args)
    assert np.isclose(value, f(*args), rtol=1e-12)
    for k, g, w in zip(which, found, wanted, strict=True):
        assert np.asarray(g).dtype == np.asarray(args[k]).dtype
        assert np.allclose(g, w, rtol=1e-6, atol=1e-7), (f.__name__, k, g, w)
    ways = [RNG.normal(size=w.shape) + (1j * RNG.normal(size=w.shape) if w.dtype.kind == "c" else 0.0) for w in wanted]
    tangents = [np.zeros_like(a) if isinstance(a, np.ndarray) else 0 for a in args]
    for k, d in zip(which, ways, strict=True):
        tangents[k] = d if d.shape else d.item()
    out, slope = irad.jvp(f, args, tuple(tangents))
    along = sum(float((d.real * w.real + d.imag * w.imag).sum()) for d, w in zip(ways, wanted, strict=True))
    assert np.isclose(out, value) and np.isclose(slope, along, rtol=1e-6, atol=1e-7)


def energy(z, w):
    return (z * z.conj() + 2.0 * z * w).real.sum() + (z / w).imag.sum() + abs(z - w).sum()


def functions(z):
    a = np.exp(z) + np.sin(z) * np.cos(z) + np.sqrt(z) + np.log(z) + np.tanh(z) + np.arctan(z / 4) + np.log1p(z) + np.expm1(z)
    return (a * a).real.sum() + np.angle(z).sum() + np.log2(z).imag.sum() + np.abs(np.arcsin(z)).sum()


def powers(z, w):
    return (z**3 + z**-2 + z**w + z**0.5 + 2.0**z + w ** (1 + 1j)).imag.sum()


def matrices(m, z):
    return (m @ z).real.sum() + np.vdot(z, m @ z).imag + np.dot(z, z).real + np.abs(m.T @ m.conj()).sum() + np.trace(m).imag


def mixed(x, z):
    y = x * z + x
    y[0] = x[1] * 1j
    y[1:3] += x[2]
    return np.abs(y).sum() + (y.real * y.imag).sum()


def views(z):
    u = z.copy()
    u.real[1:] *= 2.0
    u.imag[::2] = u.real[::2] ** 2
    return (u.real**3).sum() + (np.imag(u) * np.real(u)).sum()


def moved(z, w):
    a = np.concatenate([z, w[::-1]]).reshape(2, 5)
    b = np.stack([a.T, a.T.conj()])
    c = b[:, [0, 2, 2], 1]
    c[0, c[1].real > 0.0] *= 1j
    d = np.roll(a, 1, axis=1) * np.outer(a[0], a[1])[:2]
    return (c.sum() * d.mean()).real + np.cumsum(z)[3].imag + np.prod(z).real + np.where(z.real > 0, z, w).imag.sum()


def loops(z, n):
    s = 0j
    for k in range(n):
        s = s * z[k % 5] + complex(k, 1.0)
        if abs(s) > 10.0:
            s /= 10.0
    return abs(s) + s.real


def layers(z, w):
    def layer(a, b):
        return a * b + (a - b) / (1 + abs(a) ** 2)

    hidden = [z, w]
    for a in (z, w):
        hidden.append(layer(a, hidden[-1]))
    return sum((h.real * h.imag).sum() for h in hidden)


def listed(z):
    xs = []
    for v in z:
        xs.append(v * v)
    return np.array(xs).real.sum() + abs(xs[2])


def spread(z):
    return z.var() + z.std() + np.einsum("i,j->ij", z, z.conj()).imag[0, 1] + np.tensordot(z, z, 1).real


@pytest.mark.parametrize(
    ("f", "args"),
    [
        (energy, (Z, W)),
        (functions, (Z / 2,)),
        (powers, (Z, W)),
        (matrices, (M, Z)),
        (mixed, (X, Z)),
        (views, (Z,)),
        (moved, (Z, W)),
        (loops, (Z, 7)),
        (layers, (Z, W)),
        (listed, (Z,)),
        (spread, (Z,)),
    ],
    ids=lambda v: getattr(v, "__name__", None),
)
def test_against_differences(f: Any, args: Any) -> None:
    check(f, *args)


def scalar(z, w, x):
    a = z * w + x / z
    return (a * np.exp(-z) + abs(w) * x).real + a.imag


def test_numbers() -> None:
    check(scalar, 1.0 + 2j, -0.5 + 0.25j, 1.5)


@pytest.mark.parametrize(
    ("f", "slope"),
    [
        (lambda z: z * z * z, lambda z: 3 * z * z),
        (lambda z: np.exp(z) / z, lambda z: np.exp(z) / z - np.exp(z) / z**2),
        (lambda z: z**2.5, lambda z: 2.5 * z**1.5),
        (lambda z: 1 / (1 + z * z), lambda z: -2 * z / (1 + z * z) ** 2),
        (lambda z: np.sqrt(z), lambda z: 0.5 / np.sqrt(z)),
        (lambda z: np.log(z), lambda z: 1 / z),
        (lambda z: np.sinh(z) * 1j, lambda z: np.cosh(z) * 1j),
        (lambda z: np.arcsinh(z), lambda z: 1 / np.sqrt(1 + z * z)),
    ],
)
def test_holomorphic_functions(f: Any, slope: Any) -> None:
    """f'(z) dz forwards, the conjugate of f'(z) times the seed backwards, for numbers and arrays of both precisions."""
    for z, dz, seed in ((0.7 - 1.2j, 0.3 + 0.1j, 1.5 - 2j), (-0.4 + 0.9j, 1j, 1j)):
        value, tangent = irad.jvp(f, (z,), (dz,))
        assert np.isclose(value, f(z), rtol=1e-13) and np.isclose(tangent, slope(z) * dz, rtol=1e-12)
        (back,) = irad.autodiff(f, irad.Active(z), seed=seed)
        assert isinstance(back, complex) and np.isclose(back, np.conj(slope(z)) * seed, rtol=1e-12)
        (tangent,) = irad.autodiff(f, irad.Duplicated(z, dz), mode=irad.Forward)
        assert np.isclose(tangent, slope(z) * dz, rtol=1e-12)
    for kind, close in (("complex128", 1e-12), ("complex64", 2e-5)):
        z, dz = Z.astype(kind), W.astype(kind)
        value, tangent = irad.jvp(f, (z,), (dz,))
        assert tangent.dtype == kind and np.allclose(tangent, slope(z) * dz, rtol=close)
        _, back = irad.vjp(f, z)
        (found,) = back(dz)
        assert found.dtype == kind and np.allclose(found, np.conj(slope(z)) * dz, rtol=close)


def test_annotated_arrays() -> None:
    def f(z, out):
        out[:] = z * z.conj() + 1j * z

    z, dz, out = Z.copy(), np.zeros_like(Z), np.zeros_like(Z)
    seed = W.copy()
    irad.autodiff(f, irad.Duplicated(z, dz), irad.Duplicated(out, seed))
    # conj(d/dz) parts: z zbar has the shadow 2 z Re(seed), i z has -i seed.
    assert np.allclose(dz, 2 * z * W.real - 1j * W) and not seed.any() and np.allclose(out, Z * Z.conj() + 1j * Z)
    tangent = np.zeros_like(Z)
    irad.autodiff(f, irad.Duplicated(z, W), irad.Duplicated(out, tangent), mode=irad.Forward)
    assert np.allclose(tangent, W * z.conj() + z * W.conj() + 1j * W)


def test_batches() -> None:
    def f(z):
        return z * z

    (found,) = irad.autodiff(f, irad.BatchDuplicated(1 + 2j, (1.0, 1j)), mode=irad.Forward)
    assert np.allclose(found, (2 + 4j, -4 + 2j))


def test_inside_of_compiled_functions() -> None:
    def inner(z):
        return (z * z * z).real

    def outer(z):
        g = irad.grad(inner)(z)
        return (g * g.conjugate()).real

    z = 0.5 + 1.5j
    assert np.isclose(irad.jit(outer)(z), 9 * abs(z) ** 4)
    # |3 z^2|^2 = 9 |z|^4: its gradient is 36 |z|^2 z.
    assert np.isclose(irad.grad(outer)(z), 36 * abs(z) ** 2 * z)

    def by_annotation(z, dz):
        return irad.autodiff(lambda u: u * u, irad.Duplicated(z, dz), mode=irad.Forward)[0]

    assert np.isclose(irad.jit(by_annotation)(z, 1j), 2j * z)


def test_captured_arrays() -> None:
    def f(x):
        return abs(CAPTURED * x).sum()

    assert np.isclose(irad.grad(f)(2.0), np.abs(CAPTURED).sum())


CAPTURED = W.copy()


def test_functions_with_complex_results_have_no_gradient() -> None:
    with pytest.raises(TypingError, match="returns a complex number, which has no gradient"):
        irad.grad(lambda z: z * z)(1 + 1j)
    with pytest.raises(TypingError, match="returns a complex number, which has no gradient"):
        irad.jit(lambda z: irad.grad(lambda u: u * u)(z))(1 + 1j)
    with pytest.raises(IradError, match="complex"):
        irad.jacfwd(lambda z: z * z)(Z)


def test_halves() -> None:
    """float16: the value rounds as NumPy's, the derivative has the precision of the type."""

    def f(x):
        return (x * x * x + np.sin(x)).sum()

    x = np.array([0.5, -1.25, 2.0, 0.0], np.float16)
    value, g = irad.value_and_grad(f)(x)
    assert g.dtype == np.float16 and value == f(x)
    wide = x.astype(np.float64)
    assert np.allclose(g, 3 * wide**2 + np.cos(wide), rtol=4e-3)
    _, slope = irad.jvp(f, (x,), (np.ones_like(x),))
    assert np.isclose(slope, (3 * wide**2 + np.cos(wide)).sum(), rtol=4e-3)

    def widened(x):
        return (x.astype(np.float64) ** 2).astype(np.float16).astype(np.float32).sum()

    assert np.allclose(irad.grad(widened)(x), 2 * x, rtol=2e-3)
    found = irad.grad(lambda h: h * h)(np.float16(1.5))
    assert found == 3.0 and isinstance(found, np.float16)
