"""Calls with a star before as many items as the run tells: ``zip(*rows)``, ``max(*xs, 0.0)``, ``chain(*lists)``."""

from __future__ import annotations

import ast
import inspect
import itertools
import operator
import types
from typing import Any

from irad.frontends.python.calls.local_calls import is_local
from irad.frontends.python.containers import shared_lists
from irad.frontends.python.core import memory_order
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    ArrayV,
    IterV,
    KnownV,
    LazyV,
    ListV,
    RestV,
    ScalarV,
    SharedV,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.iteration import making
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.sources.python_source import bare
from irad.frontends.python.sources.python_types import ITERATOR, Form, List, SharedList, Tuple
from irad.frontends.python.trees.local_functions import Lifted


def called(low: Lowering, fn: Val, node: Any) -> tuple[Val | None, Any]:
    """The value of a call with stars of a function that takes one container as well; with it the call, as `_columns_of`."""
    starred = [isinstance(a, ast.Starred) for a in node.args]
    known = fn.value if isinstance(fn, KnownV) else None
    if not any(starred):
        return None, node
    node = _keywords_first(low, node)
    if known is zip and len(node.args) == 1:
        return _columns_of(low, node)
    before = _positional(fn)
    whole = known is max or known is min or (known is itertools.chain and len(node.args) == 1)
    if before is None and not whole and sum(starred) == 1:
        count = _left(fn, node)
        return None, node if count is None else _with_items(low, node, count)
    if not whole and (before is None or any(starred[:before])):
        return None, node
    values = [_argument(low, a, _more_is_done(node, a)) for a in node.args]
    given = [ComputedExpr(v, a) for v, a in zip(values, node.args, strict=True)]
    args: list[Any] = [
        ast.copy_location(ast.Starred(g, ast.Load()), a) if star else g
        for star, g, a in zip(starred, given, node.args, strict=True)
    ]
    node = ast.copy_location(ast.Call(node.func, args, node.keywords), node)
    if all(making.known_items_are_there(low, v, node) for star, v in zip(starred, values, strict=True) if star):
        return None, node
    if known is itertools.chain:
        return low.expr.apply(itertools.chain.from_iterable, [values[0]], {}, node), node
    if whole:
        display = ast.copy_location(ast.List(args, ast.Load()), node)
        named = {k.arg: low.expr.value(k.value) for k in node.keywords}
        return low.expr.apply(known, [low.expr.value(display)], named, node), node
    rest = low.expr.value(ast.copy_location(ast.Tuple(args[before:], ast.Load()), node))
    if not isinstance(rest, TupleV):
        args = [*args[:before], ComputedExpr(RestV(rest), node)]
    return None, ast.copy_location(ast.Call(node.func, args, node.keywords), node)


def _with_items(low: Lowering, node: Any, count: int) -> Any:
    """The call with the items of an array or list in the place of the star: as many as the parameters want, which is checked.

    Arguments are computed, and items read, one after the other: those that follow may change what the star stands before.
    """
    args: list[Any] = []
    for a in node.args:
        v = _argument(low, a)
        if not isinstance(a, ast.Starred):
            args.append(ComputedExpr(v, a))
            continue
        items = making.elements(low, v, a) if making.known_items_are_there(low, v, node) else None
        if items is None and isinstance(v, (ArrayV, LazyV, ListV)):
            length = low.expr.apply(len, [v], {}, a)
            assert isinstance(length, ScalarV)
            text = f"this call takes {count} arguments in the place of the star"
            low.check(low.b.icmp_signed("==", low.word(length), const(count)), TypeError, text, a)
            places = (ast.Subscript(ComputedExpr(v, a), ast.Constant(k), ast.Load()) for k in range(count))
            items = [low.expr.value(ast.fix_missing_locations(ast.copy_location(p, a))) for p in places]
        if items is None:
            args.append(ast.copy_location(ast.Starred(ComputedExpr(v, a), ast.Load()), a))
        else:
            args += [ComputedExpr(i, a) for i in items]
    return ast.copy_location(ast.Call(node.func, args, node.keywords), node)


def _left(fn: Val, node: Any) -> int | None:
    """How many arguments a function wants beside those without a star; None where defaults or other stars leave that open."""
    listed, named, others = _parameters(fn), [k.arg for k in node.keywords], len(node.args) - 1
    if listed is None or None in named or any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in listed):
        return None
    places = [p for p in listed if p.kind is not p.KEYWORD_ONLY and p.name not in named]
    if any(p.default is not p.empty for p in places) or len(places) <= others:
        return None
    return len(places) - others


def _argument(low: Lowering, a: Any, more: bool = False) -> Val:
    """An argument; an iterator with a star is gone through at once.

    ``more``: what follows may change what a star stands before, so that its items as they are now are kept.
    """
    if not isinstance(a, ast.Starred):
        return low.expr.value(a, maybe=True)
    low.taken_at_once.add(id(a.value))
    v = low.expr.value(a.value)
    if isinstance(v, IterV) or (more and isinstance(v, ListV)):
        return low.expr.apply(list, [v], {}, a.value)
    return low.arrays.copy(v, memory_order.like(low, v)) if more and isinstance(v, (ArrayV, LazyV)) else v


def _more_is_done(node: Any, star: Any) -> bool:
    """Whether arguments behind a star are more than names and constants."""
    later = [*node.args[node.args.index(star) + 1 :], *(k.value for k in node.keywords)]
    return any(_does_more(a) for a in later)


def _does_more(a: Any) -> bool:
    return not isinstance(a, (ast.Name, ast.Constant, ComputedExpr))


def _keywords_first(low: Lowering, node: Any) -> Any:
    """The call; CPython takes the items of a star that stands alone when keywords have been computed."""
    if len(node.args) > 1 or not any(_does_more(k.value) for k in node.keywords):
        return node
    star = node.args[0]
    v = low.expr.value(star.value)
    keywords = [
        ast.copy_location(ast.keyword(k.arg, ComputedExpr(low.expr.value(k.value, maybe=k.arg is not None), k.value)), k)
        for k in node.keywords
    ]
    made = ast.copy_location(ast.Starred(ComputedExpr(v, star.value), ast.Load()), star)
    return ast.copy_location(ast.Call(node.func, [made], keywords), node)


def _parameters(fn: Val) -> list[inspect.Parameter] | None:
    """The parameters of a function of the user's; None for what is none."""
    if isinstance(fn, TupleV) and is_local(fn) and fn.form is not None:
        return list(fn.form.cls.signature.parameters.values())
    if isinstance(fn, KnownV) and isinstance(fn.value, types.FunctionType):
        return list(inspect.signature(bare(fn.value)).parameters.values())
    if isinstance(fn, KnownV) and isinstance(fn.value, Lifted):
        return list(fn.value.signature.parameters.values())
    return None


def _positional(fn: Val) -> int | None:
    """How many parameters stand before ``*args``; None: there is none of this kind."""
    listed = _parameters(fn)
    return None if listed is None else next((k for k, p in enumerate(listed) if p.kind is p.VAR_POSITIONAL), None)


def _columns(rows: Any) -> Any:
    """``list(zip(*rows))`` of lists of which the run tells how long they are."""
    count = len(rows[0]) if len(rows) > 0 else 0
    for row in rows:
        count = min(count, len(row))
    return [tuple([row[k] for row in rows]) for k in range(count)]


def _columns_of(low: Lowering, node: Any) -> tuple[Val | None, Any]:
    """The columns for a call ``zip(*rows)``; None for rows of other kinds.  With it the call, whose argument is computed."""
    star = node.args[0]
    rows = low.expr.value(star.value)
    made = ast.copy_location(ast.Starred(ComputedExpr(rows, star), ast.Load()), star)
    node = ast.copy_location(ast.Call(node.func, [made], node.keywords), node)
    xs = shared_lists.opened(low, rows)
    row = xs.ty.item if isinstance(rows, (ListV, SharedV)) and isinstance(xs, ListV) else None
    if isinstance(row, (List, SharedList)) and not node.keywords:
        return low.expr.apply(iter, [low.expr.apply(_columns, [rows], {}, node)], {}, node), node
    if not isinstance(row, Tuple) or (row.form is not None and row.form.kind not in ("list", "namedtuple")):
        return None, node
    if not row.items or (node.keywords and [k.arg for k in node.keywords] != ["strict"]):
        return None, node
    assert isinstance(xs, ListV)
    text = f"not enough values to unpack (expected {len(row.items)}, got 0): zip(*rows) of a list without rows"
    low.check(low.b.icmp_signed(">", xs.count, const(0)), ValueError, text, node)
    found = []
    for k in range(len(row.items)):
        items = low.expr.apply(map, [KnownV(operator.itemgetter(k)), rows], {}, node)
        found.append(low.expr.apply(tuple, [items], {}, node))
    return TupleV(found, Form(ITERATOR)), node
