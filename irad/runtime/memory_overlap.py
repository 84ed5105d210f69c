"""Overlap of arrays in memory: primals and shadows must overlap in the same way.

A value is identified by its memory.  If two active arrays share memory, a cell has one derivative, and so their shadows
must share memory at the same places; any other overlap would give wrong derivatives, so it is refused.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.lib.array_utils import byte_bounds

from irad.errors import AliasingError


@dataclass(frozen=True)
class ArgumentArray:
    """One array of an argument: its name for messages, its shadow if it has one, whether the function may write to it."""

    name: str
    array: np.ndarray
    shadow: np.ndarray | None
    written: bool = True


def bounds(a: np.ndarray) -> tuple[int, int]:
    """The first byte of ``a`` and the one after its last."""
    low, high = byte_bounds(a)
    return int(low), int(high)


def overlaps(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether the arrays share a byte: exact for strided patterns that NumPy can decide quickly, else by their bounds."""
    if a.size == 0 or b.size == 0:
        return False
    la, ha = bounds(a)
    lb, hb = bounds(b)
    if ha <= lb or hb <= la:
        return False
    try:
        return bool(np.shares_memory(a, b, max_work=10_000))  # type: ignore[arg-type]
    except np.exceptions.TooHardError:
        return True


def elements_apart(a: np.ndarray) -> bool:
    """Whether no two elements share memory.  (They do in `np.broadcast_to` and `sliding_window_view`.)"""
    if a.size == 0:
        return True
    dims = sorted((abs(s), n) for n, s in zip(a.shape, a.strides, strict=True) if n > 1)
    reach = a.itemsize - 1
    for step, n in dims:
        if step <= reach:
            break
        reach += (n - 1) * step
    else:
        return True
    if a.size > 1_000_000:
        return False
    places: np.ndarray = functools.reduce(np.add.outer, [np.arange(n) * step for step, n in dims])
    return bool(np.diff(np.sort(places, axis=None)).min() >= a.itemsize)


def _range(a: np.ndarray) -> str:
    low, high = bounds(a)
    return f"bytes {low:#x}..{high:#x}"


def strides_fit(x: np.ndarray, dx: np.ndarray) -> bool:
    """Whether ``dx`` has the memory layout of ``x``.  (They have the same shape and dtype.)"""
    return dx.size <= 1 or dx.strides == x.strides or bool(x.flags.c_contiguous and dx.flags.c_contiguous)


def check(pieces: list[ArgumentArray]) -> bool:
    """Raise `AliasingError` where primals and shadows do not fit together; True if no two primals overlap."""
    disjoint = True
    for i, p in enumerate(pieces):
        _check_shadow(p, pieces)
        for q in pieces[:i]:
            if not overlaps(p.array, q.array):
                if p.shadow is not None and q.shadow is not None and overlaps(p.shadow, q.shadow):
                    raise AliasingError(
                        f"the shadows of {q.name} and {p.name} overlap ({_range(q.shadow)} and {_range(p.shadow)}), "
                        "but the arrays do not "
                        f"({_range(q.array)} and {_range(p.array)})",
                        hint="give each array a shadow of its own",
                    )
                continue
            disjoint = False
            _check_pair(p, q)
    return disjoint


def check_batch(pieces: Sequence[ArgumentArray], lanes: Sequence[Sequence[np.ndarray] | None]) -> bool:
    """As `check`, for pieces with several shadows each: those of different lanes must not overlap."""
    if all_apart([p.array for p in pieces] + [d for own in lanes for d in own or ()]):
        return True
    width = max((len(own) for own in lanes if own is not None), default=1)
    disjoint = True
    for k in range(width):
        one = [replace(p, shadow=own[k] if own is not None else None) for p, own in zip(pieces, lanes, strict=True)]
        disjoint = check(one) and disjoint
    named = [(p.name, k, d) for p, own in zip(pieces, lanes, strict=True) for k, d in enumerate(own or ())]
    for i, (name, k, d) in enumerate(named) if width > 1 else ():
        for other, j, e in named[:i]:
            if j != k and overlaps(d, e):
                raise AliasingError(
                    f"shadow {k + 1} of {name} overlaps shadow {j + 1} of {other} ({_range(d)} and {_range(e)})",
                    hint="each derivative of a batch needs shadows of its own",
                )
    return disjoint


def all_apart(arrays: Sequence[np.ndarray]) -> bool:
    """Whether the address ranges of the arrays are disjoint.  (Arrays can be disjoint although their ranges overlap.)"""
    spans = sorted(bounds(a) for a in arrays if a.size)
    return all(before[1] <= after[0] for before, after in itertools.pairwise(spans))


def _check_shadow(p: ArgumentArray, pieces: list[ArgumentArray]) -> None:
    if p.shadow is None:
        return
    for q in pieces:
        if overlaps(p.shadow, q.array):
            raise AliasingError(
                f"the shadow of {p.name} overlaps the primal array {q.name} ({_range(p.shadow)} and {_range(q.array)})",
                hint="a shadow needs memory of its own: np.zeros_like(x)",
            )


def _check_pair(p: ArgumentArray, q: ArgumentArray) -> None:
    """Check two arrays that share memory: same layout, and shadows that share memory in the same way."""
    if p.shadow is None and q.shadow is None:
        return
    shared = f"({_range(q.array)} and {_range(p.array)})"
    if p.array.dtype != q.array.dtype:
        raise AliasingError(
            f"{q.name} and {p.name} share memory {shared}, one as {q.array.dtype}, the other as {p.array.dtype}: a shadow is of "
            "one dtype",
            hint="pass a copy of one of them",
        )
    if p.shadow is None or q.shadow is None:
        _check_constant(*((p, q) if p.shadow is None else (q, p)))
        return
    # Same memory, so: same strides, and the same distance between the starts.
    apart = _address(p.array) - _address(q.array)
    shadow_apart = _address(p.shadow) - _address(q.shadow)
    wrong = ""
    if not overlaps(p.shadow, q.shadow):
        wrong = "do not overlap"
    elif not (strides_fit(p.array, p.shadow) and strides_fit(q.array, q.shadow)):
        wrong = "have other strides"
    elif apart != shadow_apart:
        wrong = "overlap with another offset"
    if wrong:
        raise AliasingError(
            f"{q.name} and {p.name} share memory {shared}, but their shadows {wrong} ({_range(q.shadow)} and {_range(p.shadow)})",
            hint="make the shadows views of one buffer in the same way as the arrays are",
        )


def _check_constant(const: ArgumentArray, dup: ArgumentArray) -> None:
    """Check a constant array that overlaps an active one: if neither is written, it is as good as a copy."""
    if const.written or dup.written:
        raise AliasingError(
            f"{const.name} is constant but shares memory with {dup.name}, which has a shadow "
            f"({_range(const.array)} and {_range(dup.array)}), and the function may write to it",
            hint=f"pass {const.name} as Duplicated with the matching view of the shadow, or a copy of it",
        )


def _address(a: np.ndarray) -> int:
    return int(a.__array_interface__["data"][0])
