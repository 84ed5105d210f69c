"""Timing: all contestants in one process on one core, in turns, so that a clock that drifts meets all of them alike.

In each round every contestant is measured once, for at least `LEAST` seconds; ratios are formed within a round.
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


@dataclass
class Timings:
    """Seconds of each step, one entry per round."""

    seconds: dict[Step, list[float]] = field(default_factory=dict)

    def median(self, step: Step) -> float:
        return statistics.median(self.seconds[step])

    def ratios(self, step: Step, baseline: Step) -> list[float]:
        return [a / b for a, b in zip(self.seconds[step], self.seconds[baseline], strict=True)]

    def ratio(self, step: Step, baseline: Step) -> float:
        """The median over rounds of the ratio within a round."""
        return statistics.median(self.ratios(step, baseline))


def pin() -> None:
    """Keep this process on one core, the last one it may use."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def repetitions(loaded: Loaded, which: int) -> int:
    """How many runs take at least `LEAST` seconds; also warms up."""
    count = 1
    while True:
        spent = loaded.seconds(which, count) * count
        if spent >= LEAST:
            return count
        count = max(2 * count, math.ceil(1.2 * LEAST * count / spent)) if spent > LEAST / 100 else 10 * count


def interleaved(programs: Mapping[str, Loaded], steps: list[Step], rounds: int) -> Timings:
    """Measure ``steps`` in turns, ``rounds`` times."""
    counts = {(kind, which): repetitions(programs[kind], which) for kind, which in steps}
    out = Timings({step: [] for step in steps})
    for _ in range(rounds):
        for step in steps:
            out.seconds[step].append(programs[step[0]].seconds(step[1], counts[step]))
    return out
