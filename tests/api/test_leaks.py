"""What is compiled goes with its function: memory of the process stays flat (benchmarks/leaks.py measures at length)."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from benchmarks.leaks import growth
from irad.llvm.final import optimize
from irad.llvm.jit import Engine
from irad.llvm.normalize import normalize
from irad.llvm.object_code import emit_object

TEXT = "define double @f(double %x) {\n  %y = fmul double %x, %x\n  ret double %y\n}\n"
linux = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="/proc says what a process has")


@pytest.mark.slow
@linux
def test_llvm_forgets() -> None:
    """Pass managers, builders of passes and JITs that stay (60, 1.5 and 10 KiB each) would show as some MiB."""
    data = emit_object(TEXT, "host")

    def everything() -> None:
        normalize(TEXT)
        optimize(TEXT)
        Engine.load_object(data, ["f"])

    for _ in range(10):
        everything()
    assert growth(everything, 80)[1] < 700  # 40 times 130 KiB otherwise


@linux
def test_functions_are_forgotten() -> None:
    """Four gradients of functions that are gone: 900 KiB otherwise."""

    def make() -> None:
        irad.grad(lambda x: x * x * x)(2.0)

    for _ in range(3):
        make()
    assert growth(make, 8)[1] < 500


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="counts references")
def test_nothing_of_a_function_outlives_it() -> None:
    """The compiled parts of a function die with it, and not before."""

    def make(kind: str) -> tuple[Any, Any]:
        def f(x: Any) -> Any:
            return (x * x).sum()

        x = np.arange(3.0)
        if kind == "sparse":
            irad.hessian(f, sparsity="auto")(x)
        elif kind == "autodiff":
            for _ in range(3):
                irad.autodiff(f, irad.Duplicated(x, np.zeros(3)))
        else:
            out = irad.grad(f)(x) if kind == "grad" else irad.vjp(f, x)[1](1.0)
            assert np.array_equal(out[0] if isinstance(out, tuple) else out, 2.0 * x)
        return weakref.ref(f), weakref.ref(getattr(f, "__irad__", f))

    for kind in ("grad", "vjp", "autodiff", "sparse"):
        found = make(kind)
        gc.collect()
        assert [r() for r in found] == [None, None], kind


def test_code_lives_as_long_as_it_is_needed() -> None:
    """Wrappers, pullbacks, tapes and results are safe when the function, and the JIT it was loaded in, are gone."""

    def make() -> tuple[Any, ...]:
        def f(x: Any) -> Any:
            return x * x

        x, dx = np.arange(3.0), np.zeros(3)
        augmented, reverse = irad.autodiff_thunk(lambda a: (a * a).sum(), irad.Duplicated(x, dx))
        tape, value = augmented(irad.Duplicated(x, dx))
        call = irad.jit(f)
        return call(x), call.__call__, irad.vjp(f, x)[1], reverse, tape, x, dx, value

    result, call, pull, reverse, tape, x, dx, value = make()
    data = emit_object(TEXT, "host")
    for _ in range(70):  # the JIT that those were loaded in is replaced by others
        Engine.load_object(data, ["f"])
    gc.collect()
    assert result.tolist() == call(x).tolist() == [0.0, 1.0, 4.0] and value == 5.0
    assert np.array_equal(pull(np.ones(3))[0], 2.0 * x)
    reverse(irad.Duplicated(x, dx), tape=tape, seed=3.0)
    assert dx.tolist() == [0.0, 6.0, 12.0]
