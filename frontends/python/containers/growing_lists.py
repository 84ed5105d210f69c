"""Lists that grow: a name on which the function calls ``append`` or the like.

Such a list is a few registers in a variable: its length, its capacity, and the address of one block of memory for each register
of an item, so that each block holds data of one kind.  When it is full, the capacity is doubled and the items are copied (to
derivatives these are pointers that change in a loop).  The list belongs to its one name: it cannot be assigned to another one,
returned, or passed to a function.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from llvmlite import ir

from irad.frontends.python.calls.demand import make_known
from irad.frontends.python.containers import unsettled_types
from irad.frontends.python.containers.key_search import equal_in_a_loop
from irad.frontends.python.core.code_writer import NotYet, RoundAgain
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    I64,
    LIST_HINT,
    PTR,
    SHARED,
    LazyV,
    ListV,
    NoneV,
    ReferenceV,
    ScalarV,
    TupleV,
    Val,
    const,
    leaf_types,
)
from irad.frontends.python.core.texts import Message
from irad.frontends.python.messages.callable_names import no_method
from irad.frontends.python.objects import list_identity
from irad.frontends.python.sources.joined_types import can_hold, joined_item
from irad.frontends.python.sources.python_types import (
    WHOLE,
    List,
    Tuple,
    Ty,
    is_changeable,
)
from irad.frontends.python.trees.bound_names import changed_while_looped
from irad.frontends.python.trees.comprehensions import is_made_list
from irad.frontends.python.trees.webs import described, shown

_FIRST = 8  # initial capacity, in items


# ---- items


def read_item(low: Lowering, xs: ListV, i: Any) -> Val:
    """Item ``i``, which is in range."""
    item = known_item(xs)
    types = low.leaf_types(item)
    leaves = [low.typed(low.b.load(_at(low, data, t, i), typ=t), t) for data, t in zip(xs.data, types, strict=True)]
    v = low.from_leaves(item, leaves)
    return replace(v, place=SHARED) if isinstance(v, TupleV) and is_changeable(item) else v


def write(low: Lowering, blocks: list[Any], item: Ty, i: Any, v: Val) -> None:
    types = low.leaf_types(item)
    for data, t, leaf in zip(blocks, types, low.leaves(v, item), strict=True):
        low.typed(low.b.store(leaf, _at(low, data, t, i)), t)


def _at(low: Lowering, data: Any, t: Any, i: Any) -> Any:
    return low.b.gep(data, [i], inbounds=True, source_etype=t)


def size_of(t: Any) -> int:
    return {"i8": 1, "i16": 2, "i32": 4, "float": 4}.get(str(t), 8)


def known_item(xs: ListV) -> Ty:
    """The type of the items, once it is known."""
    if xs.ty.item is None or len(leaf_types(xs.ty.item)) != len(xs.data):  # just found: the blocks are there next round
        raise NotYet
    return xs.ty.item


def _fitting(low: Lowering, name: str, v: Val, node: Any) -> tuple[Ty, Val]:
    """The type of the items of list ``name``, made to hold ``v``; and ``v`` as an item."""
    if isinstance(v, LazyV):
        v = low.arrays.in_memory(v)
    low.check_kept(v, node)
    list_identity.as_items(low, v, node)
    low.share(v)
    ty: Ty = v.ty
    known = low.instance.variables.get(name)
    made = known.made if isinstance(known, List) else None
    if not can_hold(ty):
        make_known(low, name, made)
        low.unsupported(node, f"{ty} cannot be an item of a list that grows", "numbers, arrays and tuples of them can be")
    old = known.item if isinstance(known, List) else None
    item = ty if old is None else joined_item(old, ty) or list_identity.meet(low, old, ty, node)
    if item is None:
        make_known(low, name, made)
        named = not is_made_list(name) and (name in low.instance.local_names or name in low.instance.arg_names)
        what = f"the list '{shown(name)}'" if named else "a list"
        low.wrong(node, f"{what} holds {old}, and {ty} is put into it", "use a list for each type")
    if item != old:
        if old is not None and item is not None:
            unsettled_types.check_depth(low, name, old, item)
        low.instance.variables[name] = List(item)
        low.changed |= name not in low.passing  # (else all is lowered anew)
    assert item is not None
    return item, v


# ---- the list


def assign(low: Lowering, name: str, value: Val, node: Any) -> None:
    """``xs = [...]``: a new list."""
    low.instance.list_makers.setdefault(name, set()).update(list_identity.makers(low, value))
    if isinstance(value, ListV) and (is_made_list(value.name) or not value.name):
        if value.place is not None:  # something else holds it: from now on a value as others
            low.instance.growing.discard(name)
            low.instance.handed_lists.add(name)
            low.instance.variables.pop(name, None)
            raise RoundAgain
        _take(low, name, value, node)
        return
    items = value.items if isinstance(value, TupleV) and value.form is not None and value.form.kind == "list" else None
    held = isinstance(value, TupleV) and value.place is not None  # by another name
    if items is None or held or any(is_changeable(v.ty) for v in items):  # or of objects that are changed where they are
        low.instance.growing.discard(name)
        low.instance.handed_lists.add(name)
        raise RoundAgain
    _declared(low, name, node)
    _set(low, name, const(0), None)
    for v in items:
        append(low, name, v, node)


def _declared(low: Lowering, name: str, node: Any) -> List:
    """The type of a variable that gets a list."""
    known = low.instance.variables.setdefault(name, List(None))
    fixed = isinstance(known, Tuple) and known.form is not None and known.form.kind == "list"
    if fixed and name not in low.instance.handed_lists:
        low.instance.growing.discard(name)  # from now on a value: what it is may be another list on each way
        low.instance.handed_lists.add(name)
        low.instance.variables.pop(name, None)
        raise RoundAgain
    if not isinstance(known, List):
        low.wrong(node, f"{described(name)} is {known} in one place and a list in another", "use two names")
    assert isinstance(known, List)
    return known


def _set(low: Lowering, name: str, count: Any, data: list[Any] | None) -> None:
    """Make the variable a list that has no room for more items; ``data``: its blocks, None for an empty one."""
    low.reads.pop(name, None)
    if name not in low.slots:
        known = low.instance.variables[name]
        low.slots[name] = (known, [low.alloca(t) for t in low.leaf_types(known)])
    places = low.slots[name][1]
    blocks = [ir.Constant(PTR, None)] * (len(places) - 2) if data is None else data
    for v, place in zip([count, count, *blocks], places, strict=True):
        low.b.store(v, place)
    low.b.store(ir.Constant(ir.IntType(1), 1), low.flag(name))


def _take(low: Lowering, name: str, value: ListV, node: Any) -> None:
    """``xs = [... for ...]``: the list of the comprehension, which nobody else has."""
    known = _declared(low, name, node)
    item = known_item(value) if known.item is None else joined_item(known.item, known_item(value))
    if item is not None and item != known_item(value):
        _set(low, name, const(0), None)  # a copy, whose items have the type of those that are put in elsewhere
        low.counted(value.count, lambda k: append(low, name, read_item(low, value, k), node))
        return
    if item != known_item(value):
        text = f"the list '{shown(name)}' holds {known.item} in one place and {value.ty.item} in another"
        low.unsupported(node, text, "use two names")
    if item != known.item:
        low.instance.variables[name] = List(item)
        low.changed = True
        raise NotYet
    _set(low, name, value.count, value.data)  # (more items go to new memory)


def read(low: Lowering, name: str) -> ListV:
    """The list as it is now."""
    ty = low.instance.variables[name]
    assert isinstance(ty, List)
    count, _, *blocks = low.slots[name][1]
    return ListV(ty, [low.b.load(b, typ=PTR) for b in blocks], low.b.load(count, typ=I64), name)


def put_state(low: Lowering, name: str, xs: ListV | None) -> None:
    """Make the variable that list (None: an empty one)."""
    if xs is None:
        _set(low, name, const(0), None)
        return
    _set(low, name, xs.count, xs.data)
    if xs.room is not None:
        low.b.store(xs.room, low.slots[name][1][1])


def room(low: Lowering, name: str) -> Any:
    """For how many items there is room."""
    return low.b.load(low.slots[name][1][1], typ=I64)


def append(low: Lowering, name: str, v: Val, node: Any) -> None:
    """``xs.append(v)``."""
    low.note_effect(name)
    item, v = _fitting(low, name, v, node)
    low.leaves(v, item)  # its computation comes before the list is read
    count_place, room_place, *blocks = low.slots[name][1]
    types = low.leaf_types(item)
    if len(types) != len(blocks):  # the type of the items has just been found: next round
        raise NotYet
    count, room = low.b.load(count_place, typ=I64), low.b.load(room_place, typ=I64)
    grow, ready = low.fn.append_basic_block("grow"), low.fn.append_basic_block("append")
    low.b.cbranch(low.b.icmp_signed("<", count, room), ready, grow)
    low.b = ir.IRBuilder(grow)
    twice = low.b.mul(room, const(2), flags=["nsw"])
    more = low.b.select(low.b.icmp_signed("<", twice, const(_FIRST)), const(_FIRST), twice)
    for t, block in zip(types, blocks, strict=True):
        _move(low, block, t, count, low.arrays.mul(more, const(size_of(t))))
    low.b.store(more, room_place)
    low.b.branch(ready)
    low.b = ir.IRBuilder(ready)
    write(low, [low.b.load(b, typ=PTR) for b in blocks], item, count, v)
    low.b.store(low.b.add(count, const(1), flags=["nsw"]), count_place)
    low.reads.pop(name, None)


def _move(low: Lowering, block: Any, t: Any, count: Any, size: Any) -> None:
    """Replace a block by one of ``size`` bytes."""
    new, old = low.reserve(size), low.b.load(block, typ=PTR)
    low.counted(count, lambda k: _move_item(low, old, new, t, k, k))
    low.b.store(new, block)


def _pop(low: Lowering, name: str, node: Any) -> Val:
    xs = read(low, name)
    known_item(xs)
    low.check(low.b.icmp_signed(">", xs.count, const(0)), IndexError, "pop from empty list", node)
    last = low.b.sub(xs.count, const(1), flags=["nsw"])
    found = read_item(low, xs, last)
    low.b.store(last, low.slots[name][1][0])
    low.reads.pop(name, None)
    return found


def method(low: Lowering, xs: ListV, method_name: str, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``xs.append(v)`` and the like."""
    name = xs.name
    low.note_effect(name)
    if method_name == "sort" and not args and name:
        made = low.expr.apply(sorted, [xs], kw, node)
        assert isinstance(made, ListV)
        _set(low, name, made.count, made.data)
        return NoneV()
    if kw or not name:
        low.unsupported(node, *no_method("list", method_name))
    if method_name == "append" and len(args) == 1:
        append(low, name, args[0], node)
    elif method_name == "pop" and not args:
        return _pop(low, name, node)
    elif method_name == "clear" and not args:
        low.b.store(const(0), low.slots[name][1][0])
        low.reads.pop(name, None)
    elif method_name == "extend" and len(args) == 1:
        extend(low, name, args[0], node)
    elif method_name == "pop" and len(args) == 1:
        return remove_item(low, xs, args[0], node, "pop index out of range")
    elif method_name == "insert" and len(args) == 2:
        _insert(low, name, args[0], args[1], node)
    elif method_name == "remove" and len(args) == 1:
        text = Message(low)
        text.text("list.remove(x): x not in list")
        remove_item(low, xs, _place_of(low, xs, args, text, node), node)
    elif method_name == "reverse" and not args:
        _reverse(low, name)
    elif method_name == "index" and 1 <= len(args) <= 3:
        text = Message(low)
        text.value(args[0], "", "r")
        text.text(" is not in list")
        return _place_of(low, xs, args, text, node)
    elif method_name == "count" and len(args) == 1:
        return _occurrences(low, xs, args[0])
    else:
        hint = "append, extend, insert, pop, remove, reverse, index, count and clear are"
        low.unsupported(node, *no_method("list", method_name, hint))
    return NoneV()


def extend(low: Lowering, name: str, v: Val, node: Any) -> None:
    """``name.extend(v)``."""
    plain = isinstance(v, TupleV) and (v.form is None or v.form.kind in ("list", "namedtuple"))
    if isinstance(v, (ReferenceV, TupleV)) and not plain:
        v = low.expr.apply(list, [v], {}, node)
    if isinstance(v, ListV):
        known_item(v)
        count = v.count  # as it is now: it may be the same list
        low.counted(count, lambda k: append(low, name, read_item(low, _now(low, v), k), node))
        return
    if isinstance(v, TupleV):
        for item in v.items:
            append(low, name, item, node)
        return
    watched = len(low.watched)
    count, item_of = low.expr.counted(v, node)
    low.counted(count, lambda k: append(low, name, item_of(k), node))
    del low.watched[watched:]  # this loop is over


def remove_item(low: Lowering, xs: ListV, i: Val, node: Any, text: str = "list assignment index out of range") -> Val:
    """``del xs[i]``, ``xs.pop(i)``: the items behind it move."""
    k = index(low, xs, i, node, text)
    found = low.from_leaves(known_item(xs), low.leaves(read_item(low, xs, k), known_item(xs)))
    last = low.b.sub(xs.count, const(1), flags=["nsw"])
    low.counted(low.b.sub(last, k, flags=["nsw"]), lambda j: _shift(low, xs, low.b.add(k, j), 1))
    low.b.store(last, low.slots[xs.name][1][0])
    low.reads.pop(xs.name, None)
    return found


def _shift(low: Lowering, xs: ListV, k: Any, by: int) -> None:
    """Item ``k`` becomes the one that is ``by`` behind it."""
    move_item(low, xs.data, xs.data, low.leaf_types(known_item(xs)), low.b.add(k, const(by)), k)


def move_item(low: Lowering, sources: list[Any], targets: list[Any], types: list[Any], source: Any, target: Any) -> None:
    """An item from a place in some blocks to one in others."""
    for a, b, t in zip(sources, targets, types, strict=True):
        _move_item(low, a, b, t, source, target)


def _move_item(low: Lowering, source: Any, target: Any, t: Any, i: Any, j: Any) -> None:
    found = low.typed(low.b.load(_at(low, source, t, i), typ=t), t)
    low.typed(low.b.store(found, _at(low, target, t, j)), t)


def cut(low: Lowering, name: str, count: Any) -> None:
    """The list has its first ``count`` items only from now on."""
    low.b.store(count, low.slots[name][1][0])
    low.reads.pop(name, None)


def _insert(low: Lowering, name: str, i: Val, v: Val, node: Any) -> None:
    """``xs.insert(i, v)``."""
    if not isinstance(i, ScalarV) or i.ty.kind not in ("int64", "bool"):
        low.unsupported(node, f"a list that grows is indexed by an integer, not {i.ty}", LIST_HINT)
    assert isinstance(i, ScalarV)
    v = low.arrays.in_memory(v) if isinstance(v, LazyV) else v
    append(low, name, v, node)
    xs = read(low, name)
    last = low.b.sub(xs.count, const(1), flags=["nsw"])
    k = low.word(i)
    k = low.b.select(low.b.icmp_signed("<", k, const(0)), low.b.add(k, last), k)
    k = low.b.select(low.b.icmp_signed("<", k, const(0)), const(0), k)
    k = low.b.select(low.b.icmp_signed("<", k, last), k, last)
    low.counted(low.b.sub(last, k, flags=["nsw"]), lambda j: _shift(low, xs, low.b.sub(last, j), -1))
    write(low, xs.data, known_item(xs), k, v)


def _reverse(low: Lowering, name: str) -> None:
    xs = read(low, name)

    def exchange(k: Any) -> None:
        other = low.b.sub(low.b.sub(xs.count, const(1)), k)
        for data, t in zip(xs.data, low.leaf_types(known_item(xs)), strict=True):
            a, b = _at(low, data, t, k), _at(low, data, t, other)
            first, second = low.b.load(a, typ=t), low.b.load(b, typ=t)
            low.b.store(second, a)
            low.b.store(first, b)

    low.counted(low.b.sdiv(xs.count, const(2)), exchange)
    low.reads.pop(name, None)


def _place_of(low: Lowering, xs: ListV, args: list[Val], absent: Message, node: Any) -> Val:
    """``xs.index(v)``, also between two bounds; a ValueError if it is not there."""
    place = low.alloca(I64)
    low.b.store(xs.count, place)
    start, stop = const(0), xs.count
    if len(args) > 1:
        start = _bound(low, xs, args[1], node)
    if len(args) > 2:
        stop = _bound(low, xs, args[2], node)
        stop = low.b.select(low.b.icmp_signed("<", stop, start), start, stop)

    def one(j: Any) -> None:
        k = low.b.sub(low.b.sub(stop, const(1)), j)
        same = equal_in_a_loop(low, read_item(low, xs, k), args[0], node)
        low.b.store(low.b.select(same, k, low.b.load(place, typ=I64)), place)

    known_item(xs)
    low.counted(low.b.sub(stop, start), one)
    found = low.b.load(place, typ=I64)
    low.check(low.b.icmp_signed("<", found, xs.count), ValueError, absent.template, node, absent.details)
    return ScalarV(WHOLE, found)


def _bound(low: Lowering, xs: ListV, v: Val, node: Any) -> Any:
    """A bound of a part of a list: negative ones count from the end, and those beyond are the ends."""
    if not isinstance(v, ScalarV) or v.ty.kind not in ("int64", "bool"):
        low.wrong(node, f"the bounds of index() are integers, not {v.ty}")
    assert isinstance(v, ScalarV)
    k = low.word(v)
    k = low.b.select(low.b.icmp_signed("<", k, const(0)), low.b.add(k, xs.count), k)
    k = low.b.select(low.b.icmp_signed("<", k, const(0)), const(0), k)
    return low.b.select(low.b.icmp_signed(">", k, xs.count), xs.count, k)


def _occurrences(low: Lowering, xs: ListV, v: Val) -> Val:
    place = low.alloca(I64)
    low.b.store(const(0), place)

    def one(k: Any) -> None:
        same = equal_in_a_loop(low, read_item(low, xs, k), v, low.at)
        low.b.store(low.b.add(low.b.load(place, typ=I64), low.b.zext(same, I64)), place)

    known_item(xs)
    low.counted(xs.count, one)
    return ScalarV(WHOLE, low.b.load(place, typ=I64))


def _now(low: Lowering, xs: ListV) -> ListV:
    return read(low, xs.name) if xs.name and xs.name in low.instance.growing else xs


def index(low: Lowering, xs: ListV, i: Val, node: Any, text: str = "list index out of range") -> Any:
    """A checked index that is not negative."""
    if not isinstance(i, ScalarV) or i.ty.is_inexact:
        low.unsupported(node, f"a list that grows is indexed by an integer, not {i.ty}", LIST_HINT)
    assert isinstance(i, ScalarV)
    k = low.word(i)
    k = low.b.select(low.b.icmp_signed("<", k, const(0)), low.b.add(k, xs.count), k)
    if low.instance.boundscheck:
        low.check(low.b.icmp_unsigned("<", k, xs.count), IndexError, text, node)
    return k


def item(low: Lowering, xs: ListV, i: Val, node: Any) -> Val:
    """``xs[i]``."""
    known_item(xs)
    return read_item(low, xs, index(low, xs, i, node))


def set_item(low: Lowering, name: str, i: Val, v: Val, node: Any) -> None:
    """``xs[i] = v``, the list as it is now."""
    low.note_effect(name)
    ty, v = _fitting(low, name, v, node)
    xs = read(low, name)
    known_item(xs)
    write(low, xs.data, ty, index(low, xs, i, node, "list assignment index out of range"), v)


def set_at(low: Lowering, name: str, k: Any, v: Val, node: Any) -> None:
    """As `set_item`, for an index that is in range."""
    ty, v = _fitting(low, name, v, node)
    xs = read(low, name)
    known_item(xs)
    write(low, xs.data, ty, k, v)


def iterated(low: Lowering, xs: ListV) -> tuple[Any, Any]:
    """(count, item(k)) of a loop over the list; nothing may be appended to it meanwhile."""
    return xs.count, lambda k: read_item(low, xs, k)


def check_unchanged(low: Lowering, s: Any) -> None:
    """A loop over a list must not change it."""
    names = changed_while_looped(s)
    if names:
        low.unsupported(s, f"the list '{min(names)}' changes in a loop over it", "loop over a copy: np.array(xs)")
