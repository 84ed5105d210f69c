"""Changes of objects and containers from outside: attributes, items and names that compiled code assigns to.

Such a place (`OutsideSlot`) is a variable of the function that is called from outside, or differentiated: memory for a value of
one type, whose address the functions that use it get as a hidden parameter (`Lowering.cell`).  It is filled when that function
begins, if the value may be read before it is assigned to, and put back into the object by Python where the function ends
(`calls/put_back_calls.py`).  When a place is found to be assigned to, or to hold values of another type, everything is lowered
anew.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from llvmlite import ir

from irad.errors import IradError
from irad.frontends.python.core.code_writer import Restart
from irad.frontends.python.core.compilation import Instance
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I1, I8, ArrayV, ChoiceV, KnownV, MaybeV, MemberV, NoneV, ScalarV, TupleV, Val
from irad.frontends.python.sources.joined_types import join
from irad.frontends.python.sources.outside import ABSENT_PATH, Outside, OutsideSlot, without_proxy
from irad.frontends.python.sources.python_types import Array, Ty, has_array, parts_of, type_of
from irad.frontends.python.sources.rule_sets import rules_of
from irad.frontends.python.trees.local_classes import is_local_class

_ERRORS = {"attribute": AttributeError, "item": KeyError, "name": NameError, "cell": NameError}


def slot_at(low: Lowering, path: Outside) -> OutsideSlot | None:
    """The slot at a path, if what is there is assigned to somewhere."""
    slots = low.instance.compiler.slots
    return slots.get(path.slot) if slots else None


def read(low: Lowering, slot: OutsideSlot, node: Any) -> Val:
    """What lies there now."""
    places = list(low.cell(slot).places)
    if slot not in low.facts.assigned_slots:
        _note_read(low, slot, node)
        if slot.absent:
            text = f"nothing has been put into {slot.path.text} before it is read here"
            assigned = low.b.trunc(low.b.load(places[0], typ=I8), I1)
            low.check(assigned, _ERRORS.get(slot.path.kind, LookupError), text, node)
    kinds = low.leaf_types(slot.ty)
    return low.from_leaves(slot.ty, [low.b.load(p, typ=t) for p, t in zip(places[1:], kinds, strict=True)])


def _note_read(low: Lowering, slot: OutsideSlot, node: Any) -> None:
    """Note that the value is needed with which the function begins."""
    if slot in low.instance.reads_first:
        return
    low.instance.reads_first[slot] = None
    low.changed = True
    present = present_type(low, slot.path, node)
    if present is None:
        slot.absent = True
        return
    if isinstance(present, Array) and present.ndim == 0:
        low.unsupported(node, f"{slot.path.text}, which is changed, is an array without axes", "use a number")
    both = join(slot.ty, present)
    if both is None:
        text = f"{slot.path.text}, from outside, is {present} at first, and gets a value of another type: {slot.ty}"
        low.unsupported(node, text, "give it values of one type")
    if both != slot.ty:
        slot.ty = both
        raise Restart


def present_type(low: Lowering, path: Outside, node: Any) -> Ty | None:
    """The type of what is there when the function is compiled; None if there is nothing."""
    low.instance.compiler.uses[path, "type"] = None
    if path.state("type") == ABSENT_PATH:
        return None
    try:
        return type_of(path.read())
    except (IradError, OverflowError) as error:
        text = getattr(error, "message", None) or str(error)
        low.unsupported(node, f"{path.text}, from outside: {text}")
        raise AssertionError from None


def assign(low: Lowering, path: Outside, value: Val, node: Any) -> None:
    """Put a value there."""
    compiler, value = low.instance.compiler, low.expr.stable(value)
    if not _can_be_put(value):
        text = f"{value.ty} is put into {path.text}, which comes from outside"
        low.unsupported(node, text, "numbers, arrays, None and tuples of them can be; or return it")
    ty = value.ty
    slot = slot_at(low, path)
    if slot is None:
        _check_owner(low, path, node)
        for other in compiler.slots.values():
            if _falls_back(path, other.path) or _falls_back(other.path, path):
                text = f"{path.text} and {other.path.text} are changed: one attribute as long as the object has none of its own"
                low.unsupported(node, text, "give each object the attribute in __init__")
        compiler.slots[path.slot] = OutsideSlot(path, ty)
        raise Restart
    both = join(slot.ty, ty)
    if both is None:
        text = f"{slot.path.text}, from outside, gets {slot.ty} in one place and {ty} in another"
        low.unsupported(node, text, "give it values of one type")
        raise AssertionError
    if both != slot.ty:
        slot.ty = both
        raise Restart
    if has_array(slot.ty) and not low.instance.stores:
        low.instance.stores = low.changed = True
    places = low.cell(slot).places
    for leaf, place in zip([ir.Constant(I8, 1), *low.leaves(value, slot.ty)], places, strict=True):
        low.b.store(leaf, place)
    low.facts.assigned_slots |= {slot}


def _falls_back(path: Outside, other: Outside) -> bool:
    """Whether an attribute is read from a class, or from a base of it, as long as the object has none: what ``other`` is."""
    if path.kind != "attribute" or other.kind != "attribute" or path.key != other.key:
        return False
    owner, cls = path.owner(), other.owner()
    bases = owner.__mro__[1:] if isinstance(owner, type) else type(owner).__mro__
    return cls in bases and path.key not in getattr(owner, "__dict__", ())


def _can_be_put(v: Val) -> bool:
    """Whether a value can be put into an object from outside: what has no identity of its own, and arrays."""
    if isinstance(v, MaybeV):
        return _can_be_put(v.value)
    if isinstance(v, TupleV):
        return (v.form is None or v.form.kind == "namedtuple") and all(map(_can_be_put, v.items))
    if isinstance(v, ArrayV):
        return v.ty.ndim > 0
    if isinstance(v, KnownV):
        return isinstance(v.value, str)
    if isinstance(v, ChoiceV):
        return not v.ty.of_functions
    return isinstance(v, (ScalarV, NoneV)) and not isinstance(v, MemberV)


def _check_owner(low: Lowering, path: Outside, node: Any) -> None:
    """Refuse to change containers whose items are not simply what has been put there."""
    owner, root = path.owner(), path.home
    while isinstance(root, Outside):
        root = root.home
    if is_local_class(root):
        text = f"{path.text} would be changed: the class {root.__name__}, inside of a function, is made once for all calls"
        low.unsupported(node, text, "use an attribute of an object, or a variable")
    if (
        path.kind == "item"
        and not (type(owner) in _DICTS or type(owner) is list)
        and not (isinstance(owner, dict) and type(owner).__setitem__ is dict.__setitem__ and path.key in owner)
    ):
        name = type(owner).__name__
        low.unsupported(node, f"{path.text}, which comes from outside, would be changed: it is an item of a {name}")


_DICTS = (dict, OrderedDict)


def check_items(low: Lowering, path: Outside, node: Any) -> None:
    """Refuse to read a list to which compiled code appends."""
    if slot_at(low, path.behind()) is not None:
        low.unsupported(node, f"{path.text}, from outside, is read, and appended to by compiled code", "use a list of its own")


def check_whole(low: Lowering, path: Outside, value: Any, node: Any) -> None:
    """Refuse to take a container as a whole, as it is now, if some of what it holds is changed."""
    slots = low.instance.compiler.slots
    if not slots:
        return
    owners = {key[0] for key in slots}
    todo, seen = [value], set()
    while todo:
        v = todo.pop()
        v = without_proxy(v)
        if id(v) in owners and not hasattr(v, "__dict__"):
            text = f"{path.text}, from outside, is used as a whole, and items of it are changed by compiled code"
            low.unsupported(node, text, "use its items by their names, or pass it as an argument and return what is new")
        if id(v) not in seen and (isinstance(v, (tuple, list, dict)) or v is without_proxy(value)):
            seen.add(id(v))
            todo += parts_of(v) or ()


def check_callee(low: Lowering, callee: Instance, node: Any) -> None:
    """Refuse calls of functions that change what comes from outside, where that would happen several times, or not at all."""
    if not callee.cells:
        return
    text = _words(low, callee)
    if callee.is_entry and callee.is_root:
        low.unsupported(node, f"{text}, and calls itself", "write a function that calls it, and give that to irad")
    if callee.apart:
        low.unsupported(node, f"{text}: it cannot be run as a part of a derivative, or as irad.noalias")
    if callee.again or callee.inactive or rules_of(callee.python) is not None:
        low.unsupported(node, f"{text}: it cannot be run again in the reverse sweep (irad.recompute), or have rules of its own")


def check_derivative(low: Lowering, callee: Instance, node: Any, several: bool = False) -> None:
    """Refuse derivatives of such functions, but those that Python asks for, in which the function runs once."""
    if not callee.cells:
        return
    text = _words(low, callee)
    made = low.source.fn.__globals__.get("__name__") == "irad-synthetic"
    if several:
        low.unsupported(node, f"{text}: a Jacobian runs it several times", "return what is new")
    if not (made and low.instance.is_root):
        hint = "return what is new, or call irad.grad from Python"
        low.unsupported(node, f"{text}: its derivative is taken in compiled code", hint)


def _words(low: Lowering, callee: Instance) -> str:
    names = ", ".join(slot.path.text for slot in callee.cells)
    return f"{callee.python.__name__}() changes {names}, from outside"


def called(low: Lowering, callee: Instance) -> None:
    """After a call: what it may have read before it was assigned to, what it has assigned to."""
    instance = low.instance
    instance.cells.update(callee.cells)
    if callee.stores and not instance.stores:
        instance.stores = low.changed = True
    for slot in callee.reads_first:
        if slot not in low.facts.assigned_slots and slot not in instance.reads_first:
            instance.reads_first[slot] = None
            low.changed = True


def returned(low: Lowering, callee: Instance) -> None:
    """What a call has assigned to when it has returned."""
    if not callee.recursive:
        low.facts.assigned_slots |= callee.assigns


def ends(low: Lowering) -> None:
    """Where the function returns: what has certainly been assigned to by then."""
    now = low.facts.assigned_slots
    low.assigned_slots = now if low.assigned_slots is None else low.assigned_slots & now


def note_drawn(low: Lowering, generator: Any, node: Any) -> None:
    """A generator of random numbers from outside is drawn from, which changes it."""
    compiler = low.instance.compiler
    slot = compiler.slots.get(("drawn", id(generator)))
    if slot is None:
        path = next((p for p, aspect in compiler.uses if aspect == "value" and p.read() is generator), None)
        if path is None:
            low.unsupported(node, "this generator of random numbers is not found by a name", "give it a name, or make it here")
        slot = compiler.slots["drawn", id(generator)] = OutsideSlot(path)
    low.instance.cells.setdefault(slot)


def begin(low: Lowering, node: Any) -> None:
    """Fill the places with what is there now, where that may be read."""
    if not low.instance.is_entry:
        return
    for slot in low.instance.reads_first:
        present = present_type(low, slot.path, node)
        if present is None:
            continue
        if join(slot.ty, present) != slot.ty:
            continue  # what reads it is refused
        value = NoneV() if slot.path.read() is None else low.capture(slot.path, present, slot.path.text)
        for leaf, place in zip(low.leaves(value, slot.ty), low.cell(slot).places[1:], strict=True):
            low.b.store(leaf, place)
