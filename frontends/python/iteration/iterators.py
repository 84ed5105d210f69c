"""What is iterated over, as a value: a container with the items, or a count and a function that computes an item.

Where the number of items is known when compiling they are a container (`TupleV`); else they are computed in a loop, one by one.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir

from irad.frontends.python.calls.generator_calls import is_resumable
from irad.frontends.python.compiled_classes import iterator_objects
from irad.frontends.python.containers import fixed_containers, growing_lists, list_values, shared_lists
from irad.frontends.python.containers.fixed_containers import all_items, as_iterated, iterator, taken
from irad.frontends.python.core import checked_integers
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I1,
    MOST_ELEMENTS,
    GeneratorV,
    IterV,
    KnownV,
    ListV,
    NoneV,
    RangeV,
    ReferenceV,
    ScalarV,
    SharedV,
    TupleV,
    Val,
    const,
    known_int,
)
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.sources.instances import interned
from irad.frontends.python.sources.python_types import ITERATOR, WHOLE, Form
from irad.frontends.python.trees.comprehensions import LIST
from irad.frontends.python.trees.scopes import INNER, in_text

Source = tuple[Any, Callable[[Any], Val]]
MOST_ITEMS = 64  # of a range that becomes a container


def source(low: Lowering, v: Val, node: Any) -> TupleV | Source:
    """A container with the items, or (count, item(k))."""
    if isinstance(v, (TupleV, ListV)) and v.place is not None:
        low.iterated.append(v)
    found = as_iterated(low, v, node)
    if isinstance(found, TupleV):
        return found
    if isinstance(found, IterV):
        assert found.item is not None
        return found.count, found.item
    count, item = low.expr.counted(found, node)
    return count, item


def opened(low: Lowering, v: Val, node: Any) -> Val:
    """What ``__iter__`` of an object gives; anything else as it is."""
    cls = opened_class(v)
    if cls is None:
        return v
    found = low.expr.apply_method(v, "__iter__", [], {}, node)
    again = opened_class(found)
    if again is not None and hasattr(again, "__next__") and not hasattr(again, "irad_compiled"):
        return low.expr.apply(iterator_objects.drawn, [found], {}, node)
    return found


def begun(low: Lowering, v: Val, node: Any) -> Val:
    """What ``__iter__`` of an object gives, computed once; anything else as it is."""
    return as_iterated(low, v, node) if opened_class(v) is not None else v


def is_held(v: Val) -> bool:
    """Whether a value is an iterator that has a name, and so may be used again."""
    if isinstance(v, TupleV) and v.form is not None and v.form.kind == ITERATOR:
        return v.place is not None
    return hasattr(opened_class(v), "__next__")


_OF_TWO = (map, filter, zip, itertools.compress, itertools.filterfalse, itertools.takewhile)


def one_by_one(low: Lowering, fn: Any, args: list[Val], kw: dict[str, Val], node: Any) -> Val | None:
    """A call that takes only some items of an iterator which may be used again, as one of a generator; None for other calls."""
    held_ = [v for v in args if is_held(v)]
    if fn not in iterator_objects.ONE_BY_ONE or not held_:
        return None
    if fn is zip and "strict" in kw and not low.truth(kw["strict"], node).constant:
        kw = {}
    known = [v for v in held_ if isinstance(v, TupleV) and v.form is not None and v.form.kind == ITERATOR]
    if len(known) == len(held_):
        if fn is zip and "strict" not in kw:
            return _zip_of_known(low, args, node)
        if fn is itertools.compress and len(args) == 2:
            return _chosen_of_known(low, args, node)
        count = known_value(args[1]) if fn is itertools.islice and len(args) == 2 else UNKNOWN
        return iterator(taken(low, known[0], min(count, len(known[0].items)), node)) if isinstance(count, int) else None
    if (fn in _OF_TWO and len(args) != 2) or not all(hasattr(opened_class(v), "irad_compiled") for v in held_):
        low.unsupported(
            node, f"{fn.__name__}() of an iterator that has a name is not supported like this", "take its items by next()"
        )
    if fn is itertools.filterfalse and isinstance(args[0], NoneV):
        args = [KnownV(bool), args[1]]
    if fn in (zip, itertools.compress):
        args = [v if is_held(v) else low.expr.apply(iterator_objects.ItemIterator, [low.expr.stable(v)], {}, node) for v in args]
    return low.expr.apply(iterator_objects.ONE_BY_ONE[fn], args, kw, node)


def _chosen_of_known(low: Lowering, args: list[Val], node: Any) -> Val:
    """``itertools.compress`` with iterators of known structure among its arguments."""
    pairs = _zip_of_known(low, args, node)
    if pairs is None:
        text = "compress() of an iterator that has a name and of what has as many items as the run tells is not supported"
        low.unsupported(node, text, "take its items by next()")
    rows = [all_items(cast(TupleV, p)) for p in all_items(cast(TupleV, pairs))]
    columns: list[Val] = [TupleV([r[k] for r in rows]) for k in range(2)]
    return low.expr.apply(itertools.compress, columns, {}, node)


def _zip_of_known(low: Lowering, args: list[Val], node: Any) -> Val | None:
    """``zip`` with iterators of known structure among its arguments, which may be one iterator several times."""
    rest: dict[Any, list[Val]] = {}
    keys = [v.place if is_held(v) else k for k, v in enumerate(args)]  # type: ignore[attr-defined]
    for key, v in zip(keys, args, strict=True):
        items = known_items(low, v, node) if not is_held(v) else all_items(v)  # type: ignore[arg-type]
        if items is None:
            return None
        rest.setdefault(key, list(items))
    counts = {key: len(items) for key, items in rest.items()}
    out: list[Val] = []
    while True:
        row = []
        for key in keys:
            if not rest[key]:
                break
            row.append(rest[key].pop(0))
        if len(row) < len(keys):
            break
        out.append(TupleV(row))
    for key, v in dict(zip(keys, args, strict=True)).items():
        if is_held(v):
            taken(low, v, counts[key] - len(rest[key]), node)  # type: ignore[arg-type]
    return iterator(out)


def opened_class(v: Val) -> type | None:
    """The class of an object that has an ``__iter__``."""
    cls = v.form.cls if isinstance(v, TupleV) and v.form is not None and v.form.by_attribute else None
    cls = v.ty.kinds[0].cls if isinstance(v, ReferenceV) else cls
    return cls if isinstance(cls, type) and not issubclass(cls, tuple) and hasattr(cls, "__iter__") else None


def numbers_of(v: Val, most: int = MOST_ITEMS) -> range | None:
    """The numbers of a range with known bounds, if there are not many."""
    bounds = [known_int(x) for x in (v.start, v.stop, v.step)] if isinstance(v, RangeV) else [None]
    if any(x is None for x in bounds) or len(numbers := range(*(x for x in bounds if x is not None))) > most:
        return None
    return numbers


def known_items(low: Lowering, v: Val, node: Any) -> list[Val] | None:
    """The items, where their number is known when compiling; of a range with few numbers, too."""
    numbers = numbers_of(v)
    if numbers is not None:
        return [ScalarV(WHOLE, const(n)) for n in numbers]
    if isinstance(v, TupleV) and v.place is not None:
        low.iterated.append(v)
    found = as_iterated(low, v, node)
    return all_items(found) if isinstance(found, TupleV) else None


def needed_items(low: Lowering, v: Val, what: str, node: Any) -> list[Val]:
    """The items, whose number must be known when compiling."""
    items = known_items(low, v, node)
    if items is None and not isinstance(v, ListV):
        found = source(low, v, node)
        if not isinstance(found, TupleV):
            count = known_int(found[0])
            if count is not None and count <= MOST_ITEMS:
                return [low.expr.stable(found[1](const(k))) for k in range(count)]
            low.demand(node, ScalarV(WHOLE, found[0]))
    if items is None:
        low.demand(node, v)
        low.unsupported(node, f"{what} of {v.ty}, whose length is known at run time only, is not supported", "write a loop")
        raise AssertionError
    return items


def made_list(low: Lowering, node: Any) -> str:
    """The name of a new list that grows."""
    name = f"{LIST}{in_text(node)}{INNER}made{low.occurrence(node)}"
    low.instance.growing.add(name)
    growing_lists.assign(low, name, TupleV([], Form("list")), node)
    return name


def as_list(low: Lowering, v: Val, node: Any) -> Val:
    """``list(v)``: of known structure, or one that grows."""
    items = known_items(low, v, node)
    if items is not None:
        return list_values.made(low, TupleV(items, Form("list")), node)
    found = source(low, v, node)
    assert not isinstance(found, TupleV)
    name = made_list(low, node)
    low.counted(found[0], lambda k: growing_lists.append(low, name, low.expr.stable(found[1](k)), node))
    return made(low, name, node)


def part_as_list(low: Lowering, item_of: Callable[[Any], Val], begin: int, count: Any, node: Any) -> Val:
    """A list of ``count`` items, as many as the run tells, the first of them number ``begin``."""
    name = made_list(low, node)
    low.counted(count, lambda k: growing_lists.append(low, name, low.expr.stable(item_of(low.b.add(k, const(begin)))), node))
    return made(low, name, node)


def made(low: Lowering, name: str, node: Any) -> Val:
    """The list that has been made under this name, which is a value now."""
    return list_values.made(low, growing_lists.read(low, name), node)


def as_growing(low: Lowering, v: Val, node: Any) -> ListV:
    """A list of any kind as one that grows, at its present state."""
    v = shared_lists.opened(low, v)
    if isinstance(v, ListV):
        return v
    assert isinstance(v, TupleV)
    name = made_list(low, node)
    for item in all_items(v):
        growing_lists.append(low, name, item, node)
    return growing_lists.read(low, name)


def is_list(v: Val) -> bool:
    """Whether the items are those of a list that grows."""
    return isinstance(v, (ListV, SharedV)) or (isinstance(v, IterV) and v.lists)


def zipped(low: Lowering, given: list[Val], strict: Any, node: Any) -> Val:
    """``zip(*given)``; ``strict``: an i1."""
    if not isinstance(strict, ir.Constant):
        low.unsupported(node, "strict= must be a constant")
    parts: list[Any] = [source(low, v, node) for v in given]
    known = [len(p.items) for p in parts if isinstance(p, TupleV)]
    if not parts:
        return iterator([])
    if known:
        least = min(known)
        if strict.constant and max(known) != least:
            low.wrong(node, "the arguments of zip(strict=True) have different lengths")
        for v, p in zip(given, parts, strict=True):
            if not isinstance(p, TupleV):
                numbers = numbers_of(v, 2**62)
                if numbers is not None and not strict.constant:
                    least = min(least, len(numbers))
                    continue
                _check_length(low, p[0], least, bool(strict.constant), node)
        made = iterator([TupleV([_item(p, k) for p in parts]) for k in range(least)])
        return following(low, made, iterator_objects.Pairs, given, node)
    count = parts[0][0]
    for p in parts[1:]:
        if strict.constant:
            same = low.b.icmp_signed("==", p[0], parts[0][0])
            text = "zip() arguments have different lengths: {0} and {1}"
            low.check(same, ValueError, text, node, [parts[0][0], p[0]])
        else:
            count = low.b.select(low.b.icmp_signed("<", p[0], count), p[0], count)
    lists = any(map(is_list, given))
    object_ = held(low, iterator_objects.Pairs, given, node) if len(given) == 2 and not strict.constant else None
    return IterV("zip", count, lambda k: TupleV([p[1](k) for p in parts]), lists=lists, held=object_)


def _check_length(low: Lowering, count: Any, least: int, exactly: bool, node: Any) -> None:
    """An array beside a container of known structure: it must be as long."""
    fits = low.b.icmp_signed("==" if exactly else ">=", count, const(least))
    text = f"zip() of a container of {least} items, which compiled code was made for, and something of {{0}}"
    low.check(fits, ValueError, text, node, [count])


def _item(part: Any, k: int) -> Val:
    found: Val = part.item(k) if isinstance(part, TupleV) else part[1](const(k))
    return found


def enumerated(low: Lowering, v: Val, start: Val | None, node: Any) -> Val:
    """``enumerate(v, start)``."""
    start = ScalarV(WHOLE, const(0)) if start is None else start
    if not isinstance(start, ScalarV) or start.ty.kind not in ("int64", "bool"):
        low.wrong(node, f"enumerate() counts from an integer, not {start.ty}")
    assert isinstance(start, ScalarV)
    first = low.word(start)
    static = known_int(first)
    found = source(low, v, node)
    if isinstance(found, TupleV):
        if static is not None:
            made = iterator(fixed_containers.enumerated(found, static).items)
            return following(low, made, iterator_objects.Numbered, [v, start], node)
        numbers = [checked_integers.arithmetic(low, "add", const(k), first, node) for k in range(len(found.items))]
        return iterator([TupleV([ScalarV(WHOLE, n), item]) for n, item in zip(numbers, all_items(found), strict=True)])
    count, item = found
    small = static is not None and abs(static) < MOST_ELEMENTS

    def pair(k: Any) -> TupleV:
        number = low.arrays.add(k, first) if small else checked_integers.arithmetic(low, "add", k, first, node)
        return TupleV([ScalarV(WHOLE, number), item(k)])

    return IterV("enumerate", count, pair, lists=is_list(v), held=held(low, iterator_objects.Numbered, [v, start], node))


def backwards(low: Lowering, v: Val, node: Any) -> Val:
    """``reversed(v)``."""
    if hasattr(opened_class(v), "__reversed__"):
        return low.expr.apply_method(v, "__reversed__", [], {}, node)
    if isinstance(v, IterV) or (isinstance(v, TupleV) and v.form is not None and v.form.kind in ("iterator", "set", "frozenset")):
        low.wrong(node, f"'{v.ty}' object is not reversible")
    found = source(low, v, node)
    if isinstance(found, TupleV):
        return following(low, iterator(all_items(found)[::-1]), iterator_objects.Backwards, [v], node)
    n, item = found
    object_ = held(low, iterator_objects.Backwards, [v], node)
    return IterV(
        "reversed", n, lambda k: item(low.b.sub(low.b.sub(n, const(1)), k, flags=["nsw"])), lists=is_list(v), held=object_
    )


def following(low: Lowering, found: TupleV, cls: Any, args: list[Val], node: Any) -> Val:
    """An iterator over known items; of a list that is changed somewhere one that sees the changes, if it gets a name."""
    changed = low.instance.mutated
    if not any(isinstance(v, TupleV) and v.place is not None and v.place.name in changed for v in args):
        return found
    if len(args) > 2 or any(isinstance(v, TupleV) and v.form is not None and v.form.kind == ITERATOR for v in args):
        return found
    return IterV("iterator", known=lambda: all_items(found), held=held(low, cls, args, node))


def held(low: Lowering, cls: Any, args: list[Val], node: Any) -> Callable[[], Val] | None:
    """What makes an iterator that can be used in several places, if all that it iterates over can be indexed."""
    if any(isinstance(v, (IterV, RangeV)) for v in args):
        return None
    return lambda: low.expr.apply(cls, [low.expr.stable(v) for v in args], {}, node)


def binds_outside(v: Val) -> bool:
    """Whether it is a generator that binds variables of the function around it anew."""
    return isinstance(v, GeneratorV) and bool(getattr(v.fn, "irad_nonlocals", None))


def whole(low: Lowering, v: Val, node: Any) -> Val:
    """A container with all items of a generator, which must not change what others see."""
    assert isinstance(v, IterV) and v.made is not None
    if low.lively:
        text = "all items of this generator would be computed at once, and the loop may change what they depend on"
        low.unsupported(node, text, "leave out strict=, or make a list of it before the loop: list(...)")
    before = low.effects
    found = v.made(True)
    if low.effects != before or binds_outside(v):
        text = "all items of this generator would be computed at once, and it changes what others see"
        low.unsupported(node, text, "write a loop over it, or make a list of it: list(...)")
    return found


def handed(low: Lowering, v: Val, node: Any, items: Val | None = None) -> Val:
    """A value that is put somewhere: ranges with known bounds, iterators as objects; ``items``: those of a generator."""
    numbers = numbers_of(v, 2**62)
    if numbers is not None:
        return KnownV(interned(numbers))
    if isinstance(v, IterV) and v.known is not None and v.held is None:
        return iterator(v.known())
    if isinstance(v, GeneratorV):
        for given in v.values.values():
            low.check_kept(given, node)
        if items is None and v.held is not None and is_resumable(v):
            return v.held()
    if isinstance(v, IterV) and v.made is not None:
        found = whole(low, v, node) if items is None else items
        if isinstance(found, TupleV):
            return iterator(all_items(found))
        return low.expr.apply(iterator_objects.ItemIterator, [low.expr.stable(found)], {}, node)
    if isinstance(v, IterV) and v.held is not None:
        return v.held()
    if isinstance(v, (RangeV, IterV)):
        hint = "make an array or a list of it" if isinstance(v, IterV) else "pass its bounds"
        low.unsupported(node, f"{v.ty} whose bounds are known at run time only has one name, and cannot be passed on", hint)
    return v


def flag(low: Lowering, value: bool) -> Any:
    """A place in memory with a truth value."""
    place = low.alloca(I1)
    low.b.store(ir.Constant(I1, int(value)), place)
    return place
