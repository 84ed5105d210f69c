"""Keys that the run tells, looked up among those of a dict or set of known structure: each of these is compared; equal items."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial, reduce
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.conditions import FALSE, TRUE, both, either, select
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, ChoiceV, MemberV, ReferenceV, ScalarV, TupleV, Val, const
from irad.frontends.python.core.texts import UNKNOWN, Message, is_among, known_value, place_among
from irad.frontends.python.sources.joined_types import holds_choice
from irad.rules.deferred_errors import of_parts

MOST_COMPARED = 32  # keys of a dict, if something else can be done


def equal_items(low: Lowering, x: Val, y: Val, node: Any) -> Any:
    """Whether two items of containers are equal, an i1: there one and the same object is, whatever ``==`` says (of nan)."""
    if x is y and isinstance(x, (ScalarV, ArrayV, ReferenceV)):
        return TRUE
    if isinstance(x, TupleV) and isinstance(y, TupleV) and x.form is not None and x.form.by_attribute:
        if x is y or (x.place is not None and x.place == y.place and x.place.name):
            return TRUE
    equal = low.truth(low.expr.compare(ast.Eq(), x, y, node), node)
    if isinstance(x, ReferenceV) and isinstance(y, ReferenceV):
        return either(low, low.truth(low.expr.compare(ast.Is(), x, y, node), node), equal)
    return equal


def equal_in_a_loop(low: Lowering, x: Val, y: Val, node: Any) -> Any:
    """As `equal_items`, where not all comparisons are those that Python makes: what they call may change nothing."""
    before = low.effects
    found = equal_items(low, x, y, node)
    check_unchanged(low, before, f"the items of a list are searched for {y.ty}", "write a loop with == in it", node)
    return found


def check_unchanged(low: Lowering, before: int, what: str, hint: str, node: Any) -> None:
    """Refuse comparisons that change something; ``before``: the effects until then."""
    if low.effects != before:
        low.unsupported(node, f"{what}, and comparing them changes something", hint)


def can_be_searched(key: Val) -> bool:
    """Whether a key can be compared with keys that are known when compiling."""
    if isinstance(key, TupleV):
        return (key.form is None or key.form.kind == "namedtuple") and all(map(can_be_searched, key.items))
    if isinstance(key, ChoiceV):
        return not key.ty.of_functions
    return isinstance(key, (ScalarV, MemberV)) or known_value(key) is not UNKNOWN


def is_chosen(key: Val) -> bool:
    """Whether a text or a member of an enumeration of which the run tells which one it is belongs to a key."""
    return holds_choice(key.ty)


def is_same(low: Lowering, key: Val, name: Any, node: Any) -> Any:
    """Whether a key is this one, an i1."""
    if isinstance(key, TupleV):
        if not isinstance(name, tuple) or len(name) != len(key.items):
            return FALSE
        found: Any = TRUE
        for part, n in zip(key.items, name, strict=True):
            same = is_same(low, part, n, node)
            if _never(same):
                return FALSE
            found = both(low, found, same)
        return found
    if isinstance(key, ChoiceV):
        return is_among(low, key, [name])
    known = known_value(key)
    if known is not UNKNOWN:
        return TRUE if known == name else FALSE
    if not isinstance(name, (bool, int, float, complex)):
        return FALSE
    return low.truth(low.expr.compare(ast.Eq(), key, low.expr.constant(name, node), node), node)


def _never(flag: Any) -> bool:
    return isinstance(flag, ir.Constant) and not flag.constant


def each(low: Lowering, key: Val, names: Sequence[Any], node: Any) -> list[tuple[int, Any]]:
    """The keys that it may be: their places, and whether it is that one, an i1."""
    found = [(k, is_same(low, key, name, node)) for k, name in enumerate(names)]
    return [(k, same) for k, same in found if not _never(same)]


def is_one(low: Lowering, key: Val, names: Sequence[Any], node: Any) -> Any:
    """Whether it is one of these keys, an i1."""
    return reduce(partial(either, low), (same for _, same in each(low, key, names, node)), FALSE)


def place(low: Lowering, key: Val, names: tuple[Any, ...], node: Any, late: str = "") -> Any:
    """Where a key is among these, an i64; a KeyError where it is not, with ``late`` said behind it."""
    if isinstance(key, ChoiceV):
        return place_among(low, key, names, node, late)
    at, found = const(0), FALSE
    for k, same in each(low, key, names, node):
        at, found = select(low, same, const(k), at), either(low, found, same)
    shown = Message(low)
    shown.value(key)
    whole = isinstance(key, TupleV) and shown.exact and not late
    text = of_parts(shown.template.replace(":np.", ":")) if whole else shown.template + late
    low.check(found, KeyError, text, node, shown.details)
    return at


def is_fixed(low: Lowering, owner: TupleV) -> bool:
    """Whether a dict is short, and not changed by the function that looks something up in it.

    Loops around need not be written out then, as they are for keys that have to be known.
    """
    return 0 < len(owner.items) <= MOST_COMPARED and (owner.place is None or owner.place.name not in low.instance.mutated)


def may_be_missing(key: Val, names: Sequence[Any]) -> bool:
    """Whether it is not clear from what a key may be that it is among these."""
    return not isinstance(key, ChoiceV) or any(o not in names for o in key.ty.options)
