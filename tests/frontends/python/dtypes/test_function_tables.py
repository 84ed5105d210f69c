"""Functions, reductions, conversions and updates of arrays of each dtype, beside NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad
from irad.errors import IradError, TypingError
from tests.frontends.python.dtypes.dtype_values import KINDS, outcome, same, values

FUNCTIONS = (
    *(np.sqrt, np.exp, np.log, np.sin, np.cos, np.tan, np.sinh, np.cosh, np.tanh, np.arcsin, np.arccos, np.arctan, np.arcsinh),
    *(np.arccosh, np.arctanh, np.log2, np.log10, np.log1p, np.expm1, np.exp2, np.absolute, np.fabs, np.sign, np.square, np.floor),
    *(np.ceil, np.trunc, np.rint, np.negative, np.positive, np.conj, np.real, np.imag, np.angle, np.isnan, np.isinf, np.isfinite),
    *(np.invert, np.logical_not, np.cbrt, np.iscomplex, np.isreal, np.round),
)
NAMES = {f.__name__: f for f in FUNCTIONS}


def arguments(kind: str, name: str) -> np.ndarray:
    dtype = np.dtype(kind)
    found = values(kind) if dtype.kind in "biu" else np.array([0.5, -0.25, 0.75, 1.5, 0.0], kind)
    if dtype.kind == "c":
        found = np.array([0.5 + 0.25j, -0.25 + 1j, 0.75 - 2j, 1.5 + 0.5j, 1j, 2.0 + 0.125j], kind)
    return found


def check(f: Any, *args: Any, tolerance: float | None = None) -> None:
    """The value, or that there is an error, as in NumPy; an array that is changed, too."""
    wanted_args = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    found_args = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    wanted = outcome(f, *wanted_args)
    if isinstance(wanted, Exception):
        with pytest.raises((IradError, type(wanted))):
            irad.jit(f)(*found_args)
        return
    found = irad.jit(f)(*found_args)
    if wanted is not None:
        assert np.asarray(wanted).dtype == np.asarray(found).dtype, (wanted, found)
        assert same(found, wanted, tolerance), (args, found, wanted)
    for a, b in zip(found_args, wanted_args, strict=True):
        assert not isinstance(a, np.ndarray) or same(a, b, tolerance), (args, a, b)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_functions(name: str, kind: str) -> None:
    fn = NAMES[name]
    loose = {"complex64": 1e-5, "complex128": 1e-13, "float16": 2e-3, "float32": 1e-6}.get(
        kind, 2e-3 if kind != "int64" else None
    )
    x = arguments(kind, name)
    wanted = outcome(fn, x)
    if isinstance(wanted, Exception):
        with pytest.raises(TypingError):
            irad.jit(lambda x: fn(x))(x)
        return
    found = irad.jit(lambda x: fn(x))(x)
    if np.asarray(wanted).dtype == np.float64:
        loose = 1e-13
    assert same(found, wanted, loose), (found, wanted)


REDUCTIONS = ("sum", "prod", "min", "max", "mean", "any", "all", "argmin", "argmax", "var", "std", "cumsum", "cumprod")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(name: str, kind: str) -> None:
    fn = getattr(np, name)
    x = np.array([[1, 3, 2, 0], [5, 4, 7, 6]], kind)
    if np.dtype(kind).kind == "c":
        x = (x + 1j * x[::-1]).astype(kind)
    loose = {"float16": 4e-3, "float32": 1e-6, "complex64": 1e-6}.get(kind, 1e-14)
    check(lambda x: fn(x), x, tolerance=loose)
    check(lambda x: fn(x, axis=0), x, tolerance=loose)
    check(lambda x: fn(x, axis=1), x, tolerance=loose)


@pytest.mark.parametrize("kind", KINDS)
def test_conversions(kind: str) -> None:
    for other in KINDS:
        x = values(kind)
        if np.dtype(kind).kind in "fc" and np.dtype(other).kind in "iu":
            x = np.array([0.0, 1.5, 100.75, 3.25, 7.0], kind)  # what does not fit is undefined in C
        if np.dtype(kind).kind == "c" and np.dtype(other).kind not in "cb":
            with pytest.raises(TypingError, match="discards the imaginary part"):
                irad.jit(lambda x: x.astype(other))(x)  # noqa: B023
            continue
        check(lambda x: x.astype(other), x)  # noqa: B023
        number = np.dtype(other).type
        check(lambda x: number(x[1]), x)  # noqa: B023


@pytest.mark.parametrize("kind", KINDS)
def test_new_arrays(kind: str) -> None:
    dtype = np.dtype(kind)

    def made():
        return (
            np.zeros(3, dtype=dtype),
            np.ones((2, 2), dtype),
            np.full(2, 1, dtype),
            np.eye(2, dtype=dtype),
            np.arange(4).astype(dtype),
        )

    def like(x):
        return np.zeros_like(x), np.ones_like(x), np.full_like(x, 1), np.empty_like(x), x.copy(), np.tri(3, dtype=x.dtype)

    for found, wanted in zip(irad.jit(made)(), made(), strict=True):
        assert same(found, wanted)
    x = values(kind)
    for k, (found, wanted) in enumerate(zip(irad.jit(like)(x), like(x), strict=True)):
        assert same(found, wanted) or (k == 3 and found.dtype == wanted.dtype and found.shape == wanted.shape)


def test_from_halfs_and_to_halfs_exactly() -> None:
    """Each number of float16 as float and back; doubles near the middle of two of them."""
    every = np.arange(2**16, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)]
    assert np.array_equal(irad.jit(lambda x: x.astype(np.float64))(finite), finite.astype(np.float64))
    middle = (finite[1:].astype(np.float64) + finite[:-1].astype(np.float64)) / 2
    near = np.concatenate(
        [np.nextafter(middle, -np.inf), middle, np.nextafter(middle, np.inf), [70000.0, -65519.9, 65520.0, 1e300]]
    )
    with np.errstate(all="ignore"):
        wanted = near.astype(np.float16)
    assert np.array_equal(irad.jit(lambda x: x.astype(np.float16))(near), wanted)


@pytest.mark.parametrize("kind", KINDS)
def test_updates(kind: str) -> None:
    """``x += y``: where that narrows the kind of number it is NumPy's error."""

    def update(x, y):
        x += y

    def multiply(x, y):
        x *= y

    for other in KINDS:
        for f in (update, multiply):
            wanted = outcome(f, values(kind).copy(), values(other, True))
            if isinstance(wanted, Exception):
                with pytest.raises(TypingError) as info:
                    irad.jit(f)(values(kind).copy(), values(other, True))
                if "Cannot cast" in str(wanted):
                    assert str(wanted) in str(info.value)
            else:
                check(f, values(kind), values(other, True))


@pytest.mark.parametrize("kind", [k for k in KINDS if np.dtype(k).kind in "iu"])
def test_indices(kind: str) -> None:
    x = np.arange(12.0).reshape(4, 3)
    i = np.array([2, 0, 1, 2], kind)

    def read(x, i):
        total = x[i[0], i[1]] + x[i].sum() + x[:, i[1:]].sum() + np.take(x, i).sum()
        for k in range(i[0]):
            total = total + x[k, i[k]]
        for v in i:
            total = total + x[v, 1] * v
        return total + x[: i[0]].sum() + x[i[0] :: i[2]].sum() + np.zeros(i[3]).sum()

    def write(x, i):
        x[i[1], i[2]] = 7.0
        x[i] *= 2.0
        np.add.at(x, i, 1.0)

    if kind != "uint64":  # np.take of uint64 is an error
        check(read, x, i)
    check(write, x, i)
    if kind == "uint64":
        return
    step, value = 1e-6, irad.grad(read)(x, i)
    way = np.random.default_rng(0).normal(size=x.shape)
    assert abs((read(x + step * way, i) - read(x - step * way, i)) / (2 * step) - (value * way).sum()) < 1e-6


def test_elements_that_do_not_fit() -> None:
    def store(x, v):
        x[1] = v

    for kind, v in (("int8", 300), ("uint8", -1), ("uint8", 256), ("int16", 40000), ("int8", np.int64(300)), ("uint32", -5)):
        check(store, np.zeros(3, kind), v)
        with pytest.raises(OverflowError, match="out of bounds for"):
            irad.jit(store)(np.zeros(3, kind), v)
    for kind, v in (("int8", 2.75), ("uint8", 200.5), ("uint64", 2**62), ("float16", 3), ("complex64", 2), ("complex128", 1j)):
        check(store, np.zeros(3, kind), v)
    with pytest.raises(TypingError, match=r"float\(\) argument must be a string or a real number, not 'complex'"):
        irad.jit(store)(np.zeros(3), 1j)


def test_images() -> None:
    image = np.random.default_rng(1).integers(0, 256, (5, 4, 3), np.uint8)

    def loss(weights, image):
        x = image.astype(np.float64) / 255
        return ((x @ weights) ** 2).sum() + image.mean() + image.sum()

    weights = np.array([0.3, -0.5, 0.2])
    check(loss, weights, image)
    x = image / 255
    assert np.allclose(irad.grad(loss)(weights, image), 2 * np.einsum("ijk,ij->k", x, x @ weights))


def test_integers_that_are_named() -> None:
    """Names that stand for numbers of Python's and of arrays, as the code goes."""

    def total(x):
        s = 0
        for v in x:
            s += v
        return s

    def largest(x):
        best = x[0]
        for v in x[1:]:
            if v > best:
                best = v
        return best

    for kind in ("int8", "int32", "uint8", "uint64", "int64"):
        x = np.array([1, 2, 100, 30], kind)
        for f in (total, largest):
            found, wanted = irad.jit(f)(x), outcome(f, x)
            assert int(found) == int(wanted)
    assert int(irad.jit(total)(np.full(3, 100, np.int8))) == int(outcome(total, np.full(3, 100, np.int8)))  # wraps
