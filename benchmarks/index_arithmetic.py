"""What checks of Python's integers cost: loops with ints beside the same loops with integers of NumPy, which wrap unchecked.

    python -m benchmarks.index_arithmetic [--json] [--rounds N]
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import irad


def affine(x: Any, n: Any, m: Any) -> Any:
    """An index that is computed."""
    s = 0.0
    for i in range(n):
        for j in range(m):
            k = i * m + j
            s += x[k] * x[k]
    return s


def stencil(x: Any, n: Any, m: Any) -> Any:
    """Its neighbours."""
    s = 0.0
    for i in range(1, n - 1):
        for j in range(1, m - 1):
            k = i * m + j
            s += (x[k + 1] - x[k - 1]) * (x[k + m] - x[k - m])
    return s


def counter(kind: type) -> Callable[..., Any]:
    """Something is counted, from a constant on."""
    start = kind(0)

    def f(x: Any, n: Any, m: Any) -> Any:
        c, s = start, 0.0
        for i in range(len(x)):
            if x[i] > 0.5:
                c += 1
                s += x[i] * x[i]
        return s * c

    return f


def running(x: Any, zero: Any, one: Any) -> Any:
    """An integer that sums up."""
    t, s = zero, 0.0
    for i in range(len(x)):
        t += i * one
        s += x[i] * t
    return s


CASES: dict[str, tuple[Callable[[type], Callable[..., Any]], tuple[int, int]]] = {
    "affine": (lambda kind: affine, (100, 100)),
    "stencil": (lambda kind: stencil, (100, 100)),
    "counter": (counter, (0, 1)),
    "running": (lambda kind: running, (0, 1)),
}


def seconds(call: Callable[[], Any]) -> float:
    """The shortest of a few calls."""
    best = float("inf")
    for _ in range(20):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def measure(rounds: int) -> dict[str, dict[str, float]]:
    """Checked over unchecked, for values and gradients."""
    x = np.random.default_rng(0).random(100 * 100)
    dx = np.zeros_like(x)
    out: dict[str, dict[str, float]] = {}
    for name, (make, numbers) in CASES.items():
        calls: dict[tuple[str, type], Callable[[], Any]] = {}
        for kind in (int, np.int64):
            f, given = make(kind), tuple(map(kind, numbers))
            calls["value", kind] = partial(irad.jit(f), x, *given)
            calls["gradient", kind] = partial(irad.autodiff, f, irad.Duplicated(x, dx), *given)
        for call in calls.values():
            call()
            call()
        out[name] = {}
        for what in ("value", "gradient"):
            ratios = [seconds(calls[what, int]) / seconds(calls[what, np.int64]) for _ in range(rounds)]
            out[name][what] = round(statistics.median(ratios), 2)
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=9)
    given = parser.parse_args()
    found = measure(given.rounds)
    if given.json:
        print(json.dumps(found))
        return
    for name, row in found.items():
        print(f"{name:8} value {row['value']:5.2f}  gradient {row['gradient']:5.2f} times the unchecked one")


if __name__ == "__main__":
    main()
