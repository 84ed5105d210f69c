"""Items of known containers at places that are known at run time only; functions that are called with items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irad.frontends.python.containers import growing_lists, list_values, shared_lists
from irad.frontends.python.core.code_writer import RoundAgain
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import SHARED, ListV, TupleV, Val, const
from irad.frontends.python.objects import list_identity, selected_objects
from irad.frontends.python.objects.choices import chosen
from irad.frontends.python.sources.joined_types import Choice, holds_choice, join
from irad.frontends.python.sources.python_types import (
    Array,
    Known,
    List,
    NoneTy,
    Optional,
    Reference,
    Scalar,
    SharedList,
    Tuple,
    Ty,
    is_changeable,
)


def uniform(items: list[Val]) -> Ty | None:
    """The type that holds all items, if they are numbers, arrays, or containers of these."""
    if not items:
        return None
    ty: Ty | None = items[0].ty
    for i in items[1:]:
        ty = join(ty, i.ty) if ty is not None else None
    return ty if ty is not None and _is_plain(ty) else None


def alike(items: list[Val]) -> bool:
    """Whether the items have one type, and it does not matter for texts among them which item it is."""
    ty = uniform(items)
    return ty is not None and not holds_choice(ty)


def _is_plain(ty: Ty) -> bool:
    if isinstance(ty, Tuple):
        return bool(ty.items) and all(map(_is_plain, ty.items))
    if isinstance(ty, Optional):
        return isinstance(ty.item, Reference)
    return isinstance(ty, (Scalar, Array, Known, NoneTy, List, Reference, SharedList, Choice))


def gathered(low: Lowering, items: list[Val], k: Any, node: Any) -> Val:
    """Item ``k``, an i64 in range: views are those of the items themselves."""
    if selected_objects.selects(low, node) and selected_objects.can_be_selected(items):
        return selected_objects.among(low, items, k, node)
    ty = uniform(items)
    assert ty is not None
    for v in items:
        list_identity.check_choice(low, v, node)
    types = low.leaf_types(ty)
    blocks = [low.reserve(const(len(items) * growing_lists.size_of(t))) for t in types]
    for n, v in enumerate(items):
        growing_lists.write(low, blocks, ty, const(n), v)
    return chosen(low, growing_lists.read_item(low, ListV(List(ty), blocks, const(len(items))), k), items, node)


def shared(v: Val) -> Val:
    """One of several values: an object that cannot be changed, since it is not known which one it is."""
    return TupleV(v.items, v.form, SHARED) if isinstance(v, TupleV) and is_changeable(v.ty) else v


class Calling:
    """The function that an iterator or ``key=`` calls, as one of values.

    Loops that the frontend makes itself know nothing of what such a function changes (the number that a variable holds, the
    length of a list): if it changes what others see, it is called in a loop in Python in the next round.
    """

    def __init__(self, low: Lowering, fn: Val, node: Any) -> None:
        self.low, self.fn, self.node = low, fn, node
        low.callings += 1

    @property
    def changes(self) -> bool:
        """Whether an earlier round has seen that it changes something."""
        return id(self.node) in self.low.instance.lively

    def __call__(self, *args: Val) -> Val:
        return self.low.expr.stable(self.low.expr.call_value(self.fn, list(args), {}, self.node))

    def in_loop(self, *args: Val) -> Val:
        """A call in a loop that the frontend makes."""
        before = self.low.effects
        found = self(*args)
        self.check(before)
        return found

    def check(self, before: int) -> None:
        """Begin anew, if what was lowered since then changes something."""
        if self.low.effects != before and not self.changes:
            self.low.instance.lively.add(id(self.node))
            raise RoundAgain

    def keys(self, xs: ListV, name: str, one: Callable[[Val], Val]) -> ListV:
        """The list of the keys of the items of another; ``name``: a new list that grows; ``one``: what is made of each key."""
        if self.changes:
            found = self.low.expr.apply(keyed, [self.fn, list_values.as_value(self.low, xs)], {}, self.node)
            opened = shared_lists.opened(self.low, found)
            assert isinstance(opened, ListV)
            return opened
        count, item = growing_lists.iterated(self.low, xs)
        self.low.counted(count, lambda k: growing_lists.append(self.low, name, one(self.in_loop(item(k))), self.node))
        return growing_lists.read(self.low, name)


def keyed(key: Any, items: Any) -> Any:
    """The keys of all items."""
    return [key(v) for v in items]
