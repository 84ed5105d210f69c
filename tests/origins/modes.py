"""The gradient of one function by every mode, and by differences.

The arguments are views of *buffers*: ``arrange(*buffers)`` makes them, in containers if need be, and makes the shadows of the
buffers into shadows of the arguments in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import irad

Buffers = Sequence[np.ndarray]
STEP = 1e-6


class Case:
    """A function, its buffers, how they become arguments, and further arguments that are constant."""

    def __init__(
        self, f: Callable[..., Any], buffers: Buffers, arrange: Callable[..., tuple[Any, ...]] | None = None, consts: Any = ()
    ) -> None:
        self.f, self.buffers, self.consts = f, [np.array(b, float) for b in buffers], consts
        self.arrange = arrange if arrange is not None else lambda *b: b

    def values(self) -> list[np.ndarray]:
        return [b.copy() for b in self.buffers]

    def zeros(self) -> list[np.ndarray]:
        return [np.zeros_like(b) for b in self.buffers]

    def fixed(self) -> list[Any]:
        return [c.copy() if isinstance(c, np.ndarray) else c for c in self.consts]

    def directions(self) -> list[list[np.ndarray]]:
        """One for each number in the buffers."""
        out = []
        for k, b in enumerate(self.buffers):
            for i in np.ndindex(b.shape):
                out.append(self.zeros())
                out[-1][k][i] = 1.0
        return out

    def notes(self, values: Buffers, shadows: Sequence[Buffers], batch: bool = False) -> list[Any]:
        """The annotated arguments."""
        own = self.arrange(*values)
        lanes = [self.arrange(*s) for s in shadows]
        if batch:
            out: list[Any] = [irad.BatchDuplicated(a, tuple(lane[i] for lane in lanes)) for i, a in enumerate(own)]
        else:
            out = [irad.Duplicated(a, lanes[0][i]) for i, a in enumerate(own)]
        return [*out, *map(irad.Const, self.fixed())]

    def flat(self, parts: Buffers) -> np.ndarray:
        return np.concatenate([np.ravel(p) for p in parts])

    # ---- the modes

    def differences(self) -> np.ndarray:
        """Central differences, the function run as plain Python."""
        out = []
        for direction in self.directions():
            ends = []
            for sign in (1, -1):
                moved = [b + sign * STEP * d for b, d in zip(self.buffers, direction, strict=True)]
                ends.append(float(self.f(*self.arrange(*moved), *self.fixed())))
            out.append((ends[0] - ends[1]) / (2 * STEP))
        return np.array(out)

    def reverse(self) -> np.ndarray:
        shadows = self.zeros()
        irad.autodiff(self.f, *self.notes(self.values(), [shadows]))
        return self.flat(shadows)

    def forward(self) -> np.ndarray:
        out = [irad.autodiff(self.f, *self.notes(self.values(), [d]), mode=irad.Forward)[0] for d in self.directions()]
        return np.array(out)

    def split(self) -> np.ndarray:
        shadows = self.zeros()
        notes = self.notes(self.values(), [shadows])
        augmented, reverse = irad.autodiff_thunk(self.f, *notes)
        tape, _ = augmented(*notes)
        reverse(*notes, tape=tape, seed=1.0)
        return self.flat(shadows)

    def forward_batch(self) -> np.ndarray:
        notes = self.notes(self.values(), self.directions(), batch=True)
        (tangents,) = irad.autodiff(self.f, *notes, mode=irad.Forward)
        return np.array(tangents)

    def reverse_batch(self) -> np.ndarray:
        lanes = [self.zeros(), self.zeros()]
        irad.autodiff(self.f, *self.notes(self.values(), lanes, batch=True), seed=(1.0, -2.0))
        first, second = map(self.flat, lanes)
        np.testing.assert_allclose(second, -2.0 * first, rtol=1e-12, atol=1e-12)
        return first

    def split_batch(self) -> np.ndarray:
        lanes = [self.zeros(), self.zeros()]
        notes = self.notes(self.values(), lanes, batch=True)
        augmented, reverse = irad.autodiff_thunk(self.f, *notes)
        tape, _ = augmented(*notes)
        reverse(*notes, tape=tape, seed=(-0.5, 1.0))
        first, second = map(self.flat, lanes)
        np.testing.assert_allclose(first, -0.5 * second, rtol=1e-12, atol=1e-12)
        return second


MODES = ("reverse", "forward", "split", "forward_batch", "reverse_batch", "split_batch")


def in_modes(name: str, cases: Sequence[Any], ids: Sequence[str]) -> Any:
    """Each case in every mode; of the three kinds of batches one in turn, the others with ``-m slow``."""
    params = []
    for k, (case, told) in enumerate(zip(cases, ids, strict=True)):
        for j, mode in enumerate(MODES):
            later = j >= 3 and j % 3 != k % 3
            params.append(pytest.param(case, mode, marks=[pytest.mark.slow] if later else [], id=f"{told}-{mode}"))
    return pytest.mark.parametrize(f"{name},mode", params)


def check_modes(case: Case, want: Any = None, modes: Sequence[str] = MODES) -> None:
    """Every mode against ``want`` (a closed form, one entry per number in the buffers), or else against differences."""
    known = np.ravel(want) if want is not None else case.differences()
    tight = want is not None
    for mode in modes:
        found = getattr(case, mode)()
        np.testing.assert_allclose(found, known, rtol=1e-12 if tight else 2e-6, atol=1e-12 if tight else 2e-7, err_msg=mode)
    check_primal(case)


def check_primal(case: Case) -> None:
    """A derivative leaves the buffers as the function does."""
    mine, theirs = case.values(), case.values()
    irad.autodiff(case.f, *case.notes(mine, [case.zeros()]))
    case.f(*case.arrange(*theirs), *case.fixed())
    for a, b in zip(mine, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-13, atol=1e-13)
