"""Counters of known structure: their keys are known when compiling, what they count are values.

Operators and methods as in ``collections.Counter``.  Some of them keep only keys that count more than 0: where that depends on
numbers that the run tells, everything is lowered anew with an object of `counter_objects` in the Counter's place.
"""

from __future__ import annotations

import ast
from typing import Any

from llvmlite import ir

from irad.frontends.python.containers import hashed
from irad.frontends.python.core import integers
from irad.frontends.python.core.conditions import TRUE, both, negated
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ListV, NoneV, TupleV, Val
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.objects import changes
from irad.frontends.python.sources.python_types import ITERATOR, Form

Args = list[Val]
Keywords = dict[str, Val]
Counts = dict[Any, Val]


def dict_class(form: Form | None) -> str:
    """The name of the class of a dict of known structure, as its form says it; "" of a plain one."""
    return getattr(form.cls, "name", "") if form is not None else ""


def is_counter(v: Val) -> bool:
    """Whether a value is a Counter of known structure."""
    return isinstance(v, TupleV) and dict_class(v.form) == "Counter"


def counts_of(v: Val) -> Counts:
    """The keys of a Counter or dict of known structure, and their values."""
    assert isinstance(v, TupleV) and v.form is not None
    return dict(zip(v.form.names, map(v.item, range(len(v.items))), strict=True))


def counted(low: Lowering, owner: Val, given: Val, node: Any) -> Counts:
    """How often each item is in what is iterated over; ``owner``: the Counter that gets them."""
    if hashed.is_dict(given):
        hashed.begin_with(low, owner)
    if isinstance(given, TupleV) and given.form is not None and given.form.kind == "dict":
        return counts_of(given)
    found = low.expr.apply(list, [given], {}, node)
    if not isinstance(found, TupleV):
        low.demand(node, given)
        item = found.ty.item if isinstance(found, ListV) else None
        hashed.begin_with(low, owner, *([item] if item is not None else []))
        low.unsupported(node, f"a Counter of known keys cannot count {given.ty}", "count one item after the other: c[item] += 1")
        raise AssertionError
    out: dict[Any, int] = {}
    for v in found.items:
        if known_value(v) is UNKNOWN and hashed.is_key(v.ty):
            low.demand(node, v)
            hashed.begin_anew(low, owner, v)
        key = low.expr.key(v, node, owner)
        out[key] = out.get(key, 0) + 1
    return {key: low.expr.constant(n, node) for key, n in out.items()}


def _plus(low: Lowering, mine: Counts, more: Counts, op: ast.operator, node: Any) -> Counts:
    """Counts to which others are added, or from which they are subtracted."""
    out = dict(mine)
    for key, value in more.items():
        out[key] = low.expr.binary(op, out.get(key, low.expr.constant(0, node)), value, node)
    return out


def _holds(low: Lowering, op: ast.cmpop, x: Val, y: Val, of: list[Val], node: Any) -> bool:
    """Whether ``x op y``, which has to be known; ``of``: the Counters whose keys depend on it."""
    truth = low.truth(low.expr.compare(op, x, y, node), node)
    if not isinstance(truth, ir.Constant):
        for v in of:
            hashed.begin_with(low, v)
        text = "which keys this Counter keeps depends on counts that are known at run time only"
        low.unsupported(node, text, "make it with Counter() in the function, or compute with the counts themselves")
    return bool(truth.constant)


def _positive(low: Lowering, counts: Counts, of: list[Val], node: Any) -> Counts:
    zero = low.expr.constant(0, node)
    return {key: v for key, v in counts.items() if _holds(low, ast.Gt(), v, zero, of, node)}


def _put(low: Lowering, owner: TupleV, new: Counts, node: Any) -> None:
    """The Counter has these counts now."""
    assert owner.form is not None
    _, place = changes.holder(low, owner, node)
    changes.put(low, place, _made(new, owner), node)


def _made(counts: Counts, like: TupleV, made: Any = None) -> TupleV:
    assert like.form is not None
    return TupleV(list(counts.values()), Form("dict", tuple(counts), like.form.cls, made or like.form.made))


def method(low: Lowering, owner: TupleV, name: str, args: Args, kw: Keywords, node: Any) -> Val | None:
    """A method that dicts do not have, or that counts; None for those of dicts."""
    if name in ("update", "subtract"):
        if len(args) > 1:
            low.wrong(node, f"Counter.{name}() takes at most one argument that is counted")
        op: ast.operator = ast.Add() if name == "update" else ast.Sub()
        new = counts_of(owner)
        for more in (counted(low, owner, args[0], node) if args and not isinstance(args[0], NoneV) else {}, kw):
            new = _plus(low, new, more, op, node)
        _put(low, owner, new, node)
        return NoneV()
    if kw or len(args) > (name == "most_common"):
        return None
    counts = counts_of(owner)
    if name == "total":
        out: Val = low.expr.constant(0, node)
        for v in counts.values():
            out = low.expr.binary(ast.Add(), out, v, node)
        return out
    if name not in ("elements", "most_common"):
        return None
    known = {key: integers.known_index(v) for key, v in counts.items()}
    if None in known.values() or (args and not isinstance(args[0], NoneV) and integers.known_index(args[0]) is None):
        hashed.begin_with(low, owner)
        low.unsupported(node, f"{name}() needs counts that are known when compiling", "loop over the keys")
    if name == "elements":
        items = [low.expr.constant(key, node) for key, n in known.items() for _ in range(n or 0)]
        return TupleV(items, Form(ITERATOR))
    order = sorted(counts, key=lambda key: -(known[key] or 0))
    most = integers.known_index(args[0]) if args and not isinstance(args[0], NoneV) else len(order)
    pairs: list[Val] = [TupleV([low.expr.constant(key, node), counts[key]]) for key in order]
    return TupleV(pairs[: max(most or 0, 0)], Form("list"))


def combined(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val | None:
    """``x + y``, ``x - y``, ``x | y`` and ``x & y`` of two Counters; None for everything else."""
    if not (is_counter(x) and is_counter(y)) or not isinstance(op, (ast.Add, ast.Sub, ast.BitOr, ast.BitAnd)):
        return None
    assert isinstance(x, TupleV) and isinstance(y, TupleV)
    if hashed.is_hashed(low, node, "operator"):
        found = hashed.as_dict(low, _made(counts_of(x), x), node, "operator")
        return low.expr.binary(op, found, y, node)
    return _made(_result(low, op, x, y, node), x, hashed.key_of(node, "operator"))


def _result(low: Lowering, op: Any, x: TupleV, y: TupleV, node: Any) -> Counts:
    mine, others = counts_of(x), counts_of(y)
    of: list[Val] = [x, y]
    if isinstance(op, (ast.Add, ast.Sub)):
        return _positive(low, _plus(low, mine, others, op, node), of, node)
    zero = low.expr.constant(0, node)
    out = {}
    for key in [*mine, *others] if isinstance(op, ast.BitOr) else mine:
        a, b = mine.get(key, zero), others.get(key, zero)
        less = _holds(low, ast.Lt(), a, b, of, node)
        out[key] = b if less is isinstance(op, ast.BitOr) else a
    return _positive(low, out, of, node)


def update_in_place(low: Lowering, op: Any, owner: Val, value: Val, node: Any) -> bool:
    """``owner += value`` and the like of a Counter, which changes itself; False for everything else."""
    if not is_counter(owner) or not isinstance(op, (ast.Add, ast.Sub, ast.BitOr, ast.BitAnd)):
        return False
    assert isinstance(owner, TupleV)
    if hashed.is_dict(value):
        hashed.begin_with(low, owner)
    if not isinstance(value, TupleV) or value.form is None or value.form.kind != "dict":
        low.wrong(node, f"a Counter cannot be changed by {value.ty} like this", "use update() or subtract()")
        raise AssertionError
    _put(low, owner, _result(low, op, owner, value, node), node)
    return True


def unary(low: Lowering, op: Any, v: Val, node: Any) -> Val | None:
    """``+c`` and ``-c``; None for everything else."""
    if not is_counter(v) or not isinstance(op, (ast.UAdd, ast.USub)):
        return None
    assert isinstance(v, TupleV)
    how: ast.operator = ast.Add() if isinstance(op, ast.UAdd) else ast.Sub()
    return _made(_positive(low, _plus(low, {}, counts_of(v), how, node), [v], node), v)


def compared(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Any:
    """``x op y`` of two Counters, an i1: a key that one of them does not have counts 0; None for everything else."""
    if not (is_counter(x) and is_counter(y)):
        return None
    zero, mine, others = low.expr.constant(0, node), counts_of(x), counts_of(y)
    pairs = [(mine.get(key, zero), others.get(key, zero)) for key in dict.fromkeys([*mine, *others])]

    def all_are(one: ast.cmpop) -> Any:
        found: Any = TRUE
        for a, b in pairs:
            found = both(low, found, low.truth(low.expr.compare(one, a, b, node), node))
        return found

    if isinstance(op, (ast.Eq, ast.NotEq)):
        return all_are(ast.Eq()) if isinstance(op, ast.Eq) else negated(low, all_are(ast.Eq()))
    at_most = isinstance(op, (ast.Lt, ast.LtE))
    found = all_are(ast.LtE() if at_most else ast.GtE())
    return both(low, found, negated(low, all_are(ast.Eq()))) if isinstance(op, (ast.Lt, ast.Gt)) else found
