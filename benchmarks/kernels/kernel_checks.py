"""Whether the gradients of a kernel are right: by hand, by irad, and by differences."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import irad
from benchmarks.kernels.kernel_model import Kernel
from benchmarks.kernels.python_runs import Loaded

_STEP = 1e-5


def by_hand(loaded: Loaded) -> float:
    """How far shadows and arrays after the adjoint by hand are from those after irad's: relative to the largest of an array."""
    steps = loaded.steps()
    if "hand" not in steps:
        return 0.0
    found, expected = loaded.results(steps["hand"]), loaded.results(steps["gradient"])
    return max(_distance(a, b) for a, b in zip(found, expected, strict=True))


def _distance(a: Any, b: Any) -> float:
    if a.size == 0:
        return 0.0
    size = max(float(np.abs(b).max()), 1e-30)
    worst = float(np.abs(a.astype(np.float64) - b).max())
    return worst / size if np.isfinite(worst) else float("inf")


def by_differences(kernel: Kernel) -> float:
    """How far irad's directional derivative of the small case is from central differences (Richardson's), relative."""
    loaded = Loaded(replace(kernel, single=False), tiny=True)
    rng = np.random.default_rng(1)
    directions = [rng.normal(size=loaded.args[k].shape) for k in loaded.active]
    first = loaded.kernel.arguments(tiny=True)

    def value(t: float) -> float:
        moved = [np.copy(a) if isinstance(a, np.ndarray) else a for a in first]
        for k, d in zip(loaded.active, directions, strict=True):
            moved[k] = first[k] + t * d
        return float(kernel.function(*moved))

    h = _STEP
    slopes = [(value(s) - value(-s)) / (2 * s) for s in (h, 2 * h)]
    slope = (4 * slopes[0] - slopes[1]) / 3
    loaded.restore()
    irad.autodiff(loaded.jit, *loaded.notes)
    exact = sum(float((s * d).sum()) for s, d in zip(loaded.shadows, directions, strict=True))
    return abs(slope - exact) / max(abs(exact), 1e-3)

