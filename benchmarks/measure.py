"""Timing: all contestants in one process on one core, in turns, so that a clock that drifts meets all of them alike.

In each round every step is measured once, right behind the primal, for at least `LEAST` seconds each; ratios are those of such
neighbours.  The clock is the thread's own: it stands still while others have the core.
"""

from __future__ import annotations

import math
import os
import statistics
from collections.abc import Mapping
from dataclasses import dataclass, field

from benchmarks.contestants import Loaded

LEAST = 5e-3

Step = tuple[str, int]  # the kind of a contestant, and which of its functions: 0 is the primal
BASELINE: Step = ("primal", 0)


@dataclass
class Timings:
    """Seconds of the primal, and of each step with the primal in front of it, one entry per round."""

    seconds: dict[Step, list[float]] = field(default_factory=dict)
    before: dict[Step, list[float]] = field(default_factory=dict)

    def primal(self) -> float:
        """The median over all that was measured."""
        return statistics.median(x for times in self.before.values() for x in times)

    def median(self, step: Step) -> float:
        return statistics.median(self.seconds[step])

    def ratios(self, step: Step) -> list[float]:
        """Times of the step over those of the primal in front of it."""
        return [a / b for a, b in zip(self.seconds[step], self.before[step], strict=True)]


def pin() -> None:
    """Keep this process on one core, the last one it may use."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def repetitions(loaded: Loaded, which: int) -> int:
    """How many runs take at least `LEAST` seconds; also warms up."""
    loaded.seconds(which, 3)  # from Python the first calls compile
    count = 1
    while True:
        spent = loaded.seconds(which, count) * count
        if spent >= LEAST:
            return count
        count = max(2 * count, math.ceil(1.2 * LEAST * count / spent)) if spent > LEAST / 100 else 10 * count


def interleaved(programs: Mapping[str, Loaded], steps: list[Step], rounds: int) -> Timings:
    """Measure ``steps`` in turns, ``rounds`` times."""
    counts = {(kind, which): repetitions(programs[kind], which) for kind, which in [BASELINE, *steps]}
    out = Timings({step: [] for step in steps}, {step: [] for step in steps})
    for _ in range(rounds):
        for step in steps:
            for target, (kind, which) in ((out.before, BASELINE), (out.seconds, step)):
                target[step].append(programs[kind].seconds(which, counts[kind, which]))
    return out
