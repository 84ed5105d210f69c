"""Complex dot products, plane rotations, the index of the largest element: beside NumPy and differences of formulas."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

import numpy as np
import pytest

import irad
from irad.runtime.library_addresses import resolve
from tests.blas.oracle import slopes

KINDS = {"s": np.float32, "d": np.float64, "c": np.complex64, "z": np.complex128}
SOURCE = """
#include <complex.h>
#define T {t}
_Complex T {p}dot{k}_(const int *, const void *, const int *, const void *, const int *);
void cblas_{p}dot{k}_sub(int, const void *, int, const void *, int, void *);
void fortran(int n, T *x, int incx, T *y, int incy, T *result) {{ *(_Complex T *)result = {p}dot{k}_(&n, x, &incx, y, &incy); }}
void cblas(int n, T *x, int incx, T *y, int incy, T *result) {{ cblas_{p}dot{k}_sub(n, x, incx, y, incy, result); }}
"""


@cache
def dots(letter: str, kind: str) -> Any:
    return irad.Module.from_c(SOURCE.format(t="float" if letter == "c" else "double", p=letter, k=kind))


@pytest.mark.parametrize("letter", "cz")
@pytest.mark.parametrize("kind", "uc")
@pytest.mark.parametrize("way", ["fortran", "cblas"])
def test_complex_dot_products(letter: str, kind: str, way: str) -> None:
    rng = np.random.default_rng(3)
    x, y, dx, dy = (((a := rng.normal(size=(2, 9)))[0] + 1j * a[1]).astype(KINDS[letter]) for _ in range(4))
    result, dresult = np.zeros(1, KINDS[letter]), np.array([0.5 - 2j], KINDS[letter])
    tolerance = 1e-5 if letter == "c" else 1e-13
    own, other = x[::2], y[-1::-3]  # three elements, the increments are 2 and -3
    used, them = own[:3], other[:3]
    before = dx.copy(), dy.copy()
    f = dots(letter, kind)[way]
    irad.autodiff(f, 3, irad.Duplicated(x, dx), 2, irad.Duplicated(y[2:], dy[2:]), -3, irad.Duplicated(result, dresult))
    turned = used.conj() if kind == "c" else used
    np.testing.assert_allclose(result[0], (turned * them).sum(), rtol=tolerance)
    g = 0.5 - 2j
    wanted = [before[0].copy(), before[1].copy()]
    wanted[0][0:6:2] += np.conj(g) * them if kind == "c" else g * them.conj()
    wanted[1][-1:-9:-3] += g * turned.conj()
    np.testing.assert_allclose(dx, wanted[0], rtol=tolerance, atol=tolerance)
    np.testing.assert_allclose(dy, wanted[1], rtol=tolerance, atol=tolerance)
    assert dresult[0] == 0
    tangent = np.zeros(1, KINDS[letter])
    args = [irad.Duplicated(x, before[0]), 2, irad.Duplicated(y[2:], before[1][2:]), -3, irad.Duplicated(result, tangent)]
    irad.autodiff(f, 3, *args, mode=irad.Forward)
    da, db = before[0][0:6:2], before[1][-1:-9:-3]
    expected = ((da.conj() if kind == "c" else da) * them + turned * db).sum()
    np.testing.assert_allclose(tangent[0], expected, rtol=10 * tolerance)


ROTATION = """
void {p}rotg_(void *, void *, void *, void *);
void cblas_{p}rotg(void *, void *, void *, void *);
void fortran({t} *a, {t} *b, {t} *c, {t} *s) {{ {p}rotg_(a, b, c, s); }}
void cblas({t} *a, {t} *b, {t} *c, {t} *s) {{ cblas_{p}rotg(a, b, c, s); }}
"""


@cache
def rotations(letter: str) -> Any:
    return irad.Module.from_c(ROTATION.format(t="float" if letter in "sc" else "double", p=letter))


def library(letter: str, a: complex, b: complex) -> list[Any]:
    """SciPy's own, in double precision."""
    name = "zrotg_" if letter in "cz" else "drotg_"
    kind = np.complex128 if letter in "cz" else np.float64
    x, y, s, c = np.array([a], kind), np.array([b], kind), np.zeros(1, kind), np.zeros(1)
    ctypes.CFUNCTYPE(None)(resolve([name])[name])(x.ctypes, y.ctypes, c.ctypes, s.ctypes)
    return [x[0], y[0], c[0], s[0]]


@pytest.mark.parametrize("letter", "sdcz")
@pytest.mark.parametrize("way", ["fortran", "cblas"])
@pytest.mark.parametrize("a,b", [(3.0, 4.0), (-4.0, 3.0), (-1.5, -2.0), (2.0, -0.5), (1.0, 0.25), (0.25, 3.0)])
def test_rotations(letter: str, way: str, a: complex, b: complex) -> None:
    kind = KINDS[letter]
    real = np.dtype(kind).type(0).real.dtype
    if letter in "cz":
        a, b = a + 0.75j, b - 0.25j
    x, y, c, s = np.array([a], kind), np.array([b], kind), np.zeros(1, real), np.zeros(1, kind)
    shadows = [np.array([v], k) for v, k in ((0.5, kind), (-1.25, kind), (2.0, real), (0.75, kind))]
    if letter in "cz":
        for k in (0, 1, 3):
            shadows[k] += kind(0.375j)
    seeds = [v[0] for v in shadows]

    def loss(values: dict[str, np.ndarray]) -> float:
        found = library(letter, values["a"][0], values["b"][0])
        return float(sum((np.conj(g) * v).real for g, v in zip(seeds, found, strict=True)))

    wide = np.complex128 if letter in "cz" else np.float64
    wanted = slopes(loss, {"a": np.array([a], wide), "b": np.array([b], wide)}, ["a", "b"])
    irad.autodiff(rotations(letter)[way], *(irad.Duplicated(v, d) for v, d in zip((x, y, c, s), shadows, strict=True)))
    tolerance = 1e-4 if letter in "sc" else 1e-8
    for v, w in zip((x, y, c, s), library(letter, a, b), strict=True):
        np.testing.assert_allclose(v[0], w, rtol=tolerance)
    for k, n in enumerate("ab"):
        np.testing.assert_allclose(shadows[k], wanted[n], rtol=tolerance, atol=tolerance)
    assert shadows[2][0] == 0 and shadows[3][0] == 0


LARGEST = """
int i{p}amax_(const int *, const void *, const int *);
unsigned long cblas_i{p}amax(int, const void *, int);
{t} fortran(int n, {t} *x, int step) {{ return x[{c} * step * (i{p}amax_(&n, x, &step) - 1)]; }}
{t} cblas(int n, {t} *x, int step) {{ return x[{c} * step * cblas_i{p}amax(n, x, step)]; }}
"""


@pytest.mark.parametrize("letter", "sdcz")
@pytest.mark.parametrize("way", ["fortran", "cblas"])
def test_the_largest_element(letter: str, way: str) -> None:
    """The index has no derivative; the element that it leads to has."""
    parts = 2 if letter in "cz" else 1
    f = irad.Module.from_c(LARGEST.format(t="float" if letter in "sc" else "double", p=letter, c=parts))[way]
    x = np.array([1, 2, -5, 9, 3, 1, -4, 0], KINDS[letter])
    d = np.zeros_like(x)
    irad.autodiff(f, 4, irad.Duplicated(x, d), 2)
    np.testing.assert_array_equal(d, [0, 0, 1, 0, 0, 0, 0, 0])
    args = (4, irad.Duplicated(x, np.arange(8).astype(x.dtype)), 2)
    assert irad.autodiff(f, *args, mode=irad.Forward)[0] == 2
