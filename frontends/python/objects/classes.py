"""Classes and their instances: attributes, methods, properties, `super`, `isinstance`, `getattr`."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import partial
from typing import Any

import numpy as np

from irad.frontends.python.core import texts
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import (
    ArrayV,
    CaughtV,
    ChoiceV,
    KnownV,
    LazyV,
    ListV,
    MaybeV,
    NoneV,
    RangeV,
    ReferenceV,
    ScalarV,
    SharedV,
    SliceV,
    TupleV,
    Val,
)
from irad.frontends.python.messages.callable_names import instead
from irad.frontends.python.objects import error_calls, memory_objects, outside_changes, outside_values
from irad.frontends.python.objects.bound_methods import bound_to
from irad.frontends.python.objects.outside_values import outside_of
from irad.frontends.python.sources.dtypes import PYTHON
from irad.frontends.python.sources.instances import is_instance
from irad.frontends.python.sources.joined_types import UnreadText
from irad.frontends.python.sources.outside import Outside, OutsideSlot, is_static
from irad.frontends.python.sources.python_source import free_names
from irad.frontends.python.sources.python_types import FLAG, FUNCTION, Scalar, is_function_form

_MISSING = object()


class SuperOf:
    """``super()``: what the classes behind ``cls`` have for the object ``owner``."""

    def __init__(self, cls: type, owner: Val) -> None:
        self.cls, self.owner = cls, owner
        self.__name__ = "super()"


class InitOf:
    """The ``__init__`` that `dataclasses` has made for ``cls``, called for the object ``owner``."""

    def __init__(self, cls: type, owner: Val) -> None:
        self.cls, self.owner = cls, owner
        self.__name__ = "__init__"

    def __call__(self) -> None:
        raise TypeError("for compiled functions only")


def class_of(low: Lowering, v: Val) -> type | None:
    """The class of an object that is an instance of one with methods and attributes."""
    if isinstance(v, TupleV) and v.form is not None and v.form.cls is not None and isinstance(v.form.cls, type):
        return v.form.cls
    if isinstance(v, ReferenceV):
        return None if memory_objects.is_several(v) else v.ty.kinds[0].cls
    path = outside_of(v)
    if path is None:
        return None
    value = path.read()
    low.instance.compiler.uses[path, "class"] = None
    return type(value) if is_instance(value) else None


def looked_up(cls: type, name: str, behind: type | None = None) -> tuple[Any, Any]:
    """(class, object) of what the class or a base has by this name, as it is stored there."""
    order = cls.__mro__
    for c in order[order.index(behind) + 1 if behind in order else 0 :]:
        if name in vars(c):
            return c, vars(c)[name]
    return None, _MISSING


def attribute(low: Lowering, owner: Val, name: str, node: Any) -> Val:
    """``owner.name`` of an instance of a class."""
    if isinstance(owner, KnownV) and isinstance(owner.value, SuperOf):
        found = owner.value
        cls = class_of(low, found.owner)
        assert cls is not None
        return _of_class(low, found.owner, cls, looked_up(cls, name, found.cls), name, node)
    cls = class_of(low, owner)
    assert cls is not None
    if name in ("__class__", "__dict__", "__name__"):
        if name == "__class__":
            return KnownV(cls)
        low.unsupported(node, f"'{name}' of an object is not supported in compiled functions")
    own_way = next((c for c in cls.__mro__ if "__getattribute__" in vars(c)), object)
    if own_way is not object and is_user_class(own_way):
        low.unsupported(node, f"{own_way.__name__} has a __getattribute__ of its own, which is not supported", "use __getattr__")
    where, stored = looked_up(cls, name)
    field = issubclass(cls, tuple) and name in getattr(cls, "_fields", ())
    data = hasattr(type(stored), "__set__") and not isinstance(stored, types.MemberDescriptorType) and not field
    if data:
        return _of_class(low, owner, cls, (where, stored), name, node)
    own = own_attribute(low, owner, name, node)
    if own is not None:
        return own
    return _of_class(low, owner, cls, (where, stored), name, node)


def own_attribute(low: Lowering, owner: Val, name: str, node: Any) -> Val | None:
    """An attribute that is in the object itself."""
    if isinstance(owner, TupleV):
        assert owner.form is not None
        return owner.item(owner.form.names.index(name)) if name in owner.form.names else None
    if isinstance(owner, ReferenceV):
        return memory_objects.read(low, owner, name, node)
    path = outside_of(owner)
    assert path is not None
    value = path.read()
    slot = outside_changes.slot_at(low, path.attribute(name))
    if slot is not None:
        return outside_changes.read(low, slot, node)
    if name in getattr(value, "__dict__", ()) or isinstance(looked_up(type(value), name)[1], types.MemberDescriptorType):
        return outside_values.attribute(low, path, name, node)
    if isinstance(value, tuple) and name in getattr(value, "_fields", ()):
        return outside_values.attribute(low, path, name, node)
    uses = low.instance.compiler.uses  # it may get one later, which hides that of the class
    uses[path, f"own.{name}"] = None
    if looked_up(type(value), name)[1] is _MISSING:
        _note(low, type(value), name)
    return None


def _of_class(low: Lowering, owner: Val, cls: type, found: tuple[Any, Any], name: str, node: Any) -> Val:
    where, stored = found
    shared = _changed(low, where, name)
    if shared is not None:
        return outside_changes.read(low, shared, node)
    if stored is not _MISSING and is_user_class(where):
        _note(low, cls, name)
    if stored is _MISSING:
        if hasattr(cls, "__getattr__"):
            low.unsupported(node, f"{cls.__name__} makes its attribute '{name}' in __getattr__", "give it a property")
        low.wrong(node, f"'{cls.__name__}' object has no attribute '{name}'")
    if isinstance(stored, property):
        return low.expr.apply(stored.fget, [owner], {}, node)
    if isinstance(stored, functools.cached_property):
        return low.expr.apply(stored.func, [owner], {}, node)
    if isinstance(stored, staticmethod):
        return KnownV(stored.__func__)
    if isinstance(stored, classmethod):
        return bound_to(low, KnownV(cls), stored.__func__, node)
    if isinstance(stored, functools.singledispatchmethod):
        return bound_to(low, owner, stored.dispatcher, node)
    if name == "__init__" and isinstance(where, type) and is_dataclass(where) and stored.__code__.co_filename == "<string>":
        return KnownV(InitOf(where, owner))
    if is_static(stored) and hasattr(type(stored), "__get__"):
        return bound_to(low, owner, stored, node)
    if hasattr(type(stored), "__get__"):
        what = f"{cls.__name__}.{name}"
        hint = "make it a property or a method"
        if isinstance(stored, types.MethodDescriptorType):
            hint = instead(f"{cls.__module__}.{what}", stored, lambda _: False)
        low.unsupported(node, f"{what} is not supported in compiled functions", hint)
    return class_attribute(low, where, name, node)


def _changed(low: Lowering, cls: Any, name: str) -> OutsideSlot | None:
    """The slot of an attribute of a class, if compiled code assigns to it."""
    if not low.instance.compiler.slots or not isinstance(cls, type):
        return None
    return outside_changes.slot_at(low, Outside("attribute", cls, name, name))


def _note(low: Lowering, cls: type, name: str) -> None:
    """What a class has by this name is compiled in."""
    path = low.instance.compiler.path(Outside("attribute", cls, name, f"{cls.__name__}.{name}"))
    low.instance.compiler.uses[path, "value"] = None


def class_attribute(low: Lowering, cls: Any, name: str, node: Any) -> Val:
    """An attribute of a class or a function that is no method."""
    path = low.instance.compiler.path(Outside("attribute", cls, name, f"{getattr(cls, '__name__', cls)}.{name}"))
    return outside_values.read(low, path, node)


def of_class(low: Lowering, cls: type, name: str, node: Any) -> Val:
    """``Model.name``."""
    where, stored = looked_up(cls, name)
    if stored is _MISSING:
        if not hasattr(cls, name):
            low.wrong(node, f"type object '{cls.__name__}' has no attribute '{name}'")
        return low.expr.constant(getattr(cls, name), node)
    shared = _changed(low, where, name)
    if shared is not None:
        return outside_changes.read(low, shared, node)
    _note(low, cls, name)
    if isinstance(stored, staticmethod):
        return KnownV(stored.__func__)
    if isinstance(stored, classmethod):
        return bound_to(low, KnownV(cls), stored.__func__, node)
    if is_static(stored) and not isinstance(stored, str):
        return low.expr.constant(getattr(cls, name), node)
    if hasattr(type(stored), "__get__"):
        low.unsupported(node, f"the attribute '{name}' of the class {cls.__name__} is that of its instances")
    return class_attribute(low, where, name, node)


def super_of(low: Lowering, args: list[Val], node: Any) -> Val:
    """``super()`` and ``super(Class, self)``."""
    if len(args) == 2 and isinstance(args[0], KnownV) and isinstance(args[0].value, type):
        return KnownV(SuperOf(args[0].value, args[1]))
    cls = free_names(low.source.fn).get("__class__")
    if args or not isinstance(cls, type) or not low.instance.arg_names:
        low.unsupported(node, "super() is supported in methods only, without arguments")
    return KnownV(SuperOf(cls, low.read_name(low.instance.arg_names[0], node)))


# ---- questions about types


def python_class(low: Lowering, v: Val) -> type | None:
    """The class that Python's value has."""
    cls = class_of(low, v)
    if cls is not None:
        return getattr(cls, "irad_stands_for", cls)
    path = outside_of(v)
    if path is not None:
        return type(path.read())
    if isinstance(v, TupleV):
        return _class_of_container(v)
    if isinstance(v, ScalarV):
        return _class_of_number(v.ty)
    if isinstance(v, (ArrayV, LazyV)):
        return np.ndarray
    if isinstance(v, ListV):
        return tuple if v.ty.frozen else list
    if isinstance(v, SharedV):
        return list
    if isinstance(v, (RangeV, SliceV)):
        return range if isinstance(v, RangeV) else slice
    if isinstance(v, NoneV):
        return type(None)
    if isinstance(v, ChoiceV):
        return type(v.ty.options[0])
    if isinstance(v, KnownV):
        return str if isinstance(v.value, UnreadText) else type(v.value)
    return None


def _class_of_container(v: TupleV) -> type:
    form = v.form
    if form is None:
        return tuple
    if form.kind in ("list", "dict") and form.cls is not None:
        return type(form.cls.make([]))
    plain = {"list": list, "dict": dict, "set": set, "frozenset": frozenset, "namedtuple": tuple, FUNCTION: types.FunctionType}
    return plain.get(form.kind, object)


def _class_of_number(ty: Scalar) -> type:
    if not ty.weak:
        return np.dtype(ty.kind).type
    return PYTHON.get(ty.kind, float)


def check_one_class(low: Lowering, v: Val, asked: Any, node: Any) -> None:
    """Refuse a question about the class of a number that is an integer in one case and a float in another."""
    if not isinstance(v, ScalarV):
        return
    found = {_class_of_number(c) for c in v.ty.cases} | ({int} if v.ty.maybe_int else set())
    if len({issubclass(c, asked) for c in found} if asked is not None else found) > 1:
        text = f"which class this number has ({' or '.join(sorted(c.__name__ for c in found))}) is known at run time only"
        low.unsupported(node, text, "make it one of them in all cases: 0.0 in place of 0, or float(...)")


def is_instance_of(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``isinstance(x, classes)``."""
    if len(args) != 2 or kw:
        low.wrong(node, "isinstance() takes a value and a class or a tuple of classes")
    if isinstance(args[0], CaughtV):
        return error_calls.is_instance(low, args[0], args[1], node)
    if isinstance(args[0], ReferenceV) and memory_objects.is_several(args[0]) and _classes(args[1]) is not None:
        return memory_objects.is_instance(low, args[0], _classes(args[1]))
    if isinstance(args[0], MaybeV) and memory_objects.is_several(args[0].value):
        asked, value = args[1], args[0].value
        there = low.where(args[0].there, lambda: low.truth(is_instance_of(low, [value, asked], {}, node), node), node)
        of_none = is_instance_of(low, [NoneV(), asked], {}, node)
        return ScalarV(FLAG, low.b.or_(there, low.b.and_(low.b.not_(args[0].there), low.truth(of_none, node))))
    if isinstance(args[0], MaybeV):
        one, none = (is_instance_of(low, [v, args[1]], {}, node) for v in (args[0].value, NoneV()))
        assert isinstance(one, ScalarV) and isinstance(none, ScalarV)
        return ScalarV(FLAG, low.b.select(args[0].there, one.v, none.v))
    cls = python_class(low, args[0])
    asked = _classes(args[1])
    if cls is None or asked is None:
        low.wrong(node, "isinstance() takes a class or a tuple of classes")
    check_one_class(low, args[0], asked, node)
    return low.expr.constant(issubclass(cls, asked), node)


def _classes(v: Val) -> Any:
    """What stands behind the value in ``isinstance``; None for what is no class."""
    if isinstance(v, TupleV):
        found = [_classes(i) for i in v.items]
        return None if None in found else tuple(found)
    if isinstance(v, NoneV):
        return type(None)
    known = v.value if isinstance(v, KnownV) else None
    return known if isinstance(known, (type, types.UnionType)) else None


def type_function(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``type(x)``."""
    cls = python_class(low, args[0]) if len(args) == 1 and not kw else None
    if cls is not None:
        check_one_class(low, args[0], None, node)
    return KnownV(cls) if cls is not None else low.unsupported(node, "type() of this is not supported in compiled functions")


def _named(low: Lowering, args: list[Val], node: Any, what: str) -> str:
    name = args[1].value if len(args) > 1 and isinstance(args[1], KnownV) else None
    if not isinstance(name, str):
        low.unsupported(node, f"{what}() needs a name that is known when compiling")
    return str(name)


def has_attribute(low: Lowering, v: Val, name: str, node: Any) -> bool:
    """Whether ``v.name`` is there."""
    cls = class_of(low, v)
    if isinstance(v, ReferenceV) and cls is not None and not memory_objects.has_itself(cls, name):
        return memory_objects.has(low, v, name, node)
    if cls is not None:
        return looked_up(cls, name)[1] is not _MISSING or own_attribute(low, v, name, node) is not None
    if isinstance(v, KnownV) and outside_of(v) is None:
        return hasattr(v.value, name)
    if isinstance(v, TupleV) and v.form is not None and is_function_form(v.form):
        return hasattr(v.form.cls.fn, name)
    found = python_class(low, v)
    return found is not None and hasattr(found, name)


def of_each_name(low: Lowering, name: Val | None, action: Callable[[Val], Val], node: Any) -> Val | None:
    """The result of an action with a text of which the run tells which one it is: a branch for each; None for another one."""
    if not isinstance(name, ChoiceV) or not name.ty.of_texts:
        return None
    tests = [texts.is_among(low, name, [option]) for option in name.ty.options[:-1]]
    return low.expr.branches(tests, [partial(action, KnownV(option)) for option in name.ty.options], node)


def getattr_function(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``getattr(x, "name")``, also with a default."""
    low.demand(node, *args[1:2])
    found = of_each_name(
        low, args[1] if len(args) > 1 else None, lambda n: getattr_function(low, [args[0], n, *args[2:]], kw, node), node
    )
    if found is not None:
        return found
    name = _named(low, args, node, "getattr")
    if len(args) == 3 and not has_attribute(low, args[0], name, node):
        return args[2]
    return low.expr.attribute_of(args[0], name, node)


def hasattr_function(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``hasattr(x, "name")``."""
    return low.expr.constant(has_attribute(low, args[0], _named(low, args, node, "hasattr"), node), node)


def classes_call(cls: type) -> bool:
    """Whether instances of a class can be called."""
    return looked_up(cls, "__call__")[1] is not _MISSING


def callable_function(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """``callable(x)``."""
    (v,) = args
    cls = class_of(low, v)
    function = isinstance(v, TupleV) and v.form is not None and v.form.kind == "function"
    known = isinstance(v, KnownV) and outside_of(v) is None and callable(v.value)
    known = known or (isinstance(v, ChoiceV) and v.ty.of_functions)
    return low.expr.constant(function or known or (cls is not None and classes_call(cls)), node)


TABLE: dict[Any, Any] = {
    isinstance: is_instance_of, type: type_function, getattr: getattr_function, hasattr: hasattr_function,
    callable: callable_function,
}  # fmt: skip


def is_user_class(cls: Any) -> bool:
    """Whether a class is one that somebody wrote, whose instances are objects with attributes."""
    if not isinstance(cls, type) or not cls.__flags__ & (1 << 9) or issubclass(cls, (tuple, BaseException)):
        return False
    library = cls.__module__.partition(".")[0] in ("numpy", "scipy", "builtins", "irad", "math")
    return (not library or hasattr(cls, "irad_compiled")) and not hasattr(cls, "__array__")


def for_python(low: Lowering, v: Val, node: Any) -> Val:
    """What Python is given of a result: objects of the library may have something else for it (``irad_result``)."""
    if not low.instance.is_root or not isinstance(v, TupleV):
        return v
    form = v.form
    if form is not None and hasattr(form.cls, "irad_compiled") and hasattr(form.cls, "irad_result"):
        return low.expr.apply_method(v, "irad_result", [], {}, node)
    if form is not None and form.kind not in ("list", "dict"):
        return v
    items = [for_python(low, i, node) for i in v.items]
    return v if all(a is b for a, b in zip(items, v.items, strict=True)) else TupleV(items, form)


def only_for_init(cls: Any) -> list[str]:
    """The parameters of a dataclass that are annotated as ``InitVar``: `__post_init__` gets them, and they are no fields."""
    found = getattr(cls, "__dataclass_fields__", {}).values()
    return [f.name for f in found if f._field_type is dataclasses._FIELD_INITVAR]  # type: ignore[attr-defined]
