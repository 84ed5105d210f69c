"""How many of 500 names of NumPy and SciPy irad, JAX and Numba know, with values and derivatives beside NumPy's and SciPy's.

    python -m benchmarks.library.coverage [--of irad,jax,numba] [--only scipy.signal] [--page]

Each row of `names.txt` is one call; each peer compiles it in a process of its own, which is started again if it ends.  Values are
compared with those of NumPy and SciPy; where a result and an argument are floats, the gradient of a weighted sum of it (in
irad and JAX) with differences of fourth order.  ``--page`` writes `docs/dev/library_coverage.md`, and the outcomes, row by row,
`coverage.json` here.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import click

from benchmarks.library.coverage_peers import PEERS, missing, quietly
from benchmarks.library.named_rows import rows

ROOT = Path(__file__).resolve().parents[2]
OUTCOMES = Path(__file__).with_name("coverage.json")
PAGE = ROOT / "docs" / "dev" / "library_coverage.md"
STATES = ("works", "value only", "refused", "wrong")
Outcomes = dict[str, dict[str, str]]
_SECTIONS = "np.linalg np.fft np ndarray Generator".split()


def elsewhere(peer: str, numbers: list[int]) -> Outcomes:
    """The outcomes of a peer, by name, from other processes."""
    listed, found, rest = rows(), {}, list(numbers)
    while rest:
        command = [sys.executable, "-m", "benchmarks.library.coverage", "--here", peer, "--numbers", ",".join(map(str, rest))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT) as child:
            assert child.stdout is not None
            for line in child.stdout:
                if not line.startswith("{"):
                    continue
                said = json.loads(line)
                number = said.pop("number")
                rest.remove(number)
                found[listed[number].name] = said
                click.echo(f"{peer:6} {listed[number].name:40} {said['is']:10} {said.get('why', '')[:90]}")
        if rest:
            number = rest.pop(0)
            state, why = ("refused", "too long") if child.returncode == -signal.SIGALRM else ("wrong", "the process ended")
            found[listed[number].name] = {"is": state, "why": why}
            click.echo(f"{peer:6} {listed[number].name:40} {found[listed[number].name]['why']}")
    return found


def section(name: str) -> str:
    """The module that a name is of."""
    return next((s for s in _SECTIONS if name.startswith(s + ".")), ".".join(name.split(".")[:2]))


def page(outcomes: dict[str, Outcomes]) -> str:
    """The tables: by module, and of irad's rows all that do not work."""
    peers = list(outcomes)
    lines = ["| of | names | " + " | ".join(peers) + " |", "|---|--:|" + "--:|" * len(peers)]
    names = [row.name for row in rows()]
    for s in dict.fromkeys(map(section, names)):
        lines.append(_counts(f"`{s}`", [n for n in names if section(n) == s], outcomes))
    lines.append(_counts("all", names, outcomes))
    not_here = [(n, o) for n, o in outcomes.get("irad", {}).items() if o["is"] != "works"]
    bad = [f"| `{n}` | {o['is']} | {_cell(o.get('why', ''))} |" for n, o in not_here]
    elsewhere = [
        f"| `{n}` | {peer} | {_cell(o.get('why', ''))} |" for peer in peers if peer != "irad"
        for n, o in outcomes[peer].items() if o["is"] == "wrong"
    ]  # fmt: skip
    parts = [_HEAD, "\n".join(lines), "\n## What irad does not have\n\n| name | | why |\n|---|---|---|\n" + "\n".join(bad)]
    parts.append("\n## What is different in the others\n\n| name | in | |\n|---|---|---|\n" + "\n".join(elsewhere))
    return "\n".join(parts) + "\n"


_HEAD = """# 500 names of NumPy and SciPy

Written by `python -m benchmarks.library.coverage --page`. One call for each name (`benchmarks/library/names.txt`); numbers are
works / value only / refused / wrong. Works: the value is that of NumPy or SciPy and, where result and argument are floats, the
gradient of a weighted sum (irad, JAX) that by differences. Value only: an error in the place of the derivative. JAX is asked
under `jit`, then operation by operation, through `jax.numpy` and `jax.scipy`; of random numbers, which are other ones there, the
shape is compared. Numba has no derivatives.
"""


def _cell(text: str) -> str:
    return " ".join(re.sub(r"/\S+\.py:[\d:]+", "", text).replace("|", "/").split())[:160]


def _counts(title: str, names: list[str], outcomes: dict[str, Outcomes]) -> str:
    cells = []
    for found in outcomes.values():
        counts = Counter(found[n]["is"] for n in names if n in found)
        cells.append(" / ".join(str(counts[s]) for s in STATES))
    return f"| {title} | {len(names)} | " + " | ".join(cells) + " |"


@click.command()
@click.option("--of", "asked", default=",".join(PEERS), help="Peers, with commas.")
@click.option("--only", default="", help="Names that begin like this.")
@click.option("--page", "write", is_flag=True, help="Write the page and the outcomes.")
@click.option("--here", hidden=True)
@click.option("--numbers", hidden=True)
def main(asked: str, only: str, write: bool, here: str | None, numbers: str | None) -> None:
    """Count what irad, JAX and Numba know of 500 names."""
    if here is not None and numbers is not None:
        with tempfile.TemporaryDirectory() as folder:
            for number, said in quietly(here, [int(n) for n in numbers.split(",")], Path(folder)):
                print(json.dumps({"number": number, **said}), flush=True)
        return
    chosen = [k for k, row in enumerate(rows()) if row.name.startswith(only)]
    kept = json.loads(OUTCOMES.read_text()) if OUTCOMES.exists() else {}
    outcomes: dict[str, Outcomes] = {}
    for peer in asked.split(","):
        reason = missing(peer)
        if reason is not None:
            click.echo(f"{peer}: skipped, {reason}")
            continue
        outcomes[peer] = elsewhere(peer, chosen)
    names = [rows()[k].name for k in chosen]
    for peer in outcomes:
        click.echo(f"{peer:6} {_counts(only or 'all', names, {peer: outcomes[peer]})}")
    if write:
        every = {peer: {**kept.get(peer, {}), **outcomes.get(peer, {})} for peer in PEERS if peer in kept or peer in outcomes}
        OUTCOMES.write_text(json.dumps(every, indent=1) + "\n")
        PAGE.write_text(page(every))


if __name__ == "__main__":
    main()
