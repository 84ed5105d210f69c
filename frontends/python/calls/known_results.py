"""Integers in the results of a function that are known when compiling: what a call of it gives back is known as well."""

from __future__ import annotations

from dataclasses import replace

from llvmlite import ir

from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.python_values import (
    I1,
    ArrayV,
    ChoiceV,
    KnownV,
    MaybeV,
    NoneV,
    ScalarV,
    SliceV,
    TupleV,
    Val,
    choice_register,
    choice_value,
    const,
    known_int,
    known_number,
    leaf_types,
    whole_leaves,
)
from irad.frontends.python.sources.joined_types import Choice
from irad.frontends.python.sources.python_types import Array, Optional, Scalar, Sliced, Tuple, Ty

Numbers = list[int | float | None]


def note_results(instance: Instance, results: list[tuple[Val, Ty]]) -> None:
    """The function returns these values in one place: what is known of all that it returns."""
    floats = instance.python in instance.compiler.static_floats
    found = [n for v, ty in results for n in _numbers(v, ty, floats)]
    before = instance.numbers
    if before is not None:
        same = len(before) == len(found)
        found = [a if same and a == b else None for a, b in zip(before, found, strict=same)]
    instance.numbers = found


def _numbers(v: Val, ty: Ty, floats: bool) -> Numbers:
    """For each register of a value of type ``ty``, the number that it holds; ``floats``: of floats, too."""
    if isinstance(ty, Scalar) and isinstance(v, ScalarV) and whole_leaves(ty) == [True] and v.ty.kind == ty.kind:
        return [known_int(v.v)]
    if floats and isinstance(ty, Scalar) and isinstance(v, ScalarV) and ty.kind == v.ty.kind == "float64":
        return [known_number(v.v)]
    if isinstance(ty, Choice) and isinstance(v, (KnownV, ChoiceV)):
        return [known_int(choice_register(v))]
    if isinstance(ty, Array) and isinstance(v, ArrayV):
        return [None, *map(known_int, v.shape), *[None] * (len(leaf_types(ty)) - 1 - ty.ndim)]
    if isinstance(ty, Tuple) and isinstance(v, TupleV):
        return [n for item, t in zip(v.items, ty.items, strict=True) for n in _numbers(item, t, floats)]
    if isinstance(ty, Sliced) and isinstance(v, SliceV):
        return [n for part, t in zip(v.parts, ty.parts, strict=True) for n in _numbers(part, t, floats)]
    if isinstance(ty, Optional) and isinstance(v, NoneV):
        return [0, *[None] * len(leaf_types(ty.item))]
    if isinstance(ty, Optional) and isinstance(v, MaybeV):
        return [known_int(v.there), *_numbers(v.value, ty.item, floats)]
    if isinstance(ty, Optional):
        return [1, *_numbers(v, ty.item, floats)]
    return [None] * len(leaf_types(ty))


def with_numbers(v: Val, ty: Ty, numbers: Numbers) -> Val:
    """A value of type ``ty`` with the numbers that are known; takes from the front of the list."""
    if isinstance(v, TupleV) and isinstance(ty, Tuple):
        return replace(v, items=[with_numbers(item, t, numbers) for item, t in zip(v.items, ty.items, strict=True)])
    if isinstance(v, SliceV) and isinstance(ty, Sliced):
        return SliceV([with_numbers(part, t, numbers) for part, t in zip(v.parts, ty.parts, strict=True)])
    if isinstance(v, MaybeV) and isinstance(ty, Optional):
        there = numbers.pop(0)
        inner = with_numbers(v.value, ty.item, numbers)
        return MaybeV(v.ty, v.there if there is None else ir.Constant(I1, there), inner)
    own = [numbers.pop(0) for _ in leaf_types(ty)]
    if isinstance(v, ScalarV) and own and own[0] is not None:
        return ScalarV(v.ty, ir.Constant(v.v.type, own[0]))
    if isinstance(v, ChoiceV) and own[0] is not None:
        return choice_value(v.ty, const(int(own[0])))
    if isinstance(v, ArrayV):
        lengths = own[1 : 1 + len(v.shape)]
        return replace(v, shape=[s if n is None else const(int(n)) for s, n in zip(v.shape, lengths, strict=True)])
    return v
