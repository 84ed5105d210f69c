"""A kernel in Python with arguments, shadows, and all that is run of it."""

from __future__ import annotations

import importlib
import time
import types
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import irad
from benchmarks.kernels.kernel_model import Kernel

numba: Any
try:
    numba = importlib.import_module("numba")
except ImportError:
    numba = None

NO_NUMBA = "Numba is not installed: its primals and the adjoints by hand are left out (pip install numba)"


def by_numba(function: Callable[..., Any], known: dict[str, Any] | None = None) -> Any:
    """The function compiled by Numba, and with it the functions of its module that it calls (itself too)."""
    known = {} if known is None else known
    names = dict(function.__globals__)
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    known[function.__name__] = compiled = numba.njit(copy)
    for name in function.__code__.co_names:
        called = names.get(name)
        if isinstance(called, types.FunctionType):
            names[name] = known[name] if name in known else by_numba(called, known)
    return compiled


class Loaded:
    """One kernel with one set of arguments.

    What the function overwrites is put back before each call, shadows of it are set to zero; `restore` does that and nothing
    else, so that its time can be taken off.  Shadows of what is only read go on growing.
    """

    def __init__(self, kernel: Kernel, tiny: bool = False, compiled: Any = None) -> None:
        """``compiled``: the function by `irad.jit`, where it is there already."""
        self.kernel = kernel
        self.args = kernel.arguments(tiny)
        self.active = kernel.active(self.args)
        self.shadows = [np.zeros_like(self.args[k]) for k in self.active]
        self.jit = irad.jit(kernel.function) if compiled is None else compiled
        self.notes = list(self.args)
        for k, shadow in zip(self.active, self.shadows, strict=True):
            self.notes[k] = irad.Duplicated(self.args[k], shadow)
        self.scratch = kernel.scratch(*self.args)
        self._changed = self._overwritten()

    def _overwritten(self) -> list[tuple[Any, Any, Any]]:
        """Array, first content and shadow of what the function writes to."""
        first = [np.copy(a) if isinstance(a, np.ndarray) else a for a in self.args]
        self.jit(*self.args)
        out = []
        for k, (a, before) in enumerate(zip(self.args, first, strict=True)):
            if isinstance(a, np.ndarray) and not np.array_equal(a, before):
                shadow = self.shadows[self.active.index(k)] if k in self.active else None
                out.append((a, before, shadow))
                a[...] = before
        return out

    def restore_values(self) -> None:
        for a, before, _ in self._changed:
            a[...] = before

    def restore(self) -> None:
        for a, before, shadow in self._changed:
            a[...] = before
            if shadow is not None:
                shadow.fill(0)

    def steps(self, peers: bool = True) -> dict[str, Callable[[], Any]]:
        """What is timed, by name; ``peers``: Numba's too."""
        args, notes, jit = self.args, self.notes, self.jit

        def primal() -> Any:
            self.restore_values()
            return jit(*args)

        def gradient() -> Any:
            self.restore()
            return irad.autodiff(jit, *notes)

        out: dict[str, Callable[[], Any]] = {"primal": primal, "gradient": gradient}
        out |= {"restore": self.restore, "restore values": self.restore_values}
        if numba is None or not peers:
            return out
        compiled = by_numba(self.kernel.function)

        def peer() -> Any:
            self.restore_values()
            return compiled(*args)

        out["numba"] = peer
        if self.kernel.hand is not None:
            by_hand, all_args = by_numba(self.kernel.hand), (*args, *self.shadows, *self.scratch)

            def hand() -> Any:
                self.restore()
                return by_hand(*all_args)

            out["hand"] = hand
        return out

    def results(self, step: Callable[[], Any]) -> list[NDArray[Any]]:
        """Shadows and arrays after one run of a gradient."""
        for shadow in self.shadows:
            shadow.fill(0)
        step()
        out = [shadow.copy() for shadow in self.shadows]
        out += [np.copy(a) for a in self.args if isinstance(a, np.ndarray)]
        for shadow in self.shadows:
            shadow.fill(0)
        return out

    def tape(self) -> int:
        """The smallest limit on the tape with which a gradient runs, in bytes (within 1 %)."""
        f = self.jit.irad_function
        low, high = 0, 1 << 34
        while high - low > max(256, high // 100):
            middle = (low + high) // 2
            f.tape_limit = middle or 1
            self.restore()
            try:
                irad.autodiff(self.jit, *self.notes)
                high = middle
            except MemoryError:
                low = middle
        f.tape_limit = 0
        self.restore()
        return high

    def scratch_bytes(self) -> int:
        return int(sum(a.nbytes for a in self.scratch))


def seconds(step: Callable[[], Any], repetitions: int) -> float:
    """Of one run, on this thread's own clock."""
    start = time.thread_time()
    for _ in range(repetitions):
        step()
    return (time.thread_time() - start) / repetitions
