"""What eight directions in one run cost, in times of one direction: forward mode of three programs, in interleaved rounds.

    python -m benchmarks.batches [--json] [--rounds N] [--width K]

``ba`` and ``ode`` are bound by scalar arithmetic, ``gmm`` with d = 64 is vectorised already with one direction.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import irad
from benchmarks.instances import instance
from benchmarks.programs import ba, gmm, ode

GOALS = {"ba": 3.0, "ode": 3.0, "gmm": 5.0}


NAMES = {"ba": "ba1", "ode": "n100_s100", "gmm": "d64_k10_n1000"}
Call = Callable[[], Any]


def cases() -> dict[str, tuple[Any, list[Any], list[int]]]:
    """Name -> function, its arguments, and which of them take part."""
    cameras, points, weights, features, out, more, *_ = ba.arguments(instance("ba", NAMES["ba"]))
    return {
        "ba": (ba.errors, [cameras, points, weights, features, out, more], [0, 1, 2, 4, 5]),
        "ode": (ode.integrate, list(ode.arguments(instance("ode", NAMES["ode"]))[:3]), [0, 1]),
        "gmm": (gmm.objective, list(gmm.arguments(instance("gmm", NAMES["gmm"]))[:7]), [0, 1, 2, 3]),
    }


def calls(f: Any, arguments: Sequence[Any], chosen: Sequence[int], width: int) -> tuple[Call, Call]:
    """One direction, and ``width`` of them."""
    random = np.random.default_rng(0)
    one, many = list(arguments), list(arguments)
    for i in chosen:
        tangents = [random.normal(size=np.shape(arguments[i])) for _ in range(width)]
        one[i] = irad.Duplicated(arguments[i], tangents[0])
        many[i] = irad.BatchDuplicated(arguments[i], tuple(tangents))
    return (lambda: irad.autodiff(f, *one, mode=irad.Forward)), (lambda: irad.autodiff(f, *many, mode=irad.Forward))


def seconds(call: Call) -> float:
    """The time of one call, of several in a row if they are short."""
    count = 1
    while True:
        start = time.perf_counter()
        for _ in range(count):
            call()
        took = time.perf_counter() - start
        if took > 0.05:
            return took / count
        count *= 4


def measure(rounds: int, width: int) -> dict[str, dict[str, float]]:
    """The cost of a batch beside one direction, and of as many directions one by one."""
    out = {}
    for name, (f, arguments, chosen) in cases().items():
        one, many = calls(f, arguments, chosen, width)
        ratios = []
        for call in (one, one, many, many):
            call()
        for _ in range(rounds):
            single = seconds(one)
            ratios.append(seconds(many) / single)
        out[name] = {"batch": round(statistics.median(ratios), 2), "goal": GOALS[name]}
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--width", type=int, default=8)
    given = parser.parse_args()
    found = measure(given.rounds, given.width)
    if given.json:
        print(json.dumps(found))
        return
    for name, row in found.items():
        print(f"{name:5} {given.width} directions: {row['batch']:5.2f} times one direction (goal below {row['goal']:.0f})")


if __name__ == "__main__":
    main()
