"""Random programs about views and copies, against plain NumPy: values, strides, shared memory, and derivatives by complex step.

By default a few; ``-m slow`` runs a thousand programs of three chains each.  ``IRAD_FUZZ_SEED`` chooses the first number.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.generators.layout_programs import Program
from tests.generators.modules import module_from
from tests.reference.differences import close as close_to

SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))
STEP = 1e-100


def flat(arrays: Any) -> np.ndarray:
    return np.concatenate([np.ravel(a) for a in arrays])


close = partial(close_to, tolerance=1e-9)


def steps(a: np.ndarray) -> tuple[int, ...]:
    """The strides that tell something."""
    return tuple(s for n, s in zip(a.shape, a.strides, strict=True) if n > 1) if a.size else ()


class Case:
    """A program with its arguments, a direction, and the derivatives along it by complex step."""

    def __init__(self, number: int, folder: Path, chains: int = 3) -> None:
        self.program = Program(number, chains)
        module: Any = module_from(folder / f"layouts_{number}.py", self.program.text)
        self.f, self.g, self.number = module.f, module.g, number
        self.rng = np.random.default_rng(number)
        self.base = [self.rng.uniform(0.3, 1.5, s) for s in self.program.bases]
        self.direction = self.random()

    def random(self) -> list[np.ndarray]:
        return [self.rng.normal(size=s) for s in self.program.bases]

    def arguments(self, base: list[np.ndarray]) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """Copies of base arrays, and the arguments in them."""
        own = [a.copy() for a in base]
        return own, self.program.operands(own)

    def along(self, f: Any) -> tuple[np.ndarray, np.ndarray]:
        """The derivative of the result along the direction, and of the base arrays as the call leaves them."""
        own, args = self.arguments([a + 1j * STEP * v for a, v in zip(self.base, self.direction, strict=True)])
        out = f(*args)
        return flat(out if isinstance(out, tuple) else [out]).imag / STEP, flat(own).imag / STEP

    # ---- checks

    def values(self) -> None:
        (base, args), (base_too, args_too) = self.arguments(self.base), self.arguments(self.base)
        for got, want in zip(irad.jit(self.f)(*args), self.f(*args_too), strict=True):
            close(got, want)
            assert (got.shape, steps(got)) == (want.shape, steps(want))
            assert [np.shares_memory(got, a) for a in args] == [np.shares_memory(want, a) for a in args_too]
        close(flat(base), flat(base_too))

    def annotated(self) -> None:
        """Forward mode, one direction or two; reverse mode, combined or split, against it."""
        of_result, of_base = self.along(self.f)
        lanes = 1 + self.number % 2
        shadows = [self.arguments(self.direction) for _ in range(lanes)]
        notes = [irad.BatchDuplicated(a, d) for a, *d in zip(self.arguments(self.base)[1], *(s[1] for s in shadows), strict=True)]
        (tangents,) = irad.autodiff(self.f, *notes, mode=irad.Forward)
        for lane in range(lanes):
            close(flat(t[lane] for t in tangents), of_result)
            close(flat(shadows[lane][0]), of_base)
        adjoint = self.random()
        own, dual = self.arguments(adjoint)
        plain = [irad.Duplicated(a, d) for a, d in zip(self.arguments(self.base)[1], dual, strict=True)]
        if self.number % 3:
            irad.autodiff(self.g, *plain, seed=0.7)
        else:
            augmented, reverse = irad.autodiff_thunk(self.g, *plain)
            tape, _ = augmented(*plain)
            reverse(*plain, tape=tape, seed=0.7)
        want = 0.7 * self.along(self.g)[0].sum() + flat(adjoint) @ of_base
        close(flat(own) @ flat(self.direction), want)

    def functional(self) -> None:
        """``grad`` and ``jvp``, whose function must not see other strides."""
        _, dual = self.arguments(self.direction)
        _, args = self.arguments([a.astype(complex) for a in self.base])
        for a, d in zip(args, dual, strict=True):
            a += 1j * STEP * d
        want = self.g(*args).imag / STEP
        args = self.arguments(self.base)[1]
        found = irad.grad(self.g, tuple(range(len(args))))(*args)
        close(sum((a * d).sum() for a, d in zip(found, dual, strict=True)), want)
        close(irad.jvp(self.g, tuple(args), tuple(dual))[1], want)


@pytest.mark.parametrize("number", range(SEED, SEED + 4))
def test_program(number: int, tmp_path: Path) -> None:
    case = Case(number, tmp_path, chains=1)
    case.values()
    if number % 2:
        case.annotated()
    else:
        case.functional()


@pytest.mark.slow
@pytest.mark.parametrize("first", range(SEED + 1000, SEED + 2000, 20))
def test_programs(first: int, tmp_path: Path) -> None:
    for number in range(first, first + 20):
        case = Case(number, tmp_path)
        case.values()
        case.annotated()
        case.functional()
