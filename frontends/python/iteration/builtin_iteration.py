"""Python's builtin functions that iterate: ``map``, ``filter``, ``zip``, ``sorted``, ``min``, ``any``, ``next`` ..."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from llvmlite import ir

from irad.frontends.python.arrays.array_arguments import array_of, as_array
from irad.frontends.python.arrays.sorting import argsort
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.compiled_classes import iterator_objects
from irad.frontends.python.compiled_classes.resumable_generators import cursor
from irad.frontends.python.containers import growing_lists, list_values, shared_lists
from irad.frontends.python.containers.fixed_containers import all_items, iterator
from irad.frontends.python.containers.key_search import check_unchanged
from irad.frontends.python.core import integers
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I1,
    ArrayV,
    ChoiceV,
    IterV,
    KnownV,
    LazyV,
    ListV,
    MaybeV,
    NoneV,
    RangeV,
    ReferenceV,
    ScalarV,
    TupleV,
    Val,
    const,
)
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.iteration import ordered_lists
from irad.frontends.python.iteration.gathering import Calling, gathered, uniform
from irad.frontends.python.iteration.iterators import (
    as_list,
    backwards,
    enumerated,
    flag,
    following,
    held,
    is_list,
    known_items,
    made,
    made_list,
    numbers_of,
    opened,
    opened_class,
    source,
    zipped,
)
from irad.frontends.python.iteration.next_items import cursor_of, next_item
from irad.frontends.python.messages.operand_errors import EMPTY
from irad.frontends.python.objects import list_identity, selected_objects
from irad.frontends.python.objects.choices import chosen
from irad.frontends.python.sources.joined_types import join
from irad.frontends.python.sources.python_types import (
    FLAG,
    ITERATOR,
    WHOLE,
    Form,
    Reference,
    Scalar,
    Tuple,
    is_changeable,
    is_function_form,
)

Args = list[Val]
Keywords = dict[str, Val]
LIST = Form("list")


def _map(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    call = Calling(low, args[0], node)
    parts = zipped(low, args[1:], ir.Constant(I1, 0), node)
    if isinstance(parts, TupleV):
        items = [all_items(p) for p in parts.items if isinstance(p, TupleV)]
        return IterV("map", known=lambda: [call(*given) for given in items], reads=_changeable_in(args[0]))
    assert isinstance(parts, IterV)
    if parts.known is not None:
        known = parts.known
        return IterV("map", known=lambda: [call(*all_items(p)) for p in known() if isinstance(p, TupleV)])
    assert parts.item is not None
    item = parts.item
    return IterV("map", parts.count, lambda k: call.in_loop(*item(k).items), lists=parts.lists)  # type: ignore[attr-defined]


def _changeable_in(fn: Val) -> frozenset[str]:
    """The variables with objects and containers that a function inside captures."""
    names = fn.form.names if isinstance(fn, TupleV) and fn.form is not None and is_function_form(fn.form) else ()
    return frozenset(n for n, v in zip(names, fn.items if isinstance(fn, TupleV) else (), strict=False) if is_changeable(v.ty))


def _filter(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    items = known_items(low, args[1], node)
    none = isinstance(args[0], NoneV)
    function = Calling(low, args[0], node)
    call: Callable[..., Val] = (lambda v: v) if none else function
    if items is not None:
        tests = low.dry(lambda: [low.truth(call(v), node) for v in items])
        if all(isinstance(t, ir.Constant) for t in tests):
            return IterV("filter", known=lambda: [v for v in items if low.truth(call(v), node).constant])
    if is_list(args[1]):
        low.unsupported(node, "filter() of a list that grows is not supported", "write a comprehension: [x for x in xs if ...]")
    count, item = _counted(low, args[1], node)
    name = made_list(low, node)

    def one(k: Any) -> None:
        v = item(k)
        keep, behind = low.fn.append_basic_block("keep"), low.fn.append_basic_block("behind")
        before = low.effects
        holds = low.truth(call(v), node)
        function.check(before)
        low.b.cbranch(holds, keep, behind)
        low.b = ir.IRBuilder(keep)
        growing_lists.append(low, name, low.expr.stable(v), node)
        low.b.branch(behind)
        low.b = ir.IRBuilder(behind)

    low.counted(count, one)
    return made(low, name, node)


def _counted(low: Lowering, v: Val, node: Any) -> Any:
    """(count, item(k)) also of numbers in a container."""
    items = known_items(low, v, node)
    if items is None:
        return source(low, v, node)
    ty = uniform(items)
    if ty is None:
        low.unsupported(node, "items of different types are chosen by conditions that are known at run time only")
        raise AssertionError
    return const(len(items)), lambda k: gathered(low, items, k, node)


def _zip(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return zipped(low, args, low.truth(kw["strict"], node) if "strict" in kw else ir.Constant(I1, 0), node)


def _enumerate(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return enumerated(low, args[0], args[1] if len(args) > 1 else kw.get("start"), node)


def _reversed(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return backwards(low, args[0], node)


def _iter(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    v = args[0]
    if isinstance(v, IterV) or (isinstance(v, TupleV) and v.form is not None and v.form.kind == ITERATOR):
        return v
    if (cls := opened_class(v)) is not None:
        return v if hasattr(cls, "__next__") else opened(low, v, node)
    if numbers_of(v) is not None or isinstance(found := source(low, v, node), TupleV):
        return following(low, iterator(known_items(low, v, node) or []), iterator_objects.ItemIterator, [v], node)
    if isinstance(v, RangeV):
        parts: list[Val] = [ScalarV(WHOLE, x) for x in (v.start, v.stop, v.step)]
        return IterV("iterator", *found, held=lambda: low.expr.apply(iterator_objects.Numbers, parts, {}, node))
    return IterV("iterator", *found, lists=is_list(v), held=held(low, iterator_objects.ItemIterator, [v], node))


# ---- order


def _sorted(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    return sort_items(low, args[0], kw.get("key"), kw.get("reverse"), node)


def sort_items(low: Lowering, v: Val, key: Val | None, reverse: Val | None, node: Any) -> Val:
    """``sorted(v, key=..., reverse=...)``, a new list."""
    down = _is_true(low, reverse, node)
    found = shared_lists.opened(low, as_list(low, v, node))
    call = None if key is None or isinstance(key, NoneV) else Calling(low, key, node)
    if isinstance(found, ListV):
        return _sorted_list(low, found, call, down, node)
    assert isinstance(found, TupleV)
    items = all_items(found)
    keys = [call(i) for i in items] if call is not None else items
    known = [known_value(k) for k in keys]
    if not any(k is UNKNOWN for k in known):
        try:
            order = sorted(range(len(items)), key=lambda k: known[k], reverse=down)
        except TypeError as error:
            low.wrong(node, f"sorted(): {error}")
        return TupleV([items[k] for k in order], LIST)
    if len(items) < 2:
        return TupleV(items, LIST)
    if not all(isinstance(_alone(k), ScalarV) for k in keys):
        return TupleV(_exchanged(low, items, keys, down, node), LIST)
    order_of = _order(low, keys, down, node)
    if uniform(items) is None and selected_objects.can_be_selected(items):
        selected_objects.begin_at(low, node)
    elif uniform(items) is None:
        low.demand(node, *keys)
        text = "items of different types are sorted by keys that are known at run time only"
        low.unsupported(node, text, "make all items of one type, or sort arrays: np.argsort(...)")
    return TupleV([gathered(low, items, low.arrays.load(order_of, [const(k)]), node) for k in range(len(items))], LIST)


def _alone(k: Val) -> Val:
    return _alone(k.items[0]) if _holds_one(k) else k  # type: ignore[attr-defined]


def _holds_one(k: Val) -> bool:
    """Whether it is a tuple or list of one item; objects are compared by their methods."""
    return isinstance(k, TupleV) and len(k.items) == 1 and (k.form is None or k.form.kind == "list")


_MOST_EXCHANGED = 16


def _exchanged(low: Lowering, items: list[Val], keys: list[Val], down: bool, node: Any) -> list[Val]:
    """The items sorted by keys of several parts, by exchanges of neighbours; what decides may be known when compiling."""
    pairs, before = list(zip(keys, items, strict=True)), low.effects
    for k in range(len(pairs)):
        for j in range(len(pairs) - 1 - k):
            (a, x), (b, y) = pairs[j], pairs[j + 1]
            wrong = low.truth(low.expr.compare(ast.Lt(), *((a, b) if down else (b, a)), node), node)
            check_unchanged(low, before, "items are sorted", "sort by a key: key=lambda v: ...", node)
            if isinstance(wrong, ir.Constant):
                pairs[j : j + 2] = pairs[j : j + 2][:: -1 if wrong.constant else 1]
                continue
            if len(pairs) > _MOST_EXCHANGED:
                text = f"{len(pairs)} items are sorted by keys of several parts, known at run time only"
                low.unsupported(node, text, "use a number as the key, or sort twice: first by the lesser key")
            first = selected(low, wrong, b, a, node), selected(low, wrong, y, x, node)
            pairs[j + 1] = selected(low, wrong, a, b, node), selected(low, wrong, x, y, node)
            pairs[j] = first
    return [item for _, item in pairs]


def _is_true(low: Lowering, v: Val | None, node: Any) -> bool:
    truth = low.truth(v, node) if v is not None else ir.Constant(I1, 0)
    if not isinstance(truth, ir.Constant):
        low.demand(node, v)
        low.unsupported(node, "reverse= must be known when compiling")
    return bool(truth.constant)


def _order(low: Lowering, keys: list[Val], down: bool, node: Any) -> ArrayV:
    """The places of the items in order, an array of integers; equal ones stay as they are."""
    if not all(isinstance(k, ScalarV) for k in keys):
        keys = [_last_key(low, k, node) for k in keys]
    return _order_of(low, array_of(low, TupleV(list(keys)), node, None), down, node)


def _last_key(low: Lowering, k: Val, node: Any) -> ScalarV:
    """A key of one number."""
    if isinstance(k, TupleV) and _holds_one(k):
        return _last_key(low, k.items[0], node)
    if isinstance(k, (ArrayV, LazyV)):  # Python asks for the truth value of an array that has axes
        return low.expr.as_scalar(k, node)
    if isinstance(k, MaybeV) and isinstance(k.value, ScalarV):  # (of several items, the comparison raises)
        k = low.certain(k, node, "'<' not supported between instances of 'NoneType' and 'float'")
    if not isinstance(k, ScalarV):
        text = f"a key of type {k.ty}, known at run time only, cannot be sorted by"
        low.unsupported(node, text, "use a number as the key, or sort twice: first by the lesser key")
    assert isinstance(k, ScalarV)
    return k


def _order_of(low: Lowering, keys: ArrayV, down: bool, node: Any) -> ArrayV:
    """As `_order`, of an array.  Descending: from the last to the first, so that equal ones stay in order."""
    if not down:
        found = argsort(low, [keys], {"kind": KnownV("stable")}, node)
        assert isinstance(found, ArrayV)
        return found
    n = keys.shape[0]
    last = low.b.sub(n, const(1))
    turned = low.arrays.allocate(keys.ty.dtype, [n])

    def back(k: Any) -> Any:
        return low.b.sub(last, k)

    low.counted(n, lambda k: low.arrays.store(turned, [k], low.arrays.load(keys, [back(k)])))
    order = argsort(low, [turned], {"kind": KnownV("stable")}, node)
    assert isinstance(order, ArrayV)
    out = low.arrays.allocate("int64", [n])
    low.counted(n, lambda k: low.arrays.store(out, [k], back(low.arrays.load(order, [back(k)]))))
    return out


def _sorted_list(low: Lowering, xs: ListV, call: Any, down: bool, node: Any) -> Val:
    count, item = growing_lists.iterated(low, xs)
    first = low.dry(lambda: low.expr.stable(call(item(const(0))) if call is not None else item(const(0))))
    if isinstance(_alone(first), (ChoiceV, ReferenceV, TupleV)):
        return ordered_lists.sorted_by_order(low, xs, call, down, node)
    if call is None:
        keys = as_array(low, xs, node)
    else:
        keys = as_array(low, call.keys(xs, made_list(low, node), lambda v: _last_key(low, v, node)), node)
    assert isinstance(keys, ArrayV)
    if keys.ty.ndim != 1:
        low.unsupported(node, "sorting needs numbers, or a key that is one", "sorted(xs, key=...)")
    order = _order_of(low, keys, down, node)
    out = made_list(low, node)
    low.counted(count, lambda k: growing_lists.append(low, out, item(low.arrays.load(order, [k])), node))
    return made(low, out, node)


def _minmax(less: bool) -> Callable[..., Val]:
    name = "min" if less else "max"

    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        key, default = kw.get("key"), kw.get("default")
        if len(args) > 1 and default is not None:
            low.wrong(node, f"Cannot specify a default for {name}() with multiple positional arguments")
        call = None if key is None or isinstance(key, NoneV) else Calling(low, key, node)
        if len(args) == 1:
            items = known_items(low, args[0], node)
            if items is None:
                return _of_many(low, args[0], call, default, node)
            if not items:
                return default if default is not None else low.known_error(ValueError, EMPTY[name], node)
            args = items
        return _of_items(low, args, call, node)

    def _of_items(low: Lowering, items: list[Val], call: Any, node: Any) -> Val:
        keys = [call(i) for i in items] if call is not None else items
        known = [known_value(k) for k in keys]
        if not any(k is UNKNOWN for k in known) and not all(isinstance(k, ScalarV) for k in items):
            try:
                found: int = (min if less else max)(range(len(items)), key=lambda k: known[k])
            except TypeError as error:
                low.wrong(node, f"{name}(): {error}")
            return items[found]
        if any(isinstance(_alone(k), TupleV) for k in keys):
            return _of_ordered(low, items, keys, node)
        out, best = items[0], _last_key(low, keys[0], node)
        for item, key in zip(items[1:], keys[1:], strict=True):
            out, best = _better(low, out, best, item, _last_key(low, key, node), call is None, node)
        return out

    def _of_ordered(low: Lowering, items: list[Val], keys: list[Val], node: Any) -> Val:
        """By keys of several parts, or objects that can be compared."""
        out, best = items[0], keys[0]
        for item, key in zip(items[1:], keys[1:], strict=True):
            second = low.truth(low.expr.compare(ast.Lt() if less else ast.Gt(), key, best, node), node)
            if isinstance(second, ir.Constant):
                out, best = (item, key) if second.constant else (out, best)
                continue
            alike = item is key and out is best
            best = selected(low, second, key, best, node)
            out = best if alike else selected(low, second, item, out, node)
        return out

    def _better(low: Lowering, out: Val, best: ScalarV, item: Val, key: ScalarV, plain: bool, node: Any) -> tuple[Val, ScalarV]:
        known = integers.folded_call(low, min if less else max, [best, key], node) if plain else None
        if known is not None:
            return known, known
        second = low.expr.scalar_compare("<" if less else ">", key, best, node).v
        if isinstance(second, ir.Constant) and not plain:
            return (item, key) if second.constant else (out, best)
        ty = join(best.ty, key.ty)
        assert isinstance(ty, Scalar)
        x, y = integers.kept(low, best, ty), integers.kept(low, key, ty)
        chosen = ScalarV(ty, low.b.select(second, y.v, x.v))
        return (chosen if plain else selected(low, second, item, out, node)), chosen

    def _of_many(low: Lowering, v: Val, call: Any, default: Val | None, node: Any) -> Val:
        """Of as many as are known at run time only."""
        v = shared_lists.opened(low, v)
        if default is not None and isinstance(v, ListV) and v.ty.item is None:  # nothing is put into it, as far as is known
            return default
        if call is None and default is None and isinstance(v, ListV) and isinstance(v.ty.item, (Reference, Tuple)):
            taken_by = ordered_lists.smallest if less else ordered_lists.largest
            return low.expr.apply(taken_by, [list_values.as_value(low, v)], {}, node)
        if call is None and default is None and not isinstance(v, IterV):
            found = as_array(low, v, node)
            if len(found.shape) != 1:  # type: ignore[attr-defined]
                text = f"Python's {name}() of an array with {len(found.shape)} axes is not supported"  # type: ignore[attr-defined]
                low.unsupported(node, text, f"use np.{name}(x)")
            return call_python(low, ordered_lists.smallest if less else ordered_lists.largest, [found], {}, node)
        found = shared_lists.opened(low, as_list(low, v, node))
        assert isinstance(found, ListV)
        if call is None and default is None and not isinstance(v, ListV) and isinstance(found.ty.item, (Reference, Tuple)):
            return _of_many(low, found, None, None, node)
        count, item = growing_lists.iterated(low, found)
        keys = ordered_lists.ordered_keys(low, found, call, node) if call is not None else as_array(low, found, node)
        if keys is None:
            keys = as_array(low, call.keys(found, made_list(low, node), lambda v: _last_key(low, v, node)), node)
        if isinstance(keys, ArrayV) and keys.ty.ndim != 1:
            low.unsupported(node, f"{name}() of this needs numbers, or a key= that is one")
            raise AssertionError
        if default is None:
            low.check(low.b.icmp_signed(">", count, const(0)), ValueError, EMPTY[name], node)
            return _item_at(low, item, keys, less, node)
        return _or_default(low, count, partial(_item_at, low, item, keys, less, node), default, node)

    return handler


def _item_at(low: Lowering, item: Any, keys: Val, less: bool, node: Any) -> Val:
    return item(ordered_lists.first_by_order(low, keys, less, node))  # type: ignore[no-any-return]


def _or_default(low: Lowering, count: Any, value: Callable[[], Val], default: Val, node: Any) -> Val:
    """The value where there is an item, else the default."""
    ty = join(low.dry(value).ty, default.ty)
    if ty is None:
        low.wrong(node, f"the default is {default.ty}, and the items are {low.dry(value).ty}")
        raise AssertionError
    places = [low.alloca(t) for t in low.leaf_types(ty)]
    some, none, done = (low.fn.append_basic_block(n) for n in ("some", "none", "done"))
    low.b.cbranch(low.b.icmp_signed(">", count, const(0)), some, none)
    for block, found in ((some, value), (none, lambda: default)):
        low.b = ir.IRBuilder(block)
        for leaf, p in zip(low.leaves(found(), ty), places, strict=True):
            low.b.store(leaf, p)
        low.b.branch(done)
    low.b = ir.IRBuilder(done)
    return low.from_leaves(ty, [low.b.load(p, typ=t) for p, t in zip(places, low.leaf_types(ty), strict=True)])


def selected(low: Lowering, cond: Any, yes: Val, no: Val, node: Any) -> Val:
    """One of two values of one structure."""
    ty, of_objects = join(yes.ty, no.ty), selected_objects.can_be_selected([yes, no])
    if of_objects and ty is None:
        selected_objects.begin_at(low, node)
    if of_objects and selected_objects.selects(low, node):
        return selected_objects.one_of_two(low, cond, yes, no, node)
    if ty is None:
        low.demand(node, ScalarV(FLAG, cond))
        text = f"{no.ty} and {yes.ty} are chosen from by a condition that is known at run time only"
        low.unsupported(node, text, "make them of one type")
        raise AssertionError
    for v in (yes, no):
        list_identity.check_choice(low, v, node)
    pairs = zip(low.leaves(yes, ty), low.leaves(no, ty), strict=True)
    return chosen(low, low.from_leaves(ty, [low.b.select(cond, a, b) for a, b in pairs]), [yes, no], node)


# ---- truth, sums


def _any_all(every: bool) -> Callable[..., Val]:
    def handler(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
        items = known_items(low, args[0], node)
        if items is not None:
            out: Any = ir.Constant(I1, int(every))
            for v in items:
                truth = low.truth(v, node)
                if isinstance(truth, ir.Constant):
                    if bool(truth.constant) != every:
                        return ScalarV(FLAG, truth)
                    continue
                out = low.b.and_(out, truth) if every else low.b.or_(out, truth)
            return ScalarV(FLAG, out)
        count, item = _counted(low, args[0], node)
        place = flag(low, every)

        def one(k: Any) -> None:
            truth = low.truth(item(k), node)
            old = low.b.load(place, typ=I1)
            low.b.store(low.b.and_(old, truth) if every else low.b.or_(old, truth), place)

        low.counted(count, one)
        return ScalarV(FLAG, low.b.load(place, typ=I1))

    return handler


def total(low: Lowering, items: list[Val], start: Val, node: Any) -> Val:
    """The sum of values, one after the other."""
    for i in items:
        start = low.expr.binary(ast.Add(), start, i, node)
    return start


TABLE: dict[Any, Callable[..., Val]] = {
    map: _map, filter: _filter, zip: _zip, enumerate: _enumerate, reversed: _reversed, iter: _iter, next: next_item,
    sorted: _sorted, min: _minmax(True), max: _minmax(False), any: _any_all(False), all: _any_all(True), cursor: cursor_of,
}  # fmt: skip
