"""Several directions, or seeds, in one run: each is what one run with it alone gives, and what dual numbers give.

Tolerances are 1e-12 of the largest component (1e-5 in single precision): the operations are the same, only what is contracted
into one rounding differs.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.property.test_random_python import TOTAL, close, usable

pytestmark = pytest.mark.sampled

WIDTHS = (2, 3, 4, 8)
Program = Callable[..., Any]


def control(x: Any, y: Any, s: Any) -> Any:
    t = s
    for i in range(len(x)):
        if x[i] > 0.2:
            t = t * x[i] + s
        elif i % 2 == 0:
            t = t - x[i] * x[i]
        else:
            continue
        y[i] = t
    return t


def recurrence(x: Any, y: Any, s: Any) -> Any:
    """Phis around the loop, two of them exchanged."""
    a, b = s, x[0]
    n = 0
    while n < 7:
        a, b = b * x[n % len(x)], a + math.sin(b)
        n += 1
    y[0] = a
    return a - b


def choices(x: Any, y: Any, s: Any) -> Any:
    t = 0.0
    for i in range(len(x)):
        t = t + min(x[i], s) * abs(x[i]) + max(x[i] * s, 0.1)
        y[i] = abs(t) if x[i] < s else -t
    return t


def functions(x: Any, y: Any, s: Any) -> Any:
    t = s
    for i in range(len(x)):
        u = math.exp(x[i] * 0.3) + math.sqrt(1.0 + x[i] * x[i])
        t = t + math.atan2(u, s) * math.log(2.0 + u) + math.tanh(t) ** 2 + math.hypot(x[i], t)
        y[i] = math.pow(u, s) / (1.0 + t * t)
    return math.cos(t)


def kinks(x: Any, y: Any, s: Any) -> Any:
    """Where a partial derivative is infinite and the tangent zero, the product is zero."""
    t = s
    for i in range(len(x)):
        t = t + math.sqrt(abs(x[i]) * 0.0 + 0.0 * s) + math.fabs(x[i] - x[i]) * s
        y[i] = t
    return t


@irad.jit
def descend(x: Any, s: Any, n: int) -> Any:
    if n == 0:
        return s * x[0]
    return descend(x, math.sin(s) + x[n % len(x)], n - 1) * x[n % len(x)] + s


def recursion(x: Any, y: Any, s: Any) -> Any:
    y[1] = descend(x, s * 0.5, 3)
    return descend(x, s, 5) + y[1]


def mutation(x: Any, y: Any, s: Any) -> Any:
    for _ in range(3):
        for i in range(1, len(x)):
            x[i] = x[i] * x[i - 1] + s
            y[i] += x[i]
    return x[-1]


def work_arrays(x: Any, y: Any, s: Any) -> Any:
    n = len(x)
    a, b = np.zeros(n), np.empty(n)
    for _ in range(4):
        for i in range(n):
            b[i] = math.cos(a[i]) * x[i] + s * a[(i + 1) % n]
        for i in range(n):
            a[i] = b[i] * b[i] - a[i]
    for i in range(n):
        y[i] = a[i] + b[n - 1 - i]
    return a[0]


def matrices(x: Any, y: Any, s: Any) -> Any:
    n = len(x)
    m = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            m[i, j] = x[i] * x[j] + s * i
    for i in range(n):
        t = 0.0
        for j in range(n):
            t += m[j, i] * x[j]
        y[i] = t
    return m[1, 2] * s


def views(x: Any, y: Any, s: Any) -> Any:
    part, back = x[::2], y[::-1]
    for i in range(len(part)):
        back[i] = part[i] * part[i] * s
        part[i] = part[i] + back[i]
    return back[0] + x[1]


def rounds(x: Any, y: Any, s: Any) -> Any:
    """Arrays of the caller that are gone over again and again: they are copied to where directions lie side by side."""
    n = len(x)
    work = np.empty(n)
    for i in range(n):
        y[i] = 0.0
    for _ in range(6):
        work[0] = x[0]
        for i in range(1, n):
            work[i] = x[i] * y[i - 1]
        for i in range(n):
            y[i] += s * work[i]
            x[i] = x[i] * 0.75 + y[i]
    return y[n - 1]


def scalars(x: Any, y: Any, s: Any) -> Any:
    u = s * s + 1.0 / s
    for _ in range(5):
        u = 0.5 * (u + s / u) + math.sin(u * s) * 0.1
    return u


PROGRAMS = (control, recurrence, choices, functions, kinks, recursion, mutation, work_arrays, matrices, views, rounds, scalars)


def point(dtype: Any) -> tuple[np.ndarray, np.ndarray, float]:
    rng = np.random.default_rng(5)
    return rng.uniform(-1, 1, 9).astype(dtype), rng.uniform(-1, 1, 9).astype(dtype), 0.7


def agree(got: Any, wanted: Any, dtype: Any) -> None:
    got, wanted = np.asarray(got), np.asarray(wanted)
    tolerance = (1e-12 if dtype is np.float64 else 1e-5) * max(1.0, float(np.abs(wanted).max()))
    np.testing.assert_allclose(got, wanted, rtol=0, atol=tolerance)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("program", PROGRAMS)
def test_forward(program: Program, dtype: Any) -> None:
    rng = np.random.default_rng(1)
    x, y, s = point(dtype)
    directions = [(rng.normal(size=9).astype(dtype), rng.normal(size=9).astype(dtype), float(rng.normal())) for _ in range(8)]
    directions[1] = (np.zeros(9, dtype), np.zeros(9, dtype), 0.0)
    wanted = []
    for dx, dy, ds in directions:
        dx, dy = dx.copy(), dy.copy()
        (t,) = irad.autodiff(
            program, irad.Duplicated(x.copy(), dx), irad.Duplicated(y.copy(), dy), irad.Duplicated(s, ds), mode=irad.Forward
        )
        wanted.append(np.concatenate([[t], dx, dy]))
    assert np.abs(wanted[0]).max() > 0
    for width in WIDTHS:
        dx, dy, ds = ([np.copy(d[k]) for d in directions[:width]] for k in range(3))
        (t,) = irad.autodiff(
            program,
            irad.BatchDuplicated(x.copy(), tuple(dx)),
            irad.BatchDuplicated(y.copy(), tuple(dy)),
            irad.BatchDuplicated(s, tuple(map(float, ds))),
            mode=irad.Forward,
        )
        agree([np.concatenate([[t[k]], dx[k], dy[k]]) for k in range(width)], wanted[:width], dtype)


@pytest.mark.parametrize("program", PROGRAMS)
def test_reverse(program: Program) -> None:
    rng = np.random.default_rng(2)
    x, y, s = point(np.float64)
    seeds = [(rng.normal(size=9), rng.normal(size=9), float(rng.normal())) for _ in range(8)]
    wanted = []
    for dx, dy, r in seeds:
        dx, dy = dx.copy(), dy.copy()
        given = (irad.Duplicated(x.copy(), dx), irad.Duplicated(y.copy(), dy), irad.Active(s))
        derivatives = irad.autodiff(program, *given, seed=r)
        wanted.append(np.concatenate([[derivatives[2]], dx, dy]))
    for width in WIDTHS:
        dx, dy, r = ([np.copy(d[k]) for d in seeds[:width]] for k in range(3))
        batch = (irad.BatchDuplicated(x.copy(), tuple(dx)), irad.BatchDuplicated(y.copy(), tuple(dy)), irad.Active(s))
        derivatives = irad.autodiff(program, *batch, seed=tuple(map(float, r)))
        agree([np.concatenate([[derivatives[2][k]], dx[k], dy[k]]) for k in range(width)], wanted[:width], np.float64)


def in_the_end(x: Any, y: Any, n: int) -> None:
    for _ in range(3):
        for i in range(len(x)):
            y[i] = y[i] * 0.5 + x[i]
    y[n] = 7.0


@pytest.mark.parametrize("n", [0, 4, 9])
def test_what_was_written_before_an_error(n: int) -> None:
    """Arrays are as plain Python leaves them."""
    x, y, _ = point(np.float64)
    wanted = y.copy()
    batch = (irad.BatchDuplicated(x[:n].copy(), tuple(np.ones((4, n)))), irad.BatchDuplicated(y[:n], tuple(np.ones((4, n)))), n)
    with pytest.raises(IndexError):
        in_the_end(x[:n], wanted[:n], n)
    with pytest.raises(IndexError):
        irad.autodiff(in_the_end, *batch, mode=irad.Forward)
    agree(y, wanted, np.float64)


def new_array(x: Any, y: Any) -> Any:
    for _ in range(3):
        for i in range(len(x)):
            y[i] = y[i] * 0.5 + x[i] * x[i]
    out = np.empty(len(x))
    for i in range(len(x)):
        out[i] = y[i] * x[i]
    return out


def test_arrays_that_are_returned() -> None:
    """y = y0 / 8 + 1.75 x^2, result y x, by hand."""
    x, y, _ = point(np.float64)
    dx = np.random.default_rng(4).normal(size=(4, 9))
    dy = np.zeros((4, 9))
    batch = (irad.BatchDuplicated(x, tuple(dx)), irad.BatchDuplicated(y.copy(), tuple(dy)))
    (tangents,) = irad.autodiff(new_array, *batch, mode=irad.Forward)
    agree(tangents, (y / 8 + 5.25 * x * x) * dx, np.float64)
    agree(dy, 3.5 * x * dx, np.float64)


def inner(x: Any, s: Any) -> Any:
    work = np.empty(len(x))
    t = s
    for i in range(len(x)):
        work[i] = math.sin(x[i] * s) / (1.0 + t * t)
        t = t * work[i] + abs(x[i]) * min(x[i], s)
    return t + work[0] * work[1]


@irad.jit
def along_four(x: Any, a: Any, b: Any, c: Any, d: Any, s: Any) -> Any:
    (t,) = irad.autodiff(
        inner, irad.BatchDuplicated(x, (a, b, c, d)), irad.BatchDuplicated(s, (1.0, 0.0, 2.0, s)), mode=irad.Forward
    )
    return t[0] + t[1] * t[2] - t[3]


def along_four_by_one(x: Any, a: Any, b: Any, c: Any, d: Any, s: Any) -> Any:
    """The same without a batch: central differences along the four directions, errors of about 1e-9."""
    h = 2.0**-17
    pairs = ((a, 1.0), (b, 0.0), (c, 2.0), (d, s))
    t = [(inner(x + h * v, s + h * ds) - inner(x - h * v, s - h * ds)) / (2 * h) for v, ds in pairs]
    return t[0] + t[1] * t[2] - t[3]


@pytest.mark.parametrize("way", ["forward", "reverse", "batch"])
def test_derivatives_of_a_batch(way: str) -> None:
    rng = np.random.default_rng(3)
    x, s = rng.uniform(0.1, 1.0, 5), 0.6
    four = [rng.normal(size=5) for _ in range(4)]
    h = 2.0**-10
    wanted = np.array(
        [(along_four_by_one(x + h * e, *four, s) - along_four_by_one(x - h * e, *four, s)) / (2 * h) for e in np.eye(5)]
    )
    if way == "reverse":
        got = np.zeros(5)
        irad.autodiff(along_four, irad.Duplicated(x, got), *four, s)
    elif way == "forward":
        got = np.array([irad.autodiff(along_four, irad.Duplicated(x, e), *four, s, mode=irad.Forward)[0] for e in np.eye(5)])
    else:
        got = np.array(irad.autodiff(along_four, irad.BatchDuplicated(x, tuple(np.eye(5))), *four, s, mode=irad.Forward)[0])
    np.testing.assert_allclose(got, wanted, rtol=2e-5, atol=2e-5 * np.abs(wanted).max())


def check(number: int, folder: Path) -> bool:
    """Four directions of a random program against dual numbers; False if it is of no use."""
    found = usable(number, folder, 1e8)
    if found is None:
        return False
    module, oracle = found
    directions = np.random.default_rng(number).normal(size=(4, TOTAL))
    dx, dy = [v[:4].copy() for v in directions], [v[4:16].reshape(3, 4).copy() for v in directions]
    (t,) = irad.autodiff(
        module.f,
        irad.BatchDuplicated(oracle.x.copy(), tuple(dx)),
        irad.BatchDuplicated(oracle.y.copy(), tuple(dy)),
        irad.BatchDuplicated(oracle.s, tuple(map(float, directions[:, 16]))),
        mode=irad.Forward,
    )
    for k in range(4):
        close(np.concatenate([[t[k]], dx[k], dy[k].ravel()]), oracle.jacobian @ directions[k])
    return True


@pytest.mark.parametrize("number", range(500, 520))
def test_random_programs(number: int, tmp_path: Path) -> None:
    assert any(check(k, tmp_path) for k in range(number, number + 6_000_000, 1_000_000))
