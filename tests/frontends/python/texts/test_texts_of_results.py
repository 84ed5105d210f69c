"""Texts chosen by what a function has computed: the function is not lowered anew to know which one it is."""

from __future__ import annotations

from typing import Any

import pytest

import irad
from irad.frontends.python import lower
from irad.frontends.python.compiler.python_compiler import PythonCompiler
from irad.frontends.python.sources.python_types import Scalar


def root(x):
    y, steps = 1.0, 0
    while abs(y * y - x) > 1e-12 and steps < 30:
        y = 0.5 * (y + x / y)
        steps += 1
    return y, steps


def checked(x):
    y, steps = root(x)
    said = "it is slow" if steps > 8 else "it is fine" if steps > 1 else "it is one"
    if y > 100.0:
        raise ValueError(f"too large: {said}")
    return y


def test_what_is_said_of_a_result_does_not_lower_it_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    dropped: list[Any] = []
    forget = PythonCompiler._forget

    def watched(self: PythonCompiler, functions: Any) -> None:
        dropped.append(functions)
        forget(self, functions)

    monkeypatch.setattr(PythonCompiler, "_forget", watched)
    lower(checked, (Scalar("float64"),))
    assert dropped == []


def test_what_is_said() -> None:
    assert irad.value_and_grad(checked)(2.0) == (pytest.approx(2**0.5), pytest.approx(0.5 / 2**0.5))
    with pytest.raises(ValueError, match="too large: it is slow"):
        irad.jit(checked)(20000.0)
