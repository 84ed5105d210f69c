"""The figures of kernels in Python: interleaved rounds, medians."""

from __future__ import annotations

import math
import statistics

from benchmarks.kernels import kernel_checks
from benchmarks.kernels.kernel_model import Kernel
from benchmarks.kernels.kernel_table import Figures
from benchmarks.kernels.python_runs import Loaded, seconds

LEAST = 5e-3  # seconds of one measurement
_TIMED = ("primal", "numba", "gradient", "hand")


def measured(kernel: Kernel, rounds: int, weigh: bool = True, tiny: bool = False) -> Figures:
    """One row; ``wrong`` says what does not agree."""
    loaded = Loaded(kernel, tiny)
    row = Figures(kernel.name, wrong=complaints(kernel, loaded))
    steps = loaded.steps()
    counts = {name: _repetitions(loaded, name, step) for name, step in steps.items()}
    rows: dict[str, list[float]] = {name: [] for name in steps}
    for _ in range(rounds):
        for name, step in steps.items():
            rows[name].append(seconds(step, counts[name]))
    off = {name: statistics.median(rows["restore" if name in ("gradient", "hand") else "restore values"]) for name in steps}
    net = {name: [max(t - off[name], 1e-9) for t in rows[name]] for name in _TIMED if name in rows}
    row.seconds = {name: statistics.median(times) for name, times in net.items()}

    def ratio(a: str, b: str) -> float | None:
        return statistics.median(x / y for x, y in zip(net[a], net[b], strict=True)) if a in net and b in net else None

    row.gradient_primal, row.gradient_hand = ratio("gradient", "primal"), ratio("gradient", "hand")
    row.hand_primal, row.primal_numba = ratio("hand", "primal"), ratio("primal", "numba")
    if weigh:
        row.tape = loaded.tape()
        row.scratch = loaded.scratch_bytes() if kernel.hand is not None else None
    return row


def complaints(kernel: Kernel, loaded: Loaded) -> str:
    """What is wrong with the gradients, if anything is."""
    found = kernel_checks.by_hand(loaded)
    if not found <= kernel.tolerance:
        return f"by hand and by irad differ by {found:.1e}"
    apart = kernel_checks.by_differences(kernel)
    return "" if apart <= 1e-6 else f"differences and irad differ by {apart:.1e}"


def _repetitions(loaded: Loaded, name: str, step: object) -> int:
    assert callable(step)
    seconds(step, 3)  # the first calls compile
    spent = seconds(step, 2)
    if name.startswith("restore"):
        return 20
    return max(1, math.ceil(LEAST / max(spent, 1e-7)))
