"""``python -m benchmarks``: the programs of the benchmarks, timed beside their primals.  See docs/benchmarks.md."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
from rich.console import Console

from benchmarks import report
from benchmarks.build import ROOT
from benchmarks.instances import PROGRAMS, TIMED
from benchmarks.measure import pin
from benchmarks.run import Row, contestants, run

KEPT = ROOT / ".benchmarks" / "libraries"


def chosen(only: str | None, quick: bool) -> dict[str, tuple[str, ...]]:
    """The instances to run by program: ``gmm`` means all of it, ``gmm/d10_k10`` one of them."""
    if only is None:
        return {program: names[:1] if quick else names for program, names in TIMED.items()}
    out: dict[str, tuple[str, ...]] = {}
    for word in only.split(","):
        program, _, name = word.partition("/")
        if program not in TIMED:
            raise click.BadParameter(f"no program {program}; there are {', '.join(PROGRAMS)}", param_hint="--only")
        names = (name,) if name else TIMED[program][:1] if quick else TIMED[program]
        out[program] = out.get(program, ()) + names
    return out


@contextlib.contextmanager
def libraries(keep: bool) -> Iterator[Path]:
    """Where libraries are built: a folder that is thrown away, or one that stays."""
    if keep:
        KEPT.mkdir(parents=True, exist_ok=True)
        yield KEPT
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def load_note() -> str:
    """How busy the machine is: others on it slow memory and shared caches down, which no clock leaves out."""
    if not hasattr(os, "getloadavg"):
        return ""
    return f"Load in the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, of which this takes one."


@click.command()
@click.option("--only", help="Programs or instances, with commas: gmm,lstm/l2_c1024.")
@click.option("--rounds", default=21, show_default=True, help="How often each is measured.")
@click.option("--quick", is_flag=True, help="The smallest instance of each program, in 5 rounds, without memory.")
@click.option("--kinds", default="manual,irad,c++,python", show_default=True, help="What is measured beside the primal.")
@click.option("--keep", is_flag=True, help="Keep the libraries, and use those kept before without compiling again.")
@click.option("--memory/--no-memory", default=True, help="Also measure peaks of memory.")
@click.option("--json", "json_file", type=click.Path(path_type=Path), help="Write all figures to this file.")
@click.option("--plot", "plot_file", type=click.Path(path_type=Path), help="Draw the ratios (needs matplotlib).")
def main(
    only: str | None,
    rounds: int,
    quick: bool,
    kinds: str,
    keep: bool,
    memory: bool,
    json_file: Path | None,
    plot_file: Path | None,
) -> None:
    """Time derivatives of eleven programs beside their primals."""
    console = Console(width=None if sys.stdout.isatty() else 170)
    rows: list[Row] = []
    failed = False
    pin()
    with libraries(keep) as folder:
        for program, names in chosen(only, quick).items():
            built, complaints = contestants(program, kinds.split(","), folder, keep)
            for complaint in complaints:
                failed = True
                console.print(complaint, style="red", markup=False, highlight=False)
            if "primal" not in built or len(built) == 1:
                continue
            for name in names:
                with console.status(f"{program} {name}"):
                    rows += run(program, name, built, 5 if quick else rounds, memory and not quick)
    console.print(report.table(rows))
    console.print(load_note())
    if json_file:
        report.write_json(rows, json_file)
    if plot_file:
        report.plot(rows, plot_file)
    if failed or any(row.wrong for row in rows):
        sys.exit(1)


if __name__ == "__main__":
    main()
