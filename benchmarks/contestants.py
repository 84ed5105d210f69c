"""What is timed on one instance of a program: its primal, and derivatives by hand and by irad, from C, C++ and Python."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from benchmarks.build import FOLDER, KINDS, Library, build, source
from benchmarks.instances import flat, instance

# The derivatives that a program has, where it is not the gradient alone; in the order of MEASURED in the C programs.
DERIVATIVES: dict[str, tuple[str, ...]] = {
    "ba": ("Jacobian",),
    "ht": ("Jacobian",),
    "kmeans": ("gradient", "Hessian diagonal"),
    "particle": ("rr", "rf", "fr", "ff"),
    "saddle": ("rr", "rf", "fr", "ff"),
}


def derivatives(program: str) -> tuple[str, ...]:
    return DERIVATIVES.get(program, ("gradient",))


class Loaded(Protocol):
    """A program with one instance in it."""

    def results(self) -> NDArray[np.float64]: ...

    def seconds(self, which: int, repetitions: int) -> float: ...


class PythonProgram:
    """A program of ``benchmarks/programs`` in Python, with one instance in it."""

    def __init__(self, program: str, given: dict[str, Any]) -> None:
        self.module = importlib.import_module(f"benchmarks.programs.{program}")
        self.arguments = self.module.arguments(given)
        several = getattr(self.module, "DERIVATIVES", None)
        steps = [several[name] for name in derivatives(program)] if several else [self.module.derivative]
        self.steps: list[Callable[..., Any]] = [self.module.primal, *steps]

    def results(self) -> NDArray[np.float64]:
        return np.asarray(self.module.results(*self.arguments), dtype=np.float64)

    def seconds(self, which: int, repetitions: int) -> float:
        step, arguments = self.steps[which], self.arguments
        start = time.thread_time()
        for _ in range(repetitions):
            step(*arguments)
        return (time.thread_time() - start) / repetitions


@dataclass(frozen=True)
class Contestant:
    """``kind``: primal, manual, irad, c++, python; the primal of Python has a place in the table of its own."""

    program: str
    kind: str
    library: Path | None

    def load(self, name: str) -> Loaded:
        given = instance(self.program, name)
        if self.library is None:
            return PythonProgram(self.program, given)
        return Library(self.library, flat(self.program, given))


def contestant(program: str, kind: str, folder: Path, keep: bool) -> Contestant:
    """Builds what has to be built; raises `BuildError`."""
    return Contestant(program, kind, build(program, kind, folder, keep) if kind in KINDS else None)


def exists(program: str, kind: str) -> bool:
    path = FOLDER / "programs" / f"{program}.py" if kind == "python" else source(program, kind)
    return path.exists()
