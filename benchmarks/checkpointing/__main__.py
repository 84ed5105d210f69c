"""Figures of checkpointed loops: memory, and time in ratios.

    python -m benchmarks.checkpointing                        # all, each in a process of its own; about two minutes
    python -m benchmarks.checkpointing waves slices           # some
    python -m benchmarks.checkpointing --json figures.json
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import numpy as np
from rich.console import Console
from rich.table import Table

import irad
from benchmarks.build import ROOT
from benchmarks.checkpointing import libraries, recurrences, stencil, wave
from benchmarks.checkpointing.measured import peak, seconds, together
from benchmarks.measure import pin

Figure = tuple[str, float, float | None, str]  # what, how much, what it should not pass, unit
LIMIT = 600  # seconds for a process


def _largest_error(found: np.ndarray, wanted: np.ndarray) -> float:
    return float(np.abs(found - wanted).max() / np.abs(wanted).max())


def waves(steps: int = 10_000, short: int = 200) -> list[Figure]:
    """Waves on 256 x 256 points.  The time of a sweep is that of a shorter run, scaled to the steps of the long one."""
    c = wave.speeds()
    primal, taped, marked = irad.jit(wave.taped), irad.grad(wave.taped), irad.grad(wave.checkpointed)
    marked(c, 3)
    memory = peak(lambda: marked(c, steps))
    gradient, wanted = marked(c, short), taped(c, short)
    spot, small = (wave.SIDE // 4, wave.SIDE // 2), 1e-5
    bumped = np.zeros_like(c)
    bumped[spot] = small
    slope = (primal(c + bumped, short) - primal(c - bumped, short)) / (2 * small)
    times = together({"primal": lambda: primal(c, short), "taped": lambda: taped(c, short)})
    spent = seconds(lambda: marked(c, steps), 2)
    scale = steps / short
    return [
        ("memory, 50 snapshots", memory / wave.STATE, 60, "states"),
        ("the same", memory / 1e6, None, "MB"),
        ("time, in primals and adjoint sweeps", spent / (scale * times["taped"]), 3.2, ""),
        ("time, in primals", spent / (scale * times["primal"]), None, ""),
        ("taped, in primals", times["taped"] / times["primal"], None, ""),
        (f"difference from the tape's, {short} steps", _largest_error(gradient, wanted), 1e-12, "of the largest"),
        (f"difference from finite differences, {short} steps", abs(gradient[spot] - slope) / abs(slope), 1e-5, "of it"),
    ]


def million() -> list[Figure]:
    """The stencil over a million steps."""
    c, gradient = stencil.conductivity(), irad.grad(stencil.in_place)
    gradient(c, 3)
    memory = peak(lambda: gradient(c, stencil.LONG))
    return [("memory, 1,000,000 steps of 1,000 cells", memory / 1e6, 100, "MB")]


def number() -> list[Figure]:
    """A number over 10^8 steps."""
    primal, gradient = irad.jit(recurrences.number_primal), irad.grad(recurrences.number, argnums=1)
    gradient(0.3, 1.7, 3)
    memory = peak(lambda: gradient(0.3, 1.7, recurrences.NUMBERS))
    wanted, short = recurrences.number_tangent(0.3, 1.7, 10_000), 10**6
    error = abs(gradient(0.3, 1.7, 10_000) - wanted) / abs(wanted)
    times = together({"primal": lambda: primal(0.3, 1.7, short), "marked": lambda: gradient(0.3, 1.7, short)}, 3)
    return [
        ('memory, 10^8 steps, snapshots="log"', memory / 1e6, 50, "MB"),
        ("time over 10^6 steps, in primals", times["marked"] / times["primal"], None, ""),
        ("difference from the tangent, 10,000 steps", error, 1e-10, "of it"),
    ]


def lstm() -> list[Figure]:
    """An LSTM of two layers over 100,000 steps."""
    from benchmarks.programs import lstm as ordinary

    marked, taped = (irad.grad(f, argnums=(0, 1)) for f in (recurrences.lstm, ordinary.loss))
    short, primal = recurrences.lstm_arguments(1_000), ordinary.loss
    for f in (marked, taped):
        f(*recurrences.lstm_arguments(3))
    args = recurrences.lstm_arguments(recurrences.SEQUENCE)
    memory, all_taped = peak(lambda: marked(*args)), peak(lambda: taped(*args))
    error = max(_largest_error(*pair) for pair in zip(marked(*short), taped(*short), strict=True))
    calls = {"primal": lambda: primal(*args), "taped": lambda: taped(*args), "marked": lambda: marked(*args)}
    times = together(calls, 3)
    return [
        ("memory, 100,000 steps, two layers", memory / 1e6, 30, "MB"),
        ("memory, all on the tape", all_taped / 1e6, None, "MB"),
        ("time, in those of the full tape", times["marked"] / times["taped"], None, ""),
        ("time, in primals", times["marked"] / times["primal"], None, ""),
        ("difference from the tape's, 1,000 steps", error, 1e-12, "of the largest"),
    ]


def _stencil(way: str) -> list[Figure]:
    c, n = stencil.conductivity(), stencil.STEPS
    primal, taped, marked = stencil.compiled(way)
    for f in (primal, taped, marked):
        f(c, 3)
    memory, all_taped = peak(lambda: marked(c, n)), peak(lambda: taped(c, n))
    times = together({"primal": lambda: primal(c, n), "taped": lambda: taped(c, n), "marked": lambda: marked(c, n)})
    return [
        ("memory", memory / 1e6, None, "MB"),
        ("memory, all on the tape", all_taped / 1e6, None, "MB"),
        ("time, in those of the full tape", times["marked"] / times["taped"], None, ""),
        ("time, in primals", times["marked"] / times["primal"], 6, ""),
        ("full tape, in primals", times["taped"] / times["primal"], None, ""),
        ("difference from the tape's, 300 steps", _largest_error(marked(c, 300), taped(c, 300)), 1e-12, "of the largest"),
    ]


def slices() -> list[Figure]:
    """The stencil over 20,000 steps in Python, by slices."""
    return _stencil("slices")


def loop() -> list[Figure]:
    """The same by a loop in place, cell after cell."""
    return _stencil("loop")


def loop_c() -> list[Figure]:
    """That loop in C."""
    return _stencil("in_place")


def vectors_c() -> list[Figure]:
    """A loop in C that clang computes in vectors."""
    return _stencil("vectors")


def others() -> list[Figure]:
    """The marked stencil beside segments by hand, and beside other packages where they are installed."""
    c, n = stencil.conductivity(), stencil.STEPS
    primal, marked = irad.jit(stencil.slices_taped), irad.grad(stencil.slices)
    calls = {"primal": lambda: primal(c, n), "marked": lambda: marked(c, n)}
    for length in (32, 141):
        calls[f"segments of {length} steps, by hand"] = lambda length=length: stencil.by_hand(c, n, length)
    calls |= libraries.gradients(n)
    wanted = marked(c, n)
    errors = {name: _largest_error(np.asarray(call()), wanted) for name, call in calls.items() if name != "primal"}
    memory = {name: peak(call) for name, call in calls.items() if name != "primal"}
    times = together(calls, 5)
    out: list[Figure] = []
    for name in memory:
        out += [
            (f"{name}: memory", memory[name] / 1e6, None, "MB"),
            (f"{name}: time, in that of the marked loop", times[name] / times["marked"], None, ""),
            (f"{name}: difference from the marked loop's", errors[name], 1e-9, "of the largest"),
        ]
    return out


SECTIONS: dict[str, Callable[[], list[Figure]]] = {
    f.__name__: f for f in (waves, million, number, lstm, slices, loop, loop_c, vectors_c, others)
}  # fmt: skip


def measured(name: str) -> list[Figure] | str:
    """The figures of a section, measured in a process of its own; or what went wrong."""
    command = [sys.executable, "-m", "benchmarks.checkpointing", "--in-this-process", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT, check=False)
    return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else done.stderr


def table(name: str, figures: list[Figure]) -> Table:
    out = Table(title=(SECTIONS[name].__doc__ or "").splitlines()[0], title_justify="left", show_header=False)
    for what, much, most, unit in figures:
        fine = most is None or much <= most
        out.add_row(what, f"{much:.3g} {unit}", "" if most is None else f"at most {most:g}", style=None if fine else "red")
    return out


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(SECTIONS)))
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write all figures to this file.")
@click.option("--in-this-process", is_flag=True, hidden=True)
def main(names: tuple[str, ...], json_file: Path | None, in_this_process: bool) -> None:
    """Measure checkpointed loops (Linux only: /proc)."""
    pin()
    if in_this_process:
        print(json.dumps([figure for name in names for figure in SECTIONS[name]()]))
        return
    console, found, failed = Console(width=None if sys.stdout.isatty() else 120), {}, False
    for name in names or SECTIONS:
        figures = measured(name)
        if isinstance(figures, str):
            console.print(figures, style="red", markup=False, highlight=False)
            failed = True
            continue
        found[name] = figures
        console.print(table(name, figures))
        if name == "others" and not any("jax" in what for what, *_ in figures):
            console.print("jax and equinox are not installed: nothing to compare with")
    if json_file:
        json_file.write_text(json.dumps(found, indent=1))
    if failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
