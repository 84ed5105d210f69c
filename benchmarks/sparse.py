"""What sparse derivatives cost, in passes: a banded Jacobian and the Hessian of a chain, in interleaved rounds.

    python -m benchmarks.sparse [--json] [--rounds N]

A pass is one call of `irad.autodiff` in forward mode, of the function itself (Jacobian) or of its gradient (Hessian).  The
dense matrix takes one pass per variable.  All figures are medians over the rounds.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import irad
from irad.api.sparse.patterns import detect
from irad.api.sparse.sparse_derivatives import sparse_hessian, sparse_jacobian

ROWS, VARIABLES = 1000, 2000


def banded(x: Any) -> Any:
    out = np.zeros(len(x))
    for i in range(2, len(x) - 2):
        out[i] = x[i - 2] * x[i + 2] + math.sin(x[i - 1] * x[i]) + x[i + 1] ** 3
    return out


def chained(x: Any) -> float:
    s = 0.0
    for i in range(len(x) - 1):
        s += 100.0 * (x[i + 1] - x[i] ** 2) ** 2 + (1.0 - x[i]) ** 2
    return s


def slope(x: Any) -> Any:
    return irad.grad(chained)(x)


def contestants() -> dict[str, dict[str, Callable[[], Any]]]:
    x, y = np.linspace(-1.0, 1.0, ROWS), np.linspace(-1.0, 1.0, VARIABLES)
    v, w = np.ones(ROWS), np.ones(VARIABLES)
    jacobian, hessian = sparse_jacobian(banded), sparse_hessian(chained)
    return {
        f"Jacobian, {ROWS} x {ROWS}, five diagonals": {
            "pass": lambda: irad.autodiff(banded, irad.Duplicated(x, v), mode=irad.Forward),
            "sparse": lambda: jacobian(x),
            "pattern": lambda: detect(banded, (x,), 0),
            "variables": lambda: ROWS,
        },
        f"Hessian, {VARIABLES} variables in a chain": {
            "pass": lambda: irad.autodiff(slope, irad.Duplicated(y, w), mode=irad.Forward),
            "sparse": lambda: hessian(y),
            "pattern": lambda: detect(slope, (y,), 0),
            "variables": lambda: VARIABLES,
        },
    }


def timed(f: Callable[[], Any]) -> float:
    started = time.perf_counter()
    f()
    return time.perf_counter() - started


def measure(rounds: int) -> dict[str, dict[str, float]]:
    """Per matrix: seconds of a pass; passes that the sparse matrix, finding the pattern and the dense matrix cost."""
    out = {}
    for name, row in contestants().items():
        for f in row.values():  # compile
            f()
            f()
        samples: dict[str, list[float]] = {"pass": [], "sparse": [], "pattern": []}
        for _ in range(rounds):
            for kind, times in samples.items():
                times.append(timed(row[kind]))
        one = statistics.median(samples["pass"])
        found = {kind: statistics.median(times) / one for kind, times in samples.items() if kind != "pass"}
        out[name] = {"seconds of a pass": one, **found, "dense": float(row["variables"]())}
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=50)
    given = parser.parse_args()
    found = measure(given.rounds)
    if given.json:
        print(json.dumps(found, indent=1))
        return
    for name, row in found.items():
        print(f"{name}: one pass takes {1e6 * row['seconds of a pass']:.0f} us")
        print(f"  sparse   {row['sparse']:8.1f} passes, {100 * row['sparse'] / row['dense']:.2f} % of the dense one")
        print(f"  dense    {row['dense']:8.0f} passes")
        print(f"  pattern  {row['pattern']:8.1f} passes, once")


if __name__ == "__main__":
    main()
