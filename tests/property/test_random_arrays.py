"""Random programs about whole arrays, against the complex step run by NumPy.

``IRAD_FUZZ_COUNT`` and ``IRAD_FUZZ_SEED`` choose how many programs and from which seed; tolerance 1e-9 of the largest component.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from tests.generators.array_programs import LENGTH, program
from tests.generators.modules import module_from
from tests.reference.differences import close as close_to

COUNT = int(os.environ.get("IRAD_FUZZ_COUNT", "24")) // 6
SEED = int(os.environ.get("IRAD_FUZZ_SEED", "0"))
STEP = 1e-100
SHAPES = ((LENGTH,), (LENGTH,), (LENGTH, LENGTH))


class Case:
    """A program, its arguments, and the whole Jacobian of its result and of the arrays as it leaves them."""

    def __init__(self, number: int, folder: Path) -> None:
        self.f: Any = module_from(folder / f"arrays_{number}.py", program(number)).f
        self.rng = np.random.default_rng(number)
        self.args = [self.rng.uniform(-1.2, 1.2, shape) for shape in SHAPES]
        self.value, columns = self.run(self.args), []
        for k, a in enumerate(self.args):
            for i in np.ndindex(a.shape):
                moved = [b.astype(complex) for b in self.args]
                moved[k][i] += 1j * STEP
                columns.append(self.run(moved).imag / STEP)
        self.jacobian = np.array(columns).T

    def run(self, args: list[np.ndarray]) -> np.ndarray:
        """The result, then the arrays."""
        own = [a.copy() for a in args]
        result = self.f(*own)
        return np.concatenate([np.ravel(v) for v in (result, *own)])

    def random(self) -> list[np.ndarray]:
        return [self.rng.normal(size=shape) for shape in SHAPES]

    @property
    def of_result(self) -> np.ndarray:
        """The rows of the Jacobian that belong to the result."""
        return self.jacobian[: len(self.value) - sum(a.size for a in self.args)]


def flat(arrays: Any) -> np.ndarray:
    return np.concatenate([np.ravel(a) for a in arrays])


close = partial(close_to, tolerance=1e-9)


@pytest.mark.parametrize("number", range(SEED, SEED + COUNT))
def test_program(number: int, tmp_path: Path) -> None:
    """Forward and reverse, with the arrays as outputs as well; by functional transforms, and the Jacobian both ways."""
    case = Case(number, tmp_path)
    v, w = case.random(), case.random()
    x, shadows = [a.copy() for a in case.args], [a.copy() for a in v]
    out = irad.autodiff(case.f, *map(irad.Duplicated, x, shadows), mode=irad.ForwardWithPrimal)
    close(flat([out[1], *x]), case.value)
    close(flat([out[0], *shadows]), case.jacobian @ flat(v))
    if number % 2 == 0:  # a number
        x, shadows = [a.copy() for a in case.args], [a.copy() for a in w]
        notes = list(map(irad.Duplicated, x, shadows))
        if number % 4:
            augmented, reverse = irad.autodiff_thunk(case.f, *notes)
            tape, _ = augmented(*notes)
            reverse(*notes, tape=tape, seed=0.7)
        else:
            irad.autodiff(case.f, *notes, seed=0.7)
        close(flat(shadows), np.concatenate([[0.7], flat(w)]) @ case.jacobian)
        close(flat(irad.grad(case.f, argnums=(0, 1, 2))(*case.args)), case.of_result[0])
        return
    value, pull = irad.vjp(case.f, *case.args)
    close(value, case.value[: len(value)])
    adjoint = case.rng.normal(size=value.shape)
    close(flat(pull(adjoint)), adjoint @ case.of_result)
    mode = irad.jacfwd if number % 4 == 1 else irad.jacrev
    parts = mode(case.f, argnums=(0, 1, 2))(*case.args)
    close(np.concatenate([p.reshape(len(value), -1) for p in parts], axis=1), case.of_result)
