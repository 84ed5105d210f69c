"""Proofs of emptiness beside brute force, and beside isl where that is installed."""

from __future__ import annotations

import random
from itertools import product

import pytest

from irad.analysis.elements.integer_systems import LinearForm, is_empty

_FACTORS = (0, 0, 1, -1, 1, -1, 2, -2, 3, 8, -8)


def _form(constant: int, factors: dict[str, int]) -> LinearForm:
    return LinearForm(constant, tuple((n, f) for n, f in factors.items() if f))


def _system(rng: random.Random, names: list[str]) -> tuple[list[tuple[int, dict[str, int]]], ...]:
    def rows(most: int) -> list[tuple[int, dict[str, int]]]:
        return [(rng.randint(-8, 8), {n: rng.choice(_FACTORS) for n in names}) for _ in range(rng.randint(0, most))]

    return rows(2), rows(6)


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_no_solution_in_a_box(first: int) -> None:
    """Variables from -4 to 4, so that all can be tried: what is called empty has no solution, and most that has none is."""
    proved = empty = 0
    for seed in range(first, first + 100):
        rng = random.Random(seed)
        names = ["x", "y", "z"][: rng.randint(1, 3)]
        equal, least = _system(rng, names)
        box = [(4, {n: s}) for n in names for s in (1, -1)]
        found = is_empty([_form(*r) for r in equal], [_form(*r) for r in least + box])
        points = [dict(zip(names, p, strict=True)) for p in product(range(-4, 5), repeat=len(names))]

        def value(row: tuple[int, dict[str, int]], at: dict[str, int]) -> int:
            return row[0] + sum(f * at[n] for n, f in row[1].items())

        some = any(all(value(r, p) == 0 for r in equal) and all(value(r, p) >= 0 for r in least) for p in points)
        assert not (found and some), f"seed {seed}"
        proved += found
        empty += not some
    assert proved > 0.9 * empty > 20


@pytest.mark.slow
def test_beside_isl() -> None:
    isl = pytest.importorskip("islpy", reason="islpy, the oracle, is not installed")
    for seed in range(2000):
        rng = random.Random(seed)
        names = [f"v{k}" for k in range(rng.randint(1, 6))]
        equal, least = _system(rng, names)
        if not is_empty([_form(*r) for r in equal], [_form(*r) for r in least]):
            continue
        texts = [
            " + ".join([f"{f}*{n}" for n, f in factors.items()] + [str(c)]) + sign
            for rows, sign in ((equal, " = 0"), (least, " >= 0"))
            for c, factors in rows
        ]
        assert isl.Set(f"{{ [{','.join(names)}] : {' and '.join(texts)} }}").is_empty(), f"seed {seed}"
