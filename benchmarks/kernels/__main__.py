"""Gradients of small kernels beside the kernels, Numba, and adjoints by hand.

    python -m benchmarks.kernels                          # all, some minutes
    python -m benchmarks.kernels cholesky nbody           # some
    python -m benchmarks.kernels --quick --markdown
    python -m benchmarks.kernels --jax                    # some of them beside JAX instead

All figures are medians over interleaved rounds of one process on one core, on the thread's own clock; ratios are those of
neighbours.  What a kernel overwrites is put back before each call, and the time of that is taken off.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.kernels import jax_runs, kernel_table, python_runs
from benchmarks.kernels.c_catalogue import C_KERNELS
from benchmarks.kernels.c_runs import c_measured
from benchmarks.kernels.kernel_table import Figures
from benchmarks.kernels.python_kernels import KERNELS
from benchmarks.kernels.python_times import measured
from benchmarks.measure import pin


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="kernels (default: all)")
    parser.add_argument("--quick", action="store_true", help="few rounds, and no tapes")
    parser.add_argument("--markdown", action="store_true", help="the table in Markdown")
    parser.add_argument("--rounds", type=int, default=0, help="how many rounds (default: 21, or 5 with --quick)")
    parser.add_argument("--jax", action="store_true", help="beside JAX, those that are written for it too")
    args = parser.parse_args()
    known = [*KERNELS, *C_KERNELS]
    unknown = set(args.names) - set(known)
    if unknown:
        parser.error(f"no such kernel: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    rounds = args.rounds or (5 if args.quick else 21)
    if args.jax:
        return _beside_jax(rounds, args.names)
    if python_runs.numba is None:
        print(python_runs.NO_NUMBA, file=sys.stderr)
    pin()
    with tempfile.TemporaryDirectory() as folder:
        rows = [_row(name, rounds, Path(folder), not args.quick) for name in args.names or known]
    print("\n".join(kernel_table.lines(rows, args.markdown)))
    print("\n" + "\n".join(kernel_table.summary(rows)))
    return any(row.wrong for row in rows)


def _beside_jax(rounds: int, names: list[str]) -> int:
    if not jax_runs.available():
        print(jax_runs.NO_JAX, file=sys.stderr)
        return 2
    pin()
    jax_runs.configure()
    from benchmarks.kernels.jax_kernels import BESIDE

    rows = [jax_runs.measured(one, rounds) for one in BESIDE if not names or {one.kernel.name, one.function.__name__} & {*names}]
    print("\n".join(jax_runs.lines(rows)))
    return any(not row.apart <= jax_runs.TOLERANCE for row in rows)


def _row(name: str, rounds: int, folder: Path, weigh: bool) -> Figures:
    try:
        if name in C_KERNELS:
            row = c_measured(C_KERNELS[name], rounds, folder, weigh)
        else:
            row = measured(KERNELS[name], rounds, weigh)
    except Exception as error:  # a kernel that is refused is a row of its own
        row = Figures(name, wrong=f"{type(error).__name__}: {' '.join(str(error).split())[:200]}")
    print(f"{name}: {row.wrong or 'done'}", file=sys.stderr)
    return row


if __name__ == "__main__":
    sys.exit(main())
