"""The modules ``operator``, ``functools`` and ``itertools`` over values of compiled code."""

from __future__ import annotations

import ast
import functools
import itertools
import math
import operator
from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir

from irad.frontends.python.calls.generator_calls import begun
from irad.frontends.python.compiled_classes import iterator_objects, pipelines
from irad.frontends.python.containers import growing_lists, list_values
from irad.frontends.python.containers.fixed_containers import all_items, as_iterated, iterator
from irad.frontends.python.core import integers
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I1,
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
    known_int,
)
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.iteration import sequences
from irad.frontends.python.iteration.gathering import Calling
from irad.frontends.python.iteration.iterators import (
    as_growing,
    as_list,
    held,
    is_list,
    known_items,
    made,
    made_list,
    needed_items,
    source,
    zipped,
)
from irad.frontends.python.iteration.making import new_dict
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.sources.python_types import WHOLE, Form

Args = list[Val]
Keywords = dict[str, Val]

_BINARY = {
    operator.add: ast.Add, operator.sub: ast.Sub, operator.mul: ast.Mult, operator.truediv: ast.Div, operator.pow: ast.Pow,
    operator.floordiv: ast.FloorDiv, operator.mod: ast.Mod, operator.matmul: ast.MatMult, operator.and_: ast.BitAnd,
    operator.or_: ast.BitOr, operator.xor: ast.BitXor, operator.lshift: ast.LShift, operator.rshift: ast.RShift,
    operator.concat: ast.Add,
}  # fmt: skip
_COMPARED = {
    operator.lt: ast.Lt, operator.le: ast.LtE, operator.gt: ast.Gt, operator.ge: ast.GtE, operator.eq: ast.Eq,
    operator.ne: ast.NotEq, operator.is_: ast.Is, operator.is_not: ast.IsNot,
}  # fmt: skip
_UNARY = {operator.neg: ast.USub, operator.pos: ast.UAdd, operator.invert: ast.Invert}


def _binary(op: Any) -> Callable[..., Val]:
    return lambda low, args, kw, node: low.expr.binary(op(), *args, node)


def _compared(op: Any) -> Callable[..., Val]:
    return lambda low, args, kw, node: low.expr.compare(op(), *args, node)


def _unary(op: Any) -> Callable[..., Val]:
    return lambda low, args, kw, node: low.expr.value(_placed(ast.UnaryOp(op(), ComputedExpr(args[0], node)), node))


def _placed(made: Any, node: Any) -> Any:
    return ast.copy_location(made, node)


def item_of(low: Lowering, v: Val, key: Val, node: Any) -> Val:
    """``v[key]``."""
    return low.expr.value(_placed(ast.Subscript(ComputedExpr(v, node), ComputedExpr(key, node), ast.Load()), node))


def getter(low: Lowering, fn: Any, args: Args, node: Any) -> Val:
    """A call of what ``operator.itemgetter`` or ``attrgetter`` has made."""
    names = fn.__reduce__()[1]

    def one(name: Any) -> Val:
        if isinstance(fn, operator.itemgetter):
            return item_of(low, args[0], low.expr.constant(name, node), node)
        v = args[0]
        for part in name.split("."):
            v = low.expr.attribute_of(v, part, node)
        return v

    return one(names[0]) if len(names) == 1 else TupleV([one(n) for n in names])


def _made(cls: Any) -> Callable[..., Val]:
    """``itemgetter(...)`` inside of a compiled function."""

    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        return KnownV(_getter(cls, *(low.expr.key(a, node) for a in args)))

    return handler


@functools.lru_cache(maxsize=256)
def _getter(cls: Any, *names: Any) -> Any:
    return cls(*names)


def _reduce(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if kw or not 2 <= len(args) <= 3:
        low.wrong(node, "functools.reduce() takes a function, items, and maybe a first value")
    items = known_items(low, args[1], node)
    call = lambda a, b: low.expr.stable(low.expr.call_value(args[0], [a, b], {}, node))  # noqa: E731
    if items is None:
        low.demand(node, args[1])
        return reduced_one_by_one(low, [args[0], low.expr.apply(list, [args[1]], {}, node), *args[2:]], node)
    if len(args) > 2:
        items = [args[2], *items]
    if not items:
        low.wrong(node, "reduce() of empty iterable with no initial value")
    return functools.reduce(call, items)


def reduced_one_by_one(low: Lowering, args: Args, node: Any) -> Val:
    """``functools.reduce`` of as many items as the run tells, in a loop."""
    return low.expr.apply(pipelines.reduced if len(args) == 2 else pipelines.reduced_from, args, {}, node)


def _prod(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """``math.prod``."""
    start = kw.get("start") or low.expr.constant(1, node)
    items = known_items(low, args[0], node)
    if items is None:
        found = low.expr.apply(np.prod, [as_list(low, args[0], node)], {}, node)
        return low.expr.binary(ast.Mult(), start, found, node)
    return functools.reduce(lambda a, b: low.expr.binary(ast.Mult(), a, b, node), items, start)


def _from_keys(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """``dict.fromkeys``."""
    names = [low.expr.key(k, node) for k in needed_items(low, args[0], "a dict", node)]
    value = sequences.one_object(low, low.expr.stable(args[1]), node) if len(args) > 1 else NoneV()
    return new_dict(dict.fromkeys(names, value))


# ---- itertools

_MOST_ITEMS = 4096


def _known(name: str) -> Callable[..., Val]:
    """A function that puts items together, whatever they are."""

    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        count = {"product": len(args), "zip_longest": len(args), "pairwise": 1}.get(name, 1)
        given = [needed_items(low, a, f"itertools.{name}()", node) for a in args[:count]]
        numbers = {k: _number(low, v, node) for k, v in kw.items()} if name != "zip_longest" else {}
        rest = [None if isinstance(a, NoneV) else _number(low, a, node) for a in args[count:]]
        if name == "zip_longest":
            fill = kw.get("fillvalue", NoneV())
            return iterator([TupleV(list(p)) for p in itertools.zip_longest(*given, fillvalue=fill)])
        found = list(itertools.islice(getattr(itertools, name)(*given, *rest, **numbers), _MOST_ITEMS + 1))
        if len(found) > _MOST_ITEMS:
            text = f"itertools.{name}() of more than {_MOST_ITEMS} items is not supported in compiled functions"
            low.unsupported(node, text, "write loops, or use arrays")
        return iterator([TupleV(list(v)) for v in found])

    return handler


def _number(low: Lowering, v: Val, node: Any) -> int:
    found = integers.known_index(v)
    if found is None:
        low.demand(node, v)
        low.unsupported(node, "this number must be known when compiling")
        raise AssertionError
    return found


def _chain(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    parts = [known_items(low, a, node) for a in args]
    if any(p is None for p in parts):
        low.demand(node, *(a for a, p in zip(args, parts, strict=True) if p is None))
        if all(isinstance(a, (TupleV, RangeV)) for a in args):  # (others are gone through one by one: `piped_calls`)
            return _behind_each_other(low, lambda extend: [*map(extend, args)], node)
        hint = "use np.concatenate, or a loop for each"
        low.unsupported(node, "itertools.chain of what has as many items as are known at run time only is not supported", hint)
    return iterator([v for p in parts for v in p or []])


def _behind_each_other(low: Lowering, fill: Callable[[Callable[[Val], Any]], Any], node: Any) -> Val:
    """The items of containers, copied to one list; ``fill``: gives each of them to a function."""
    name = made_list(low, node)
    fill(lambda v: growing_lists.extend(low, name, v, node))
    return low.expr.apply(iter, [made(low, name, node)], {}, node)


def _from_iterable(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    (v,) = args
    if isinstance(v, (ListV, SharedV)):
        low.demand(node, v)
        if known_items(low, v, node) is None:
            count, item_of = low.expr.counted(v, node)
            return _behind_each_other(low, lambda extend: low.counted(count, lambda k: extend(item_of(k))), node)
    return _chain(low, needed_items(low, v, "chain.from_iterable()", node), {}, node)


def _islice(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    bounds = list(args[1:]) if len(args) > 2 else [NoneV(), *args[1:]]
    if kw or not 2 <= len(bounds) <= 3:
        low.wrong(node, "islice() takes what is iterated over, and stop or start, stop and maybe step")
    given = [None if isinstance(v, NoneV) else v for v in bounds]
    found = source(low, args[0], node)
    if isinstance(found, TupleV):
        known = [None if v is None else integers.known_index(v) for v in given]
        if all(v is None or k is not None for v, k in zip(given, known, strict=True)):
            try:
                return iterator(list(itertools.islice(all_items(found), *known)))
            except ValueError as error:
                return low.wrong(node, f"ValueError: {error}")
        low.demand(node, *(v for v in given if v is not None))
        items = [low.expr.stable(v) for v in all_items(found)]
        found = const(len(items)), lambda k: item_of(low, TupleV(items), ScalarV(WHOLE, k), node)
    return islice_between(low, args[0], found, given, node)


def islice_between(low: Lowering, of: Val, found: Any, given: list[Any], node: Any) -> Val:
    """The items of ``found``, (count, item(k)), from ``start`` to ``stop`` in steps, all of which the run may tell."""
    if any(v is not None and (not isinstance(v, ScalarV) or v.ty.kind not in ("int64", "bool")) for v in given):
        low.wrong(node, _OUT_OF_BOUNDS)
    count, item = found
    usual = (const(0), count, const(1))
    start, stop, step = (usual[k] if v is None else low.word(v) for k, v in enumerate([*given, None][:3]))
    for n, least in ((start, 0), (stop, 0), (step, 1)):
        k = known_int(n)
        if k is None and n is not count:
            low.check(low.b.icmp_signed(">=", n, const(least)), ValueError, _OUT_OF_BOUNDS, node)
        elif k is not None and k < least:
            low.wrong(node, f"ValueError: {_OUT_OF_BOUNDS}")
    if isinstance(of, IterV) and of.kind not in _WITHOUT_CALLS and known_int(step) != 1:
        low.unsupported(node, f"islice() of {of.ty} with a step is not supported", "make a list of it before")
    b = low.b
    stop = b.select(b.icmp_signed("<", stop, count), stop, count)
    if isinstance(of, IterV) and of.kind not in _WITHOUT_CALLS and known_int(start) != 0:  # calls of what is left out
        before = low.effects
        low.counted(b.select(b.icmp_signed("<", start, stop), start, stop), lambda k: item(k) and None)
        if low.effects != before:
            text = "what islice() leaves out would be computed at once, and it changes what others see"
            low.unsupported(node, text, "make a list of it before: list(...)")
    rest = low.b.sub(stop, start)
    rest = low.b.select(low.b.icmp_signed(">", rest, const(0)), rest, const(0))
    lists = is_list(of) or (isinstance(of, IterV) and of.lists)
    if known_int(step) == 1:
        return IterV("islice", rest, lambda k: item(low.b.add(start, k)), lists=lists)
    many = low.b.sdiv(low.b.add(rest, low.b.sub(step, const(1))), step)
    return IterV("islice", many, lambda k: item(low.b.add(start, low.b.mul(k, step))), lists=lists)


_OUT_OF_BOUNDS = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize."
_WITHOUT_CALLS = ("cycle", "count", "repeat", "iterator", "enumerate", "container", "reversed")  # whose items change nothing


def _accumulate(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    items = needed_items(low, args[0], "itertools.accumulate()", node)
    fn = args[1] if len(args) > 1 else kw.get("func", NoneV())
    first = kw.get("initial", NoneV())
    if not isinstance(first, NoneV):
        items = [first, *items]
    out: list[Val] = []
    for v in items:
        if not out:
            out.append(v)
        elif isinstance(fn, NoneV):
            out.append(low.expr.stable(low.expr.binary(ast.Add(), out[-1], v, node)))
        else:
            out.append(low.expr.stable(low.expr.call_value(fn, [out[-1], v], {}, node)))
    return iterator(out)


def _starmap(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    items = known_items(low, args[1], node)

    function = Calling(low, args[0], node)

    def call(v: Val) -> Val:
        return function(*needed_items(low, v, "starmap()", node))

    if items is not None:
        return IterV("starmap", known=lambda: [call(v) for v in items])
    count, item = cast(Any, source(low, args[1], node))
    return IterV("starmap", count, lambda k: function.in_loop(*needed_items(low, item(k), "starmap()", node)))


def _count(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    start = args[0] if args else kw.get("start", ScalarV(WHOLE, const(0)))
    step = args[1] if len(args) > 1 else kw.get("step", ScalarV(WHOLE, const(1)))

    def item(k: Any) -> Val:
        times = low.expr.binary(ast.Mult(), ScalarV(WHOLE, k), step, node)
        return low.expr.binary(ast.Add(), start, times, node)

    return IterV("count", const(2**62), item, held=held(low, iterator_objects.Counting, [start, step], node))


def _repeat(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    times = args[1] if len(args) > 1 else kw.get("times")
    if times is None:
        return IterV("repeat", const(2**62), lambda k: args[0])
    known = integers.known_index(times)
    if known is not None:
        return iterator([sequences.one_object(low, args[0], node)] * max(known, 0))
    assert isinstance(times, ScalarV)
    return IterV("repeat", times.v, lambda k: args[0])


def _cycle(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    items = needed_items(low, args[0], "itertools.cycle()", node)

    def item(k: Any) -> Val:
        known = integers.known_index(ScalarV(WHOLE, k))
        if known is not None:
            return items[known % len(items)]
        at = low.b.urem(k, const(len(items)))
        return item_of(low, TupleV(items), ScalarV(WHOLE, at), node)

    given = args[0]
    changed = isinstance(given, TupleV) and given.place is not None and given.place.name in low.instance.mutated
    object_ = None if changed else held(low, iterator_objects.Cycling, [TupleV(items)], node)
    return IterV("cycle", const(2**62) if items else const(0), item, held=object_)


def _takewhile(taking: bool) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        items = needed_items(low, args[1], "this function", node)
        tests = low.dry(lambda: [low.truth(low.expr.call_value(args[0], [v], {}, node), node) for v in items])
        if not all(isinstance(t, ir.Constant) for t in tests):
            fn = pipelines.taken_while if taking else pipelines.dropped_while
            return begun(low, fn, [args[0], TupleV(items)], {}, node)
        for k, v in enumerate(items):
            if not low.truth(low.expr.call_value(args[0], [v], {}, node), node).constant:
                return iterator(items[:k] if taking else items[k:])
        return iterator(items if taking else [])

    return handler


def _filterfalse(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    fn, items = args[0], needed_items(low, args[1], "itertools.filterfalse()", node)
    call = (lambda v: v) if isinstance(fn, NoneV) else (lambda v: low.expr.call_value(fn, [v], {}, node))
    tests = low.dry(lambda: [low.truth(call(v), node) for v in items])
    if not all(isinstance(t, ir.Constant) for t in tests):
        return begun(low, pipelines.filtered_out, [KnownV(bool) if isinstance(fn, NoneV) else fn, TupleV(items)], {}, node)
    return iterator([v for v in items if not low.truth(call(v), node).constant])


def _compress(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """The items beside which something true stands: pairs of both are taken one by one."""
    names = ("data", "selectors")
    given = [*args, *(kw[n] for n in names[len(args) :] if n in kw)]
    if len(given) != 2 or len(args) + len(kw) != 2:
        low.wrong(node, "itertools.compress() takes data and selectors")
    pairs = low.expr.apply(zip, given, {}, node)
    items = known_items(low, pairs, node) if not isinstance(pairs, GeneratorV) else None
    if items is not None:
        split = [all_items(cast(TupleV, p)) for p in items]
        tests = low.dry(lambda: [low.truth(s, node) for _, s in split])
        if all(isinstance(t, ir.Constant) for t in tests):
            return iterator([v for (v, _), t in zip(split, tests, strict=True) if t.constant])
        pairs = TupleV(items)
    return begun(low, pipelines.chosen, [pairs], {}, node)


def _pairwise(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    found = source(low, args[0], node)
    if isinstance(found, TupleV):
        items = all_items(found)
        return zipped(low, [TupleV(items), TupleV(items[1:])], ir.Constant(I1, 0), node)
    count, item = found
    less = low.b.sub(count, const(1))
    less = low.b.select(low.b.icmp_signed(">", less, const(0)), less, const(0))
    return IterV("pairwise", less, lambda k: TupleV([item(k), item(low.b.add(k, const(1)))]))


def _groupby(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """``itertools.groupby(items, key)``: over groups that are known when compiling, or a generator."""
    key = args[1] if len(args) > 1 else kw.get("key", NoneV())
    v = as_iterated(low, args[0], node)
    items = known_items(low, v, node)
    call = (lambda v: v) if isinstance(key, NoneV) else (lambda v: low.expr.stable(low.expr.call_value(key, [v], {}, node)))
    if items is not None:
        keys = low.dry(lambda: [known_value(call(i)) for i in items])
        if UNKNOWN not in keys:
            pairs = itertools.groupby(range(len(items)), key=lambda k: keys[k])
            return iterator([TupleV([low.expr.constant(k, node), iterator([items[n] for n in ns])]) for k, ns in pairs])
    found = list_values.as_value(low, as_growing(low, as_list(low, v, node), node))
    return low.expr.apply(iterator_objects.groupby, [found, key], {}, node)


def partial_made(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """``functools.partial(f, ...)`` inside of a compiled function."""
    return TupleV([*args, *kw.values()], Form("partial", (*range(len(args)), *kw)))


def call_partial(low: Lowering, fn: TupleV, args: Args, kw: Keywords, node: Any) -> Val:
    """A call of such a function."""
    assert fn.form is not None
    given = dict(zip(fn.form.names, all_items(fn), strict=True))
    first, *own = [v for k, v in given.items() if isinstance(k, int)]
    named = {k: v for k, v in given.items() if isinstance(k, str)}
    return low.expr.call_value(first, [*own, *args], named | kw, node)


TABLE: dict[Any, Callable[..., Val]] = {
    **{fn: _binary(op) for fn, op in _BINARY.items()}, **{fn: _compared(op) for fn, op in _COMPARED.items()},
    **{fn: _unary(op) for fn, op in _UNARY.items()},
    operator.not_: lambda low, args, kw, node: low.expr.compare(ast.Eq(), low.expr.apply(bool, args, {}, node),
                                                               low.expr.constant(False, node), node),
    operator.truth: lambda low, args, kw, node: low.expr.apply(bool, args, {}, node),
    operator.abs: lambda low, args, kw, node: low.expr.apply(abs, args, {}, node),
    operator.contains: lambda low, args, kw, node: low.expr.compare(ast.In(), args[1], args[0], node),
    operator.getitem: lambda low, args, kw, node: item_of(low, args[0], args[1], node),
    operator.itemgetter: _made(operator.itemgetter), operator.attrgetter: _made(operator.attrgetter),
    math.prod: _prod, dict.fromkeys: _from_keys, functools.reduce: _reduce, functools.partial: partial_made,
    **{getattr(itertools, n): _known(n) for n in ("product", "combinations", "permutations", "zip_longest",
                                                  "combinations_with_replacement")},
    itertools.chain: _chain, itertools.chain.from_iterable: _from_iterable, itertools.islice: _islice,
    itertools.accumulate: _accumulate, itertools.starmap: _starmap, itertools.count: _count, itertools.repeat: _repeat,
    itertools.cycle: _cycle, itertools.pairwise: _pairwise, itertools.takewhile: _takewhile(True),
    itertools.dropwhile: _takewhile(False), itertools.filterfalse: _filterfalse, itertools.compress: _compress,
    itertools.groupby: _groupby,
}  # fmt: skip
ITERATING = {fn for fn in TABLE if getattr(fn, "__module__", "") == "itertools"} | {
    functools.reduce, math.prod, dict.fromkeys, itertools.chain.from_iterable,
}  # fmt: skip
