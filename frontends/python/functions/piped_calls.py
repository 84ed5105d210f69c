"""``enumerate``, ``zip``, ``map`` and the like of generators: generators again, which take the items one by one."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable
from typing import Any

from irad.frontends.python.calls.generator_calls import begun
from irad.frontends.python.compiled_classes import iterator_objects, pipelines
from irad.frontends.python.compiled_classes.resumable_generators import TakenAhead
from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    ArrayV,
    GeneratorV,
    IterV,
    KnownV,
    LazyV,
    ListV,
    NoneV,
    RangeV,
    ScalarV,
    SharedV,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.iteration.iterators import is_held, opened, opened_class, whole
from irad.frontends.python.iteration.library_functions import reduced_one_by_one
from irad.frontends.python.sources.python_types import ITERATOR, WHOLE, Form

Args = list[Val]
Keywords = dict[str, Val]


def piped(low: Lowering, fn: Any, args: Args, kw: Keywords, node: Any) -> Val | None:
    """A call that takes the items of a generator, or of what has as many as are known at run time only; None for other calls."""
    handler = _TABLE.get(fn)
    if handler is None:
        return None
    args = _drawn(low, fn, args, node)
    if fn in _COMBINING:
        args = [_with_items_by_now(low, v, node) for v in args]
    elif not any(isinstance(v, GeneratorV) for v in args):
        args = _lively(low, fn, args, node)
    given = [k for k, v in enumerate(args) if isinstance(v, GeneratorV) and v.fn is not iterator_objects.groupby]
    called_in_order = fn in _CALLING and (low.lively or id(node) in low.instance.lively)
    if not given and not called_in_order and not (fn in _OF_RUNTIME and any(_is_of_runtime(v) for v in args)):
        return None
    return handler(low, args, kw, node)


def _drawn(low: Lowering, fn: Any, args: Args, node: Any) -> Args:
    """The arguments with a generator in the place of the first object with a ``__next__`` of a user's; others are asked ahead."""
    classes = [cls if (cls := opened_class(v)) is not None and not hasattr(cls, "irad_compiled") else None for v in args]
    own = [k for k, v in enumerate(args) if classes[k] is not None and is_held(v)]
    among = any(isinstance(v, GeneratorV) for v in args)
    if not own and not (among and fn in (zip, map)):
        return args
    first = None if among else own[0]
    out = list(args)
    for k, cls in enumerate(classes):
        if k in own and k != first:
            out[k] = low.expr.apply(TakenAhead, [args[k]], {}, node)
        elif cls is not None and (k > 0 or fn is not map):
            out[k] = opened(low, args[k], node)
    return out


def _lively(low: Lowering, fn: Any, args: Args, node: Any) -> Args:
    """The arguments with a generator in the place of the first list whose items may be replaced meanwhile."""
    for k, v in enumerate(args):
        if low.lively and isinstance(v, (ListV, SharedV)) and fn is not reversed:
            return [*args[:k], generator(low, pipelines.live, [v], node), *args[k + 1 :]]
        if not isinstance(v, TupleV) or v.form is None or v.form.kind != "list" or v.place is None:
            continue
        late = fn not in _OBJECTS and v.place.name in low.instance.mutated
        if low.lively or late:
            made = generator(low, pipelines.backwards if fn is reversed else pipelines.live, [v], node)
            return [*args[:k], made, *args[k + 1 :]]
    return args


def _is_of_runtime(v: Val) -> bool:
    """Whether how many items there are is known at run time only."""
    return isinstance(v, (ListV, SharedV, ArrayV, LazyV)) or (isinstance(v, IterV) and v.item is not None)


def generator(low: Lowering, fn: Any, args: Args, node: Any) -> GeneratorV:
    """A call of a generator function of `pipelines`."""
    return begun(low, fn, args, {}, node)


def _plain(fn: Any) -> Callable[..., Val | None]:
    """A function with the same arguments."""
    return lambda low, args, kw, node: None if kw else generator(low, fn, args, node)


def _enumerate(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val | None:
    start = args[1:] or [v for v in (kw.get("start"),) if v is not None]
    return generator(low, pipelines.enumerated, [args[0], *start], node)


def _map(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val | None:
    if len(args) == 2:
        return generator(low, pipelines.mapped, args, node)
    items = args[1:]
    if not any(isinstance(v, GeneratorV) for v in items):
        items = [generator(low, pipelines.live, items[:1], node), *items[1:]]
    pairs = _zip(low, items, {}, node)
    return None if pairs is None else generator(low, pipelines.starmapped, [args[0], pairs], node)


def _filter(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val | None:
    if isinstance(args[0], NoneV):
        return generator(low, pipelines.filtered_by_truth, args[1:], node)
    return generator(low, pipelines.filtered, args, node)


def _filterfalse(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val | None:
    fn = KnownV(bool) if isinstance(args[0], NoneV) else args[0]
    return generator(low, pipelines.filtered_out, [fn, *args[1:]], node)


def _islice(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val | None:
    it, *bounds = args
    if len(bounds) == 1:
        return it if isinstance(bounds[0], NoneV) else generator(low, pipelines.first_ones, [it, *bounds], node)
    start, stop, *step = [None if isinstance(v, NoneV) else v for v in bounds]
    start = start or ScalarV(WHOLE, const(0))
    step = [s for s in step if s is not None]
    if stop is None:
        return generator(low, pipelines.sliced_from, [it, start, *step], node)  # type: ignore[list-item]
    return generator(low, pipelines.sliced, [it, start, stop, *step], node)  # type: ignore[list-item]


def _accumulate(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val | None:
    fn = args[1] if len(args) > 1 else kw.get("func", NoneV())
    first = kw.get("initial", NoneV())
    call = KnownV(operator.add) if isinstance(fn, NoneV) else fn
    if isinstance(first, NoneV):
        return generator(low, pipelines.accumulated, [args[0], call], node)
    return generator(low, pipelines.accumulated_from, [args[0], call, first], node)


def _chain(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val | None:
    if len(args) < 2:
        return args[0] if args and isinstance(args[0], GeneratorV) else None
    return functools.reduce(lambda a, b: generator(low, pipelines.chained, [a, b], node), args)


def _zip(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val | None:
    strict = known_value(kw["strict"]) if "strict" in kw else False
    at = next(k for k, v in enumerate(args) if isinstance(v, GeneratorV))
    made = None if strict is UNKNOWN or strict else pipelines.ZIPPED.get((len(args), at))
    if made is None:
        if len([v for v in args if isinstance(v, GeneratorV)]) == 1:
            whole(low, args[at], node)
        return None
    others = [v for k, v in enumerate(args) if k != at]
    if len(args) > 1 and not any(is_held(v) or isinstance(v, (IterV, RangeV, KnownV)) for v in others):
        return generator(low, pipelines.INDEXED[len(args), at], args, node)
    return generator(low, made, [v if k == at else cursor(low, v, node) for k, v in enumerate(args)], node)


def cursor(low: Lowering, v: Val, node: Any) -> Val:
    """An object with ``has_next`` and ``__next__``."""
    if is_held(v):
        return v
    if isinstance(v, GeneratorV):
        v = whole(low, v, node)
    elif isinstance(v, RangeV) or (isinstance(v, KnownV) and isinstance(v.value, range)):
        parts: list[Val] = [ScalarV(WHOLE, x) for x in (v.start, v.stop, v.step)] if isinstance(v, RangeV) else []
        if isinstance(v, KnownV):
            parts = [low.expr.constant(x, node) for x in (v.value.start, v.value.stop, v.value.step)]
        return low.expr.apply(iterator_objects.Numbers, parts, {}, node)
    elif isinstance(v, IterV):
        if v.held is not None:
            return v.held()
        v = low.expr.apply(list, [v], {}, node)
    if isinstance(v, TupleV) and v.form is not None and v.form.kind == ITERATOR:
        v = TupleV(all_items(v), Form("list"))
    return low.expr.apply(iterator_objects.ItemIterator, [low.expr.stable(v)], {}, node)


def _combined(made: dict[int, Any]) -> Callable[..., Val | None]:
    """So many items of one list at a time."""

    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val | None:
        count = known_value(args[1] if len(args) > 1 else kw.get("r", NoneV()))
        fn = made.get(count) if isinstance(count, int) else None
        return None if fn is None else generator(low, fn, [_indexable(low, args[0], node)], node)

    return handler


def _product(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val | None:
    if kw or len(args) != 2:
        return None
    return generator(low, pipelines.products_of, [_indexable(low, v, node) for v in args], node)


def _with_items_by_now(low: Lowering, v: Val, node: Any) -> Val:
    """What has the items that a list, or anything else that can be changed, has now."""
    if isinstance(v, TupleV) and v.form is not None and v.form.kind == "list":
        return TupleV([low.expr.stable(i) for i in all_items(v)])
    return low.expr.apply(list, [v], {}, node) if isinstance(v, (ListV, SharedV, ArrayV, LazyV)) and not _is_scalar(v) else v


def _is_scalar(v: Val) -> bool:
    return isinstance(v, (ArrayV, LazyV)) and not v.shape


def _indexable(low: Lowering, v: Val, node: Any) -> Val:
    """What has all items by now."""
    return low.expr.apply(list, [v], {}, node) if isinstance(v, IterV) else v


def _truth(fn: Any) -> Callable[..., Val | None]:
    """What ends as soon as the result is certain."""
    return lambda low, args, kw, node: low.expr.apply(fn, args, {}, node)


def _reduce(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val | None:
    if kw or not 2 <= len(args) <= 3:
        return None
    return reduced_one_by_one(low, args, node)


_TABLE: dict[Any, Callable[..., Val | None]] = {
    reversed: lambda low, args, kw, node: args[0], enumerate: _enumerate, map: _map, filter: _filter, zip: _zip,
    functools.reduce: _reduce, any: _truth(pipelines.any_of), all: _truth(pipelines.all_of),
    itertools.islice: _islice, itertools.accumulate: _accumulate, itertools.chain: _chain,
    itertools.takewhile: _plain(pipelines.taken_while), itertools.dropwhile: _plain(pipelines.dropped_while),
    itertools.filterfalse: _filterfalse, itertools.starmap: _plain(pipelines.starmapped),
    itertools.pairwise: _plain(pipelines.in_pairs), itertools.product: _product,
    itertools.combinations: _combined({2: pipelines.pairs_of, 3: pipelines.triples_of}),
    itertools.combinations_with_replacement: _combined({2: pipelines.pairs_with_replacement}),
    itertools.permutations: _combined({2: pipelines.ordered_pairs}),
}  # fmt: skip
_OBJECTS = (enumerate, zip, reversed, functools.reduce)  # with a name they are objects that see changes
_CALLING = (map, filter, itertools.starmap)  # a function that may change what others see
_COMBINING = (itertools.combinations, itertools.combinations_with_replacement, itertools.permutations, itertools.product)
_OF_RUNTIME = {
    filter, functools.reduce, itertools.accumulate, itertools.chain, itertools.takewhile, itertools.dropwhile,
    itertools.filterfalse, *_COMBINING,
}  # fmt: skip
