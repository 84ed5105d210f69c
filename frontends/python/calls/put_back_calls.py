"""The end of a function that changes objects from outside: what it has put into them is handed to Python, which puts it back."""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from irad.frontends.python.calls.instance_calls import find_callee
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I1, I8, I32, ArrayV, ChoiceV, ListV, MaybeV, ScalarV, TupleV, Val, const
from irad.frontends.python.sources.function_notes import called_by_python
from irad.frontends.python.sources.outside import OutsideSlot
from irad.frontends.python.sources.put_back import PuttingBack, words_of
from irad.frontends.python.sources.python_types import FLAG, WHOLE, Array, Ty


def put_back(low: Lowering, node: Any) -> None:
    """At the exit of the function, with an error or without: Python gets what has been assigned, if anything has.

    Nothing of it has a derivative.  An error in it is one of this function.
    """
    instance = low.instance
    instance.assigns = low.assigned_slots or frozenset()
    if not instance.is_entry or not low.cells:
        return
    if instance.recursive:
        names = ", ".join(slot.path.text for slot in low.cells)
        text = f"{instance.python.__name__}() changes {names}, from outside, and calls itself"
        low.unsupported(node, text, "write a function that calls it, and give that to irad")
    values: list[Val] = []
    some: Any = ir.Constant(I1, 0)
    for slot, cell in low.cells.items():
        flag, *places = cell.places
        assigned = low.b.trunc(low.b.load(flag, typ=I8), I1)
        some = low.b.or_(some, assigned)
        loaded = [low.b.load(p, typ=t) for p, t in zip(places, low.leaf_types(slot.ty), strict=True)]
        values += [ScalarV(FLAG, assigned), *_words(low, low.from_leaves(slot.ty, loaded))]
    hand, done = low.fn.append_basic_block("put.back"), low.fn.append_basic_block("done")
    low.b.cbranch(some, hand, done)
    low.b = ir.IRBuilder(hand)
    types = tuple(t for slot in low.cells for t in (FLAG, *words_of(slot.ty)))
    callee = find_callee(low, _function(low, tuple(low.cells), types), types, low.source.place(node), inactive=True)
    leaves = [low.arena, *(x for v, t in zip(values, types, strict=True) for x in low.leaves(v, t))]
    status = low.b.call(callee.function(ir.Module("call")), leaves)
    before = low.b.load(low.status, typ=I32)
    low.b.store(low.b.select(low.b.icmp_signed("==", before, ir.Constant(I32, 0)), status, before), low.status)
    low.b.branch(done)
    low.b = ir.IRBuilder(done)


def _function(low: Lowering, slots: tuple[OutsideSlot, ...], types: tuple[Ty, ...]) -> Any:
    """The Python function that takes these words."""
    known = low.instance.compiler.put_backs
    key = slots, types, tuple(slot.ty for slot in slots)
    if key not in known:
        known[key] = called_by_python(PuttingBack(slots), "changes", len(types))
    return known[key]


def _words(low: Lowering, v: Val) -> list[Val]:
    """The numbers and arrays of a value, as `words_of` its type."""
    if isinstance(v, MaybeV):
        return [ScalarV(FLAG, v.there), *_words(low, v.value)]
    if isinstance(v, TupleV):
        return [w for item in v.items for w in _words(low, item)]
    if isinstance(v, ListV):
        assert v.ty.item is not None
        kinds = words_of(v.ty)
        return [ArrayV(t, d, [v.count], [const(1)]) for t, d in zip(kinds, v.data, strict=True) if isinstance(t, Array)]
    if isinstance(v, ArrayV):
        return [ArrayV(Array(v.ty.dtype, v.ty.ndim, "A", readonly=True), v.data, v.shape, v.strides, v.origin)]
    if isinstance(v, ChoiceV):
        return [ScalarV(WHOLE, v.v)]
    return [v] if isinstance(v, ScalarV) else []
