"""What a call from Python costs: the generated wrapper, ctypes, Numba, and a Python function, in interleaved rounds.

The last rows are whole functions: `irad.jit` and `irad.grad` of Python functions beside a call of the same function with Numba.

    python benchmarks/call_overhead.py

The bodies do next to nothing, so the figures are nanoseconds of overhead per call (median over rounds).
"""

from __future__ import annotations

import ctypes
import json
import sys
import timeit
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import irad
from irad.llvm.final import Final
from irad.llvm.jit import Engine
from irad.llvm.runtime_ir.arena_runtime import POOL_SIZE
from irad.pycall.builtin import Builtin, symbols
from irad.pycall.signature import ArrayValue, ScalarValue, Signature
from irad.pycall.wrapper import wrapper_text

SQUARE = """
define i32 @square(ptr %arena, double %x, ptr %r) {
  %y = fmul double %x, %x
  store double %y, ptr %r
  ret i32 0
}
define double @plain(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
"""
FIRST = """
define i32 @first(ptr %arena, ptr %x, i64 %n, ptr %y, i64 %m, ptr %z, i64 %k, ptr %r) {
  %u = load double, ptr %x
  %v = load double, ptr %y
  %w = load double, ptr %z
  %s = fadd double %u, %v
  %t = fadd double %s, %w
  store double %t, ptr %r
  ret i32 0
}
define double @plain(ptr %x, ptr %y, ptr %z) {
  %u = load double, ptr %x
  %v = load double, ptr %y
  %w = load double, ptr %z
  %s = fadd double %u, %v
  %t = fadd double %s, %w
  ret double %t
}
"""
KEEP: list[Any] = []


def wrapped(text: str, signature: Signature) -> Callable[..., Any]:
    """The generated wrapper around a function of ``text``."""
    raw = ctypes.create_string_buffer(POOL_SIZE + 64)
    pool = -(-ctypes.addressof(raw) // 64) * 64

    def slow(*args: Any) -> Any:
        raise TypeError(args)

    final = Final(text, [wrapper_text(signature)], exports=["irad.wrap"])
    final.link_runtime()
    final.optimize()
    engine = Engine.load(final.text, symbols=symbols(signature, pool, slow, slow))
    return Builtin(engine, (raw, slow, signature), signature.symbol, "").function()


def through_ctypes(text: str, *types: Any) -> Callable[..., Any]:
    engine = Engine.load(text)
    KEEP.append(engine)
    return ctypes.CFUNCTYPE(ctypes.c_double, *types)(engine.address("plain"))


def contestants() -> dict[str, dict[str, Callable[[], Any]]]:
    x, y, z = np.ones(5), np.ones(6), np.ones(7)
    scalar = wrapped(SQUARE, Signature("square", (ScalarValue("float64"),), (ScalarValue("float64"),)))
    arrays = wrapped(FIRST, Signature("first", (ArrayValue("float64", 1),) * 3, (ScalarValue("float64"),)))
    c_scalar = through_ctypes(SQUARE, ctypes.c_double)
    c_arrays = through_ctypes(FIRST, *[ctypes.c_void_p] * 3)

    def python_scalar(x: float) -> float:
        return x * x

    def python_arrays(x: Any, y: Any, z: Any) -> Any:
        return x[0] + y[0] + z[0]

    out = {
        "scalar": {
            "irad": lambda: scalar(3.0),
            "ctypes": lambda: c_scalar(3.0),
            "python": lambda: python_scalar(3.0),
        },
        "three arrays": {
            "irad": lambda: arrays(x, y, z),
            "ctypes": lambda: c_arrays(x.ctypes.data, y.ctypes.data, z.ctypes.data),
            "python": lambda: python_arrays(x, y, z),
        },
    }
    try:
        import numba
    except ImportError:
        return out | python_functions(None)
    n_scalar, n_arrays = numba.njit(python_scalar), numba.njit(python_arrays)
    out["scalar"]["numba"] = lambda: n_scalar(3.0)
    out["three arrays"]["numba"] = lambda: n_arrays(x, y, z)
    return out | python_functions(numba.njit)


def square(x: float) -> float:
    return x * x


def total(x: Any, y: Any, z: Any) -> Any:
    return x[0] * y[0] * z[0]


def doubled(x: Any) -> Any:
    return 2.0 * x


def norm2(x: Any) -> Any:
    return (x * x).sum()


def pair(x: Any) -> Any:
    return x[0], 2.0 * x


def python_functions(njit: Callable[..., Any] | None) -> dict[str, dict[str, Callable[[], Any]]]:
    """Functions and gradients as users call them, beside the function with Numba."""
    x, y, z = np.ones(5), np.ones(6), np.ones(7)
    out = {}
    for name, f, args, gradient in (
        ("array result", doubled, (x,), False),
        ("tuple result", pair, (x,), False),
        ("grad scalar", square, (3.0,), True),
        ("grad array", total, (x, y, z), True),
    ):
        ours = irad.grad(f) if gradient else irad.jit(f)
        out[name] = {"irad": partial(ours, *args), "python": partial(f, *args)}
        if njit is not None:
            out[name]["numba"] = partial(njit(f), *args)
    return out | other_calls()


def other_calls() -> dict[str, dict[str, Callable[[], Any]]]:
    """Arguments by name, annotated calls, and pull-backs with the value before them."""
    x, y, z, dx = np.ones(5), np.ones(6), np.ones(7), np.zeros(5)
    by_name = irad.jit(total)
    return {
        "by name": {"irad": lambda: by_name(x=x, y=y, z=z), "by position": lambda: by_name(x, y, z)},
        "autodiff scalar": {"irad": lambda: irad.autodiff(square, irad.Active(3.0))},
        "autodiff array": {"irad": lambda: irad.autodiff(norm2, irad.Duplicated(x, dx))},
        "vjp to a float": {"irad": lambda: irad.vjp(norm2, x)[1](1.0)},
        "vjp to an array": {"irad": lambda: irad.vjp(doubled, x)[1](x)},
    }


def measure(calls: dict[str, Callable[[], Any]], rounds: int = 21, number: int = 20_000) -> dict[str, float]:
    """Median nanoseconds per call; the cost of the lambda around each call is taken off."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    times["empty"] = []
    for call in calls.values():
        for _ in range(40):  # some are prepared after a number of calls
            call()
    for _ in range(rounds):
        for name, call in (*calls.items(), ("empty", lambda: None)):
            times[name].append(timeit.timeit(call, number=number) / number * 1e9)
    empty = float(np.median(times.pop("empty")))
    return {name: round(float(np.median(t)) - empty, 1) for name, t in times.items()}


def main() -> None:
    figures = {what: measure(calls) for what, calls in contestants().items()}
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    for what, row in figures.items():
        print(f"{what:>15}: " + "   ".join(f"{name} {ns:7.1f} ns" for name, ns in row.items()))


if __name__ == "__main__":
    main()
