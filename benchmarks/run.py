"""One program on one instance: build, compare the results, time, weigh."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks import memory
from benchmarks.build import BuildError
from benchmarks.contestants import Contestant, Loaded, contestant, derivatives, exists
from benchmarks.measure import Step, Timings, interleaved

TOLERANCE = 1e-9


@dataclass
class Row:
    """The figures of one derivative of one instance.  Kinds that could not be built or loaded are missing."""

    program: str
    instance: str
    derivative: str
    primal: float  # seconds
    seconds: dict[str, float] = field(default_factory=dict)
    ratios: dict[str, list[float]] = field(default_factory=dict)  # by kind, one per round; "manual primal", "python primal" too
    memory: dict[str, float | None] = field(default_factory=dict)  # bytes beyond the primal's
    wrong: dict[str, float] = field(default_factory=dict)  # by kind, how far its results are from the others'


def contestants(program: str, kinds: Sequence[str], folder: Path, keep: bool) -> tuple[dict[str, Contestant], list[str]]:
    """Those that can be built, and what the compilers say of the others."""
    out: dict[str, Contestant] = {}
    complaints = []
    for kind in ("primal", *kinds):
        if not exists(program, kind):
            continue
        try:
            out[kind] = contestant(program, kind, folder, keep)
        except BuildError as error:
            complaints.append(str(error))
    return out, complaints


def disagreements(results: dict[str, NDArray[np.float64]]) -> dict[str, float]:
    """For each kind the largest |a - b| / max(1, |a| + |b|) against the first kind, where it is above `TOLERANCE`."""
    if not results:
        return {}
    first = next(iter(results.values()))
    out = {}
    for kind, values in results.items():
        if values.shape != first.shape:
            out[kind] = float("inf")
            continue
        error = np.abs(values - first) / np.maximum(1, np.abs(values) + np.abs(first))
        worst = float("inf") if np.isnan(error).any() else float(error.max(initial=0))
        if worst > TOLERANCE:
            out[kind] = worst
    return out


def run(program: str, name: str, built: dict[str, Contestant], rounds: int, weigh: bool) -> list[Row]:
    """The rows of one instance."""
    loaded: dict[str, Loaded] = {kind: c.load(name) for kind, c in built.items()}
    wrong = disagreements({kind: program.results() for kind, program in loaded.items() if kind != "primal"})
    names = derivatives(program)
    kinds = [kind for kind in loaded if kind != "primal"]
    steps: list[Step] = [(kind, which) for kind in kinds for which in range(1, len(names) + 1)]
    steps += [(kind, 0) for kind in kinds if kind in ("manual", "python")]
    timings = interleaved(loaded, steps, rounds)
    rows = []
    for which, derivative in enumerate(names, 1):
        row = Row(program, name, derivative, timings.primal(), wrong=wrong)
        fill(row, which, timings)
        if weigh:
            row.memory = {kind: memory.extra(c, name, which) for kind, c in built.items() if kind != "primal"}
        rows.append(row)
    return rows


def fill(row: Row, which: int, timings: Timings) -> None:
    """Takes one derivative's figures, and those of the primals beside it, from the timings."""
    for kind, step in timings.seconds:
        if step not in (0, which):
            continue
        label = kind if step else f"{kind} primal"
        row.seconds[label] = timings.median((kind, step))
        row.ratios[label] = timings.ratios((kind, step))
