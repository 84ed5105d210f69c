"""What a compiled function rests on may change between two calls: defaults, code, global names; against plain Python."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad
from irad import Active


def scaled(x: float, factor: float = 2.0) -> float:
    return factor * x * x


def calls(x: float) -> float:
    return scaled(x) + scaled(x, 1.0)


def forms(f: Any) -> dict[str, Callable[[float], Any]]:
    """Ways to look at the slope of ``f``, each made once."""
    made = irad.grad(f)
    second = irad.grad(irad.grad(f))
    compiled = irad.jit(f)
    return {
        "grad": made,
        "grad of grad": lambda x: second(x) * x,
        "jit": lambda x: 2.0 * compiled(x) / x,
        "jvp": lambda x: irad.jvp(f, (x,), (1.0,))[1],
        "vjp": lambda x: irad.vjp(f, x)[1](1.0)[0],
        "autodiff": lambda x: irad.autodiff(f, Active(x))[0],
        "forward": lambda x: irad.autodiff(f, irad.Duplicated(x, 1.0), mode=irad.Forward)[0],
        "jit of grad": irad.jit(lambda x: irad.grad(f)(x)),
        "jacfwd": irad.jacfwd(f),
    }


FORMS = {"own": scaled, "callee": calls, "partial": functools.partial(scaled), "marked": irad.checkpoint(scaled)}


@pytest.mark.parametrize("f", FORMS.values(), ids=FORMS)
def test_defaults(f: Any) -> None:
    known = forms(f)
    if isinstance(f, functools.partial):
        del known["jit of grad"]  # refused: in compiled functions irad.grad takes functions
    before = scaled.__defaults__
    try:
        for factor in (2.0, 5.0, 2.0, 7.0):
            scaled.__defaults__ = (factor,)
            wanted = 2.0 * (factor + (1.0 if f is calls else 0.0)) * 3.0
            for name, slope in known.items():
                for _ in range(2):  # the second call goes through machine code
                    assert math.isclose(slope(3.0), wanted), (name, factor)
    finally:
        scaled.__defaults__ = before


def first(x: float) -> float:
    return 3.0 * x


def other(x: float) -> float:
    return 4.0 * x * x


def uses_first(x: float) -> float:
    return first(x)


def test_code() -> None:
    compiled, slope, autodiff = irad.jit(uses_first), irad.grad(first), lambda x: irad.autodiff(first, Active(x))[0]
    before = first.__code__
    try:
        for code, value, wanted in ((before, 6.0, 3.0), (other.__code__, 16.0, 16.0), (before, 6.0, 3.0)):
            first.__code__ = code
            for _ in range(2):
                assert (compiled(2.0), slope(2.0), autodiff(2.0)) == (value, wanted, wanted)
    finally:
        first.__code__ = before


wave = math.sin
kind: Any = np.float32
library: Any = math


def uses_names(x: float) -> float:
    return wave(x) + library.cos(x) + np.ones(1, kind)[0] + abs(x)


def test_names_of_builtin_functions_classes_and_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = irad.jit(uses_names)
    for name, values in (("wave", (math.sin, math.exp, math.sin)), ("library", (np, math))):
        for value in values:
            monkeypatch.setitem(globals(), name, value)
            for _ in range(2):
                assert math.isclose(compiled(-0.5), uses_names(-0.5))
    monkeypatch.setitem(globals(), "kind", np.float64)
    assert compiled(-0.5) == uses_names(-0.5)
    monkeypatch.setitem(globals(), "abs", first)  # it was the built-in function before
    assert math.isclose(compiled(-0.5), uses_names(-0.5))
    assert math.isclose(compiled(-0.5), uses_names(-0.5))


scale = 2.0


def times(a: float, x: float) -> float:
    return a * scale * x


def test_a_global_of_a_function_behind_a_partial_one(monkeypatch: pytest.MonkeyPatch) -> None:
    slope = irad.grad(functools.partial(times, 3.0))
    assert (slope(1.0), slope(1.0)) == (6.0, 6.0)
    monkeypatch.setitem(globals(), "scale", 5.0)
    assert (slope(1.0), slope(1.0)) == (15.0, 15.0)
