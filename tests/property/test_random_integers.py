"""Random programs about integers against plain Python: right, or a clear error.

``IRAD_FUZZ_COUNT`` and ``IRAD_FUZZ_SEED`` choose how many programs and from which seed.  An OverflowError is right where the
integers of the run leave 64 bits somewhere; that is known where the result shows it, and counted elsewhere.
"""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from irad.errors import IradError
from tests.generators.exact import Multiple
from tests.generators.integer_programs import program
from tests.generators.modules import module_from
from tests.generators.outcomes import run

COUNT = int(os.environ.get("IRAD_FUZZ_COUNT", "5"))
SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))
DIGITS, MOST = Fraction(1, 10**13), 10**307
POINTS = ((5, 3), (2**40 + 1, -7), (2**53 + 1, 2**62))


def arguments(seed: int, n: int, m: int) -> tuple[Any, ...]:
    r = np.random.default_rng(seed)
    return 1.25, n, m, r.integers(-(2**40), 2**40, 4), r.uniform(-3.0, 3.0, 4)


def same(got: float, want: float, scale: float = 1e-10) -> bool:
    return bool(np.isclose(got, want, rtol=scale, atol=0.0, equal_nan=True))


def judge(f: Any, compiled: Any, slope: Any, args: tuple[Any, ...]) -> str:
    """right, refused, or what is wrong."""
    want, got = run(f, args), run(compiled, args)
    if isinstance(got, (OverflowError, IradError)):
        return "overflow" if isinstance(got, OverflowError) else "refused"
    if isinstance(want, Exception):
        return "right" if type(got) is type(want) else f"{got!r} instead of {want!r}"
    if isinstance(got, Exception):
        return f"{got!r} instead of {want!r}"
    if not same(got[0], want[0]) or any(int(p) != int(q) for p, q in zip(got[1:], want[1:], strict=True)):
        return f"{got} instead of {want}"
    return judge_slope(f, run(slope, args), args, float(want[0]))


def judge_slope(f: Any, derivative: Any, args: tuple[Any, ...], value: float) -> str:
    """Against the exact sum; where it is not finite against the value, divided by ``x``."""
    if isinstance(derivative, Exception):
        return f"{derivative!r} instead of a derivative"
    exact = run(f, (Multiple(), *args[1:]))
    if isinstance(exact, Exception) or exact[0].size > MOST:
        wanted = value / args[0]
        right = same(derivative, wanted)
    else:
        wanted = float(exact[0].times)
        right = np.isfinite(derivative) and abs(Fraction(derivative) - exact[0].times) <= exact[0].size * DIGITS
    return "right" if right else f"derivative {derivative!r} instead of {wanted!r}"


def check(number: int, folder: Path) -> Counter[str]:
    f = module_from(folder / f"integers_{number}.py", program(number)).f

    def first(x, n, m, a, b):
        return f(x, n, m, a, b)[0]

    compiled, slope = irad.jit(f), irad.grad(first)
    told = [judge(f, compiled, slope, arguments(number, n, m)) for n, m in POINTS]
    wrong = [t for t in told if t not in ("right", "refused", "overflow")]
    assert not wrong, f"program {number}: {wrong[0]}"
    return Counter(told)


def test_random_programs(tmp_path):
    told = sum((check(number, tmp_path) for number in range(SEED, SEED + COUNT)), Counter())
    print(dict(told))
    assert told["right"] > told.total() // 4


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_random_programs(part, tmp_path):
    for number in range(10_000 + 50 * part, 10_050 + 50 * part):
        check(number, tmp_path)
