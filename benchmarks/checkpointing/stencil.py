"""A stencil over 1,000 cells: slices and a loop in Python, loops in C; marked, and with all steps on the tape.

The loops in place take what the cell before has become, so that cells are computed one by one.  The loop ``vectors`` in C
takes what it was, as slices do: clang computes four cells at a time.  The reverse goes cell by cell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import irad

CELLS, STEPS, LONG = 1_000, 20_000, 1_000_000

C = r"""
#include <stdlib.h>
#include <string.h>
void __irad_checkpoint(long long snapshots);
void __irad_autodiff(void *, ...);
extern int irad_const;
#define STENCIL(NAME, MARK, ROW) \
  double NAME(double *restrict c, long n, long steps) { \
    double *u = malloc(n * sizeof *u), sum = 0; \
    for (long i = 0; i < n; i++) u[i] = (double)(i * (n - 1 - i)) / (n * n); \
    for (long t = 0; t < steps; t++) { \
      MARK; \
      ROW \
    } \
    for (long i = 0; i < n; i++) sum += u[i] * u[i]; \
    free(u); \
    return sum; \
  } \
  void NAME##_gradient(double *c, double *dc, long n, long steps) { \
    __irad_autodiff((void *)NAME, c, dc, irad_const, n, irad_const, steps); \
  }
#define IN_PLACE for (long i = 1; i < n - 1; i++) u[i] += c[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
#define VECTORS \
  double before = u[0]; \
  for (long i = 1; i < n - 1; i++) { \
    double here = u[i]; \
    u[i] = here + c[i] * (before - 2 * here + u[i + 1]); \
    before = here; \
  }
STENCIL(in_place, , IN_PLACE)
STENCIL(in_place_marked, __irad_checkpoint(0), IN_PLACE)
STENCIL(vectors, , VECTORS)
STENCIL(vectors_marked, __irad_checkpoint(0), VECTORS)
"""


def slices(c, steps):  # type: ignore[no-untyped-def]
    """The sum of squares of the last state; ``c`` is the conductivity of each cell."""
    u = start(len(c))
    for _ in irad.checkpointed(range(steps)):
        u[1:-1] = u[1:-1] + c[1:-1] * (u[:-2] - 2.0 * u[1:-1] + u[2:])
    return (u * u).sum()


def slices_taped(c, steps):  # type: ignore[no-untyped-def]
    u = start(len(c))
    for _ in range(steps):
        u[1:-1] = u[1:-1] + c[1:-1] * (u[:-2] - 2.0 * u[1:-1] + u[2:])
    return (u * u).sum()


def in_place(c, steps):  # type: ignore[no-untyped-def]
    u = start(len(c))
    for _ in irad.checkpointed(range(steps)):
        step(u, c)
    return (u * u).sum()


def in_place_taped(c, steps):  # type: ignore[no-untyped-def]
    u = start(len(c))
    for _ in range(steps):
        step(u, c)
    return (u * u).sum()


@irad.jit
def step(u, c):  # type: ignore[no-untyped-def]
    for i in range(1, len(u) - 1):
        u[i] += c[i] * (u[i - 1] - 2.0 * u[i] + u[i + 1])


@irad.jit
def start(n):  # type: ignore[no-untyped-def]
    u = np.empty(n)
    for i in range(n):
        u[i] = i * (n - 1.0 - i) / (n * n)
    return u


def segment(u, c, steps):  # type: ignore[no-untyped-def]
    """Some steps on an array of the caller's: what a program with segments of its own differentiates."""
    for _ in range(steps):
        u[1:-1] = u[1:-1] + c[1:-1] * (u[:-2] - 2.0 * u[1:-1] + u[2:])


def by_hand(c: Any, steps: int, length: int) -> Any:
    """The gradient of `slices`, by a program that keeps a copy of the state for every ``length`` steps."""
    u = start(len(c))
    kept = []
    for first in range(0, steps, length):
        kept.append(u.copy())
        forward(u, c, min(length, steps - first))
    du, dc = 2.0 * u, np.zeros_like(c)
    for first in reversed(range(0, steps, length)):
        u = kept.pop()
        irad.autodiff(segment, irad.Duplicated(u, du), irad.Duplicated(c, dc), min(length, steps - first))
    return dc


forward = irad.jit(segment)


def conductivity(n: int = CELLS) -> Any:
    return 0.2 + 0.1 * np.sin(np.linspace(0.0, 9.0, n))


def compiled(way: str) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """The primal, the gradient with all steps on the tape, and that of the marked loop; ``way`` is "slices", "loop", or the name
    of a function in C.
    """
    if way == "slices":
        return irad.jit(slices_taped), irad.grad(slices_taped), irad.grad(slices)
    if way == "loop":
        return irad.jit(in_place_taped), irad.grad(in_place_taped), irad.grad(in_place)
    module = irad.Module.from_c(C, flags=("-O3", "-march=native"))

    def gradient(name: str) -> Callable[..., Any]:
        f = module[f"{name}_gradient"]

        def run(c: Any, steps: int) -> Any:
            dc = np.zeros_like(c)
            f(c, dc, len(c), steps)
            return dc

        return run

    f = module[way]
    return lambda c, steps: f(c, len(c), steps), gradient(way), gradient(f"{way}_marked")
