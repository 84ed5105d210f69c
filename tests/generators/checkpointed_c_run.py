"""Outcomes of random checkpointed programs in C: ``python -m tests.generators.checkpointed_c_run FIRST COUNT``."""

from __future__ import annotations

import ctypes
import os
import random
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

import numpy as np

import irad
from irad.api.export.programs import read_source
from irad.frontends.clang import find_clang
from irad.options import Options
from irad.pipeline import expand_program, finish
from tests.generators.checkpointed_c import PARAMETERS, SIZE, STATE, program

COMMON = f"""
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define NOINLINE __attribute__((noinline))
{STATE}
"""
FRAME = """
extern void __irad_checkpoint_loop(long long, long long, long long);
void __irad_autodiff(void *, ...);
extern int irad_dup, irad_const;
"""
GRADIENT = f"""
static void result$({PARAMETERS}, real *value) {{ *value = f$(x, y, n, k, snap, seg); }}
void gradient$(real *x, real *dx, real *y, real *dy, long n, long k, long snap, long seg, real *value) {{
  real seed = 1.0;
  __irad_autodiff((void *)result$, irad_dup, x, dx, irad_dup, y, dy, irad_const, n, irad_const, k,
                  irad_const, snap, irad_const, seg, irad_dup, value, &seed);
}}
"""
DUAL = r"""
struct real {
  double v, d;
  real() {}
  real(double v, double d = 0) : v(v), d(d) {}
  real &operator+=(real b);
};
#define BINARY(op, value, slope) static real operator op(real a, real b) { return real(value, slope); }
BINARY(+, a.v + b.v, a.d + b.d)
BINARY(-, a.v - b.v, a.d - b.d)
BINARY(*, a.v * b.v, a.d * b.v + a.v * b.d)
BINARY(/, a.v / b.v, (a.d - a.v / b.v * b.d) / b.v)
real &real::operator+=(real b) { return *this = *this + b; }
static bool operator>(real a, real b) { return a.v > b.v; }
static bool operator<(real a, real b) { return a.v < b.v; }
static real sin(real a) { return real(sin(a.v), cos(a.v) * a.d); }
static real cos(real a) { return real(cos(a.v), -sin(a.v) * a.d); }
static real tanh(real a) { double t = tanh(a.v); return real(t, (1 - t * t) * a.d); }
static real sqrt(real a) { double t = sqrt(a.v); return real(t, a.d / (2 * t)); }
"""
TANGENT = f"""
extern "C" double tangent(double *xy, double *dxy, double *out, long n, long k) {{
  real z[{2 * SIZE}];
  for (long i = 0; i < {2 * SIZE}; i++) z[i] = real(xy[i], dxy[i]);
  real r = f$(z, z + {SIZE}, n, k, 1, 1);
  for (long i = 0; i < {2 * SIZE}; i++) {{ xy[i] = z[i].v; out[i] = z[i].d; }}
  dxy[0] = r.d;
  return r.v;
}}
"""
STEPS = (1, 2, 6)
SETTINGS = ((1, 1), (3, 1), (2, 2), (5, 3), (0, 0), (-1, 1))
POINTER = ctypes.POINTER(ctypes.c_double)


def texts(number: int) -> tuple[str, str]:
    """The program with two gradients, of checkpointed loops (``gradient_m``) and of ordinary ones (``_p``), and its reference."""
    text = program(number)
    parts = ["typedef double real;", COMMON, FRAME]
    for name, step in (("_m", "__irad_checkpoint_loop(snapshots, segment, 0)"), ("_p", "")):
        parts.append(f"#undef STEP\n#define STEP(snapshots, segment) {step}")
        parts.append((text + GRADIENT).replace("$", name))
    head, tail = COMMON.split(STATE)
    plain = "#define STEP(snapshots, segment)\n"
    return "\n".join(parts), "\n".join([head, DUAL, STATE, tail, plain, (text + TANGENT).replace("$", "_d")])


def flags(number: int) -> list[str]:
    return [random.Random(number).choice(("-O2", "-O2", "-O1", "-O3", "-O0")), "-w"]


class Program:
    """One program: its two gradients and its reference, loaded."""

    def __init__(self, number: int, folder: Path) -> None:
        text, reference = texts(number)
        source, other = folder / f"p{number}.c", folder / f"p{number}.cpp"
        source.write_text(text)
        other.write_text(reference)
        library, duals = folder / f"p{number}.so", folder / f"d{number}.so"
        subprocess.run([*find_clang().driver(True), "-O1", "-w", "-fPIC", "-shared", str(other), "-o", str(duals)], check=True)
        options = Options(strict=True, level=2)
        words = [*flags(number), "-fPIC"]
        final = finish(expand_program(read_source(str(source), words), options), None, options, None, thread_local=True)
        made = folder / f"p{number}.o"
        made.write_bytes(final.object(None, level=2))
        subprocess.run([*find_clang().driver(False), "-shared", str(made), "-lm", "-o", str(library)], check=True)
        self.library, self.duals = ctypes.CDLL(str(library)), ctypes.CDLL(str(duals))
        self.duals.tangent.restype = ctypes.c_double

    def gradient(self, name: str, k: int, snapshots: int, segment: int) -> tuple[np.ndarray, np.ndarray]:
        """Final value and arrays, and the gradient of their sum with weights."""
        x, y, dx, dy = start()
        value = np.zeros(1)
        numbers = [ctypes.c_long(v) for v in (SIZE, k, snapshots, segment)]
        getattr(self.library, f"gradient{name}")(*map(_pointer, (x, dx, y, dy)), *numbers, _pointer(value))
        return np.concatenate([value, x, y]), np.concatenate([dx, dy])

    def reference(self, k: int) -> tuple[np.ndarray, np.ndarray]:
        """The same, by dual numbers."""
        slopes = []
        for i in range(2 * SIZE):
            x, y, dx, dy = start()
            at, toward, out = np.concatenate([x, y]), np.eye(2 * SIZE)[i].copy(), np.zeros(2 * SIZE)
            value = self.duals.tangent(_pointer(at), _pointer(toward), _pointer(out), ctypes.c_long(SIZE), ctypes.c_long(k))
            slopes.append(toward[0] + out @ np.concatenate([dx, dy]))
        return np.concatenate([[value], at]), np.array(slopes)


def start() -> tuple[np.ndarray, ...]:
    x = np.linspace(0.2, 0.9, SIZE)
    return x, 1.1 - x**2, np.cos(np.arange(SIZE)), np.sin(1.0 + np.arange(SIZE))


def _pointer(a: np.ndarray) -> Any:
    return a.ctypes.data_as(POINTER)


def outcome(number: int, folder: Path) -> str:
    """ "" if the gradients are the same to the last bit, "rounded" if to 1e-13 of the largest, or what is wrong.

    The gradients of ordinary loops are compared with dual numbers, to 1e-10 of the largest.
    """
    try:
        made = Program(number, folder)
    except irad.IradError as error:
        return f"refused: {' '.join(str(error).split())}"
    equal = True
    for k in STEPS:
        final, slope = made.gradient("_p", k, 1, 1)
        wanted, slopes = made.reference(k)
        scale = np.abs(slopes).max()
        if not (np.allclose(final, wanted, rtol=1e-12) and np.abs(slope - slopes).max() <= 1e-10 * scale):
            return f"WRONG without checkpoints, k = {k}: {slope} instead of {slopes}; {final} and {wanted}"
        for settings in SETTINGS:
            value, found = made.gradient("_m", k, *settings)
            if (value != final).any() or not np.abs(found - slope).max() <= 1e-13 * scale:
                return f"WRONG for k = {k}, snapshots and segment {settings}: {found} instead of {slope}; {value} and {final}"
            equal &= bool((found == slope).all())
    return "" if equal else "rounded"


def alone(number: int, folder: Path) -> str:
    """`outcome` in a process of its own, which may crash."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        signal.alarm(120)
        try:
            said = outcome(number, folder)
        except BaseException:
            said = "CRASHED: " + " | ".join(traceback.format_exc().splitlines()[-4:])
        os.write(theirs, said.encode()[:4000])
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as stream:
        said = stream.read()
    _, status = os.waitpid(child, 0)
    return f"CRASHED: signal {status & 127}" if status else said


def main() -> None:
    first, count = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            print(number, alone(number, Path(folder)) or "bit-equal", flush=True)


if __name__ == "__main__":
    main()
