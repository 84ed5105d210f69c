"""Random programs about truth values and mixed dtypes against plain NumPy: right, or a clear error.

``IRAD_FUZZ_COUNT`` and ``IRAD_FUZZ_SEED`` choose how many programs and from which seed.  Values, dtypes, the kind of an error,
what the arrays hold after the call, and derivatives in both modes are compared; derivatives where all values are finite (reverse
mode takes zero times infinity for nan) and differences of the plain program from both sides and of two lengths agree.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from irad.errors import IradError
from tests.generators.mixed_programs import point, reduced, statements, text
from tests.generators.modules import module_from
from tests.generators.outcomes import is_range_error, run

COUNT = int(os.environ.get("IRAD_FUZZ_COUNT", "5"))
SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))


def copies(args: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(v.copy() if isinstance(v, np.ndarray) else v for v in args)


def kind(value: Any) -> str:
    """Python's and NumPy's numbers count as one: compiled functions return Python's."""
    return str(np.asarray(value).dtype)


def same(got: Any, want: Any, digits: float) -> bool:
    if kind(got) != kind(want) or np.shape(got) != np.shape(want):
        return False
    p, q = np.asarray(got), np.asarray(want)
    if p.dtype.kind != "f":
        return bool((p == q).all())
    size = np.abs(q[np.isfinite(q)]).max(initial=1.0)
    return bool(np.isclose(p, q, rtol=digits, atol=digits * size, equal_nan=True).all())


def kin(got: Exception, want: Exception) -> bool:
    return type(got) is type(want) or (isinstance(got, TypeError) and isinstance(want, TypeError))


def judge(f: Any, compiled: Any, args: tuple[Any, ...]) -> str:
    """right, raised, not raised (documented), refused, or what is wrong."""
    plain, ours = copies(args), copies(args)
    want, got = run(f, plain), run(compiled, ours)
    if isinstance(want, Exception):
        if isinstance(got, Exception) and kin(got, want):
            return "raised"
        return "not raised" if is_range_error(want) else f"{got!r} instead of {want!r}"
    if isinstance(got, Exception):
        return f"refused: {got}" if isinstance(got, IradError) else f"{got!r} instead of {want!r}"
    if any(isinstance(v, (complex, np.complexfloating)) for v in want):
        return f"{got!r} instead of {want!r}"
    single = any(kind(v) == "float32" for v in want)
    digits = 1e-4 if single else 1e-9
    for p, q in zip((*got, *ours), (*want, *plain), strict=True):
        if not same(p, q, digits):
            return f"{p!r} ({kind(p)}) instead of {q!r} ({kind(q)})"
    return "right"


def moved(args: tuple[Any, ...], direction: tuple[Any, ...], by: float) -> tuple[Any, ...]:
    new = copies(args)
    return (new[0] + by * direction[0], new[1] + by * direction[1], *new[2:4], new[4] + by * direction[2], *new[5:])


def slope_by_differences(f: Any, args: tuple[Any, ...], direction: tuple[Any, ...]) -> float | None:
    """The derivative of the first result in this direction, None where the differences do not agree."""
    steps = (0.0, 1e-6, -1e-6, 1e-5, -1e-5)
    at_steps = [moved(args, direction, h) for h in steps]
    values = [run(f, v) for v in at_steps]
    if any(isinstance(v, Exception) for v in values) or not all(np.isfinite(v).all() for v in (*values[0], *at_steps[0])):
        return None
    at = [float(v[0]) for v in values]
    if not np.isfinite(at).all() or max(map(abs, at)) > 1e6:
        return None
    told = [(v - at[0]) / h for v, h in zip(at[1:], steps[1:], strict=True)]
    return (at[3] - at[4]) / 2e-5 if np.ptp(told) < 1e-3 * (1.0 + abs(told[0])) else None


def judge_slope(f: Any, first: Any, args: tuple[Any, ...]) -> str:
    r = np.random.default_rng(3)
    direction = (float(r.normal()), float(r.normal()), r.normal(size=4))
    want = slope_by_differences(f, args, direction)
    if want is None:
        return "no slope"
    gradient = run(irad.grad(first, (0, 1, 4)), copies(args))
    x, y, n, p, a, c, g, h = copies(args)
    single, seeds = np.zeros(4, np.float32), direction[2].copy()
    numbers = (irad.Duplicated(x, direction[0]), irad.Duplicated(y, direction[1]), irad.Const(n), irad.Const(p))
    arrays = (irad.Duplicated(a, seeds), irad.Duplicated(c, single), irad.Const(g), irad.Const(h))
    forward = run(lambda *v: irad.autodiff(first, *v, mode=irad.Forward), (*numbers, *arrays))
    for name, got in (("reverse", gradient), ("forward", forward)):
        if isinstance(got, Exception):
            return f"refused: {name}: {got}"
    reverse = gradient[0] * direction[0] + gradient[1] * direction[1] + (gradient[2] * direction[2]).sum()
    for name, slope in (("reverse", reverse), ("forward", forward[0])):
        if not abs(slope - want) < 3e-3 * (1.0 + abs(want)):
            return f"{name} {slope!r} instead of {want!r}"
    return "slope right"


def told(parts: list[str], number: int, path: Path) -> list[str]:
    f = module_from(path, text(parts)).f

    def first(x, y, n, p, a, c, g, h):
        return f(x, y, n, p, a, c, g, h)[0]

    compiled = irad.jit(f)
    points = [point(2 * number), point(2 * number + 1), point(2 * number + 1001)]
    return [*(judge(f, compiled, args) for args in points), judge_slope(f, first, points[0])]


def wrong(answers: list[str]) -> list[str]:
    fine = ("right", "raised", "not raised", "no slope", "slope right")
    return [t for t in answers if t not in fine and not t.startswith("refused")]


def check(number: int, folder: Path) -> Counter[str]:
    count = iter(range(1000))

    def look(parts: list[str]) -> list[str]:
        return told(parts, number, folder / f"mixed_{number}_{next(count)}.py")

    def still_wrong(trial: list[str]) -> bool:
        try:
            return bool(wrong(look(trial)))
        except NameError:  # what it read is gone
            return False

    parts = statements(number)
    answers = look(parts)
    if wrong(answers):
        parts = reduced(parts, still_wrong)
        pytest.fail(f"program {number}: {wrong(look(parts))[0]}\n{text(parts)}")
    return Counter(re.sub(":.*", "", t, flags=re.DOTALL) for t in answers)


def test_random_programs(tmp_path):
    told = sum((check(number, tmp_path) for number in range(SEED, SEED + COUNT)), Counter())
    print(dict(told))
    assert told["right"] > told.total() // 4


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_random_programs(part, tmp_path):
    for number in range(10_000 + 30 * part, 10_030 + 30 * part):
        check(number, tmp_path)
