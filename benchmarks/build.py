"""Building the programs in C and C++ as shared libraries: the primal and what is written by hand by clang, the others by irad."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from irad.api.export.programs import parse_command, run_command
from irad.errors import IradError
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
    words = [*flags, str(source(program, kind)), "-o", str(out), "-lm"]
    if kind in ("irad", "c++"):
        message = _differentiated(words)
    else:
        command = [*find_clang().driver(False), *(["-DPRIMAL_ONLY"] if kind == "primal" else []), *words]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        message = done.stderr.strip() or "no message" if done.returncode else ""
    if message or not out.exists():
        raise BuildError(f"{program} ({kind}) does not compile:\n{message}")
    return out


def _differentiated(words: list[str]) -> str:
    """``irad cc`` with ``words``, in this process; the message of an error."""
    try:
        run_command(parse_command(words))
    except IradError as error:
        return str(error)
    return ""


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
