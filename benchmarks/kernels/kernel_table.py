"""The figures of kernels as rows, and what misses a goal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass
class Figures:
    """Of one kernel: seconds without what restores the arguments, ratios of neighbours in one round, bytes."""

    name: str
    seconds: dict[str, float] = field(default_factory=dict)  # by step
    gradient_primal: float | None = None
    gradient_hand: float | None = None
    hand_primal: float | None = None
    primal_numba: float | None = None
    tape: int | None = None
    scratch: int | None = None
    wrong: str = ""

    def misses(self) -> list[str]:
        """What is above its goal."""
        out = [self.wrong] if self.wrong else []
        if self.gradient_hand is not None and self.gradient_hand > 1.6:
            out.append(f"gradient / by hand {self.gradient_hand:.2f} > 1.6")
        allowed = max(5.0, 1.3 * (self.hand_primal or 0.0))
        if self.gradient_primal is not None and self.gradient_primal > allowed:
            out.append(f"gradient / primal {self.gradient_primal:.2f} > {allowed:.2f}")
        if self.primal_numba is not None and self.primal_numba > 1.15:
            out.append(f"primal / Numba {self.primal_numba:.2f} > 1.15")
        if self.tape is not None and self.scratch is not None and self.tape > max(1.5 * self.scratch, SMALL):
            out.append(f"tape {self.tape} bytes > 1.5 x {self.scratch}")
        return out


SMALL = 1 << 14  # bytes: a tape below that is none


def mean(values: Iterable[float | None]) -> float | None:
    """The geometric one of those that are there."""
    logs = [math.log(v) for v in values if v]
    return math.exp(sum(logs) / len(logs)) if logs else None


_RATIOS = ("gradient/hand", "gradient/primal", "hand/primal", "primal/Numba")
HEADS = ("kernel", "primal us", "gradient us", *_RATIOS, "tape B", "by hand B")


def cells(row: Figures) -> list[str]:
    return [
        row.name,
        *(_number(row.seconds.get(step), 1e6, 1) for step in ("primal", "gradient")),
        *(_number(v) for v in (row.gradient_hand, row.gradient_primal, row.hand_primal, row.primal_numba)),
        *("-" if v is None else str(v) for v in (row.tape, row.scratch)),
    ]


def _number(value: float | None, scale: float = 1.0, digits: int = 2) -> str:
    return "-" if value is None else f"{value * scale:.{digits}f}"


def ordered(rows: Iterable[Figures]) -> list[Figures]:
    """The worst beside the adjoints by hand first, then those without one by what they cost."""
    return sorted(rows, key=lambda r: (r.gradient_hand is None, -(r.gradient_hand or r.gradient_primal or 0.0)))


def lines(rows: Sequence[Figures], markdown: bool) -> list[str]:
    """The table."""
    body = [cells(row) for row in ordered(rows)]
    if markdown:
        return [f"| {' | '.join(line)} |" for line in (HEADS, ["---"] + ["---:"] * (len(HEADS) - 1), *body)]
    widths = [max(map(len, column)) for column in zip(HEADS, *body, strict=True)]
    return ["  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in (HEADS, *body)]


def summary(rows: Sequence[Figures]) -> list[str]:
    """Geometric means, and what misses a goal."""
    names = {"gradient_hand": "gradient / by hand", "gradient_primal": "gradient / primal", "primal_numba": "primal / Numba"}
    out = []
    for key, words in names.items():
        values = [v for row in rows if (v := getattr(row, key)) is not None]
        average = mean(values)
        if average is not None:
            out.append(f"{words}: {average:.3f} in the geometric mean of {len(values)}, {max(values):.2f} at worst")
    times = {row.name: row.seconds.get("gradient") for row in rows}
    for name, time in times.items():
        other = times.get(name.removesuffix("_f32")) if name.endswith("_f32") else None
        if time and other:
            out.append(f"float32 / float64, gradient of {name.removesuffix('_f32')}: {time / other:.2f}")
    missed = [f"  {row.name}: {text}" for row in rows for text in row.misses()]
    return [*out, f"{len(missed)} above a goal{':' if missed else ''}", *missed]
