"""Operators of lists, tuples, dicts and sets: ``+``, ``*``, ``|``, ``&``, ``-``, ``^``."""

from __future__ import annotations

import ast
import operator
from dataclasses import replace
from typing import Any

from irad.frontends.python.containers import counters, growing_lists, hashed, list_values
from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.core import integers
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ListV, ScalarV, SharedV, TupleV, Val, const
from irad.frontends.python.iteration.gathering import alike
from irad.frontends.python.iteration.iterators import made, made_list, source
from irad.frontends.python.iteration.making import entries, frozen, is_dict, is_set, new_dict
from irad.frontends.python.objects import list_identity
from irad.frontends.python.operands.number_methods import as_index
from irad.frontends.python.sources.joined_types import can_hold
from irad.frontends.python.sources.python_types import INT, Form, is_changeable

_SETS = {ast.BitOr: operator.or_, ast.BitAnd: operator.and_, ast.Sub: operator.sub, ast.BitXor: operator.xor}
_MOST_ITEMS = 4096


def combined(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val | None:
    """``x op y`` of containers; None for everything else."""
    if isinstance(op, ast.Add) and _is_sequence(x) and _is_sequence(y):
        return _joined(low, x, y, node)
    if isinstance(op, ast.Mult):
        for items, number in ((x, y), (y, x)):
            number = as_index(low, number, node) if _is_sequence(items) else number
            if _is_sequence(items) and isinstance(number, ScalarV):
                if not number.ty.is_integer and number.ty.kind != "bool":
                    kind = "float" if number.ty.weak and number.ty.kind == "float64" else f"numpy.{number.ty.kind}"
                    low.wrong(node, f"can't multiply sequence by non-int of type '{kind}'")
                return _repeated(low, items, number if number.ty.weak else ScalarV(INT, low.word(number)), node)
    counts = counters.combined(low, op, x, y, node)
    if counts is not None:
        return counts
    if isinstance(op, ast.BitOr) and is_dict(x) and is_dict(y):
        assert isinstance(x, TupleV) and x.form is not None
        cls = None if counters.dict_class(x.form) == "mappingproxy" else x.form.cls
        return new_dict(entries(low, x, node) | entries(low, y, node), cls)
    if type(op) in _SETS and is_set(x) and is_set(y):
        return hashed.as_set(low, of_sets(x, y, _SETS[type(op)]), node, "operator")
    return None


def of_sets(x: Val, y: Val, fn: Any) -> TupleV:
    """Two sets combined; the items keep the order in which they were put in."""
    assert isinstance(x, TupleV) and isinstance(y, TupleV) and x.form is not None and y.form is not None
    found = fn(set(x.form.names), set(y.form.names))
    names = dict.fromkeys(n for n in (*x.form.names, *y.form.names) if n in found)
    return TupleV([], Form(x.form.kind, tuple(names)))


def _is_sequence(v: Val) -> bool:
    plain = isinstance(v, TupleV) and (v.form is None or v.form.kind in ("list", "namedtuple"))
    return plain or isinstance(v, (ListV, SharedV))


def _kind(v: Val) -> str:
    if isinstance(v, ListV) and v.ty.frozen:
        return "tuple"
    return "tuple" if isinstance(v, TupleV) and (v.form is None or v.form.kind == "namedtuple") else "list"


def _joined(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    if _kind(x) != _kind(y):
        low.wrong(node, f'can only concatenate {_kind(x)} (not "{_kind(y)}") to {_kind(x)}')
    if isinstance(x, TupleV) and isinstance(y, TupleV):
        joined = TupleV([*all_items(x), *all_items(y)], x.form if _kind(x) == "list" else None)
        return joined if x.form is None or _kind(x) != "list" or x.form.cls is not None else list_values.made(low, joined, node)
    name = made_list(low, node)
    for v in (x, y):
        append_all(low, name, v, node)
    return _finished(low, name, x, node)


def _finished(low: Lowering, name: str, like: Val, node: Any) -> Val:
    """A list that has been made; a tuple where ``like`` is one."""
    return frozen(growing_lists.read(low, name)) if _kind(like) == "tuple" else made(low, name, node)


def append_all(low: Lowering, name: str, v: Val, node: Any) -> None:
    """Put the items behind a list that grows."""
    found = source(low, v, node)
    if isinstance(found, TupleV):
        for item in all_items(found):
            growing_lists.append(low, name, item, node)
        return
    low.counted(found[0], lambda k: growing_lists.append(low, name, low.expr.stable(found[1](k)), node))


def _repeated(low: Lowering, v: Val, number: ScalarV, node: Any) -> Val:
    count = integers.known_index(number)
    if count is not None and isinstance(v, TupleV) and count * len(v.items) <= _MOST_ITEMS:
        items = all_items(v)
        if count > 1:  # one object at several places
            items = [one_object(low, i, node) for i in items]
        repeated = TupleV(items * count, v.form if _kind(v) == "list" else None)
        if _kind(v) == "tuple" or (v.form is not None and v.form.cls is not None):
            return repeated
        return list_values.made(low, repeated, node)
    if _kind(v) == "tuple" or (isinstance(v, TupleV) and _is_odd(all_items(v))):
        low.demand(node, number)
    name = made_list(low, node)
    low.counted(_times(low, number), lambda _: append_all(low, name, v, node))
    return _finished(low, name, v, node)


def one_object(low: Lowering, v: Val, node: Any) -> Val:
    """An item that several places get: an object has one place, to which they refer."""
    if isinstance(v, ListV) and not v.ty.frozen:
        list_identity.share(low, list_identity.makers(low, v), v.ty.item, node, f"{v.ty}, in several places,")
    if isinstance(v, TupleV) and is_changeable(v.ty) and v.place is None:
        return replace(v, place=low.hold_new(v, node))
    return v


def _is_odd(items: list[Val]) -> bool:
    """Whether a list that grows cannot hold these items."""
    return not alike(items) or not all(can_hold(i.ty) for i in items)


def _times(low: Lowering, number: ScalarV) -> Any:
    n = low.word(number)
    return low.b.select(low.b.icmp_signed(">", n, const(0)), n, const(0))
