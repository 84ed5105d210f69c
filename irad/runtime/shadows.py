"""Shadows: checks of the user's, and those that irad allocates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from irad.errors import ActivityError, AliasingError
from irad.options import Options
from irad.runtime.compiled import ModuleSource
from irad.runtime.memory_overlap import ArgumentArray, bounds, elements_apart, overlaps, strides_fit
from irad.transform.base.request import DUP, Request


def check_shadow(x: np.ndarray, dx: object, name: str) -> None:
    """Check shape, dtype and writability of a shadow."""
    if not isinstance(dx, np.ndarray):
        raise ActivityError(f"the shadow of {name} must be an array, not {type(dx).__name__}")
    if isinstance(dx, np.ma.MaskedArray):
        raise ActivityError(f"the shadow of {name} is a masked array, whose mask would be overlooked")
    if x.dtype.kind not in "fc":
        raise ActivityError(
            f"{name} is an array of {x.dtype}, which has no derivative", hint=f"pass {name} as Const, or as float64"
        )
    if dx.dtype != x.dtype:
        raise ActivityError(f"{name} has dtype {x.dtype}, its shadow has {dx.dtype}")
    if dx.shape != x.shape:
        raise ActivityError(f"{name} has shape {x.shape}, its shadow has {dx.shape}")
    if not dx.flags.writeable:
        raise ActivityError(f"the shadow of {name} is read-only", hint="derivatives are added into it: give a writable array")


def check_strides(x: np.ndarray, dx: np.ndarray, name: str) -> None:
    """Check the memory layout of a shadow.  (Done after the check of overlap, which may be the reason why it differs.)"""
    if not strides_fit(x, dx):
        like = f"make the shadow with np.zeros_like({name}), or as the same view of a shadow buffer"
        if not strides_fit(x, np.empty_like(x)):
            view = "make the shadow as the same view of a buffer of zeros"
            like = f"{view} (np.zeros_like({name}) lies in one piece, {name} does not), or pass np.ascontiguousarray({name})"
        crowded = f"elements of {name} lie in one place: pass a copy of it, or as its shadow the same view of a shadow buffer"
        hint = like if elements_apart(x) else crowded
        raise ActivityError(f"{name} has strides {x.strides}, its shadow has {dx.strides}", hint=hint)


def with_internal_shadows(
    source: ModuleSource, request: Request, options: Options, pieces: Mapping[int, ArgumentArray], width: int
) -> tuple[Request, dict[int, list[np.ndarray]]]:
    """The request with shadows for constant arrays through which active values pass, and these shadows, zeroed, by parameter.

    ``pieces``: the arrays of all parameters.  `ActivityError` where there is no array for a parameter that needs a shadow.
    """
    # What is written to one array may be read from another one: the analysis treats each parameter separately.
    constant = {i: p for i, p in pieces.items() if not request.params[i].shadow and p.array.dtype.kind in "fc"}
    found = {i for i, p in constant.items() if any(_hands_over(p, q) for q in constant.values() if q is not p)}
    request = _with_shadows(request, found)
    for i in source.shadows(request, options):
        if i not in pieces:
            name = source.module.functions[request.function].args[i].name or f"parameter {i + 1}"
            raise ActivityError(
                f"{name} is constant, but active values are stored in its memory", hint="pass it as Duplicated with a shadow"
            )
        found.add(i)
    order = sorted(found)
    lanes = [_zeros([pieces[i] for i in order]) for _ in range(width)]
    return _with_shadows(request, found), {i: [lane[k] for lane in lanes] for k, i in enumerate(order)}


def _hands_over(p: ArgumentArray, q: ArgumentArray) -> bool:
    """Whether a write through one of the arrays may be read through the other."""
    return (p.written or q.written) and overlaps(p.array, q.array)


def _with_shadows(request: Request, found: set[int]) -> Request:
    return replace(request, params=tuple(DUP if i in found else p for i, p in enumerate(request.params)))


def _zeros(pieces: list[ArgumentArray]) -> list[np.ndarray]:
    """Zeros with the memory layout of the arrays, those of arrays that share memory in one buffer."""
    out: list[np.ndarray | None] = [None] * len(pieces)
    order = sorted(range(len(pieces)), key=lambda k: bounds(pieces[k].array)[0])
    while order:
        low, high = bounds(pieces[order[0]].array)
        group = [order.pop(0)]
        while order and bounds(pieces[order[0]].array)[0] < high:
            high = max(high, bounds(pieces[order[0]].array)[1])
            group.append(order.pop(0))
        first = pieces[group[0]]
        buffer = np.zeros(high - low + 1, np.uint8)
        for k in group:
            a = pieces[k].array
            if a.dtype != first.array.dtype:
                raise AliasingError(
                    f"{first.name} and {pieces[k].name} share memory (bytes {low:#x}..{high:#x}), one as {first.array.dtype}, "
                    f"the other as {a.dtype}, and active values pass through it",
                    hint="pass a copy of one of them",
                )
            out[k] = np.ndarray(a.shape, a.dtype, buffer.data, _address(a) - low, a.strides)
    return [a for a in out if a is not None]


def _address(a: np.ndarray) -> int:
    return int(a.__array_interface__["data"][0])
