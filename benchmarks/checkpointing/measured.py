"""Memory and time of one call.

Memory is the most that the process had while the call ran, less what it had before: the kernel's high-water mark of resident
memory (``VmHWM`` in ``/proc/self/status``), set back right before the call.  All is compiled then, and irad has given back the
memory that it keeps for tapes.  Arrays that the caller has made, arguments and shadows of them, lie below the mark;
the gradient and all that the call makes do not.

Times are those of the process's own clock, all its threads together, and the least of some calls: others on the machine only
make them longer.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import irad
from benchmarks.memory import RESET, STATUS, trim


def peak(call: Callable[[], Any]) -> int:
    """Bytes of resident memory that a call takes at most, beyond what the process has before."""
    irad.release_memory()
    gc.collect()
    trim()
    RESET.write_text("5")
    before = _high_water(STATUS)
    kept = call()
    after = _high_water(STATUS)
    del kept
    return after - before


def _high_water(status: Path) -> int:
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return 1024 * int(line.split()[1])


def seconds(call: Callable[[], Any], times: int = 5) -> float:
    """The least time of several calls."""
    best = float("inf")
    for _ in range(times):
        begin = time.process_time()
        call()
        best = min(best, time.process_time() - begin)
    return best


def together(calls: dict[str, Callable[[], Any]], rounds: int = 7) -> dict[str, float]:
    """The least times of several calls, in turns, so that a clock that drifts meets all of them alike."""
    found = {name: float("inf") for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            found[name] = min(found[name], seconds(call, 1))
    return found
