"""The figures as a table, as JSON and as a plot."""

from __future__ import annotations

import dataclasses
import json
import platform
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table

from benchmarks.run import Row
from irad._version import __version__
from irad.frontends.clang import find_clang

COLUMNS = {"manual": "by hand", "irad": "irad, C", "c++": "irad, C++", "python": "irad, Python", "python primal": "Python primal"}


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.3g}"


def megabytes(size: float | None) -> str:
    return "?" if size is None else f"{size / 1e6:.1f}"


def table(rows: Sequence[Row]) -> Table:
    """Times in milliseconds; times over the primal's; megabytes beyond the primal's."""
    shown = [kind for kind in COLUMNS if any(kind in row.ratios for row in rows)]
    out = Table(title="Time of derivatives over that of the primal (C, clang)", title_justify="left", box=box.SIMPLE_HEAD)
    for heading in ("program", "instance", "derivative"):
        out.add_column(heading, no_wrap=True)
    out.add_column("primal ms", justify="right", min_width=8)
    for kind in shown:
        out.add_column(COLUMNS[kind], justify="right")
    out.add_column("irad, C ms", justify="right")
    weighed = [kind for kind in COLUMNS if any(kind in row.memory for row in rows)]
    for kind in weighed:
        out.add_column(f"{COLUMNS[kind]} MB", justify="right")
    for row in rows:
        cells = [row.program, row.instance, row.derivative, milliseconds(row.primal)]
        cells += [ratio(row, kind) for kind in shown]
        cells.append(milliseconds(row.seconds["irad"]) if "irad" in row.seconds else "-")
        cells += [megabytes(row.memory.get(kind)) if kind in row.memory else "-" for kind in weighed]
        out.add_row(*cells)
    return out


def ratio(row: Row, kind: str) -> str:
    if kind not in row.ratios:
        return "-"
    text = f"{statistics.median(row.ratios[kind]):.2f}"
    wrong = row.wrong.get(kind)
    return f"[red]{text} (off by {wrong:.0e})[/red]" if wrong and not kind.endswith("primal") else text


def machine() -> dict[str, Any]:
    """Where the figures come from."""
    cpu = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        cpu = next((line.split(":")[1].strip() for line in info.read_text().splitlines() if "model name" in line), cpu)
    return {
        "cpu": cpu,
        "system": platform.platform(),
        "python": platform.python_version(),
        "irad": __version__,
        "clang": find_clang().version,
    }


def write_json(rows: Sequence[Row], path: Path) -> None:
    path.write_text(json.dumps({"machine": machine(), "rows": [dataclasses.asdict(row) for row in rows]}, indent=1) + "\n")


def plot(rows: Sequence[Row], path: Path) -> None:
    """One group of bars per row, one bar per kind; needs matplotlib."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    shown = [kind for kind in ("manual", "irad", "c++", "python") if any(kind in row.ratios for row in rows)]
    figure, axes = pyplot.subplots(figsize=(max(6, 0.6 * len(rows)), 5))
    for at, kind in enumerate(shown):
        heights = [statistics.median(row.ratios.get(kind, [0])) for row in rows]
        axes.bar(
            [i + 0.8 * at / len(shown) for i in range(len(rows))], heights, 0.8 / len(shown), align="edge", label=COLUMNS[kind]
        )
    axes.set_xticks([i + 0.4 for i in range(len(rows))], [label(row) for row in rows], rotation=60, ha="right", fontsize=8)
    axes.set_yscale("log")
    axes.set_ylabel("derivative / primal")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=150)


def label(row: Row) -> str:
    plain = row.derivative in ("gradient", "Jacobian")
    return f"{row.program} {row.instance}" + ("" if plain else f" {row.derivative}")
