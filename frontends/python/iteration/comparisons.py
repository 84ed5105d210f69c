"""Comparisons of containers, and of values that are known when compiling; ``is``; ``in``."""

from __future__ import annotations

import ast
from collections.abc import Callable
from enum import Enum
from functools import partial, reduce
from typing import Any

from llvmlite import ir

from irad.frontends.python.containers import counters, key_search, shared_lists
from irad.frontends.python.containers.key_search import equal_items
from irad.frontends.python.core.conditions import FALSE, TRUE, both, either, negated, select
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I1,
    ArrayV,
    ChoiceV,
    KnownV,
    LazyV,
    MaybeV,
    MemberV,
    NoneV,
    RangeV,
    ReferenceV,
    ScalarV,
    SharedV,
    SliceV,
    TupleV,
    Val,
    known_int,
)
from irad.frontends.python.core.texts import UNKNOWN, is_text, known_value, of_each
from irad.frontends.python.core.texts import compared as chosen_texts
from irad.frontends.python.iteration import list_comparisons
from irad.frontends.python.messages.operand_errors import of_operator, type_name
from irad.frontends.python.objects import memory_objects, selected_objects
from irad.frontends.python.operands import flags
from irad.frontends.python.sources.python_types import FLAG, SETS, Form, Scalar

_KNOWN: dict[Any, Callable[[Any, Any], Any]] = {
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b, ast.Lt: lambda a, b: a < b, ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
}  # fmt: skip


def truth(value: Any) -> ScalarV:
    """A truth value that is known when compiling."""
    return ScalarV(FLAG, ir.Constant(I1, int(bool(value))))


def same(low: Lowering, x: Val, y: Val, node: Any) -> Val:
    """``x is y``."""
    if isinstance(x, NoneV) or isinstance(y, NoneV):
        return truth(isinstance(x, NoneV) and isinstance(y, NoneV))
    if isinstance(x, MemberV) or isinstance(y, MemberV):
        a, b = (v.member if isinstance(v, MemberV) else None for v in (x, y))
        if a is None or b is None:
            low.unsupported(node, "'is' between a member of an enumeration and a number is not supported", "use ==")
        return truth(a is b)
    if isinstance(x, ChoiceV) or isinstance(y, ChoiceV):
        return ScalarV(FLAG, chosen_texts(low, ast.Eq(), x, y, node))
    if isinstance(x, KnownV) and isinstance(y, KnownV):
        texts = isinstance(x.value, str) and isinstance(y.value, str)
        return truth(x.value == y.value if texts else x.value is y.value)
    if isinstance(x, ScalarV) and isinstance(y, ScalarV):
        return _same_numbers(low, x, y, node)
    if isinstance(x, SharedV) and isinstance(y, SharedV):
        return ScalarV(FLAG, shared_lists.same(low, x, y))
    if isinstance(x, ReferenceV) and isinstance(y, ReferenceV):
        return memory_objects.same(low, x, y)
    if isinstance(x, TupleV) and isinstance(y, TupleV):
        if x is y or (x.place is not None and x.place == y.place and x.place.name):
            return truth(True)
        if x.ty.form != y.ty.form:
            return truth(False)
        if (objects := selected_objects.are_same(low, x, y)) is not None:
            return truth(objects)
    elif type(x) is not type(y) and not {type(x).__name__, type(y).__name__} <= {"ArrayV", "LazyV"}:
        return truth(False)
    arrays = isinstance(x, ArrayV) and isinstance(y, ArrayV)
    hint = "say it by a flag, or by None in place of the second one" if arrays else "compare what is in them"
    low.unsupported(node, f"'is' between {x.ty} and {y.ty} is not supported in compiled functions", hint)
    raise AssertionError


def _same_numbers(low: Lowering, x: ScalarV, y: ScalarV, node: Any) -> Val:
    """``flag is True`` and the like."""
    known, other = (y, x) if y.ty == FLAG and known_int(y.v) is not None else (x, y)
    if known.ty != FLAG or known_int(known.v) is None or other.ty.also:
        low.unsupported(node, "'is' between numbers is not supported in compiled functions", "use ==")
    if other.ty != FLAG:
        return truth(False)
    return ScalarV(FLAG, other.v if known_int(known.v) else low.b.not_(other.v))


def operands(low: Lowering, op: Any, x: Val, y: Val, node: Any, when: Any = TRUE, assigned: bool = False) -> tuple[Val, Val]:
    """The operands of an operator, which may be None: that is an error where the operation takes place (``when``, an i1).

    ``assigned``: of ``x op= y``.
    """
    given, maybe = (x, y), [k for k, v in enumerate((x, y)) if isinstance(v, MaybeV)]
    for absent in ([0, 1], [0], [1]):
        if set(absent) <= set(maybe):
            left, right = ("NoneType" if k in absent else type_name(v.ty) for k, v in enumerate(given))
            there = [v.there for k, v in enumerate(given) if isinstance(v, MaybeV) and k in absent]
            fine = reduce(partial(either, low), [negated(low, when), *there])
            low.check(fine, TypeError, of_operator(op, left, right, assigned), node)
    first, second = (low.not_none(v) if isinstance(v, MaybeV) else low.certain(v, node) for v in given)
    first, second = (selected_objects.copied(low, v, node) for v in (first, second))
    return flags.as_operands(low, op, first, second, node)


def is_container(v: Val) -> bool:
    """Whether a value is compared item by item."""
    return isinstance(v, TupleV) and (v.form is None or v.form.kind in ("list", "dict", "namedtuple", "dataclass", *SETS))


def compared(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val | None:
    """``x op y`` where that is not arithmetic; None for everything else."""
    if isinstance(op, (ast.Eq, ast.NotEq)) and (isinstance(x, NoneV) or isinstance(y, NoneV)):
        if not isinstance(x, (KnownV, NoneV, ScalarV, TupleV)) or not isinstance(y, (KnownV, NoneV, ScalarV, TupleV)):
            return None
        return truth((isinstance(x, NoneV) and isinstance(y, NoneV)) == isinstance(op, ast.Eq))
    if isinstance(op, (ast.Eq, ast.NotEq)) and (_is_plain_object(x) or _is_plain_object(y)):
        found = same(low, x, y, node)
        assert isinstance(found, ScalarV)
        return found if isinstance(op, ast.Eq) else ScalarV(FLAG, negated(low, found.v))
    if isinstance(x, ReferenceV) or isinstance(y, ReferenceV):
        return memory_objects.compared(low, op, x, y, node)
    beside_array = isinstance(x, (ArrayV, LazyV)) or isinstance(y, (ArrayV, LazyV))  # compared by elements
    lists = None if beside_array else list_comparisons.compared(low, op, x, y, node)
    if lists is not None:
        return ScalarV(FLAG, lists)
    if isinstance(x, ChoiceV) or isinstance(y, ChoiceV):
        return ScalarV(FLAG, chosen_texts(low, op, x, y, node))
    if isinstance(x, (KnownV, RangeV, SliceV)) or isinstance(y, (KnownV, RangeV, SliceV)):
        return _of_known(low, op, x, y, node)
    counts = counters.compared(low, op, x, y, node)
    if counts is not None:
        return ScalarV(FLAG, counts)
    if not (is_container(x) and is_container(y)):
        if isinstance(op, (ast.Eq, ast.NotEq)) and _differ(x, y):
            return truth(isinstance(op, ast.NotEq))
        if _differ(x, y) and not all(isinstance(i, ScalarV) for v in (x, y) for i in (v.items if isinstance(v, TupleV) else [v])):
            low.wrong(node, f"{x.ty} and {y.ty} are not ordered")
        return None
    assert isinstance(x, TupleV) and isinstance(y, TupleV)
    if x.form is not None and x.form.kind in SETS:
        return _of_sets(low, op, x, y, node)
    if isinstance(op, (ast.Eq, ast.NotEq)):
        found = _equal(low, x, y, node)
        return ScalarV(FLAG, found if isinstance(op, ast.Eq) else negated(low, found))
    kinds = {_kind(x), _kind(y)}
    if kinds != {"list"} and kinds != {"tuple"}:
        low.wrong(node, f"{x.ty} and {y.ty} are not ordered")
    return ScalarV(FLAG, _ordered(low, op, x, y, node))


def _is_plain_object(v: Val) -> bool:
    """Whether it is an object of a class without ``__eq__``: it is equal to itself alone."""
    return isinstance(v, TupleV) and v.form is not None and v.form.kind == "object" and v.form.cls.__eq__ is object.__eq__


def _kind(v: TupleV) -> Any:
    if v.form is None or v.form.kind == "namedtuple":
        return "tuple"
    if v.form.kind == "dict" or v.form.cls is None:
        return v.form.kind
    return v.form.cls if isinstance(v.form.cls, type) else v.form.cls.__name__  # (deques of several lengths are one kind)


def _differ(x: Val, y: Val) -> bool:
    """Whether one of the two is a container and the other one a number."""
    return (is_container(x) and isinstance(y, ScalarV)) or (isinstance(x, ScalarV) and is_container(y))


def _of_known(low: Lowering, op: Any, x: Val, y: Val, node: Any) -> Val | None:
    a, b = known_value(x), known_value(y)
    if a is not UNKNOWN and b is not UNKNOWN and type(op) in _KNOWN:
        try:
            return truth(_KNOWN[type(op)](a, b))
        except TypeError as error:
            low.wrong(node, str(error))
    plain = (str, Enum, type)
    if isinstance(op, (ast.Eq, ast.NotEq)):
        for one, other in ((x, y), (y, x)):
            if isinstance(one, KnownV) and isinstance(one.value, plain) and isinstance(other, (ScalarV, TupleV)):
                return truth(isinstance(op, ast.NotEq))
    return None


def _of_sets(low: Lowering, op: Any, x: TupleV, y: TupleV, node: Any) -> Val:
    if y.form is None or y.form.kind not in SETS:
        if isinstance(op, (ast.Eq, ast.NotEq)):
            return truth(isinstance(op, ast.NotEq))
        low.wrong(node, f"{x.ty} and {y.ty} are not ordered")
    assert x.form is not None and y.form is not None
    return truth(_KNOWN[type(op)](set(x.form.names), set(y.form.names)))


def _equal(low: Lowering, x: TupleV, y: TupleV, node: Any) -> Any:
    """Whether two containers are equal, an i1."""
    if _kind(x) != _kind(y) or len(x.items) != len(y.items):
        return FALSE
    mine, others = ([v.item(k) for k in range(len(v.items))] for v in (x, y))
    pairs = zip(mine, others, strict=True)
    form = x.form
    if form is not None and form.kind == "dict":
        assert y.form is not None
        ordered = all(counters.dict_class(f) == "OrderedDict" for f in (form, y.form))
        if set(form.names) != set(y.form.names) or (ordered and form.names != y.form.names):
            return FALSE
        pairs = zip(mine, [others[y.form.names.index(n)] for n in form.names], strict=True)
    if form is not None and form.kind == "dataclass" and not _has_made_equality(form):
        low.unsupported(node, f"== of {form.cls.__name__}, which is not that of a dataclass, is not supported")
    left_out = _not_compared(form) if form is not None and form.kind == "dataclass" else frozenset()
    found: Any = TRUE
    for k, (a, b) in enumerate(pairs):
        if form is not None and form.names[k : k + 1] and form.names[k] in left_out:
            continue
        same = equal_items(low, a, b, node)
        if isinstance(same, ir.Constant) and not same.constant:
            return FALSE  # (what follows is not compared)
        found = both(low, found, same)
    return found


def _not_compared(form: Form) -> frozenset[str]:
    """The attributes of an object of a dataclass that are not compared."""
    fields = form.cls.__dataclass_fields__
    return frozenset(n for n in form.names if n not in fields or not fields[n].compare)


def _has_made_equality(form: Form) -> bool:
    return getattr(getattr(form.cls.__eq__, "__code__", None), "co_filename", "") == "<string>"


def _ordered(low: Lowering, op: Any, x: TupleV, y: TupleV, node: Any) -> Any:
    """``x < y`` and the like: the first items that differ decide, else the lengths."""
    out: Any = ir.Constant(I1, int(_KNOWN[type(op)](len(x.items), len(y.items))))
    pairs, before = [], TRUE
    for k in range(min(len(x.items), len(y.items))):
        a, b = x.item(k), y.item(k)
        same = equal_items(low, a, b, node)
        if isinstance(same, ir.Constant) and same.constant:
            continue
        pairs.append((a, b, same, before))
        before = both(low, before, same)
        if isinstance(same, ir.Constant):  # these decide: what follows is not compared
            break
    for a, b, same, before in reversed(pairs):
        if memory_objects.without_order(low, a, b):
            memory_objects.check_not_ordered(low, a, b, negated(low, both(low, before, negated(low, same))), node)
            continue
        a, b = operands(low, op, a, b, node, both(low, before, negated(low, same)))
        less = low.truth(low.expr.compare(op, a, b, node), node)
        out = select(low, same, out, less)
    return out


def contained(low: Lowering, x: Val, y: Val, node: Any) -> Any:
    """``x in y``, an i1; None where it is neither a set nor a range nor known."""
    if isinstance(y, RangeV):
        return _in_range(low, x, y, node)
    if (found := flags.contained(low, x, y, node)) is not None:
        return found
    a, b = known_value(x), known_value(y)
    if isinstance(y, ChoiceV) or (isinstance(x, ChoiceV) and isinstance(b, str)):
        if not (isinstance(x, ChoiceV) or is_text(x)):
            low.wrong(node, f"'in <string>' requires string as left operand, not {x.ty}")
        return low.truth(of_each(low, [x, y], lambda part, whole: part in whole, node), node)
    if isinstance(b, (str, type)) and a is not UNKNOWN:
        try:
            return ir.Constant(I1, int(a in b))  # type: ignore[operator]
        except TypeError as error:
            low.wrong(node, str(error))
    if not isinstance(y, TupleV) or y.form is None or y.form.kind not in ("dict", *SETS):
        return None
    names = y.form.names
    if a is not UNKNOWN:
        return ir.Constant(I1, int(a in names))
    return key_search.is_one(low, x, names, node) if key_search.can_be_searched(x) else None


def _in_range(low: Lowering, x: Val, y: RangeV, node: Any) -> Any:
    if not isinstance(x, ScalarV):
        return FALSE
    b = low.b
    whole = low.convert(x, Scalar("int64")).v if not x.ty.is_float else None
    if whole is None:
        fits = low.b.fcmp_ordered(
            "<", low.b.call(low.instance.compiler.intrinsic("llvm.fabs", x.v.type), [x.v]), ir.Constant(x.v.type, 2.0**62)
        )
        safe = low.b.select(fits, x.v, ir.Constant(x.v.type, 0.0))
        whole = low.b.fptosi(safe, ir.IntType(64))
        fits = low.b.and_(fits, low.b.fcmp_ordered("==", low.b.sitofp(whole, x.v.type), x.v))
    else:
        fits = TRUE
    down = b.icmp_signed("<", y.step, ir.Constant(whole.type, 0))
    up = b.and_(b.icmp_signed(">=", whole, y.start), b.icmp_signed("<", whole, y.stop))
    below = b.and_(b.icmp_signed("<=", whole, y.start), b.icmp_signed(">", whole, y.stop))
    rest = b.srem(b.sub(whole, y.start), y.step)
    inside = b.and_(b.select(down, below, up), b.icmp_signed("==", rest, ir.Constant(whole.type, 0)))
    return b.and_(inside, fits)
