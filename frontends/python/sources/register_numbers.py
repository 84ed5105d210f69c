"""Integers inside of values, by the registers that hold them: what a function can be compiled for."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.sources.joined_types import Choice, Selected
from irad.frontends.python.sources.python_types import Array, List, Optional, Scalar, Sliced, Tuple, Ty, parts_of


def number_in(value: Any, ty: Ty, leaf: int) -> int | None:
    """The number that register ``leaf`` of a value holds, if it is an integer, a truth value or a length of an array."""
    if isinstance(ty, Scalar):
        return int(value) if leaf == 0 and isinstance(value, (bool, int, np.bool_, np.integer)) else None
    if isinstance(ty, Array):
        return int(value.shape[leaf - 1]) if 1 <= leaf <= ty.ndim else None
    if not isinstance(ty, Tuple):
        return None
    for part, own in zip(parts_of(value) or (), ty.items, strict=True):
        count = registers(own)
        if leaf < count:
            return number_in(part, own, leaf)
        leaf -= count
    return None


def steps_to(ty: Ty, leaf: int) -> tuple[Any, ...]:
    """Where register ``leaf`` of a value lies in it: attributes, keys, numbers of items, and at the end the number in the item.

    Containers of other structures have another register there.
    """
    if isinstance(ty, Tuple):
        for name, own in zip(_names_in(ty), ty.items, strict=True):
            count = registers(own)
            if leaf < count:
                return name, *steps_to(own, leaf)
            leaf -= count
    return (leaf,)


def register_at(ty: Ty, steps: tuple[Any, ...]) -> int | None:
    """The inverse of `steps_to`; None if there is no such place."""
    if not isinstance(ty, Tuple):
        return steps[0] if len(steps) == 1 and steps[0] < registers(ty) else None
    at = 0
    for name, own in zip(_names_in(ty), ty.items, strict=True):
        if type(name) is type(steps[0]) and name == steps[0]:
            inner = register_at(own, steps[1:]) if len(steps) > 1 else None
            return None if inner is None else at + inner
        at += registers(own)
    return None


def _names_in(ty: Tuple) -> tuple[Any, ...]:
    names = ty.form.names if ty.form is not None else ()
    return tuple(names) if len(names) == len(ty.items) else tuple(range(len(ty.items)))


def registers(ty: Ty) -> int:
    """How many registers hold a value."""
    if isinstance(ty, Optional):
        return 1 + registers(ty.item)
    if isinstance(ty, List):
        return 2 + (registers(ty.item) if ty.item is not None else 0)
    if isinstance(ty, Array):
        return 1 + ty.ndim * (1 if ty.layout == "C" else 2)
    if isinstance(ty, (Tuple, Sliced)):
        return sum(map(registers, ty.items if isinstance(ty, Tuple) else ty.parts))
    return len(ty.parts) if isinstance(ty, Scalar) else int(isinstance(ty, (Choice, Selected)))
