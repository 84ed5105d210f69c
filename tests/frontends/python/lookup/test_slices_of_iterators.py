"""``itertools.islice`` between bounds that the run tells, and ``itertools.cycle`` with a name."""

from __future__ import annotations

from itertools import accumulate, chain, count, cycle, islice, repeat

import numpy as np
import pytest

import irad
from tests.frontends.python.plain import compare


def square(v):
    return v * v


def of_a_cycle(x):
    total = 0.0
    for s in range(3):
        for v, w in zip([x, 2 * x], islice(cycle([1.0, 2.0, 3.0]), s, s + 2), strict=False):
            total += w * v * v
    found = list(islice(cycle([x, 1.0, 2 * x]), int(x), int(x) + 3))
    return total + found[0] * found[1] + found[2]


def of_arrays(x):
    k, a = int(x), np.arange(6.0) * x
    s = sum(islice(a, k, k + 3)) + sum(islice(a, k, None)) + sum(islice(a, 1, None, 2)) + sum(islice(a, k, 5, k + 1))
    return s + sum(islice(a, k + 2)) + sum(islice(a, 9, None)) + sum(islice(a, 4, 2))


def without_end(x):
    k = int(x)
    s = sum(v * x for v in islice(count(1, 0.5), k, k + 4)) + sum(islice(repeat(x), k, k + 2))
    return s + sum(islice(count(), k, k + 9, 2)) * x


def of_lists(x):
    k = int(x)
    grown = [x * j for j in range(k + 4)]
    s = sum(islice(grown, k, k + 2)) + sum(islice(grown, 1, None, 2))
    return s + sum(islice([x, 2 * x, 3.0, x * x], k, k + 2)) + sum(islice((x, 2 * x, 3.0), k, None))


def of_other_iterators(x):
    k, a = int(x), np.arange(6.0) * x
    s = sum(islice(map(square, a), k, k + 2)) + sum(p * q for p, q in islice(zip(a, a, strict=True), k, None))
    s += sum(i * v for i, v in islice(enumerate(a), k, k + 3)) + sum(islice(reversed(a), k, k + 2))
    return s + sum(islice(accumulate([x] * 4), k, k + 2)) + sum(islice(chain([x, 2.0], [3 * x]), k, 3))


def of_ranges(x):
    k = int(x)
    return sum(x * v for v in islice(range(10), k, k + 5, 2)) + sum(x * v for v in islice(range(k, k + 9), 2, 4))


def calls_of_what_is_left_out(x):
    seen, k = [], int(x)

    def f(v):
        seen.append(v * x)
        return v

    s = sum(islice(map(f, np.arange(6.0)), k, k + 2))
    return s * x + sum(seen)


def cycles_with_names(x):
    c, letters, s = cycle([1.0, 2.0 * x, 3.0]), cycle(["a", "b"]), 0.0
    for _ in range(5):
        s = s * x + next(c)
    weights = {"a": x, "b": x * x}
    s += sum(weights[next(letters)] for _ in range(5))
    s += sum(islice(c, 2)) * x + sum(islice(c, 1, 4)) + next(c)
    return s * x + next(c)


@pytest.mark.parametrize("x", [0.63, 1.27, 2.21])
@pytest.mark.parametrize(
    "f",
    [
        of_a_cycle, of_arrays, without_end, of_lists, of_other_iterators, of_ranges, calls_of_what_is_left_out,
        cycles_with_names,
    ],
)  # fmt: skip
def test_slices_of_iterators(f, x: float) -> None:
    compare(f, x)


def negative(x):
    return sum(islice(np.arange(4.0) * x, int(x) - 1, 3))


def test_bounds() -> None:
    compare(negative, 1.5)
    with pytest.raises(ValueError, match="Indices for islice"):
        negative(0.5)
    with pytest.raises(ValueError, match="Indices for islice"):
        irad.grad(negative)(0.5)
    with pytest.raises(irad.TypingError, match="Stop argument for islice"):
        irad.jit(lambda x: sum(islice([x, x], -1)))(0.5)
    with pytest.raises(irad.UnsupportedError, match="with a step is not supported"):
        irad.jit(lambda x: sum(islice(map(square, np.arange(4.0)), int(x), None, 2)))(0.5)
