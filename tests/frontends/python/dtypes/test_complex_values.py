"""Complex numbers and arrays beside CPython and NumPy: values, dtypes, views, errors."""

from __future__ import annotations

import cmath
from typing import Any

import numpy as np
import pytest

import irad
from irad.errors import IradError, TypingError
from tests.frontends.python.dtypes.dtype_values import outcome, same

Z = np.array([1 + 2j, 3 - 1j, 0.5j, -2.0])
M = np.array([[2 + 1j, 0.5, 1j], [1.0, 3 - 1j, 0.25], [0.5j, 1.0, 4.0]])


def check(f: Any, *args: Any, exact: bool = False) -> None:
    """The result, and what is left in the arguments, are those of Python."""
    one, two = ([a.copy() if isinstance(a, np.ndarray) else a for a in args] for _ in range(2))
    wanted, found = outcome(f, *one), outcome(irad.jit(f), *two)
    if isinstance(wanted, Exception):
        kind = TypingError if isinstance(wanted, TypeError) else type(wanted)
        assert isinstance(found, kind), (wanted, found)
        assert isinstance(wanted, TypeError) or str(wanted) == str(found)
        return
    assert not isinstance(found, Exception), found
    assert (wanted is None) == (found is None)
    for w, g in zip(*(() if x is None else x if isinstance(x, tuple) else (x,) for x in (wanted, found)), strict=True):
        if isinstance(w, np.ndarray) or exact:
            assert same(g, w), (w, g)
        else:
            assert np.isclose(g, w, rtol=1e-14, atol=1e-300) and np.asarray(g).dtype == np.asarray(w).dtype, (w, g)
    for a, b in zip(one, two, strict=True):
        assert not isinstance(a, np.ndarray) or same(b, a)


NUMBERS = (
    (lambda x: (1 + 2j) * x + 3j - x * 1j, (2.0,)),
    (lambda x: (1 + 2j) * x, (3,)),
    (lambda x: 1j * x, (np.float32(2),)),
    (lambda x: 1j + x, (np.int8(2),)),
    (lambda x: x * 1j, (True,)),
    (lambda x: complex(x, 1), (2.0,)),
    (lambda x: complex(x), (2,)),
    (lambda x: complex(x, 1 + 1j), (2.0,)),
    (lambda z: z.real + 2 * z.imag, (1 + 2j,)),
    (lambda x: x.real + x.imag, (2.5,)),
    (lambda z: z.conjugate() * z, (1 + 2j,)),
    (lambda z: abs(z), (5 + 12j,)),
    (lambda z: z**2, (1 + 2j,)),
    (lambda z: z**-3, (1 + 2j,)),
    (lambda z: z**0, (0j,)),
    (lambda z: z**0.5, (1 + 2j,)),
    (lambda z, w: z**w, (1 + 2j, 2 - 1j)),
    (lambda z, w: z**w, (1 + 2j, 3)),
    (lambda z: 1 / z, (0j,)),
    (lambda z: z / 0, (1j,)),
    (lambda z: 0j**z, (-1 + 0j,)),
    (lambda z: 1 / z, (3 - 4j,)),
    (lambda z: z == 1, (1 + 0j,)),
    (lambda z: z != 1, (1j,)),
    (lambda z: bool(z), (0j,)),
    (lambda z: not z, (1j,)),
    (lambda z: 5 if z else 6, (1j,)),
    (lambda z: z < 1, (1j,)),
    (lambda z: z // 2, (1j,)),
    (lambda z: z % 2, (1j,)),
    (lambda z: float(z), (1j,)),
    (lambda z: int(z), (1j,)),
    (lambda z: round(z), (1j,)),
    (lambda z: z and 2j, (1j,)),
    (lambda z: -z, (1 + 2j,)),
    (lambda z: +z, (1 + 2j,)),
    (lambda z: (z, z.real, z.imag), (1j,)),
    (lambda z: ~z, (1j,)),
    (lambda z: z & 1, (1j,)),
    (lambda z: cmath.exp(z) + cmath.sqrt(z) + cmath.log(z) + cmath.log(z, 2) + cmath.sin(z) + cmath.atan(z / 3), (1 + 2j,)),
    (lambda z: cmath.log(z), (0j,)),
    (lambda z: cmath.atanh(z), (1.0,)),
    (lambda z: cmath.phase(z), (-1j,)),
    (lambda z: cmath.polar(z), (1 + 1j,)),
    (lambda r, p: cmath.rect(r, p), (2.0, 1.0)),
    (lambda x: cmath.sqrt(x), (-2.0,)),
    (lambda z: cmath.isnan(z), (1j,)),
    (lambda z: z * 2, (np.complex64(1 + 2j),)),
    (lambda z: z + np.float64(1), (np.complex64(1 + 2j),)),
    (lambda z: abs(z), (np.complex64(3 + 4j),)),
    (lambda z: z.item(), (np.complex64(1.5j),)),
    (lambda z: np.sqrt(z), (-1 + 0j,)),
    (lambda z: complex(z.imag, -z.real), (1 + 2j,)),
)


@pytest.mark.parametrize("k", range(len(NUMBERS)))
def test_numbers(k: int) -> None:
    f, args = NUMBERS[k]
    check(f, *args)


def parts(z):
    z.real = 1.5
    z.imag[0] = 7
    z.imag += z.real
    z.real[1:] *= 2
    return z.real.copy(), z.imag[::-1], z.T.imag


def elements(z):
    z[0] = 5
    z[1] = np.complex64(1 + 1j)
    z[2] = 2.5
    z += 1
    z *= 2j
    z /= 3
    z -= z.conj()


def filled(n):
    a = np.zeros(n, dtype=complex)
    a[0] = 1
    a[1:] += 1j
    b = np.empty((n, 2), "complex64")
    b[:] = a[:, None]
    return a, b, np.full(n, 2j), np.ones(n, np.complex64) * 1.5, np.array([1, 2j, 0.5]), np.asarray([1, 2.0], dtype=complex)


def added(z):
    total = 0
    for v in z:
        total += v
    best = z[0]
    for v in z:
        if abs(v) > abs(best):
            best = v
    return total, best, sum(z), z.sum(), z.mean(), z.prod()


def chosen(z):
    return z[abs(z) > 1.5], np.where(z.real > 0, z, 0), z[[2, 0]], np.sort(z), np.argsort(z), z.max(), z.min(), np.argmax(z)


def moved(z):
    a = z.reshape(2, 2)
    return (
        np.concatenate([a, a.T.conj()]),
        np.stack([z, z.imag]),
        np.roll(z, 1),
        np.flip(a, 0),
        np.tile(z, 2),
        np.pad(z, 1),
        np.diff(z),
        np.triu(a),
        np.repeat(z, 2),
        np.diag(z),
        np.outer(z, z.conj()),
        np.cumsum(z),
        np.cumprod(z),
        np.append(z, 1.0),
        np.gradient(z),
        np.trapezoid(z),
        np.linspace(0, 1 + 1j, 4),
        np.round(z * 1.2345, 2),
        np.average(z, weights=z.real + 3.0),
        np.count_nonzero(z),
        np.ptp(z),
    )


def products(m, z):
    return (
        m @ z[:3],
        z[:3] @ m,
        m @ m,
        m.T.conj() @ m,
        np.vdot(z, z * 1j),
        np.dot(z, z),
        np.inner(z, z),
        np.kron(m, m),
        np.trace(m),
        m @ m.real,
    )


def norms(m, z):
    return np.linalg.norm(z), np.linalg.norm(m), np.linalg.norm(z, 1), np.linalg.norm(m, np.inf), np.linalg.norm(m, axis=0)


def compared(z):
    w = z + 1e-12
    return (
        np.isclose(z, w),
        np.allclose(z, w),
        np.array_equal(z, w),
        z == w,
        z != z.conj(),
        np.isnan(z),
        np.isfinite(z / 0.0),
        z < w,
        np.iscomplexobj(z),
    )


@pytest.mark.parametrize("kind", ["complex128", "complex64"])
@pytest.mark.parametrize("f", [parts, elements, added, moved, compared], ids=lambda f: f.__name__)
def test_arrays(f: Any, kind: str) -> None:
    check(f, Z.astype(kind))


def test_more_arrays() -> None:
    check(filled, 3)
    check(chosen, Z)
    check(products, M, Z)
    check(norms, M, Z)


def test_views_of_parts_are_the_same_memory() -> None:
    found = irad.jit(lambda z: z.imag)(Z)
    assert np.shares_memory(found, Z) and np.array_equal(found, Z.imag) and found.strides == Z.imag.strides
    changed = Z.copy()
    irad.jit(lambda x: x.fill(2.0))(changed.real)
    assert np.array_equal(changed, Z.imag * 1j + 2.0)


def test_errors_of_arrays() -> None:
    def update(x, y):
        x += y

    def store(x, v):
        x[0] = v

    def whole(x, y):
        x[:] = y

    with pytest.raises(TypingError, match=r"Cannot cast ufunc 'add' output from dtype\('complex128'\) to dtype\('float64'\)"):
        irad.jit(update)(np.ones(4), Z)
    for f in (store, whole):
        with pytest.raises(TypingError, match="complex"):
            irad.jit(f)(np.ones(4), Z if f is whole else 1j)
    with pytest.raises(TypingError, match="discards the imaginary part"):
        irad.jit(lambda z: z.astype(float))(Z)
    with pytest.raises(TypingError, match="non-complex array"):
        irad.jit(set_imaginary)(np.ones(3))


def set_imaginary(x):
    x.imag = 1.0


REFUSED_OF_HALF = ("inv", "solve", "cholesky", "qr", "eigvalsh", "eigh", "svd", "pinv", "svdvals", "det", "slogdet")


@pytest.mark.parametrize("name", REFUSED_OF_HALF)
def test_linear_algebra_of_half_precision_is_refused(name: str) -> None:
    fn = getattr(np.linalg, name)
    a = M.real.astype(np.float16)
    f = (lambda a: fn(a, a[0])) if name == "solve" else (lambda a: fn(a))
    with pytest.raises(IradError, match=f"{name}.* of arrays of float16 is not supported"):
        irad.jit(f)(a)


def test_calls_and_signatures() -> None:
    @irad.jit(signature="complex128(complex128[:], complex64, int32)")
    def f(z, w, n):
        return z.sum() * w + n

    for _ in range(2):
        assert f(Z, np.complex64(1j), 2) == Z.sum() * 1j + 2 and f(Z[::2], np.complex64(2), np.int8(1)) == Z[::2].sum() * 2 + 1
    with pytest.raises(OverflowError, match="out of bounds for int32"):
        f(Z, np.complex64(1j), 2**31)

    @irad.jit
    def identity(z, i, h, a):
        return z, i, h, a, [z, {"i": i}]

    for _ in range(2):
        for z, i in ((1j, np.int16(3)), (np.complex64(2 - 1j), np.uint8(255)), (np.complex128(3), np.uint64(2**64 - 1))):
            found = identity(z, i, np.float16(1.5), Z)
            assert found[0] == z and found[1] == i and found[2] == 1.5 and found[3] is not None
            assert isinstance(found[0], np.complex64 if isinstance(z, np.complex64) else complex)
            assert type(found[1]) is type(i) and isinstance(found[2], np.float16)


def test_python_is_called_with_complex_numbers(capfd: pytest.CaptureFixture[str]) -> None:
    @irad.host_rule(returns="complex128")
    def doubled(z, i, a):
        assert isinstance(z, complex) and isinstance(i, np.int8) and a.dtype == np.complex64
        return z * 2 + i + a[0]

    def f(z, i, a):
        print(z, i)
        return doubled(z, i, a) + 1

    assert irad.jit(f)(1 + 1j, np.int8(3), Z.astype(np.complex64)) == 7 + 4j
    assert capfd.readouterr().out.startswith("(1+1j)")


def test_absolute_values_of_all_sizes() -> None:
    some = [0.0, -0.0, 1e-320, 1e-160, 1e-300, 1.0, -3.0, 1e150, 1.7e308, np.inf, -np.inf, np.nan]
    z = np.array([complex(a, b) for a in some for b in some])
    with np.errstate(all="ignore"):
        found, wanted = irad.jit(lambda z: abs(z))(z), np.hypot(z.real, z.imag)
        near = (found == wanted) | (np.isnan(found) & np.isnan(wanted)) | (abs(found - wanted) <= 4e-16 * wanted)
    assert near.all()
    assert np.allclose(irad.grad(lambda z: abs(z).sum())(np.array([0j, 3 + 4j, 1e-320j])), [0, 0.6 + 0.8j, 1j], rtol=1e-15)
