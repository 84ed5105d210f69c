"""What lies at a path from outside, as values of compiled code."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

from irad.errors import IradError
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import FIXED, KnownV, NoneV, TupleV, Val
from irad.frontends.python.messages.callable_names import no_key
from irad.frontends.python.objects import outside_changes
from irad.frontends.python.objects.bound_methods import bound_to
from irad.frontends.python.sources.captured import never_changes
from irad.frontends.python.sources.generators import GENERATORS
from irad.frontends.python.sources.instances import is_instance, is_mode, stand_in
from irad.frontends.python.sources.outside import Outside, is_static
from irad.frontends.python.sources.python_types import SETS, Form, form_of, parts_of, type_of

_MOST_ITEMS = 4096
_DICTS = (dict, types.MappingProxyType)
KINDS: dict[type, Callable[[Any], Any]] = {}  # of dicts with more methods: what their form says of them


def outside_of(v: Val) -> Outside | None:
    """The path that a value stands for."""
    return v.value if isinstance(v, KnownV) and isinstance(v.value, Outside) else None


def is_changeable(value: Any) -> bool:
    """Whether a value from outside is read by its path: a list, a dict, an instance of a class."""
    return (parts_of(value) is not None and not is_mode(value)) or is_instance(value) or type(value) is types.MappingProxyType


def has_path(value: Any) -> bool:
    """Whether a value that a name or a default stands for is read by its path: what it holds may change."""
    return is_changeable(value) and not never_changes(value)


def read(low: Lowering, path: Outside, node: Any) -> Val:
    """The number or array at a path, or the path itself as a value if there is an object or a container."""
    slot = outside_changes.slot_at(low, path)
    if slot is not None:
        return outside_changes.read(low, slot, node)
    try:
        value = path.read()
    except (LookupError, AttributeError, ValueError, TypeError) as error:
        return low.wrong(node, f"{path.text}: {type(error).__name__}: {error}")
    uses = low.instance.compiler.uses
    if isinstance(value, types.MethodType):
        function = path.attribute("__func__")
        uses[function, "value"] = None
        return bound_to(low, read(low, path.attribute("__self__"), node), function.read(), node)
    if isinstance(value, GENERATORS):
        uses[path, "value"] = None
        return KnownV(value)
    if is_static(value):
        uses[path, "value"] = None
        return NoneV() if value is None else KnownV(value)
    if is_changeable(value):
        uses[path, "class"] = None
        return KnownV(path) if stand_in(value) is None else _with_attributes(low, path, value, node)
    if type(value) in (int, float) and path in low.instance.compiler.static_paths:
        uses[path, "value"] = None
        return low.expr.constant(value, node)
    try:
        ty = type_of(value)
    except (IradError, OverflowError) as error:
        text = getattr(error, "message", None) or str(error)
        return low.unsupported(node, f"{path.text}, from outside: {text}", getattr(error, "hint", ""))
    uses[path, "type"] = None
    return low.capture(path, ty, path.text)


def _with_attributes(low: Lowering, path: Outside, value: Any, node: Any) -> Val:
    """What stands for an object of a library, with its attributes."""
    form = form_of(value)
    assert form is not None
    return TupleV([expanded(low, read(low, path.attribute(n), node), node) for n in form.names], form, FIXED)


def attribute(low: Lowering, path: Outside, name: str, node: Any) -> Val:
    """``path.name``, a value in the object itself."""
    return read(low, path.attribute(name), node)


def item(low: Lowering, path: Outside, key: Any, node: Any) -> Val:
    """``path[key]``, the key known when compiling."""
    value = path.read()
    outside_changes.check_items(low, path, node)
    if isinstance(key, int) and isinstance(value, list) and -len(value) <= key < 0:
        key += len(value)
    slot = outside_changes.slot_at(low, path.item(key)) if isinstance(value, (list, *_DICTS)) else None
    if slot is not None:
        return outside_changes.read(low, slot, node)
    low.instance.compiler.uses[path, "structure"] = None
    if type(value) in KINDS and key not in value and hasattr(KINDS[type(value)](value), "default"):
        found: Val = KINDS[type(value)](value).default(low, expanded(low, KnownV(path), node), key, node)
        return found
    if isinstance(value, _DICTS) and key not in value:
        low.wrong(node, no_key(f"the dict {path.text}", key, value))
    if isinstance(key, int) and not isinstance(value, _DICTS):
        if not -len(value) <= key < len(value):
            low.wrong(node, f"the index {key} is out of range for the {len(value)} items of {path.text}")
        key %= len(value)
    return read(low, path.item(key), node)


def expanded(low: Lowering, v: Val, node: Any) -> Val:
    """The value with its items if it is a container from outside; instances of classes remain paths."""
    path = outside_of(v)
    value: Any = path.read() if path is not None else None
    if path is None or is_instance(value):
        return v
    outside_changes.check_whole(low, path, value, node)
    low.instance.compiler.uses[path, "structure" if hasattr(value, "__len__") else "class"] = None
    form = form_of(value)
    if type(value) in KINDS:
        form = Form("dict", tuple(value), KINDS[type(value)](value))
    if form is not None and form.kind in SETS:
        return TupleV([], form, FIXED)
    if form is not None and form.by_attribute:
        paths = [path.attribute(n) for n in form.names]
    else:
        paths = [path.item(k) for k in (form.names if form is not None and form.kind == "dict" else range(len(value)))]
    if len(paths) > _MOST_ITEMS:
        low.unsupported(node, f"{path.text} has {len(paths)} items, too many to be compiled", "make an array of it")
    return TupleV([expanded(low, read(low, p, node), node) for p in paths], form, FIXED)
