"""Gradients by irad beside those by JAX (`jit(grad)`, float64, one thread on the processor).

    python -m benchmarks.kernels --jax

Both are compared first, then measured in turns in one process on one core; ratios are those of neighbours.  The clock is that of
the process, since JAX may compute in a thread of its own.  JAX is asked for the gradient alone, and its arrays are there already;
what an irad kernel overwrites is put back before each call, and the time of that is taken off.
"""

from __future__ import annotations

import importlib.util
import inspect
import math
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import irad
from benchmarks.kernels.python_runs import Loaded

if TYPE_CHECKING:
    from benchmarks.kernels.jax_kernels import Beside

NO_JAX = "JAX is not installed, so there is nothing to stand beside (pip install jax, or irad[bench])"
LEAST = 10e-3  # seconds of one measurement
TOLERANCE = 1e-8


@dataclass(frozen=True)
class Row:
    """Seconds of a gradient, medians of ratios of neighbours, and how far the gradients are apart, relative.

    ``fast``: the ratio with `fastmath`, where sums of floats may be taken in another order, as XLA takes them.
    """

    label: str
    irad: float
    jax: float
    ratio: float
    fast: float
    apart: float


def available() -> bool:
    return importlib.util.find_spec("jax") is not None


def configure() -> None:
    """One thread, 64 bits, computed where it is called; before JAX is imported."""
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} --xla_cpu_multi_thread_eigen=false".strip()
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax

    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_cpu_enable_async_dispatch", False)


def jax_gradient(beside: Beside, loaded: Loaded) -> Callable[[], Any]:
    """What computes the gradient by JAX and waits for it."""
    import jax
    import jax.numpy as jnp

    names = list(inspect.signature(loaded.kernel.function).parameters)
    given = dict(zip(names, loaded.args, strict=True))
    order = [*beside.wanted, *beside.given]
    # arguments by position, as the function has them
    wanted = tuple(order.index(n) for n in beside.wanted)
    fixed = tuple(order.index(n) for n in beside.fixed)

    def by_position(*args: Any) -> Any:
        if not beside.given:
            return beside.function(*args)
        return beside.function(**dict(zip(order, args, strict=True)))

    compiled = jax.jit(jax.grad(by_position, argnums=wanted), static_argnums=fixed)
    args = [given[n] if n in beside.fixed else jnp.asarray(given[n]) for n in order]
    return lambda: jax.block_until_ready(compiled(*args))


def apart(beside: Beside, loaded: Loaded, theirs: Any) -> float:
    """How far irad's gradient is from ``theirs``, relative to the largest element of an array."""
    gradient = loaded.steps(peers=False)["gradient"]
    found = loaded.results(gradient)
    loaded.restore()
    names = list(inspect.signature(loaded.kernel.function).parameters)
    worst = 0.0
    for name, other in zip(beside.wanted, theirs, strict=True):
        ours, other = (_folded(x, beside.lower) for x in (found[loaded.active.index(names.index(name))], np.asarray(other)))
        worst = max(worst, float(np.abs(ours - other).max() / np.abs(other).max()))
    return worst


def _folded(x: NDArray[np.float64], lower: bool) -> NDArray[np.float64]:
    """Of a symmetric matrix that is read by its lower triangle: the upper one belongs to the lower one."""
    return np.tril(x) + np.triu(x, 1).T if lower else x


def measured(beside: Beside, rounds: int) -> Row:
    """One row; ``apart`` above `TOLERANCE` says that the gradients do not agree."""
    loaded = Loaded(beside.kernel)
    fast = Loaded(beside.kernel, compiled=irad.jit(beside.kernel.function, fastmath=True))
    steps = {key: run for key, run in loaded.steps(peers=False).items() if key in ("gradient", "restore")}
    steps["fast"], steps["jax"] = fast.steps(peers=False)["gradient"], jax_gradient(beside, loaded)
    distance = apart(beside, loaded, steps["jax"]())
    counts = {key: _repetitions(run) for key, run in steps.items()}
    times: dict[str, list[float]] = {key: [] for key in steps}
    for _ in range(rounds):
        for key, run in steps.items():
            times[key].append(_seconds(run, counts[key]))
    less = statistics.median(times["restore"])
    ours, faster = ([max(t - less, 1e-9) for t in times[key]] for key in ("gradient", "fast"))
    ratio, fast_ratio = (statistics.median(a / b for a, b in zip(x, times["jax"], strict=True)) for x in (ours, faster))
    return Row(beside.label, statistics.median(ours), statistics.median(times["jax"]), ratio, fast_ratio, distance)


def _seconds(run: Callable[[], Any], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        run()
    return (time.process_time() - start) / count


def _repetitions(run: Callable[[], Any]) -> int:
    _seconds(run, 3)
    return max(1, math.ceil(LEAST / max(_seconds(run, 3), 1e-7)))


def lines(rows: list[Row]) -> list[str]:
    """The table, in Markdown."""
    out = ["| gradient of | irad, ms | JAX, ms | irad / JAX | with fastmath |", "|---|---|---|---|---|"]
    for row in rows:
        wrong = "" if row.apart <= TOLERANCE else f" (they differ by {row.apart:.1e})"
        out.append(f"| {row.label} | {1e3 * row.irad:.3g} | {1e3 * row.jax:.3g} | {row.ratio:.2f}{wrong} | {row.fast:.2f} |")
    return out
