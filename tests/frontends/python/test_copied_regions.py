"""What loops read and overwrite later, in copies of memory; values of earlier iterations, in memory. Beside the complex step.

A gradient has to be right, and to need no more tape than the copies that are named here.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad

_STEP = 1e-30
_OTHER = 4000  # bytes of tape for all else: chunks, addresses of copies


def bodies(x, f, steps):  # type: ignore[no-untyped-def]
    """All differences of x in each step, after which x moves: one copy of x in each."""
    n = len(x)
    for _ in range(steps):
        for i in range(n):
            f[i] = 0.0
        for i in range(n):
            for j in range(i + 1, n):
                d = x[j] - x[i]
                f[i] += d / (1.0 + d * d)
                f[j] -= d / (1.0 + d * d)
        for i in range(n):
            x[i] += 0.1 * f[i]
    return (x * x).sum()


def triangular(x, f, steps):  # type: ignore[no-untyped-def]
    """Sums over what the same loop has written before, and what is overwritten afterwards: a copy where the loop is left."""
    n = len(x)
    for i in range(n):
        s = x[i]
        for j in range(i):
            s -= 0.1 * f[i - j - 1] * x[j]
        x[i] = s
    for i in range(n - 1, -1, -1):
        s = x[i]
        for j in range(i + 1, n):
            s -= 0.1 * f[j - i - 1] * x[j]
        x[i] = s
    return (x * x).sum() * steps


def twice(x, f, steps):  # type: ignore[no-untyped-def]
    """Two loops that read the same memory in one step."""
    n = len(x)
    z = np.zeros(n)
    for _ in range(steps):
        s = 0.0
        for i in range(n):
            s += f[i] * x[i]
        for i in range(n):
            z[i] = x[i] + 0.01 * s * x[n - 1 - i]
        for i in range(n):
            x[i] = z[i]
    return (x * x).sum()


def chain(x, f, steps):  # type: ignore[no-untyped-def]
    """Both neighbours, of which LLVM hands one on to the next iteration: a copy has them all, the first one too."""
    n = len(x)
    for _ in range(steps):
        for i in range(1, n - 1):
            a = x[i + 1] - x[i]
            b = x[i] - x[i - 1]
            f[i] += 0.1 * (a * a * a - b * b * b)
        for i in range(n):
            x[i] += 0.5 * f[i]
    return (x * x).sum()


def recursive(x, f, steps):  # type: ignore[no-untyped-def]
    """A filter of order two from zeros, whose values stay where they are."""
    x1 = x2 = f1 = f2 = 0.0
    for i in range(len(x)):
        v = 0.5 * x[i] * x1 + 0.2 * x2 * f2 - 0.3 * f1 * x[i]
        x2 = x1
        x1 = x[i]
        f2 = f1
        f1 = v
        f[i] = v
    return (f * f).sum() + steps


def first_overwritten(x, f, steps):  # type: ignore[no-untyped-def]
    """The neighbour in front of the first element changes after the loop, the others do not."""
    for i in range(1, len(x)):
        f[i] = x[i] * x[i - 1]
    x[0] = f[1] * f[2]
    return (f * f).sum() + x[0] * steps


def behind_a_condition(x, f, steps):  # type: ignore[no-untyped-def]
    """Which elements are read the data decide."""
    n = len(x)
    for _ in range(steps):
        for i in range(n):
            s = 0.0
            for j in range(n):
                if f[j] > 0.0:
                    s += x[j] * x[n - 1 - j] * f[i]
            f[i] = f[i] + 0.01 * s
        for i in range(n):
            x[i] = 0.5 * x[i] * f[i]
    return (x * x).sum()


def _complex(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function in plain Python, for complex numbers, which are compared by their real parts."""
    space: dict[str, Any] = {"np": _Complex}
    text = inspect.getsource(function).replace("if f[j] > 0.0", "if f[j].real > 0.0")
    exec(compile(text, function.__name__, "exec"), space)
    return space[function.__name__]  # type: ignore[no-any-return]


class _Complex:
    @staticmethod
    def zeros(n: int) -> Any:
        return np.zeros(n, complex)


def _compare(function: Callable[..., Any], *cases: tuple[int, int, float]) -> None:
    """``cases``: how many elements and steps, and how many numbers the tape has at most."""
    compiled = irad.jit(function)
    for n, steps, numbers in cases:
        rng = np.random.default_rng(n)
        start = [rng.uniform(-1.0, 1.0, n), rng.uniform(-1.0, 1.0, n)]
        ways = [rng.normal(size=n), rng.normal(size=n)]
        moved = _complex(function)(*(a + 1j * _STEP * w for a, w in zip(start, ways, strict=True)), steps)
        arrays, shadows = [a.copy() for a in start], [np.zeros(n), np.zeros(n)]
        compiled.irad_function.tape_limit = int(8 * numbers) + _OTHER
        irad.autodiff(compiled, *(irad.Duplicated(a, d) for a, d in zip(arrays, shadows, strict=True)), steps)
        found = sum(float(d @ w) for d, w in zip(shadows, ways, strict=True))
        assert found == pytest.approx(moved.imag / _STEP, rel=1e-10, abs=1e-12)


@pytest.mark.parametrize("function", [bodies, triangular, twice, chain])
def test_one_copy_in_each_step(function: Callable[..., Any]) -> None:
    _compare(function, (60, 8, 1.2 * 8 * 60), (3, 3, 0))


def test_values_of_earlier_iterations_lie_in_memory() -> None:
    _compare(recursive, (3000, 2, 0), (3, 2, 0))


def test_the_first_value_does_not_stay_in_memory() -> None:
    _compare(first_overwritten, (300, 2, 300), (3, 2, 3))


def test_conditions_on_data() -> None:
    _compare(behind_a_condition, (20, 3, 10_000))
