"""How the times of derivatives grow with the size of the instance.

    python -m benchmarks.growth [--only gmm,ode] [--plot docs/growth.png]         # the plot needs the extra irad[bench]

For each program one size grows over three decades while the others stay.  The slope is that of the line fitted to the logarithms
of time and size: 1 is proportional to the size.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

from benchmarks import memory
from benchmarks.contestants import contestant
from benchmarks.measure import BASELINE, Step, interleaved, pin

DERIVATIVE: Step = ("irad", 1)


@dataclass(frozen=True)
class Series:
    """The instances of a program that differ in one size."""

    program: str
    size: str  # the letter that grows
    values: tuple[int, ...]
    fixed: str  # the others, as in the names of instances

    def name(self, value: int) -> str:
        return f"{self.fixed}_{self.size}{value}"

    @property
    def label(self) -> str:
        return f"{self.program} {self.fixed.replace('_', ' ')}, {self.size} grows"


SERIES = (
    Series("gmm", "n", (100, 300, 1000, 3000, 10_000, 30_000, 100_000), "d10_k10"),
    Series("lstm", "c", (64, 256, 1024, 4096, 16_384, 65_536), "l2"),
    Series("ode", "n", (100, 300, 1000, 3000, 10_000, 30_000, 100_000), "s100"),
    Series("ode", "s", (10, 30, 100, 300, 1000, 3000, 10_000), "n1000"),
)
WEIGHED = (("gmm", "d20_k25"), ("lstm", "l4_c4096"))


@dataclass(frozen=True)
class Curve:
    """Seconds of primal and derivative by size."""

    series: Series
    primal: list[float]
    derivative: list[float]

    @property
    def slopes(self) -> tuple[float, float]:
        return slope(self.series.values, self.primal), slope(self.series.values, self.derivative)


def slope(sizes: tuple[int, ...], seconds: list[float]) -> float:
    """The exponent of the power of the size that fits the times best.

    >>> round(slope((10, 100, 1000), [1.0, 10.0, 100.0]), 6)
    1.0
    """
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def curve(series: Series, folder: Path, rounds: int) -> Curve:
    built = {kind: contestant(series.program, kind, folder, True) for kind in ("primal", "irad")}
    out = Curve(series, [], [])
    for value in series.values:
        loaded = {kind: one.load(series.name(value)) for kind, one in built.items()}
        timings = interleaved(loaded, [DERIVATIVE], rounds)
        out.primal.append(timings.primal())
        out.derivative.append(timings.median(DERIVATIVE))
    return out


def peaks(folder: Path) -> None:
    """Print what derivatives need beyond their primals."""
    for program, name in WEIGHED:
        extra = memory.extra(contestant(program, "irad", folder, True), name, DERIVATIVE[1])
        click.echo(f"{program} {name}: " + ("?" if extra is None else f"{extra / 1e6:.2f} MB beyond the primal"))


def plot(curves: list[Curve], path: Path) -> None:
    """Times of the derivatives, with those of the primals dashed, on logarithmic axes."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5.5))
    for at, one in enumerate(curves):
        color, sizes = f"C{at}", one.series.values
        label = f"{one.series.label}: slope {one.slopes[1]:.2f}"
        axes.loglog(sizes, np.multiply(one.derivative, 1e3), "o-", color=color, label=label)
        axes.loglog(sizes, np.multiply(one.primal, 1e3), "--", color=color, linewidth=1, alpha=0.7)
    axes.set_xlabel(f"the size that grows ({BASELINE[0]}: dashed)")
    axes.set_ylabel("milliseconds")
    axes.grid(True, which="major", alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)


@click.command()
@click.option("--only", help="Programs, with commas.")
@click.option("--rounds", default=7, show_default=True, help="How often each is measured.")
@click.option("--plot", "plot_file", type=click.Path(path_type=Path), help="Draw the times (needs matplotlib).")
def main(only: str | None, rounds: int, plot_file: Path | None) -> None:
    """Time the derivatives of three programs over three decades of sizes."""
    curves = []
    pin()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for series in SERIES:
            if only and series.program not in only.split(","):
                continue
            found = curve(series, folder, rounds)
            curves.append(found)
            click.echo(f"{series.label}: slope of the primal {found.slopes[0]:.2f}, of the derivative {found.slopes[1]:.2f}")
            for value, a, b in zip(series.values, found.primal, found.derivative, strict=True):
                click.echo(f"{series.size:>6} = {value:<8}{1e3 * a:>12.4g} ms{1e3 * b:>12.4g} ms{b / a:>8.2f}")
        peaks(folder)
    if plot_file:
        plot(curves, plot_file)


if __name__ == "__main__":
    main()
