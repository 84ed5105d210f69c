"""Derivatives of a generated C program, made in all the ways a user can, against those of the interpreter on duals.

A program has ``to_c()`` and ``evaluate(x, y, n, s)`` and is ``double f(double *x, double *y, int64_t n, double s)`` with `NX` and
`NY` elements.
"""

from __future__ import annotations

import atexit
import ctypes
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

import irad
from irad.api.export.programs import parse_command, run_command
from tests.generators.c_memory import TooLong
from tests.generators.clang_ir import clang_ir
from tests.generators.dual import Dual, NearTie, seed, val
from tests.reference.differences import close

NX, NY, N = 6, 8, 4
TOTAL = NX + NY + 1


class Program(Protocol):
    def to_c(self) -> str: ...

    def evaluate(self, x: list[Any], y: list[Any], n: int, s: Any) -> tuple[Any, list[Any], list[Any]]: ...


class Oracle:
    """Value, final arrays and the whole Jacobian of ``f`` at one point, by duals."""

    def __init__(self, made: Program, number: int) -> None:
        self.x, self.y, self.s, rng = point(number)
        self.w = rng.normal(size=TOTAL)  # cotangents: result, x, y
        self.v = rng.normal(size=TOTAL)  # direction: x, y, s
        s = Dual(self.s, np.eye(TOTAL)[-1])
        result, x, y = made.evaluate(list(seed(self.x, 0, TOTAL)), list(seed(self.y, NX, TOTAL)), N, s)
        outputs = [result, *x, *y]
        self.values = np.array([val(o) for o in outputs])
        self.jacobian = np.array([o.d if isinstance(o, Dual) else np.zeros(TOTAL) for o in outputs])
        self.vjp, self.jvp = self.w @ self.jacobian, self.jacobian @ self.v

    @property
    def tame(self) -> bool:
        return bool(np.isfinite(self.jacobian).all() and np.abs(self.jacobian).max() <= 1e8)


def point(number: int) -> tuple[np.ndarray, np.ndarray, float, np.random.Generator]:
    """The arguments x, y, s that a number stands for."""
    rng = np.random.default_rng(number)
    return rng.uniform(-1.2, 1.2, NX), rng.uniform(-1.2, 1.2, NY), float(rng.uniform(0.3, 1.1)), rng


def oracle_of(made: Program, number: int) -> Oracle | None:
    """The reference, or None for a program that is no test: near ties, too many steps, enormous derivatives."""
    try:
        oracle = Oracle(made, number)
    except (NearTie, TooLong, OverflowError):
        return None
    return oracle if oracle.tame else None


def tolerance_of(text: str, fast: bool = False) -> float:
    """Of the largest component.

    Where the program computes in float: 1e-5.  With fast-math the compiler may reassociate and contract: each operation still
    errs by an ulp or two, but another one, and what programs of some hundred operations make of that lies within 1e-6 (the
    cases in which a difference of rounding decides a comparison are near ties, which are left out).
    """
    if "float" in text:
        return 1e-5
    return 1e-6 if fast else 1e-7


# ---- ways to a derivative


@dataclass
class OfModule:
    """`irad.autodiff` of a function of a module; ``fresh`` makes the module anew where variables change in a call."""

    fresh: Callable[[], irad.Module]
    split: bool = False

    def reverse(self, oracle: Oracle) -> tuple[np.ndarray, np.ndarray]:
        """Final values, and the gradient in x, y, s."""
        f = self.fresh()["f"]
        x, y = oracle.x.copy(), oracle.y.copy()
        dx, dy = oracle.w[1 : 1 + NX].copy(), oracle.w[1 + NX :].copy()
        args = (irad.Duplicated(x, dx), irad.Duplicated(y, dy), N, irad.Active(oracle.s))
        if self.split:
            augmented, back = irad.autodiff_thunk(f, *args)
            tape, value = augmented(*args)
            final = np.concatenate([[value], x, y])
            x[:] = y[:] = np.nan
            *_, ds = back(*args, tape=tape, seed=oracle.w[0])
        else:
            (*_, ds), value = irad.autodiff(f, *args, mode=irad.ReverseWithPrimal, seed=oracle.w[0])
            final = np.concatenate([[value], x, y])
        return final, np.concatenate([dx, dy, [ds]])

    def forward(self, oracle: Oracle) -> np.ndarray:
        f = self.fresh()["f"]
        x, y = oracle.x.copy(), oracle.y.copy()
        dx, dy = oracle.v[:NX].copy(), oracle.v[NX : NX + NY].copy()
        args = (irad.Duplicated(x, dx), irad.Duplicated(y, dy), N, irad.Duplicated(oracle.s, oracle.v[-1]))
        (tangent,) = irad.autodiff(f, *args, mode=irad.Forward)
        return np.concatenate([[tangent], dx, dy])


MARKED = """
double __irad_autodiff(void *function, ...);
double __irad_fwddiff(void *function, ...);
extern int irad_dup, irad_const, irad_out;
static double typed(double *x, double *y, int64_t n, double s) {
  double r = f(x, y, n, s);
  if (n < 0) x[0] = x[0] * y[0];  /* says that they are doubles, where f moves bytes only */
  return r;
}
static double weighted(double *x, double *y, int64_t n, double s, double w, double *r) {
  *r = typed(x, y, n, s);
  return w * *r;
}
double gradient(double *x, double *dx, double *y, double *dy, int64_t n, double s, double w, double *r) {
  double dr = 0;
  return __irad_autodiff((void *)weighted, irad_dup, x, dx, irad_dup, y, dy, irad_const, n, irad_out, s, irad_const, w,
                         irad_dup, r, &dr);
}
double tangent(double *x, double *dx, double *y, double *dy, int64_t n, double s, double ds) {
  return __irad_fwddiff((void *)typed, irad_dup, x, dx, irad_dup, y, dy, irad_const, n, irad_dup, s, ds);
}
"""


class OfProgram:
    """``irad cc`` with marked calls, as a shared library."""

    def __init__(self, text: str, flags: str) -> None:
        self.text, self.flags = text + MARKED, flags

    def load(self) -> Any:
        folder = Path(tempfile.mkdtemp(dir=library_folder()))
        source, library = folder / "f.c", folder / "f.so"
        source.write_text(self.text)
        run_command(parse_command([str(source), *self.flags.split(), "-w", "-fPIC", "-shared", "-lm", "-o", str(library)]))
        return ctypes.CDLL(str(library))

    def reverse(self, oracle: Oracle) -> tuple[np.ndarray, np.ndarray]:
        x, y, value = oracle.x.copy(), oracle.y.copy(), np.zeros(1)
        dx, dy = oracle.w[1 : 1 + NX].copy(), oracle.w[1 + NX :].copy()
        given = [
            *map(_address, (x, dx, y, dy)),
            ctypes.c_int64(N),
            *map(ctypes.c_double, (oracle.s, oracle.w[0])),
            _address(value),
        ]
        gradient = self.load().gradient
        gradient.restype = ctypes.c_double
        ds = gradient(*given)
        return np.concatenate([value, x, y]), np.concatenate([dx, dy, [ds]])

    def forward(self, oracle: Oracle) -> np.ndarray:
        x, y = oracle.x.copy(), oracle.y.copy()
        dx, dy = oracle.v[:NX].copy(), oracle.v[NX : NX + NY].copy()
        given = [*map(_address, (x, dx, y, dy)), ctypes.c_int64(N), *map(ctypes.c_double, (oracle.s, oracle.v[-1]))]
        tangent = self.load().tangent
        tangent.restype = ctypes.c_double
        return np.concatenate([[tangent(*given)], dx, dy])


@lru_cache(maxsize=1)
def library_folder() -> str:
    """Where libraries stay while they are loaded: the loader takes a new file in the place of an old one for the old one."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _address(a: np.ndarray) -> Any:
    return ctypes.c_void_p(a.ctypes.data)


FAST = "-ffast-math"
_VARIABLE = re.compile(r"^ *static (?!const )[^(=;]*[=;]", re.M)  # one that the first call may change
# Of 11 programs: how each is given to irad ("c": its own compiler front, "ir": clang's IR, "cc": marked calls), and with which
# flags besides the level.
WAYS = [
    ("c", ""), ("c", ""), ("c", ""), ("c", ""), ("c", FAST), ("c", "-march=native -g"),
    ("ir", ""), ("ir", "-O3 -march=native"), ("ir", f"-O3 -march=native {FAST}"), ("cc", ""), ("cc", f"-march=native -g {FAST}"),
]  # fmt: skip


def way(text: str, number: int, split: bool) -> tuple[OfModule | OfProgram, float]:
    """How the program of a number is differentiated, and the tolerance."""
    kind, more = WAYS[number % len(WAYS)]
    flags = f"-O{number % 4} {more}" if "-O3" not in more else more
    tolerance = tolerance_of(text, FAST in flags)
    if kind == "cc":
        return OfProgram(text, flags), tolerance
    changes = _VARIABLE.search(text) is not None
    one: list[irad.Module] = []

    def fresh() -> irad.Module:
        if changes or not one:
            words = (*flags.split(), "-w")
            made = irad.Module.from_c(text, words) if kind == "c" else irad.Module.from_ir(clang_ir(text, flags))
            one.append(made)
        return one[-1]

    return OfModule(fresh, split), tolerance


def compare(made: Program, number: int, split: bool = False) -> bool:
    """Compare one program in reverse and forward mode; False if it is no test."""
    oracle = oracle_of(made, number)
    if oracle is None:
        return False
    made_by, tolerance = way(made.to_c(), number, split)
    final, gradient = made_by.reverse(oracle)
    close(final, oracle.values, tolerance)
    close(gradient, oracle.vjp, tolerance)
    close(made_by.forward(oracle), oracle.jvp, tolerance)
    return True


__all__ = [
    "MARKED",
    "N",
    "NX",
    "NY",
    "TOTAL",
    "WAYS",
    "Oracle",
    "OfModule",
    "OfProgram",
    "Program",
    "close",
    "compare",
    "oracle_of",
    "point",
]
