"""Trip counts of random loops over integers of eight bits, beside how often the loops really run."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from irad.ir.reader import read_module
from irad.ir.values import ConstantInt
from tests.reference.interpreter import Endless, Undefined, interpret, signed
from tests.unit.analysis.analyses import ControlFlow, TripCount, trip_count

PREDICATES = ("ne", "eq", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
BITS = 8


def loop(rng: random.Random) -> str:
    """for (i = %a; i PRED %n; i += STEP), tested first or last, in one of the ways in which that is written."""
    step = rng.choice((1, 1, 1, -1, -1, 2, 3, -2, 5, -7))
    flags = rng.choice(("", "nsw ", "nuw ", "nuw nsw "))
    change = f"%j = add {flags}i8 %i, {step}" if rng.random() < 0.7 else f"%j = sub {flags}i8 %i, {-step}"
    last = rng.random() < 0.5
    tested = rng.choice(("%i", "%j") if last else ("%i",))
    stays = rng.random() < 0.6
    pred = rng.choice(PREDICATES)
    operands = f"{tested}, %n" if rng.random() < 0.7 else f"%n, {tested}"
    ways = ("label %on, label %exit") if stays else ("label %exit, label %on")
    test = f"  %c = icmp {pred} i8 {operands}\n  br i1 %c, {ways}\n"
    body = f"  {change}\n"
    inside = f"{body}{test}on:\n  br label %loop\n" if last else f"{test}on:\n{body}  br label %loop\n"
    return (
        "define void @f(i8 %a, i8 %n) {\nentry:\n  br label %loop\nloop:\n  %i = phi i8 [ %a, %entry ], [ %j, %on ]\n"
        f"{inside}exit:\n  ret void\n}}\n"
    )


def claimed(t: TripCount, given: dict[str, int]) -> int:
    """The number of the last iteration that follows from a trip count, in arithmetic of the loop's own width."""
    start = t.start.value if isinstance(t.start, ConstantInt) else given[t.start.name]
    bound = t.bound.value if isinstance(t.bound, ConstantInt) else given[t.bound.name]
    first = signed(start + t.add, BITS)
    if t.kind == "equal":
        distance = (bound - first if t.step > 0 else first - bound) % (1 << BITS)
        return distance // abs(t.step)
    if not t.signed:
        first, bound = first % (1 << BITS), bound % (1 << BITS)
    bound += (1 if t.step > 0 else -1) if t.inclusive else 0
    return max(0, math.ceil((bound - first) / t.step))


def inputs(rng: random.Random) -> list[tuple[int, int]]:
    edges = (-128, -127, -3, -1, 0, 1, 2, 5, 100, 126, 127)
    return [(rng.choice(edges), rng.choice(edges)) for _ in range(12)] + [
        (rng.randint(-128, 127), rng.randint(-128, 127)) for _ in range(12)
    ]


@pytest.mark.parametrize("first", range(0, 320, 40))
def test_random_loops(first: int) -> None:
    found: dict[str, int] = {"equal": 0, "less": 0, "": 0}
    for seed in range(first, first + 40):
        rng = random.Random(seed)
        text = loop(rng)
        fn = read_module(text).functions["f"]
        flow = ControlFlow(fn)
        t: Any = trip_count(flow.loops[0], flow)
        found[t.kind if t is not None else ""] += 1
        if t is None:
            continue
        for a, n in inputs(rng):
            try:
                run = interpret(fn, [a, n], most=4_000)
            except (Undefined, Endless):
                continue  # what the program does then, or in a sweep that never comes, nobody asks
            header = flow.loops[0].header
            assert claimed(t, {"a": a, "n": n}) == run.visits.count(header) - 1, f"a = {a}, n = {n}, seed {seed}\n{text}{t}"
    assert found["equal"] and found["less"] and found[""]
