"""New objects: ``Model(...)`` of a class with an ``__init__``, a dataclass or a named tuple."""

from __future__ import annotations

import collections
import functools
import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from irad.frontends.python.calls import parameters
from irad.frontends.python.containers import list_values
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, NoneV, ReferenceV, TupleV, Val
from irad.frontends.python.iteration.iterators import needed_items
from irad.frontends.python.objects import changes, classes, memory_objects
from irad.frontends.python.sources.python_types import OBJECT, Form
from irad.frontends.python.trees.scopes import INNER, in_text


def makes_objects(fn: Any) -> bool:
    """Whether ``fn`` is a class whose instances compiled code can make."""
    if isinstance(fn, type) and (is_dataclass(fn) or (issubclass(fn, tuple) and hasattr(fn, "_fields"))):
        return True
    return classes.is_user_class(fn)


_CONTAINERS = (list, dict, set, frozenset, collections.deque, str, int, float, complex)


def construct(low: Lowering, cls: Any, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``cls(*args, **kw)``."""
    args = [low.expr.stable(v) for v in args]
    kw = {k: low.expr.stable(v) for k, v in kw.items()}
    if issubclass(cls, tuple):
        return _named_tuple(low, cls, args, kw, node)
    if is_dataclass(cls) and _is_made(getattr(cls, "__init__")):  # noqa: B009
        return _data_class(low, cls, args, kw, node)
    if getattr(cls, "__abstractmethods__", None):
        missing = ", ".join(sorted(cls.__abstractmethods__))
        low.wrong(node, f"Can't instantiate abstract class {cls.__name__} without an implementation for {missing}")
    of = next((c for c in cls.__mro__ if c in _CONTAINERS), None)
    if of is not None:
        text = f"subclasses of {of.__name__}, as {cls.__name__} is one, are not supported in compiled functions"
        low.unsupported(node, text, f"keep the {of.__name__} in an attribute: self.items = ..., and loop over self.items")
    if cls.__new__ is not object.__new__ and not hasattr(cls.__new__, "__isabstractmethod__") and _has_new(cls):
        low.unsupported(node, f"the class {cls.__name__} has a __new__ of its own", "make the object outside and pass it")
    if classes.looked_up(cls, "__init__")[0] is object:
        if args or kw:
            low.wrong(node, f"{cls.__name__}() takes no arguments")
        return _in_memory(low, cls, node) if memory_objects.lies_in_memory(low, cls) else TupleV([], Form(OBJECT, (), cls))
    if memory_objects.lies_in_memory(low, cls):
        return _with_init(low, _in_memory(low, cls, node), "__init__", args, kw, node)
    return _initialised(low, TupleV([], Form(OBJECT, (), cls)), "__init__", args, kw, node)


def _in_memory(low: Lowering, cls: type, node: Any) -> ReferenceV:
    """An object in memory, with those attributes of its class that it may get itself."""
    made, uncertain = memory_objects.new(low, cls, node)
    for name in uncertain:
        if memory_objects.has_itself(cls, name) and not isinstance(classes.looked_up(cls, name)[1], functools.cached_property):
            memory_objects.write(low, made, name, classes.of_class(low, cls, name, node), node)
    return made


def _with_init(low: Lowering, made: ReferenceV, method: str, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    low.expr.apply_method(made, method, args, kw, node)
    return made


def _has_new(cls: type) -> bool:
    return any("__new__" in vars(c) and c.__module__ not in ("typing", "abc") for c in cls.__mro__ if c is not object)


def _initialised(low: Lowering, made: TupleV, method: str, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """The object after ``__init__`` or ``__post_init__``."""
    name = f"{changes.NEW_OBJECT}{in_text(node)}{INNER}{low.occurrence(node)}"
    low.instance.mutated.add(name)
    low.assign_name(name, made, node)
    placed = low.read_name(name, node)
    low.expr.apply_method(placed, method, args, kw, node)
    out = low.read_name(name, node)
    assert isinstance(out, TupleV)
    if any(place.name == name for place in low.facts.references.values()):  # it is an attribute of something
        return out
    return TupleV([out.item(k) if _is_foreign(out, k, name) else out.items[k] for k in range(len(out.items))], out.form)


def _is_foreign(v: TupleV, k: int, name: str) -> bool:
    item = v.items[k]
    return isinstance(item, TupleV) and item.place is not None and item.place.name != name


def _is_made(method: Any) -> bool:
    """Whether `dataclasses` or `collections` generated this method (which then only stores its arguments)."""
    return getattr(getattr(method, "__code__", None), "co_filename", "") == "<string>"


def _named_tuple(low: Lowering, cls: Any, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    if not _is_made(cls.__new__):
        low.unsupported(node, f"the class {cls.__name__} has a __new__ of its own", "make the object outside and pass it")
    values = _bound(low, cls, args, kw, node)
    items = [_value(low, values[n], node) for n in cls._fields]
    if not memory_objects.lies_in_memory(low, cls):
        return TupleV(items, Form("namedtuple", cls._fields, cls))
    made = _in_memory(low, cls, node)
    for name, v in zip(cls._fields, items, strict=True):
        memory_objects.write(low, made, name, v, node)
    return made


def _data_class(low: Lowering, cls: Any, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    values = _bound(low, cls, args, kw, node)
    names, items = [], []
    handed_on = [_value(low, values[name], node) for name in classes.only_for_init(cls)]
    for f in fields(cls):
        if f.name in values and not _is_factory(values[f.name]):
            v: Any = values[f.name]
        elif f.default_factory is not MISSING:
            factory = f.default_factory
            v = list_values.empty(low, node, f.name) if factory is list else low.expr.apply(factory, [], {}, node)
        elif f.default is not MISSING:
            v = f.default
        else:
            continue  # __post_init__ makes it
        names.append(f.name)
        items.append(_value(low, v, node))
    if memory_objects.lies_in_memory(low, cls) and node is not None:
        reference = _in_memory(low, cls, node)
        for name, v in zip(names, items, strict=True):
            memory_objects.write(low, reference, name, v, node)
        return _with_init(low, reference, "__post_init__", handed_on, {}, node) if hasattr(cls, "__post_init__") else reference
    made = TupleV(items, Form("dataclass", tuple(names), cls))
    return _initialised(low, made, "__post_init__", handed_on, {}, node) if hasattr(cls, "__post_init__") else made


def initialise(low: Lowering, made: classes.InitOf, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``super().__init__(...)`` of a dataclass."""
    new = _data_class(low, made.cls, args, kw, node)
    for name in low.instance.compiler.records.of(new.ty.kinds[0]).fields if isinstance(new, ReferenceV) else new.ty.form.names:
        value = classes.own_attribute(low, new, name, node)
        assert value is not None
        changes.set_attribute(low, low.present(made.owner, node), name, value, node)
    return NoneV()


def _is_factory(v: Any) -> bool:
    return type(v).__name__ == "_HAS_DEFAULT_FACTORY_CLASS"


def _bound(low: Lowering, cls: Any, args: list[Val], kw: dict[str, Val], node: Any) -> dict[str, Any]:
    """The arguments by name, with defaults."""
    try:
        bound = inspect.signature(cls).bind(*args, **kw)
    except TypeError as error:
        low.wrong(node, f"{cls.__name__}(): {error}")
        raise AssertionError from None
    bound.apply_defaults()
    return dict(bound.arguments)


def _value(low: Lowering, v: Any, node: Any) -> Val:
    return v if isinstance(v, Val) else low.expr.constant(v, node)


def making_of(fn: Any) -> Callable[..., Val] | None:
    """What lowers the class method ``_make`` that `collections` has made for named tuples; None for other functions."""
    return _make if getattr(getattr(fn, "__code__", None), "co_qualname", "") == "namedtuple.<locals>._make" else None


def _make(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    cls, iterable = parameters.bound(low, "_make", lambda cls, iterable: 0, args, kw, node).args
    assert isinstance(cls, KnownV)
    fields, items = cls.value._fields, needed_items(low, iterable, "_make()", node)
    if len(items) != len(fields):
        return low.known_error(TypeError, f"Expected {len(fields)} arguments, got {len(items)}", node)
    return TupleV([low.expr.stable(v) for v in items], Form("namedtuple", fields, cls.value))
