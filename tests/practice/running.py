"""One program of `programs`: its value and derivatives by plain Python, and as irad computes them.

The derivatives that irad's are compared with are central differences with Richardson extrapolation (Ridders, Advances in
Engineering Software 4, 1982), with an estimate of their error.
"""

from __future__ import annotations

import dataclasses
import importlib
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

import irad

MOST_COMPONENTS = 40  # above, differences along a few random directions
STEPS = (2e-3, 1e-2, 2e-4)
_ROWS = 5


def components(tree: Any) -> list[float]:
    """The float64 numbers of a container, in a fixed order; of complex ones real and imaginary parts."""
    if isinstance(tree, np.ndarray) and tree.dtype == np.complex128:
        return [float(v) for z in tree.ravel() for v in (z.real, z.imag)]
    if isinstance(tree, np.ndarray):
        return [float(v) for v in tree.ravel()] if tree.dtype == np.float64 else []
    if isinstance(tree, (float, np.floating)):
        return [float(tree)]
    return [v for part in _parts(tree) for v in components(part)]


def _parts(tree: Any) -> list[Any]:
    if isinstance(tree, dict):
        return list(tree.values())
    if isinstance(tree, (list, tuple)):
        return list(tree)
    if dataclasses.is_dataclass(tree) and not isinstance(tree, type):
        return [getattr(tree, f.name) for f in dataclasses.fields(tree)]
    return []


def rebuilt(tree: Any, values: Iterator[float], tangent: bool = False) -> Any:
    """A copy of a container with these numbers; of a ``tangent`` the integers are 0."""
    if isinstance(tree, np.ndarray) and tree.dtype == np.float64:
        return np.array([next(values) for _ in range(tree.size)], dtype=float).reshape(tree.shape)
    if isinstance(tree, np.ndarray) and tree.dtype == np.complex128:
        return np.array([complex(next(values), next(values)) for _ in range(tree.size)]).reshape(tree.shape)
    if isinstance(tree, np.ndarray):
        return np.zeros_like(tree) if tangent else tree.copy()
    if isinstance(tree, (float, np.floating)):
        return type(tree)(next(values))
    if isinstance(tree, dict):
        return type(tree)((k, rebuilt(v, values, tangent)) for k, v in tree.items())
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*[rebuilt(v, values, tangent) for v in tree])
    if isinstance(tree, (list, tuple)):
        return type(tree)([rebuilt(v, values, tangent) for v in tree])
    if dataclasses.is_dataclass(tree) and not isinstance(tree, type):
        new = {f.name: rebuilt(getattr(tree, f.name), values, tangent) for f in dataclasses.fields(tree) if f.init}
        return dataclasses.replace(tree, **new)
    return type(tree)(0) if tangent and isinstance(tree, (int, np.integer)) else tree


class Program:
    """A program, with its arguments."""

    def __init__(self, name: str) -> None:
        module: Any = importlib.import_module(f"tests.practice.programs.{name}")
        self.loss, self.args, self.argnums = module.loss, module.args, module.ARGNUM
        self.numbers = self.argnums if isinstance(self.argnums, tuple) else (self.argnums,)
        self.point = np.array([v for n in self.numbers for v in components(self.args()[n])])
        rng = np.random.default_rng(7)
        few = len(self.point) <= MOST_COMPONENTS
        self.directions = np.eye(len(self.point)) if few else rng.standard_normal((5, len(self.point))) / len(self.point) ** 0.5

    def at(self, x: np.ndarray) -> list[Any]:
        """The arguments with these numbers."""
        args, values = list(self.args()), iter(x)
        for n in self.numbers:
            args[n] = rebuilt(args[n], values)
        return args

    def value(self, x: np.ndarray) -> float:
        """What plain Python computes."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return float(self.loss(*self.at(x)))

    def slope(self, d: np.ndarray) -> tuple[float, float]:
        """The derivative along a direction by differences, and its error."""
        scale = max(1e-3, min(1.0, float(np.max(np.abs(self.point)[d != 0], initial=0.0)) or 1.0))
        best, error = 0.0, np.inf
        for start in STEPS:
            h, table = start * scale, []  # type: ignore[var-annotated]
            for i in range(_ROWS):
                row = [(self.value(self.point + h * d) - self.value(self.point - h * d)) / (2 * h)]
                for j in range(1, i + 1):
                    row.append((4.0**j * row[j - 1] - table[i - 1][j - 1]) / (4.0**j - 1))
                    here = max(abs(row[j] - row[j - 1]), abs(row[j] - table[i - 1][j - 1]))
                    best, error = (row[j], here) if here < error else (best, error)
                table.append(row)
                h /= 2
            if error < 1e-8 * max(1.0, abs(best)):
                break
        return best, error

    def reverse(self) -> tuple[float, np.ndarray]:
        """Value and gradient as irad computes them; a call leaves the arguments as they are."""
        args = list(self.args())
        value, gradient = irad.value_and_grad(self.loss, argnums=self.argnums)(*args)
        for given, fresh in zip(args, self.args(), strict=True):
            np.testing.assert_array_equal(components(given), components(fresh))
        parts = gradient if isinstance(self.argnums, tuple) else (gradient,)
        return float(value), np.array([v for part in parts for v in components(part)])

    def forward(self, d: np.ndarray) -> tuple[float, float]:
        """Value and derivative along a direction as irad computes them."""
        values, args = iter(d), self.args()
        active = {n: irad.Duplicated(args[n], rebuilt(args[n], values, True)) for n in self.numbers}
        notes = [active.get(n, irad.Const(v)) for n, v in enumerate(args)]
        slope, value = irad.autodiff(self.loss, *notes, mode=irad.ForwardWithPrimal)
        return float(value), float(slope[0] if isinstance(slope, tuple) else slope)
