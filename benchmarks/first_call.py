"""How long first calls from Python take, for each program: with nothing on disk, and with what another process has left there.

    python -m benchmarks.first_call [--only gmm,det]

The first call of the primal and then of each derivative, in a process of its own.  Imports do not count: a small function and its
gradient are compiled before.  What the same calls take the second time is taken off.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

from benchmarks.contestants import PythonProgram
from benchmarks.instances import PROGRAMS, TIMED, instance
from benchmarks.measure import pin

ROOT = Path(__file__).resolve().parents[1]


def _square(x: float) -> float:
    return x * x


def once(program: str) -> tuple[float, float]:
    """Seconds of the first calls of the primal and of all derivatives in this process."""
    import irad

    irad.grad(irad.jit(_square))(1.0)
    loaded = PythonProgram(program, instance(program, TIMED[program][0]))
    found = []
    for step in loaded.steps:
        start = time.perf_counter()
        step(*loaded.arguments)
        middle = time.perf_counter()
        step(*loaded.arguments)
        found.append(middle - start - (time.perf_counter() - middle))
    return found[0], sum(found[1:])


def elsewhere(program: str, cache: str) -> tuple[float, float]:
    """The same in a fresh process, with a folder for what is kept on disk."""
    environment = {**os.environ, "IRAD_CACHE_DIR": cache, "IRAD_CACHE": "1"}
    command = [sys.executable, "-m", "benchmarks.first_call", "--here", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=environment)
    first, rest = done.stdout.split()[-2:]
    return float(first), float(rest)


@click.command()
@click.option("--only", help="Programs, with commas.")
@click.option("--here", hidden=True)
def main(only: str | None, here: str | None) -> None:
    """Time the first calls from Python: primal and derivatives, cold and from the disk."""
    pin()
    if here is not None:
        print(*once(here))
        return
    columns = f"{'primal':>13} {'derivatives':>12} {'in all':>8}"
    print(f"{'':10} {'cold':>35} {'warm':>35}\n{'':10} {columns} {columns}")
    for program in only.split(",") if only else PROGRAMS:
        with tempfile.TemporaryDirectory() as cache:
            cold, warm = elsewhere(program, cache), elsewhere(program, cache)
        figures = [f"{cold[0]:11.2f} s {cold[1]:10.2f} s {sum(cold):6.2f} s"]
        figures.append(f"{1e3 * warm[0]:10.0f} ms {1e3 * warm[1]:9.0f} ms {1e3 * sum(warm):5.0f} ms")
        print(f"{program:10}", *figures, flush=True)


if __name__ == "__main__":
    main()
