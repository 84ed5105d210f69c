"""A random program of practice compiled and in CPython: values, what it leaves behind, derivatives.

Differences are those of a ladder of steps, extrapolated, which have to agree with one another: else another point is taken.
"""

from __future__ import annotations

import itertools
import sys
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import irad
from tests.generators.modules import module_from
from tests.generators.practice_programs import LENGTH

VALUE, SLOPE = 1e-11, 2e-6


class Unfit(Exception):
    """The program is no test: it fails in CPython, or has no derivative at any point that was tried."""


def divided(kind: str, flag: int) -> None:
    """Called where NumPy's numbers are divided by zero: the infinities that follow have no slopes."""
    raise Unfit(kind)


def point(number: int, trial: int = 0) -> tuple[np.ndarray, float]:
    rng = np.random.default_rng((number, trial))
    return rng.uniform(-1.2, 1.2, LENGTH), float(rng.uniform(0.3, 1.1))


def loaded(number: int, text: str, folder: Path) -> ModuleType:
    """The program in a module of its own, with everything as it is at first."""
    path = folder / f"practice_{number}.py"
    sys.modules[path.stem] = types.ModuleType(path.stem)  # dataclasses look there
    return module_from(path, text)


def seen(value: Any) -> Any:
    """Something at module level as numbers."""
    if isinstance(value, dict):
        return [(k, seen(v)) for k, v in value.items()]
    if isinstance(value, (list, tuple)):
        return [seen(v) for v in value]
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def state(module: ModuleType) -> Any:
    return [(k, seen(v)) for k, v in vars(module).items() if k.isupper() or k.rstrip("0123456789").isupper()]


def same(a: Any, b: Any) -> bool:
    """Equal, numbers up to rounding."""
    if isinstance(a, (list, tuple)):
        return isinstance(b, (list, tuple)) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, (int, float, complex)) and isinstance(b, (int, float, complex)):
        return bool(abs(a - b) <= VALUE * (1.0 + abs(a)))
    return bool(a == b)


class Reference:
    """What CPython gives at a point at which differences agree."""

    def __init__(self, number: int, text: str, folder: Path) -> None:
        code = compile(text, f"practice_{number}", "exec")
        self.name = f"practice_{number}"

        def run(x: np.ndarray, s: float) -> tuple[float, np.ndarray, ModuleType]:
            module = types.ModuleType(self.name)
            sys.modules[self.name] = module
            exec(code, module.__dict__)
            x = x.copy()
            return module.f(x, s), x, module

        for trial in range(5):
            self.x, self.s = point(number, trial)
            try:
                with np.errstate(divide="call", call=divided):
                    self.value, self.after, module = run(self.x, self.s)
                self.state = state(module)
                self.second = module.f(self.x * 0.9, self.s + 0.1)
                self.state_then = state(module)
                if not np.isfinite(self.value) or abs(self.value) > 1e6:
                    raise Unfit("large values")
                if (found := slopes(lambda x, s: run(x, s)[0], self.x, self.s)) is not None:
                    self.slope = found
                    return
            except Unfit:
                raise
            except Exception as error:
                raise Unfit(f"{type(error).__name__}: {error}") from error
        raise Unfit("no derivative")


def slopes(f: Callable[[np.ndarray, float], float], x: np.ndarray, s: float) -> np.ndarray | None:
    """The gradient by x and s (6,), None if differences of different steps do not agree."""
    found = np.empty(len(x) + 1)
    for k in range(len(x) + 1):
        dx, ds = (np.eye(len(x))[k], 0.0) if k < len(x) else (0.0 * x, 1.0)
        d = [(f(x + h * dx, s + h * ds) - f(x - h * dx, s - h * ds)) / (2 * h) for h in (1e-3, 5e-4, 2.5e-4, 1.25e-4)]
        first = [(4 * b - a) / 3 for a, b in itertools.pairwise(d)]
        second = [(16 * b - a) / 15 for a, b in itertools.pairwise(first)]
        if not np.isfinite(second).all() or abs(second[1] - second[0]) > SLOPE / 10 * (1.0 + abs(second[1])):
            return None
        found[k] = second[1]
    return found


def compare(number: int, text: str, folder: Path) -> None:
    """AssertionError where the compiled program is wrong, `Unfit` where it is no test."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        want = Reference(number, text, folder)
        module = loaded(number, text, folder)
        x, dx = want.x.copy(), np.zeros(LENGTH)
        (_, ds), value = irad.autodiff(module.f, irad.Duplicated(x, dx), irad.Active(want.s), mode=irad.ReverseWithPrimal)
        close("value", value, want.value, VALUE)
        close("argument afterwards", x, want.after, VALUE)
        assert same(state(module), want.state), f"state {state(module)} instead of {want.state}"
        slope = np.append(dx, ds)
        close("gradient", slope, want.slope, SLOPE)
        v = np.random.default_rng(number).normal(size=LENGTH + 1)
        module = loaded(number, text, folder)
        x = want.x.copy()
        args = irad.Duplicated(x, v[:-1].copy()), irad.Duplicated(want.s, v[-1])
        tangent, value = irad.autodiff(module.f, *args, mode=irad.ForwardWithPrimal)[:2]
        if isinstance(tangent, tuple):
            (tangent,) = tangent
        close("value in forward mode", value, want.value, VALUE)
        close("tangent", tangent, slope @ v, 1e-10 * (1.0 + np.abs(slope * v).sum()))
        assert same(state(module), want.state), f"state {state(module)} instead of {want.state} in forward mode"
        if number % 3 == 0:
            module = loaded(number, text, folder)
            f = irad.jit(module.f)
            close("value of jit", f(want.x.copy(), want.s), want.value, VALUE)
            close("second value of jit", f(want.x * 0.9, want.s + 0.1), want.second, VALUE)
            assert same(state(module), want.state_then), f"state {state(module)} instead of {want.state_then} after two calls"


def close(what: str, got: Any, want: Any, tolerance: float) -> None:
    got, want = np.asarray(got), np.asarray(want)
    error = np.abs(got - want).max(initial=0.0)
    fits = got.shape == want.shape and error <= tolerance * (1.0 + np.abs(want).max(initial=0.0))
    assert fits, f"{what}: {got} instead of {want}"
