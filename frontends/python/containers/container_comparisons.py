"""Comparisons of containers and of what is known when compiling: ``==``, ``<``, ``is``, ``in``."""

from __future__ import annotations

import ast
from typing import Any

from llvmlite import ir

from irad.frontends.python.core.conditions import FALSE, TRUE, both, either, negated
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I1,
    ArrayV,
    KnownV,
    LazyV,
    ListV,
    NoneV,
    RangeV,
    ScalarV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.sources.python_types import FLAG, INT, is_function_form

_ORDERED = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_SEQUENCES = {"tuple": "tuple", "namedtuple": "tuple", "list": "list"}


def kind_of(v: TupleV) -> str:
    return v.form.kind if v.form is not None else "tuple"


def flag(v: Any) -> ScalarV:
    """A truth value."""
    return ScalarV(FLAG, v)


def compare(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val | None:
    """``x op y`` where both are containers or None, or of different kinds; None for all else."""
    if isinstance(op, (ast.Is, ast.IsNot)):
        found = _identical(low, x, y, node)
        return flag(found if isinstance(op, ast.Is) else negated(low, found))
    plain = (TupleV, NoneV, KnownV)
    if any(not isinstance(v, (*plain, ScalarV)) for v in (x, y)):
        return None
    if isinstance(op, (ast.Eq, ast.NotEq)) and (isinstance(x, plain) or isinstance(y, plain)):
        found = equal(low, x, y, node)
        return flag(found if isinstance(op, ast.Eq) else negated(low, found))
    if isinstance(x, TupleV) and isinstance(y, TupleV) and type(op) in _ORDERED:
        return flag(_before(low, _ORDERED[type(op)], x, y, node))
    return None


def _identical(low: Lowering, x: Val, y: Val, node: Any) -> Any:
    """``x is y``: of None, truth values, classes and functions."""
    if isinstance(x, NoneV) or isinstance(y, NoneV):
        return TRUE if isinstance(x, NoneV) and isinstance(y, NoneV) else FALSE
    for v, other in ((x, y), (y, x)):
        if isinstance(v, ScalarV) and _is_flag(v) and isinstance(v.v, ir.Constant):  # True or False
            if not isinstance(other, ScalarV) or other.ty.kind != "bool":
                return FALSE
            return equal(low, v, other, node) if other.ty.weak else FALSE
    if isinstance(x, KnownV) and isinstance(y, KnownV) and not any(isinstance(v.value, (str, bytes)) for v in (x, y)):
        return TRUE if x.value is y.value else FALSE
    text = "'is' is only supported with None, truth values, classes and functions"
    low.unsupported(node, text, "compare values: ==")
    raise AssertionError


def _is_flag(v: ScalarV) -> bool:
    return v.ty.kind == "bool" and v.ty.weak


def equal(low: Lowering, x: Val, y: Val, node: Any) -> Any:
    """``bool(x == y)`` as Python compares items."""
    if isinstance(x, TupleV) and isinstance(y, TupleV):
        return _same_items(low, x, y, node)
    for v in (x, y):
        if isinstance(v, (ArrayV, LazyV)) and v.shape:
            low.wrong(node, "the truth value of an array is ambiguous", "compare arrays with np.array_equal")
        if isinstance(v, ListV):
            low.unsupported(node, "a list that grows cannot be compared", "make an array of it: np.array(xs)")
    if isinstance(x, (TupleV, NoneV, KnownV)) or isinstance(y, (TupleV, NoneV, KnownV)):
        if isinstance(x, KnownV) and isinstance(y, KnownV):
            return TRUE if bool(x.value == y.value) else FALSE
        return TRUE if isinstance(x, NoneV) and isinstance(y, NoneV) else FALSE
    a, b = low.expr.as_scalar(x, node), low.expr.as_scalar(y, node)
    return low.truth(low.expr.compare(ast.Eq(), a, b, node), node)


def _same_items(low: Lowering, x: TupleV, y: TupleV, node: Any) -> Any:
    a, b = kind_of(x), kind_of(y)
    if a == "object" or b == "object":
        low.unsupported(node, "these objects cannot be compared in compiled functions", "compare their attributes")
    if is_function_form(x.form) or is_function_form(y.form):
        low.unsupported(node, "functions made in compiled code cannot be compared")
    if a == b == "dict":
        assert x.form is not None and y.form is not None
        if set(x.form.names) != set(y.form.names):
            return FALSE
        pairs = [(v, y.items[y.form.names.index(n)]) for n, v in zip(x.form.names, x.items, strict=True)]
    elif a == b == "set":
        low.unsupported(node, "sets cannot be compared in compiled functions")
        raise AssertionError
    elif a == b == "dataclass":
        assert x.form is not None and y.form is not None
        made = getattr(getattr(x.form.cls.__eq__, "__code__", None), "co_filename", "")
        if made != "<string>":
            low.unsupported(node, f"{x.form.cls.__name__} has no == that dataclasses made", "compare its fields")
        if x.form.cls is not y.form.cls:
            return FALSE
        pairs = list(zip(x.items, y.items, strict=True))
    else:
        if _SEQUENCES.get(a) is None or _SEQUENCES.get(a) != _SEQUENCES.get(b) or len(x.items) != len(y.items):
            return FALSE
        pairs = list(zip(x.items, y.items, strict=True))
    out: Any = TRUE
    for v, w in pairs:
        out = both(low, out, equal(low, v, w, node))
    return out


def _before(low: Lowering, sign: str, x: TupleV, y: TupleV, node: Any) -> Any:
    """The order of two tuples or two lists: that of the first items that differ."""
    a = _SEQUENCES.get(kind_of(x))
    if a is None or a != _SEQUENCES.get(kind_of(y)):
        low.wrong(node, f"'{sign}' is not supported between {x.ty} and {y.ty}")
    n, m = len(x.items), len(y.items)
    out: Any = TRUE if {"<": n < m, "<=": n <= m, ">": n > m, ">=": n >= m}[sign] else FALSE
    for v, w in reversed(list(zip(x.items, y.items, strict=False))):
        same = equal(low, v, w, node)
        if isinstance(same, ir.Constant) and same.constant:
            continue
        if isinstance(v, TupleV) and isinstance(w, TupleV):
            less = _before(low, sign, v, w, node)
        elif isinstance(v, KnownV) and isinstance(w, KnownV):
            less = low.truth(low.expr.constant(bool({"<": v.value < w.value}.get(sign, v.value > w.value)), node), node)
        else:
            less = low.expr.scalar_compare(sign[0], low.expr.as_scalar(v, node), low.expr.as_scalar(w, node), node).v
        out = either(low, both(low, negated(low, same), less), both(low, same, out))
    return out


def contains(low: Lowering, x: Val, y: Val, node: Any) -> Any:
    """``x in y``, of a range or a container of known structure; None for all else."""
    if isinstance(y, RangeV):
        return _in_range(low, x, y, node)
    if not isinstance(y, TupleV) or is_function_form(y.form) or kind_of(y) == "dataclass":
        return None
    items = y.items
    if y.form is not None and y.form.kind == "dict":
        items = [low.expr.constant(n, node) for n in y.form.names]
    out: Any = FALSE
    for item in items:
        out = either(low, out, equal(low, x, item, node))
    return out


def _in_range(low: Lowering, x: Val, y: RangeV, node: Any) -> Any:
    if not isinstance(x, ScalarV) or not (x.ty.is_integer or x.ty.kind == "bool") or x.ty.kind == "uint64":
        low.unsupported(node, f"{x.ty} in a range is not supported", "test an integer")
    assert isinstance(x, ScalarV)
    b, v = low.b, low.convert(x, INT).v
    step = known_int(y.step)
    up = both(low, b.icmp_signed(">=", v, y.start), b.icmp_signed("<", v, y.stop))
    down = both(low, b.icmp_signed("<=", v, y.start), b.icmp_signed(">", v, y.stop))
    within = b.select(b.icmp_signed(">", y.step, const(0)), up, down) if step is None else up if step > 0 else down
    if step in (1, -1):
        return within
    place = low.alloca(I1)
    low.b.store(FALSE, place)
    yes, done = low.fn.append_basic_block("within"), low.fn.append_basic_block("tested")
    low.b.cbranch(within, yes, done)
    low.b = ir.IRBuilder(yes)
    low.b.store(low.b.icmp_signed("==", low.b.srem(low.b.sub(v, y.start), y.step), const(0)), place)
    low.b.branch(done)
    low.b = ir.IRBuilder(done)
    return low.b.load(place, typ=I1)

