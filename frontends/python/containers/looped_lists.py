"""Loops over lists that change meanwhile: a loop sees each item as it is when it is reached, as in Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from irad.frontends.python.containers import growing_lists, shared_lists
from irad.frontends.python.core.code_writer import RoundAgain
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ListV, SharedV, TupleV, Val
from irad.frontends.python.objects import list_identity
from irad.frontends.python.trees.bound_names import assigned_names, changed_in


def live(low: Lowering, s: Any, given: Val) -> tuple[Callable[[], Any], Callable[[Any], Val]] | None:
    """What computes the number of items, and item k, of a list as it is in each iteration; None if the loop cannot change it."""
    grown = isinstance(given, ListV) and given.name in changed_in(s.body) - assigned_names(s.body)
    if not (grown or isinstance(given, SharedV)):
        return None

    def now() -> ListV:
        found = growing_lists.read(low, given.name) if isinstance(given, ListV) else shared_lists.opened(low, given)
        assert isinstance(found, ListV)
        return found

    growing_lists.known_item(now())
    return lambda: now().count, lambda k: growing_lists.read_item(low, now(), k)


class Mark(NamedTuple):
    """How much has been noted so far: lists with an identity that are iterated over, others, changes, effects."""

    watched: int
    iterated: int
    changes: int
    items: int
    effects: int

    @staticmethod
    def of(low: Lowering) -> Mark:
        """The present mark."""
        return Mark(len(low.watched), len(low.iterated), len(low.list_changes), len(low.item_changes), low.effects)


class Looked:
    """The lists that the head of a loop, which began at a mark, goes over."""

    def __init__(self, low: Lowering, mark: Mark) -> None:
        self.low, self.mark = low, mark
        self.watched, self.iterated = low.watched[mark.watched :], low.iterated[mark.iterated :]

    def check(self, s: Any) -> None:
        """Behind the loop: an error where one has another length, and lists without an identity that are changed get one."""
        low = self.low
        for xs, count in self.watched:
            shared_lists.check_length(low, xs, count, s)
        for held in self.iterated:
            if isinstance(held, (TupleV, ListV)) and held.place in low.list_changes[self.mark.changes :]:
                list_identity.share_one(low, held, s)
        forwards = not any(isinstance(n, ast.Name) and n.id == "reversed" for n in ast.walk(s.iter))
        for held in self.iterated:
            for change in low.item_changes[self.mark.items :]:
                taken = forwards and change.item is not None and change.item <= change.positions.get(id(s), -1)
                if isinstance(held, TupleV) and held.place == change.place and not taken and id(s) not in low.instance.lively:
                    low.instance.lively.add(id(s))
                    raise RoundAgain
        del low.watched[self.mark.watched :], low.iterated[self.mark.iterated :]


def as_reached(low: Lowering, s: Any, given: Val, items: list[Val]) -> Iterator[Val] | None:
    """The items of a container of known structure that may be changed, each as it is when it is reached; None of others."""
    form = given.form if isinstance(given, TupleV) else None
    if not isinstance(given, TupleV) or form is None or given.place is None or form.kind not in ("dict", "set", "list"):
        return None
    return _of_list(low, s, given) if form.kind == "list" else _of_one_size(low, s, given, items)


def _of_one_size(low: Lowering, s: Any, given: TupleV, items: list[Val]) -> Iterator[Val]:
    """The items of a dict or set: an error after an iteration in which it has got keys or lost some."""
    form: Any = given.form
    for item in items:
        yield item
        now = low.present(given, s)
        if isinstance(now, TupleV) and now.form is not None and len(now.form.names) != len(form.names):
            what = "dictionary" if form.kind == "dict" else "Set"
            low.fail(RuntimeError, f"{what} changed size during iteration", s)
            return


def _of_list(low: Lowering, s: Any, given: TupleV) -> Iterator[Val]:
    """The items of a list."""
    for k in range(len(given.items)):
        now = low.present(given, s)
        same = isinstance(now, TupleV) and len(now.items) == len(given.items)  # else `Looked.check` sees to it
        yield now.item(k) if same else given.item(k)  # type: ignore[attr-defined]


def of_view(low: Lowering, s: Any, now: Callable[[], list[Val]]) -> Iterator[Val]:
    """The items of a view of a dict."""
    count = len(now())
    for k in range(count):
        items = now()
        if len(items) != count:
            break
        yield items[k]
    if len(now()) != count:
        low.fail(RuntimeError, "dictionary changed size during iteration", s)
