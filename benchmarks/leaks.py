"""What stays in memory after functions are gone, and after many calls of one.

    python -m benchmarks.leaks                     # 500 functions of each kind, 10^6 calls of each kind (about half an hour)
    python -m benchmarks.leaks 100 100000          # fewer

Prints for each kind the memory of the process after the first half and after the second, in KiB, after a collection.  Caches and
the heap fill up in the first half; a leak shows in the second.  Linux only (/proc).
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["IRAD_CACHE"] = "0"  # what is measured is the compiler

import numpy as np

import irad
from benchmarks.memory import trim

C = """
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[i] * x[i];
  return s;
}
"""


def resident() -> int:
    """KiB that the process has now, after a collection."""
    for _ in range(3):
        gc.collect()
    trim()
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


def growth(what: Callable[[], Any], times: int) -> tuple[int, int]:
    """KiB by which the process grows in the first half of so many calls, and in the second."""
    before = resident()
    for _ in range(times // 2):
        what()
    middle = resident()
    for _ in range(times // 2):
        what()
    return middle - before, resident() - middle


def _twice(x: np.ndarray) -> None:
    def f(x: Any) -> Any:
        return (x * x).sum()

    for _ in range(3):  # the second call makes a plan, the third one uses it
        irad.autodiff(f, irad.Duplicated(x, np.zeros_like(x)))


def compilations() -> dict[str, Callable[[], Any]]:
    """Functions that are made, called and forgotten."""
    x = np.arange(4.0)
    return {
        "jit(lambda)": lambda: irad.jit(lambda x: x * x * x)(2.0),
        "grad(lambda)": lambda: irad.grad(lambda x: x * x * x)(2.0),
        "autodiff(lambda)": lambda: irad.autodiff(lambda x: x * x * x, irad.Active(2.0)),
        "autodiff(f), three calls": lambda: _twice(x),
        "vjp(lambda)": lambda: irad.vjp(lambda x: x * x, x)[1](x),
        "sparse jacobian(lambda)": lambda: irad.jacobian(lambda x: x[1:] * x[:-1], sparsity="auto")(x),
    }


def calls() -> dict[str, Callable[[], Any]]:
    """Calls of functions that stay."""

    def cube(x: float) -> float:
        return x * x * x

    def total(x: np.ndarray) -> Any:
        s = 0.0
        for i in range(x.shape[0]):
            s += x[i] * x[i] * x[i]
        return s

    def model(p: dict[str, Any]) -> Any:
        return (p["w"] * p["w"]).sum() * p["b"]

    def squares(x: np.ndarray) -> Any:
        return x * x

    def fails(x: np.ndarray) -> Any:
        return x[x.shape[0]] * 2.0

    x, seed = np.arange(1.0, 5.0), np.ones(4)
    dx, more = np.zeros(4), (np.zeros(4), np.zeros(4))
    p = {"w": x, "b": 2.0}
    f, g, both, bad = irad.grad(cube), irad.grad(total), irad.value_and_grad(model), irad.grad(fails)
    forward, reverse = irad.autodiff_thunk(total, irad.Duplicated(x, dx))

    def split() -> None:
        tape, _ = forward(irad.Duplicated(x, dx))
        reverse(irad.Duplicated(x, dx), tape=tape, seed=1.0)

    def error() -> None:
        with contextlib.suppress(IndexError):
            bad(x)

    found: dict[str, Callable[[], Any]] = {
        "grad of a scalar": lambda: f(2.0),
        "grad of an array": lambda: g(x),
        "autodiff": lambda: irad.autodiff(total, irad.Duplicated(x, dx)),
        "split": split,
        "value_and_grad of a dict": lambda: both(p),
        "jvp": lambda: irad.jvp(squares, (x,), (seed,)),
        "vjp": lambda: irad.vjp(squares, x)[1](seed),
        "an error each time": error,
        "batches": lambda: irad.autodiff(total, irad.BatchDuplicated(x, more), mode=irad.Forward),
    }
    with contextlib.suppress(irad.IradError):  # no clang
        module = irad.Module.from_c(C)["f"]
        found["C"] = lambda: irad.autodiff(module, irad.Duplicated(x, dx), 4)
    return found


def main(functions: int, times: int) -> None:
    for kinds, count in ((compilations(), functions), (calls(), times)):
        for name, what in kinds.items():
            for _ in range(5):
                what()
            began = time.perf_counter()
            first, second = growth(what, count)
            each = (time.perf_counter() - began) / count
            print(f"{name:28} {count:8} times {first:+8} {second:+8} KiB {each * 1e6:10.1f} us each", flush=True)


if __name__ == "__main__":
    main(*(int(a) for a in sys.argv[1:] or ("500", "1000000")))
