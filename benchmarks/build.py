"""Building the programs in C and C++ as shared libraries: the primal and what is written by hand by clang, the others by irad."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from irad.frontends.clang import find_clang

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
FLAGS = ("-O3", "-march=native", "-fno-math-errno", "-shared", "-fPIC")
KINDS = ("primal", "manual", "irad", "c++")


class BuildError(Exception):
    """A program does not compile; the message is the compiler's."""


def source(program: str, kind: str) -> Path:
    """The file of a library; in C++ a program has std::vector where the one in C has arrays."""
    if kind == "c++":
        return FOLDER / "programs" / f"{program}_vector.cpp"
    return FOLDER / ("manual" if kind == "manual" else "programs") / f"{program}.c"


def build(program: str, kind: str, folder: Path, keep: bool = False, flags: tuple[str, ...] = FLAGS) -> Path:
    """Compile ``program`` into ``folder``; ``keep`` takes the library that is there, if one is."""
    out = folder / f"{program}.{kind}.so"
    if keep and out.exists():
        return out
    out.unlink(missing_ok=True)
    if kind in ("irad", "c++"):
        command = [sys.executable, "-m", "irad", "cc"]
    else:
        command = [*find_clang().driver(False), *(["-DPRIMAL_ONLY"] if kind == "primal" else [])]
    command += [*flags, str(source(program, kind)), "-o", str(out), "-lm"]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "IRAD_CACHE": "0"}, capture_output=True, text=True)
    if done.returncode or not out.exists():
        raise BuildError(f"{program} ({kind}) does not compile:\n{done.stderr.strip()}")
    return out


class Library:
    """A built program with one instance in it."""

    def __init__(self, path: Path, given: NDArray[np.float64]) -> None:
        self.code = ctypes.CDLL(str(path))
        self.code.setup.restype = ctypes.c_void_p
        self.code.results.restype = ctypes.c_long
        self.code.measure.restype = None
        given = np.ascontiguousarray(given)
        self.state = ctypes.c_void_p(self.code.setup(given.ctypes.data_as(ctypes.c_void_p)))

    def results(self) -> NDArray[np.float64]:
        """Value and derivative, flat."""
        out = np.full(self.code.results(self.state, None), np.nan)
        self.code.results(self.state, out.ctypes.data_as(ctypes.c_void_p))
        return out

    def seconds(self, which: int, repetitions: int) -> float:
        """The time of one run, over ``repetitions`` of them; ``which`` counts in what the program lists as MEASURED."""
        spent = ctypes.c_double()
        self.code.measure(self.state, which, ctypes.c_long(repetitions), ctypes.byref(spent))
        return spent.value / repetitions
