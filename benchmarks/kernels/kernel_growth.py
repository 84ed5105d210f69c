"""How the times of gradients of kernels, and their tapes, grow with the work of the kernel.

    python -m benchmarks.kernels.kernel_growth                                    # all, some minutes
    python -m benchmarks.kernels.kernel_growth cholesky c_lu --plot growth.png    # some; the plot needs the extra irad[bench]

`growing_sizes` says how a kernel grows.  Slopes are those of lines fitted to logarithms: of seconds and work, 1 is proportional;
of the bytes of the tape and the size that grows, 2 is a copy of a matrix.  A kernel whose primal leaves the caches grows faster
than its work without anybody's fault: the slope of the primal stands beside that of the gradient.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import math
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import irad
from benchmarks.build import Library
from benchmarks.kernels import c_runs
from benchmarks.kernels.c_catalogue import C_KERNELS
from benchmarks.kernels.growing_sizes import GROWING, POINTS, Growing
from benchmarks.kernels.python_kernels import KERNELS, TOPICS
from benchmarks.kernels.python_runs import Loaded, by_numba, numba, seconds
from benchmarks.measure import pin

LEAST = 5e-3  # seconds of one measurement
STEEP = 1.1
NO_TAPE = 8192  # bytes; where the largest size needs no more it is none (small arrays may be copied where large ones are not)


@dataclass
class Growth:
    """Seconds of primal, gradient and adjoint by hand, and bytes of the tape, by the size that grows."""

    name: str
    growing: Growing
    values: list[int] = field(default_factory=list)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    tape: dict[int, int] = field(default_factory=dict)

    @property
    def work(self) -> list[float]:
        return [self.growing.work(n) for n in self.values]

    def slope(self, key: str) -> float | None:
        """Of the times of "primal", "gradient" or "hand" against work."""
        return slope(self.work, self.seconds[key]) if key in self.seconds else None

    @property
    def steep(self) -> bool:
        return (self.slope("gradient") or 0.0) > STEEP

    @property
    def tape_power(self) -> float | None:
        """Of the size; 0 where there is no tape, None where it was not measured."""
        if not self.tape:
            return None
        if self.tape[max(self.tape)] <= NO_TAPE:
            return 0.0
        large = {n: size for n, size in self.tape.items() if size > NO_TAPE}
        return slope(list(large), list(large.values())) if len(large) > 1 else None


def slope(x: Sequence[float], y: Sequence[float]) -> float:
    """The exponent of the power of ``x`` that fits ``y`` best.

    >>> round(slope((10, 100, 1000), (1.0, 100.0, 10000.0)), 6)
    2.0
    """
    return float(np.polyfit(np.log(x), np.log(y), 1)[0])


def grown(name: str, rounds: int, folder: Path, weigh: bool = True, points: int = POINTS) -> Growth:
    """Measure a kernel with all sizes."""
    out = Growth(name, GROWING[name])
    open_ = _of_c(name, folder) if name in C_KERNELS else _of_python(name)
    for k, n in enumerate(out.growing.values(points)):
        steps, weight = open_(out.growing.sizes(n))
        out.values.append(n)
        for key, spent in _net(steps, rounds).items():
            out.seconds.setdefault(key, []).append(spent)
        tape = weight() if weigh and k % 2 == 0 else None
        if tape is not None:
            out.tape[n] = tape
    return out


Step = Callable[[int], float]  # seconds of one run, of as many
Open = Callable[[tuple[Any, ...]], tuple[dict[str, Step], Callable[[], int | None]]]  # steps with these sizes, bytes of the tape


def _of_python(name: str) -> Open:
    kernel = KERNELS[name]
    compiled = irad.jit(kernel.function)
    hand = by_numba(kernel.hand) if kernel.hand is not None and numba is not None else None

    def opened(sizes: tuple[Any, ...]) -> tuple[dict[str, Step], Callable[[], int | None]]:
        loaded = Loaded(kernel.sized(*sizes), compiled=compiled)
        steps = loaded.steps(peers=False)
        if hand is not None:
            args = (*loaded.args, *loaded.shadows, *loaded.scratch)

            def by_hand() -> Any:
                loaded.restore()
                return hand(*args)

            steps["hand"] = by_hand
        return {key: partial(seconds, run) for key, run in steps.items()}, loaded.tape

    return opened


def _of_c(name: str, folder: Path) -> Open:
    kernel = C_KERNELS[name]
    plain, made = c_runs.build(name, folder)

    def opened(sizes: tuple[Any, ...]) -> tuple[dict[str, Step], Callable[[], int | None]]:
        given = kernel.sized(*sizes).given()
        by_clang, by_irad = Library(plain, given), Library(made, given)
        steps: dict[str, Step] = {
            "primal": partial(by_clang.seconds, c_runs.PRIMAL),
            "gradient": partial(by_irad.seconds, c_runs.GRADIENT),
            "restore": partial(by_clang.seconds, c_runs.RESTORE),
            "restore values": partial(by_clang.seconds, c_runs.RESTORE_VALUES),
        }
        if kernel.hand:
            steps["hand"] = partial(by_clang.seconds, c_runs.HAND)
        return steps, lambda: c_runs.extra(name, folder, c_runs.GRADIENT, sizes)

    return opened


def _net(steps: dict[str, Step], rounds: int) -> dict[str, float]:
    """Medians, less what restores the arguments."""
    counts = {key: _count(key, step) for key, step in steps.items()}
    times = [{key: step(counts[key]) for key, step in steps.items()} for _ in range(rounds)]
    medians = {key: statistics.median(t[key] for t in times) for key in steps}
    off = {"primal": "restore values", "gradient": "restore", "hand": "restore"}
    return {key: max(medians[key] - medians[off[key]], 1e-9) for key in off if key in medians}


def _count(key: str, step: Step) -> int:
    step(3)  # the first calls compile
    return 20 if key.startswith("restore") else max(1, math.ceil(LEAST / max(step(2), 1e-7)))


HEAD = "| kernel | n | gradient, ms | slope | of the primal | by hand | power of the tape | tape, bytes |"


def lines(growths: Iterable[Growth]) -> list[str]:
    """The table, in Markdown."""
    return [HEAD, "|---|---|---|---|---|---|---|---|", *map(_line, growths)]


def _line(one: Growth) -> str:
    power, times = one.tape_power, one.seconds["gradient"]
    tape = "" if power is None else "none" if not power else f"{power:.2f}"
    size = f"{one.tape[max(one.tape)]:,}" if one.tape and power != 0 else ""
    slopes = ["" if s is None else f"{s:.2f}" for s in map(one.slope, ("gradient", "primal", "hand"))]
    spans = [f"{one.values[0]} to {one.values[-1]}", f"{1e3 * times[0]:.3g} to {1e3 * times[-1]:.3g}"]
    return f"| {' | '.join([one.name, *spans, *slopes, tape, size])} |"


def panels() -> dict[str, list[str]]:
    """What is drawn together: the topics of the kernels in Python, those in C in three parts."""
    out = {topic.__name__.rpartition(".")[2].replace("_", " "): [k.name for k in topic.KERNELS] for topic in TOPICS}
    names = list(C_KERNELS)
    return {**out, **{f"C, {part + 1}": names[part::3] for part in range(3)}}


def plot(growths: Iterable[Growth], path: Path) -> None:
    """Gradients' times against work, a panel for each topic, with the slope of 1 as dots."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    found = {one.name: one for one in growths}
    drawn = {title: [found[n] for n in names if n in found] for title, names in panels().items()}
    drawn = {title: ones for title, ones in drawn.items() if ones}
    columns = min(4, len(drawn))
    rows = -(-len(drawn) // columns)
    figure, axes = pyplot.subplots(rows, columns, figsize=(3.6 * columns, 3.0 * rows), squeeze=False)
    for panel, (title, ones) in zip(axes.flat, drawn.items(), strict=False):
        for one in ones:
            unit = one.work[0]
            work = [w / unit for w in one.work]
            label = f"{one.name} {one.slope('gradient'):.2f}"
            panel.loglog(work, np.multiply(one.seconds["gradient"], 1e3), "o-", markersize=3, label=label)
        low = min(one.seconds["gradient"][0] for one in ones) * 1e3
        panel.loglog([1, 1000], [low, 1000 * low], ":", color="gray", linewidth=1)
        panel.set_title(title, fontsize=10)
        panel.grid(True, which="major", alpha=0.3)
        panel.legend(fontsize=6.5, loc="lower right")
        panel.tick_params(labelsize=7)
    for panel in axes.flat[len(drawn) :]:
        panel.axis("off")
    figure.supxlabel("work, in that of the smallest size (dots: proportional to it)", fontsize=10)
    figure.supylabel("milliseconds of the gradient", fontsize=10)
    figure.tight_layout()
    figure.savefig(path, dpi=85)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="kernels (default: all)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured (default: 5)")
    parser.add_argument("--plot", type=Path, help="draw the times (needs matplotlib)")
    parser.add_argument("--no-tapes", action="store_true", help="times only")
    args = parser.parse_args()
    unknown = set(args.names) - set(GROWING)
    if unknown:
        parser.error(f"no such kernel: {', '.join(sorted(unknown))}; there are {', '.join(GROWING)}")
    pin()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for name in args.names or GROWING:
            found.append(grown(name, args.rounds, Path(folder), not args.no_tapes))
            print(_line(found[-1]), file=sys.stderr, flush=True)
    print("\n".join(lines(found)))
    steep = [one.name for one in found if one.steep]
    print(f"\nfaster than their work (above {STEEP}): {', '.join(steep) or 'none'}")
    if args.plot:
        plot(found, args.plot)
    return 0


if __name__ == "__main__":
    sys.exit(main())
