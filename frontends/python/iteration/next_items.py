"""``next``: the next item of an iterator; objects that give items one by one, of what loops of generators go over."""

from __future__ import annotations

import ast
from typing import Any

from irad.frontends.python.calls.generator_calls import is_resumable
from irad.frontends.python.compiled_classes import hashed_objects, iterator_objects
from irad.frontends.python.compiled_classes.resumable_generators import ItemsOfDict, TakenAhead, ValuesOfDict, cursor
from irad.frontends.python.containers.fixed_containers import all_items, as_iterated, taken
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    GeneratorV,
    IterV,
    KnownV,
    ListV,
    NoneV,
    RangeV,
    ScalarV,
    SharedV,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.core.texts import known_value
from irad.frontends.python.iteration.iterators import opened_class
from irad.frontends.python.objects import classes
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.sources.python_types import ITERATOR, WHOLE
from irad.frontends.python.trees.comprehensions import Comprehension
from irad.frontends.python.trees.resumed_bodies import RESULT

Args = list[Val]
Keywords = dict[str, Val]


def next_item(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """``next(iterator, default)``."""
    v = args[0]
    if isinstance(v, GeneratorV) and v.fn is not iterator_objects.groupby:
        if is_resumable(v):
            return next_item(low, [v.held(), *args[1:]], kw, node)  # type: ignore[misc]
        v = v.made(False) if v.made is not None else v
    if isinstance(v, TupleV) and v.form is not None and v.form.kind == ITERATOR:
        if v.items:
            return taken(low, v, 1, node)[0]
        return args[1] if len(args) > 1 else low.wrong(node, "StopIteration: the iterator has no further item")
    if isinstance(v, IterV) and v.item is not None and len(args) == 1:
        some = low.b.icmp_signed(">", v.count, const(0))
        low.check(some, RuntimeError, "StopIteration: the iterator has no item", node)
        return v.item(const(0))
    if isinstance(v, IterV) and v.known is not None:
        items = v.known()
        return items[0] if items else args[1] if len(args) > 1 else low.wrong(node, "StopIteration: there is no item")
    if isinstance(v, (IterV, ListV, SharedV)):
        text = f"next() of {_called(v, node)} is not supported: whether it has an item is known at run time only"
        low.unsupported(node, text, "write a loop: for v in ...: if ...: break")
    cls = classes.class_of(low, v)
    if cls is not None and hasattr(cls, "__next__"):
        return _next_of_object(low, v, cls, args[1:], node)
    return low.wrong(node, f"'{v.ty}' object is not an iterator")


def _next_of_object(low: Lowering, v: Val, cls: type, default: Args, node: Any) -> Val:
    if not default:
        return low.expr.apply_method(v, "__next__", [], {}, node)
    if not hasattr(cls, "irad_compiled"):
        return low.expr.apply(iterator_objects.next_or, [v, default[0]], {}, node)
    some, item = (ast.Call(ast.Attribute(ComputedExpr(v, node), n, ast.Load()), [], []) for n in ("has_next", "__next__"))
    chosen = ast.IfExp(some, item, ComputedExpr(default[0], node))
    return low.expr.value(ast.fix_missing_locations(ast.copy_location(chosen, node)), maybe=True)


def _called(v: Val, node: Any) -> str:
    """What ``next`` is given."""
    given = node.args[0] if isinstance(node, ast.Call) and node.args else None
    if isinstance(given, (ast.GeneratorExp, Comprehension)):
        return "a generator expression"
    if isinstance(given, ast.Call):
        return f"{ast.unparse(given.func)}()"
    return str(v.ty)


def takes_generators(fn: Any) -> bool:
    """Whether a function gets generators as they are."""
    return fn is next or fn is cursor


def cursor_of(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """An object with ``has_next`` and ``__next__``, of what a loop in a generator goes over."""
    v, *rest = args
    view = known_value(rest[0]) if rest else ""
    if isinstance(view, str) and view:
        if not _is_dict(low, v):
            return cursor_of(low, [low.expr.call_value(low.expr.attribute_of(v, view, node), [], {}, node)], {}, node)
        keys = low.expr.apply(list, [v], {}, node)
        return low.expr.apply(ItemsOfDict if view == "items" else ValuesOfDict, [v, keys], {}, node)
    if isinstance(v, RangeV):
        return low.expr.apply(iterator_objects.Numbers, [ScalarV(WHOLE, x) for x in (v.start, v.stop, v.step)], {}, node)
    if isinstance(v, KnownV) and isinstance(v.value, range):
        bounds = (v.value.start, v.value.stop, v.value.step)
        return low.expr.apply(iterator_objects.Numbers, [low.expr.constant(n, node) for n in bounds], {}, node)
    cls = opened_class(v)
    if cls is not None and hasattr(cls, "__next__"):
        return v if hasattr(cls, "irad_compiled") else low.expr.apply(TakenAhead, [v], {}, node)
    if cls is not None:
        return cursor_of(low, [low.expr.apply_method(v, "__iter__", [], {}, node)], {}, node)
    if isinstance(v, IterV) and v.held is not None:
        return v.held()
    if isinstance(v, IterV) or (isinstance(v, TupleV) and v.form is not None and v.form.kind == ITERATOR and v.place is not None):
        text = f"a loop over {_called(v, node)} is not supported in a generator that is used in several places"
        low.unsupported(node, text, "go over a list of its items, list(...), or over their numbers: for k in range(...)")
    found = as_iterated(low, v, node) if isinstance(v, (TupleV, KnownV)) else v
    if isinstance(v, TupleV) and v.form is not None and v.form.kind == "list":
        found = v
    elif isinstance(found, TupleV):
        found = TupleV(all_items(found))
    return low.expr.apply(iterator_objects.ItemIterator, [low.expr.stable(found)], {}, node)


def _is_dict(low: Lowering, v: Val) -> bool:
    """Whether it is a dict, of known keys or computed ones."""
    if isinstance(v, TupleV) and v.form is not None and v.form.kind == "dict":
        return True
    cls = classes.class_of(low, v)
    return cls is not None and issubclass(cls, hashed_objects.Dict)


def returned_by(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """What a generator has returned, all items of which have been taken from the object that `cursor_of` made."""
    cls = opened_class(args[0])
    return low.expr.attribute_of(args[0], RESULT, node) if getattr(cls, "irad_returns", False) else NoneV()
