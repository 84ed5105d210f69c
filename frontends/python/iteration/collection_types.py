"""``deque``, ``defaultdict``, ``Counter``, ``OrderedDict`` and ``SimpleNamespace`` of known structure."""

from __future__ import annotations

import collections
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from irad.frontends.python.compiled_classes import counter_objects, deque_objects, ordered_dicts
from irad.frontends.python.containers import counters, hashed, list_values
from irad.frontends.python.containers.container_methods import taken_out
from irad.frontends.python.containers.fixed_containers import all_items
from irad.frontends.python.core import integers
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, NoneV, ScalarV, TupleV, Val, const
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.iteration.iterators import as_list, known_items, needed_items
from irad.frontends.python.iteration.making import entries, has_known_keys, is_dict, new_dict
from irad.frontends.python.messages.callable_names import no_key
from irad.frontends.python.objects import changes, list_identity, outside_values
from irad.frontends.python.sources.python_types import OBJECT, WHOLE, Form
from irad.rules.deferred_errors import of_key

Args = list[Val]
Keywords = dict[str, Val]


@dataclass(frozen=True)
class DequeKind:
    """A deque with at most ``most`` items, None: any number."""

    most: int | None
    __name__ = "deque"

    def make(self, items: Any) -> Any:
        """The object in Python."""
        return collections.deque(items, self.most)


@dataclass(frozen=True)
class DictKind:
    """An ``OrderedDict``, or a ``types.MappingProxyType``, which comes from outside."""

    name: str

    @property
    def __name__(self) -> str:
        return self.name

    def make(self, items: Any) -> Any:
        """The object in Python."""
        return collections.OrderedDict(items) if self.name == "OrderedDict" else types.MappingProxyType(dict(items))


@dataclass(frozen=True)
class FillingKind(DictKind):
    """A ``defaultdict`` (``factory``: what makes a missing value) or a ``Counter``."""

    factory: Any = None

    def make(self, items: Any) -> Any:
        """The object in Python."""
        return collections.Counter(items) if self.name == "Counter" else collections.defaultdict(self.factory, items)

    def default(self, low: Lowering, owner: TupleV, key: Any, node: Any) -> Val:
        """The value of a key that is not there; a ``defaultdict`` has it afterwards."""
        if self.name == "Counter":
            return ScalarV(WHOLE, const(0))
        if self.factory is None:
            names = owner.form.names if owner.form is not None else ()
            return low.known_error(KeyError, of_key(key), node, no_key("the dict", key, names))
        value = low.expr.apply(self.factory, [], {}, node)
        _, place = changes.holder(low, owner, node)
        new = entries(low, owner, node) | {key: value}
        made = owner.form.made if owner.form is not None else None
        changes.put(low, place, new_dict(new, self, made), node)
        held = low.present(TupleV(owner.items, owner.form, place), node)
        assert isinstance(held, TupleV) and held.form is not None
        return held.item(held.form.names.index(key))


def _deque(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    limit = args[1] if len(args) > 1 else kw.get("maxlen", NoneV())
    most = None if isinstance(limit, NoneV) else integers.known_index(limit)
    compiler, key = low.instance.compiler, (id(node), "deque")
    given = args[0] if args and not isinstance(args[0], NoneV) else TupleV([])
    items = known_items(low, given, node)
    known = most is not None or isinstance(limit, NoneV)
    if items is not None and known and key not in compiler.grown:
        return TupleV(_last(items, most), Form("list", (), DequeKind(most), made=key))
    found = low.expr.apply(list, [given], {}, node)
    empty = isinstance(found, TupleV) and not found.items
    if isinstance(found, TupleV):
        item = compiler.grown.get(key) or list_identity.common_type([v.ty for v in found.items])
        found = list_values.grown_display(low, found, (id(node), "deque items"), item, node)
    if not isinstance(limit, NoneV) and not empty:
        found = low.expr.apply(deque_objects.last, [found, limit], {}, node)
    return low.expr.apply(deque_objects.Deque, [found, limit], {}, node)


def _last(items: list[Val], most: int | None) -> list[Val]:
    return items if most is None or len(items) <= most else items[len(items) - most :]


def deque_method(low: Lowering, owner: TupleV, name: str, args: Args, node: Any) -> Val | None:
    """A method that lists do not have, or that regards the greatest length; None for those of lists."""
    assert owner.form is not None
    most = owner.form.cls.most
    items = all_items(owner)
    out: Val = NoneV()
    if name == "append" and len(args) == 1:
        items = _last([*items, low.expr.stable(args[0])], most)
    elif name == "appendleft" and len(args) == 1:
        items = [low.expr.stable(args[0]), *items]
        items = items[: most if most is not None else len(items)]
    elif name in ("extend", "extendleft") and len(args) == 1:
        more = needed_items(low, args[0], f"{name}()", node)
        items = _last([*items, *more], most) if name == "extend" else [*more[::-1], *items]
        items = items[: most if most is not None else len(items)]
    elif name in ("popleft", "pop") and not args:
        if not items:
            low.known_error(IndexError, "pop from an empty deque", node)
        out = taken_out(low, items.pop(0 if name == "popleft" else -1), owner, node)
    elif name == "rotate" and len(args) <= 1:
        n = 1 if not args else integers.known_index(args[0])
        if n is None:
            low.unsupported(node, "rotate() needs a number that is known when compiling")
            raise AssertionError
        n = n % len(items) if items else 0
        items = [*items[len(items) - n :], *items[: len(items) - n]]
    else:
        return None
    _, place = changes.holder(low, owner, node)
    items = [low.hold_apart(i, node) for i in items]
    for k in range(len(owner.items)):
        low.let_go(place.step(k), node)
    changes.put(low, place, TupleV(items, owner.form), node)
    return out


def _default_dict(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    factory = args[0] if args else NoneV()
    found = entries(low, args[1], node) if len(args) > 1 else {}
    if not isinstance(factory, NoneV) and not hasattr(factory, "value"):
        low.unsupported(
            node, "what makes the values of a defaultdict must be a function that captures nothing", "write setdefault"
        )
    return hashed.as_dict(low, new_dict(found | kw, FillingKind("defaultdict", getattr(factory, "value", None))), node, "dict")


def _counter(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if args and is_dict(args[0]):
        return hashed.as_dict(low, new_dict(entries(low, args[0], node) | kw, FillingKind("Counter")), node, "dict")
    items = known_items(low, args[0], node) if args else []
    if items is None or any(known_value(i) is UNKNOWN and hashed.is_key(i.ty) for i in items):
        low.demand(node, args[0])
        given = low.expr.apply(list, [args[0]], {}, node) if items is None else TupleV(items)
        return hashed.dict_of(low, given, node, FillingKind("Counter"), fill=counter_objects.counted)
    made = new_dict({}, FillingKind("Counter"))
    found = counters.counted(low, made, TupleV(items), node)
    return hashed.as_dict(low, new_dict(found | kw, FillingKind("Counter")), node, "dict")


def _ordered_dict(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    if len(args) > 1:
        low.wrong(node, f"expected at most 1 argument, got {len(args)}")
    kw = {k: low.expr.stable(v) for k, v in kw.items()}
    if args and not kw and not is_dict(args[0]) and not has_known_keys(low, args[0], node):
        if hashed.is_dict(args[0]):
            return low.expr.apply(ordered_dicts.ordered, [args[0]], {}, node)
        return hashed.dict_of(low, as_list(low, args[0], node), node, DictKind("OrderedDict"))
    found = entries(low, args[0], node) if args else {}
    return hashed.as_dict(low, new_dict(found | kw, DictKind("OrderedDict")), node, "dict")


def _namespace(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    found = {k: low.expr.stable(v) for k, v in kw.items()}
    return TupleV(list(found.values()), Form(OBJECT, tuple(found), types.SimpleNamespace))


def _named_tuple_class(low: Lowering, args: Args, kw: Keywords, node: Any) -> Val:
    """``collections.namedtuple(...)`` in a function: the class is made when that is compiled."""
    given = [known_value(v) for v in args]
    named = {k: known_value(v) for k, v in kw.items()}
    if any(v is UNKNOWN for v in (*given, *named.values())):
        low.unsupported(node, "the names and defaults of a named tuple must be known when compiling")
    place = str(low.source.place(node))
    key = (place, repr(given), repr(named))
    if key not in _named_tuples:
        try:
            _named_tuples[key] = collections.namedtuple(*given, **{"module": low.source.fn.__module__, **named})
        except (TypeError, ValueError) as error:
            low.wrong(node, f"{type(error).__name__}: {error}")
    return KnownV(_named_tuples[key])


_named_tuples: dict[Any, type] = {}

TABLE: dict[Any, Callable[..., Val]] = {
    collections.namedtuple: _named_tuple_class,
    collections.deque: _deque, collections.defaultdict: _default_dict, collections.Counter: _counter,
    collections.OrderedDict: _ordered_dict, types.SimpleNamespace: _namespace,
}  # fmt: skip

outside_values.KINDS.update({
    collections.Counter: lambda value: FillingKind("Counter"), collections.OrderedDict: lambda value: DictKind("OrderedDict"),
    types.MappingProxyType: lambda value: DictKind("mappingproxy"),
    collections.defaultdict: lambda value: FillingKind("defaultdict", value.default_factory),
})  # fmt: skip
