"""Eight threads that call one gradient, each with its own arrays: are all results right, and what does a second core give?

    python benchmarks/threads.py [seconds]

Each row is calls per second of one thread, of eight, and the ratio; for a long call (a millisecond) and a short one.
"""

from __future__ import annotations

import math
import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import irad

THREADS = 8


def rough(x: Any) -> Any:
    s = 0.0
    for i in range(len(x)):
        s += math.sin(x[i]) * x[i]
    return s


def rough_derivative(x: np.ndarray) -> np.ndarray:
    return np.cos(x) * x + np.sin(x)


Call = tuple[Callable[[np.ndarray], Any], Callable[[np.ndarray], Any]]


def contestants() -> dict[str, Call]:
    """Calls, and what NumPy says their results are."""
    gradient, compiled = irad.grad(rough), irad.jit(rough)

    def by_autodiff(x: np.ndarray) -> np.ndarray:
        dx = np.zeros_like(x)
        irad.autodiff(rough, irad.Duplicated(x, dx))
        return dx

    def value(x: np.ndarray) -> float:
        return float(np.sum(np.sin(x) * x))

    return {
        "irad.grad": (gradient, rough_derivative),
        "irad.autodiff": (by_autodiff, rough_derivative),
        "irad.jit": (compiled, value),
    }


def rate(call: Call, threads: int, seconds: float, size: int) -> tuple[float, int]:
    """Calls per second, and wrong results; every result is looked at."""
    run, reference = call
    calls, wrong = [0] * threads, [0] * threads
    start = threading.Barrier(threads + 1)
    end = 0.0

    def work(k: int) -> None:
        rng = np.random.default_rng(k)
        arrays = [rng.random(size) for _ in range(4)]
        expected = [reference(x) for x in arrays]
        start.wait()
        while time.perf_counter() < end:
            i = calls[k] % 4
            wrong[k] += not np.abs(run(arrays[i]) - expected[i]).max() < 1e-9 * size
            calls[k] += 1

    workers = [threading.Thread(target=work, args=(k,)) for k in range(threads)]
    for worker in workers:
        worker.start()
    begin = time.perf_counter()
    end = begin + seconds
    start.wait()
    for worker in workers:
        worker.join()
    return sum(calls) / (time.perf_counter() - begin), sum(wrong)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    print(f"{len(os.sched_getaffinity(0))} cores")
    for size in (30_000, 100):
        for name, call in contestants().items():
            call[0](np.ones(size)), call[0](np.ones(size))
            one, wrong_one = rate(call, 1, seconds, size)
            many, wrong_many = rate(call, THREADS, seconds, size)
            print(
                f"{name:>14}, {size:6} elements: 1 thread {one:9.0f}/s   {THREADS} threads {many:9.0f}/s   "
                f"ratio {many / one:5.2f}   wrong {wrong_one + wrong_many}"
            )


if __name__ == "__main__":
    main()
