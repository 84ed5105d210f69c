"""The table of functions and methods: calls in each dtype and layout, beside NumPy and SciPy.

    python -m tests.library_table [--only np.linalg] [--page] [--jobs 2]

Prints what is refused or wrong.  ``--page`` writes `docs/library_table.md`, and the outcomes, row by row, `outcomes.json` here.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import click

from tests.library_table.calls import table
from tests.library_table.judged import outcomes, times
from tests.library_table.page import OUTCOMES, write_page

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 300  # for one row
MOST_UNWRITTEN = 60.0  # seconds of which a run that is interrupted loses the outcomes


def elsewhere(names: list[str], slopes: bool, of: str, found: dict[str, Any]) -> None:
    """The outcomes of some rows, from other processes: one that ends takes its row only with it."""
    rest = list(names)
    while rest:
        command = [
            sys.executable,
            "-m",
            "tests.library_table",
            "--here",
            json.dumps(rest),
            "--rows",
            of,
            *([] if slopes else ["--values"]),
        ]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT) as child:
            assert child.stdout is not None
            for line in child.stdout:
                if line.startswith('{"row"'):
                    said = json.loads(line)
                    rest.remove(said["row"])
                    found[said["row"]] = said
                    _tell(said)
        if rest:
            name = rest.pop(0)
            why = "too long" if child.returncode == -signal.SIGALRM else "the process ended"
            found[name] = {"row": name, "outcomes": [{"call": name, "form": "float64", "is": "wrong", "why": why}], "time": None}
            _tell(found[name])


def _tell(said: dict[str, Any]) -> None:
    for outcome in said["outcomes"]:
        if outcome["is"] not in ("right", "error"):
            click.echo(f"{outcome['is']:8} {outcome['call']:60} {outcome['form']:16} {outcome.get('why', '')}")


@click.command()
@click.option("--only", default="", help="Names that begin like this.")
@click.option("--rows", "of", default="", help="Calls of one file of rows.")
@click.option("--values", is_flag=True, help="No derivatives.")
@click.option("--jobs", default=2, help="Processes at once.")
@click.option("--new", is_flag=True, help="Only rows that have no outcome yet.")
@click.option("--page", is_flag=True, help="Write the outcomes, each minute, and the page at the end.")
@click.option("--here", default="", hidden=True)
def main(only: str, of: str, values: bool, jobs: int, new: bool, page: bool, here: str) -> None:
    """Try all calls of the table."""
    rows = table(of)
    if here:
        with tempfile.TemporaryDirectory() as folder:
            for name in json.loads(here):
                signal.alarm(SECONDS)
                said = outcomes(name, rows[name], Path(folder), not values)
                signal.alarm(0)
                time = times(name, rows[name][0], Path(folder))
                click.echo(json.dumps({"row": name, "outcomes": said, "time": time}))
                sys.stdout.flush()
        return
    before = json.loads(OUTCOMES.read_text()) if OUTCOMES.exists() else {}
    names = [n for n in rows if n.startswith(only) and not (new and n in before)]
    found: dict[str, Any] = {}
    with ThreadPoolExecutor(jobs) as pool:
        parts = [pool.submit(elsewhere, names[k::jobs], not values, of, found) for k in range(jobs)]
        left = set(parts)
        while left:
            _, left = wait(left, MOST_UNWRITTEN)
            every = {**before, **found}
            if page:
                OUTCOMES.write_text(json.dumps({n: every[n] for n in rows if n in every}, separators=(",\n", ":")))
        for part in parts:
            part.result()
    if page:
        write_page()
    states = [o["is"] for said in found.values() for o in said["outcomes"]]
    click.echo(f"{len(found)} names: " + ", ".join(f"{states.count(s)} {s}" for s in ("right", "error", "refused", "wrong")))


if __name__ == "__main__":
    main()
