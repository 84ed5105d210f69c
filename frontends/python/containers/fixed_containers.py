"""Containers of fixed structure: tuples, lists, dicts, named tuples and dataclasses whose items are known when compiling.

They are replaced by their items, so that they cost nothing at run time.  Operations that change their structure (appending, a new
key) are not supported.
"""

from __future__ import annotations

import inspect
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ScalarV, TupleV, Val, const
from irad.frontends.python.sources.python_types import FUNCTION, WHOLE, Form


def keys_of(low: Lowering, v: TupleV, node: Any) -> TupleV:
    """The keys of a dict."""
    assert v.form is not None
    return TupleV([low.expr.constant(n, node) for n in v.form.names], Form("list"))


def method(low: Lowering, owner: TupleV, name: str, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``d.items()`` and the like."""
    kind = owner.form.kind if owner.form is not None else "tuple"
    if kind == "dict" and not kw:
        if name == "keys" and not args:
            return keys_of(low, owner, node)
        if name == "values" and not args:
            return TupleV(owner.items, Form("list"))
        if name == "items" and not args:
            pairs = zip(keys_of(low, owner, node).items, owner.items, strict=True)
            return TupleV([TupleV(list(p)) for p in pairs], Form("list"))
        if name == "get" and 1 <= len(args) <= 2:
            return _get(low, owner, args, node)
    if kind == "namedtuple" and name == "_replace" and not args:
        assert owner.form is not None
        unknown = set(kw) - set(owner.form.names)
        if unknown:
            low.wrong(node, f"{owner.ty} has no field '{unknown.pop()}'")
        return TupleV([kw.get(n, v) for n, v in zip(owner.form.names, owner.items, strict=True)], owner.form)
    if owner.form is not None and owner.form.cls is not None:
        hint = "call a function that takes the object"
        low.unsupported(node, f"methods of {owner.form.cls.__name__} are not supported in compiled functions", hint)
    hint = "make an array of known size and write into it" if name in ("append", "extend", "insert", "pop") else ""
    low.unsupported(node, f"the method '{name}' of a {kind} is not supported here", hint)
    raise AssertionError


def _get(low: Lowering, owner: TupleV, args: list[Val], node: Any) -> Val:
    assert owner.form is not None
    key = low.expr.key(args[0], node)
    if key in owner.form.names:
        return owner.items[owner.form.names.index(key)]
    return args[1] if len(args) > 1 else low.expr.constant(None, node)


def has_field(v: TupleV, name: str) -> bool:
    """Whether ``v.name`` is an item."""
    return v.form is not None and v.form.by_attribute and name in v.form.names


def is_container_class(fn: Any) -> bool:
    """Whether ``fn`` is the class of a dataclass or a named tuple."""
    return isinstance(fn, type) and (is_dataclass(fn) or (issubclass(fn, tuple) and hasattr(fn, "_fields")))


def _is_made(method: Any) -> bool:
    """Whether `dataclasses` or `collections` generated this method (which then only stores its arguments)."""
    return getattr(getattr(method, "__code__", None), "co_filename", "") == "<string>"


def construct(low: Lowering, cls: Any, args: list[Val], kw: dict[str, Val], node: Any) -> TupleV:
    """``Params(w, b)``."""
    values = [low.expr.stable(v) for v in args]
    named = {k: low.expr.stable(v) for k, v in kw.items()}
    name = cls.__name__
    if not is_dataclass(cls):
        form = Form("namedtuple", cls._fields, cls)
    else:
        form = Form("dataclass", tuple(f.name for f in fields(cls)), cls)
        for k, f in enumerate(fields(cls)):
            given = k < len(values) or f.name in named
            if not f.init or (f.default_factory is not MISSING and not given):
                low.unsupported(node, f"the field '{f.name}' of {name} gets a value that is made elsewhere", "pass it")
    if hasattr(cls, "__post_init__") or not _is_made(getattr(cls, "__init__" if form.kind == "dataclass" else "__new__")):
        hint = "make the object outside and pass it"
        low.unsupported(node, f"the class {name} has a __new__, __init__ or __post_init__ of its own", hint)
    try:
        bound = inspect.signature(cls).bind(*values, **named)
    except TypeError as error:
        low.wrong(node, f"{cls.__name__}(): {error}")
        raise AssertionError from None
    bound.apply_defaults()
    items = [bound.arguments.get(n) for n in form.names]
    return TupleV([v if isinstance(v, Val) else low.expr.constant(v, node) for v in items], form)


def enumerated(v: TupleV, first: int) -> TupleV:
    """The items of ``enumerate``."""
    return TupleV([TupleV([ScalarV(WHOLE, const(first + k)), item]) for k, item in enumerate(v.items)])


def zipped(parts: list[TupleV]) -> TupleV:
    """The items of ``zip``."""
    return TupleV([TupleV(list(items)) for items in zip(*(p.items for p in parts), strict=False)])


def is_even(v: TupleV) -> bool:
    """Whether all items are numbers of one type, so that a loop can iterate over them as over an array."""
    return bool(v.items) and all(isinstance(i, ScalarV) for i in v.items) and len({str(i.ty) for i in v.items}) == 1


def as_iterated(low: Lowering, v: Val, node: Any) -> Val:
    """The values that a loop over ``v`` iterates over; for a dict its keys."""
    if isinstance(v, TupleV) and v.form is not None:
        if v.form.kind == "dict":
            return keys_of(low, v, node)
        if v.form.kind in ("dataclass", FUNCTION):
            low.wrong(node, f"{v.ty} cannot be iterated")
    return v

