"""Types of the Python frontend: scalars, arrays, tuples, None; `type_of` a value."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Flag
from typing import Any

import numpy as np

from irad.errors import TypingError
from irad.frontends.python.sources.dtypes import DTYPES, PYTHON, DType, dtype_kind
from irad.frontends.python.sources.instances import attributes_of, check_plain, class_number, depth, is_instance, stand_in


@dataclass(frozen=True)
class Ty:
    """Base of all types."""


@dataclass(frozen=True)
class Scalar(Ty):
    """A number of the dtype ``kind``.

    ``weak``: a number of Python's, which does not widen arrays and has Python's arithmetic (division by zero raises); the others
    are NumPy's, as the elements of arrays are.  ``also``: the types that it may have in Python, where that is known only when
    the code runs: Python's or NumPy's, numbers of ``kind`` or truth values, whose arithmetic is another one.
    """

    kind: str
    weak: bool = False
    also: tuple[Scalar, ...] = ()
    maybe_int: bool = field(default=False, compare=False)  # held as a float, and perhaps an int in Python: matters to type()

    @property
    def cases(self) -> tuple[Scalar, ...]:
        """All types that it may have in Python."""
        return self.also or (self,)

    @property
    def maybe_truth(self) -> bool:
        """Whether a value of this type is held as a number, but may be a truth value in Python."""
        return self.kind != "bool" and any(c.kind == "bool" for c in self.also)

    def __str__(self) -> str:
        return self.kind

    @property
    def dtype(self) -> DType:
        return DTYPES[self.kind]

    @property
    def is_float(self) -> bool:
        return self.dtype.is_float

    @property
    def is_integer(self) -> bool:
        return self.dtype.is_integer

    @property
    def is_complex(self) -> bool:
        return self.dtype.is_complex

    @property
    def is_inexact(self) -> bool:
        """Whether it is real or complex, which has derivatives."""
        return self.dtype.is_inexact

    @property
    def parts(self) -> tuple[Scalar, ...]:
        """The numbers that it consists of: itself, or the real and the imaginary part."""
        return tuple(Scalar(kind, self.weak) for kind in self.dtype.parts) if self.is_complex else (self,)


MAX_DIMENSIONS = 32  # each is a loop in another one, and LLVM's time grows with the square of their number


@dataclass(frozen=True)
class Array(Ty):
    """``dtype`` is a scalar kind; ``readonly``: NumPy forbids writing to it.

    ``layout``: C (contiguous, by rows), or A (any strides); of arrays inside of compiled code also F, S and T
    (`memory_order.py`).
    """

    dtype: str
    ndim: int
    layout: str = "A"
    readonly: bool = False

    def __post_init__(self) -> None:
        if self.ndim > MAX_DIMENSIONS:
            text = f"an array of {self.ndim} dimensions cannot be compiled: {MAX_DIMENSIONS} are possible"
            raise TypingError(text, hint="reshape it: axes of length 1 and axes that lie behind one another can be one")

    def __str__(self) -> str:
        axes = ", ".join([":"] * (self.ndim - 1) + ["::1" if self.layout == "C" else ":"])
        return f"{self.dtype}[{axes}]"

    @property
    def is_inexact(self) -> bool:
        """Whether its elements are real or complex, which have derivatives."""
        return DTYPES[self.dtype].is_inexact


@dataclass(frozen=True)
class Form:
    """The Python form of a container of fixed structure.

    ``kind``: "list", "set", "dict", "namedtuple", "dataclass" or "object" (of another class); ``names``: the keys or fields, in
    order; ``cls``: its class.  Of a function inside of a compiled one ("function") the items are what it captures, and ``cls`` is
    the function.
    """

    kind: str
    names: tuple[Any, ...] = ()
    cls: Any = None
    made: Any = field(default=None, compare=False)  # of a list: the display that has made it

    @property
    def by_attribute(self) -> bool:
        """Whether the items are accessed as ``x.name``."""
        return self.kind in ("namedtuple", "dataclass", OBJECT)

    def path(self, k: int) -> str:
        """What stands behind the container's name to name item ``k``."""
        if not self.names:
            return f"[{k}]"
        return f".{self.names[k]}" if self.by_attribute else f"[{self.names[k]!r}]"

    def parts(self, value: Any) -> list[Any]:
        """The items of such a container."""
        if self.kind == "dict":
            return [value[n] for n in self.names]
        if self.kind in SETS:
            return []
        if not self.by_attribute:
            return list(value)
        missing = [n for n in self.names if not hasattr(value, n)]
        if missing:
            raise TypingError(f"a {type(value).__name__} has no value for its field '{missing[0]}'")
        return [getattr(value, n) for n in self.names]

    def make(self, items: Sequence[Any]) -> Any:
        """A container with these items."""
        if self.kind == "dict":
            found = dict(zip(self.names, items, strict=True))
            return found if self.cls is None else self.cls.make(found)
        if self.kind == "list" and self.cls is not None:
            return self.cls.make(items)
        if self.kind in ("dataclass", OBJECT):  # as it is: __init__ may do more than that
            made = self.cls() if self.cls is types.SimpleNamespace else object.__new__(self.cls)
            for name, item in zip(self.names, items, strict=True):
                object.__setattr__(made, name, item)
            return made.to_python() if hasattr(self.cls, "irad_compiled") and hasattr(self.cls, "to_python") else made
        if self.kind in SETS:
            return set(self.names) if self.kind == "set" else frozenset(self.names)
        return tuple.__new__(self.cls, items) if self.kind == "namedtuple" else list(items)


FUNCTION = "function"
OBJECT = "object"
SETS = ("set", "frozenset")  # kinds of forms whose names are the items
RANDOM = "generator"  # of a generator of random numbers, that compiled code has made (`generators.py`)
ITERATOR = "iterator"  # the kind of what is left of an iterator over known items


def is_function_form(form: Form | None) -> bool:
    """Whether it is that of a function and what it captures."""
    return form is not None and form.kind == FUNCTION


def form_of(value: Any) -> Form | None:
    """The form of a container; None for a plain tuple, and for all that is none."""
    if isinstance(value, tuple):
        return Form("namedtuple", value._fields, type(value)) if hasattr(value, "_fields") else None
    if isinstance(value, dict):
        return Form("dict", tuple(value))
    if isinstance(value, list):
        return Form("list")
    if isinstance(value, (set, frozenset)):
        return Form("set" if isinstance(value, set) else "frozenset", tuple(value))
    if is_dataclass(value) and not isinstance(value, type):
        extra = [n for n in getattr(value, "__dict__", ()) if n not in value.__dataclass_fields__]
        return Form("dataclass", (*(f.name for f in fields(value)), *extra), type(value))
    if is_instance(value) or type(value) is types.SimpleNamespace:
        return Form(OBJECT, tuple(attributes_of(value)), stand_in(value) or type(value))
    return None


def parts_of(value: Any) -> list[Any] | None:
    """The items of a container of fixed structure, None for anything else."""
    form = form_of(value)
    if form is not None:
        return form.parts(value)
    return list(value) if isinstance(value, tuple) else None


def map_leaves(fn: Callable[..., Any], *values: Any) -> Any:
    """``fn`` of the leaves of values of the same structure, in containers like those of the first one."""
    parts = [parts_of(v) for v in values]
    if parts[0] is None:
        return fn(*values)
    form = form_of(values[0])
    items = [map_leaves(fn, *p) for p in zip(*parts, strict=True)]
    return tuple(items) if form is None else form.make(items)


@dataclass(frozen=True)
class Tuple(Ty):
    """A container of fixed structure: a tuple, or what its ``form`` says."""

    items: tuple[Ty, ...]
    form: Form | None = None

    def __str__(self) -> str:
        if self.form is not None and is_function_form(self.form):
            return f"the function {self.form.cls.__name__}"
        if self.form is None:
            return f"({', '.join(map(str, self.items))}{',' if len(self.items) == 1 else ''})"
        if self.form.kind == RANDOM:
            return "a generator of random numbers"
        if self.form.kind in SETS:
            return repr(self.form.make(()))
        if self.form.kind in ("list", ITERATOR):
            return f"[{', '.join(map(str, self.items))}]"
        if hasattr(self.form.cls, "irad_stands_for"):  # keys and values, or items
            parts = dict(zip(self.form.names, self.items, strict=True))
            shown = [str(getattr(parts[n], "item", "")) for n in ("names", "numbers", "items") if n in parts]
            return f"{self.form.cls.__name__}[{', '.join(shown)}]"
        named = ", ".join(f"{n}: {t}" for n, t in zip(self.form.names, self.items, strict=True))
        return f"{{{named}}}" if self.form.cls is None or not self.form.by_attribute else f"{self.form.cls.__name__}({named})"

    def path(self, k: int) -> str:
        """What stands behind the container's name to name item ``k``."""
        return f"[{k}]" if self.form is None else self.form.path(k)

    def parts(self, value: Any) -> list[Any] | None:
        """The items of ``value``; None if it is not such a container."""
        found = parts_of(value)
        if found is None or len(found) != len(self.items):
            return None
        own = form_of(value)
        if (own is None) != (self.form is None):
            return None
        if own is not None and self.form is not None and own != self.form:
            if own.kind != self.form.kind or own.cls is not self.form.cls or set(own.names) != set(self.form.names):
                return None
            return self.form.parts(value)
        return found

    def make(self, items: Sequence[Any]) -> Any:
        """The Python value with these items."""
        return tuple(items) if self.form is None else self.form.make(items)


@dataclass(frozen=True)
class List(Ty):
    """A list that grows; ``item``: the type of its items, None as long as it is not known; ``made``: as in `Form`.

    ``frozen``: a tuple of as many items as are known at run time only, which never changes.
    """

    item: Ty | None
    made: Any = field(default=None, compare=False)
    frozen: bool = False

    def __str__(self) -> str:
        return f"tuple[{self.item}, ...]" if self.frozen else f"list[{self.item}]"


@dataclass(frozen=True)
class SharedList(Ty):
    """A list that grows and has an identity: all that hold it hold one address, behind which its state lies.

    ``made``: the displays and the like that may have made it.
    """

    item: Ty | None
    made: tuple[Any, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"list[{self.item}]"


@dataclass(frozen=True)
class ObjectSort:
    """A sort of objects in memory: those of a class; of dicts, iterators and the like those that one ``site`` makes."""

    cls: Any
    site: Any = None

    def order(self) -> tuple[str, str, str, int]:
        """What such sorts are sorted by: a total order, also of classes that have one name."""
        return self.cls.__module__, self.cls.__qualname__, str(self.site), class_number(self.cls)


@dataclass(frozen=True)
class Reference(Ty):
    """An object in memory of its own (`objects/memory_objects.py`); ``kinds``: what it may be, sorted."""

    kinds: tuple[ObjectSort, ...]

    def __str__(self) -> str:
        return " or ".join(dict.fromkeys(k.cls.__name__ for k in self.kinds))


@dataclass(frozen=True)
class Sliced(Ty):
    """A slice whose bounds are known at run time only; ``parts``: the types of start, stop and step."""

    parts: tuple[Ty, Ty, Ty]

    def __str__(self) -> str:
        return "a slice object"


@dataclass(frozen=True)
class Passing(Ty):
    """A range, or an iterator, whose bounds are known at run time only: nothing holds it but a name."""

    kind: str

    def __str__(self) -> str:
        return f"{'an' if self.kind[0] in 'aeiou' else 'a'} {self.kind} object"


@dataclass(frozen=True)
class NoneTy(Ty):
    def __str__(self) -> str:
        return "None"


@dataclass(frozen=True)
class Optional(Ty):
    """None, or a value of type ``item``: which one is known when the code runs."""

    item: Ty

    def __str__(self) -> str:
        return f"{self.item} or None"


@dataclass(frozen=True)
class SlotMemory(Ty):
    """The addresses of memory that holds a value of type ``item``, and in front of it whether it has been assigned to."""

    item: Ty


@dataclass(frozen=True)
class Known(Ty):
    """A value known at compile time: a function, a module, a string, a dtype."""

    value: Any

    def __str__(self) -> str:
        return getattr(self.value, "__name__", repr(self.value))

    def __hash__(self) -> int:
        return hash(self.value) if isinstance(self.value, (str, int)) else id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and (other.value is self.value or _same(other.value, self.value))


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and isinstance(a, (str, int, range, slice)) and repr(a) == repr(b)


Fixed = tuple[tuple[int, int, int | float], ...]  # numbers inside of arguments: parameter, register, number
At = tuple[int, tuple[int, ...]]  # the number of an argument, and steps to what is in it
Aliases = tuple[tuple[At, At], ...]  # where arguments hold objects that lie in them at another place, too

INT = Scalar("int64")
FLOAT = Scalar("float64")
FLOAT32 = Scalar("float32")
BOOL = Scalar("bool")  # NumPy's, as the three above
FLAG = Scalar("bool", weak=True)  # Python's
WHOLE = Scalar("int64", weak=True)  # Python's
NONE = NoneTy()


_DEEPEST = 50  # containers within containers


def check_nesting(value: Any) -> None:
    """Refuse containers that are nested too deeply, or contain themselves."""
    todo = [(value, 0)]
    while todo:
        v, depth = todo.pop()
        if depth > _DEEPEST:
            text = f"containers are nested more than {_DEEPEST} deep, or one of them contains itself"
            raise TypingError(text, hint="pass arrays, or containers of them")
        todo += [(x, depth + 1) for x in parts_of(v) or ()]


def type_of(value: Any) -> Ty:
    """The type of a Python or NumPy value."""
    if type(value) in _EXACT:
        return _EXACT[type(value)]
    if type(value) is np.ndarray:
        return array_type(value)
    if isinstance(value, int) and not isinstance(value, bool) and not -(2**63) <= value < 2**63:
        text = str(value) if abs(value) < 2**300 else f"of {value.bit_length()} bits"
        raise OverflowError(f"the integer {text} does not fit 64 bits, which is what compiled functions are passed")
    if isinstance(value, np.generic):
        kind = dtype_kind(value.dtype)
        if kind is None:
            raise TypingError(f"scalars of dtype {value.dtype} are not supported", hint="use float64, or pass int(x), float(x)")
        return Scalar(kind)
    for kind, python in PYTHON.items():
        if isinstance(value, python) and not isinstance(value, Flag):  # (~ of a flag is no integer's)
            return Scalar(kind, weak=True)
    if value is None:
        return NONE
    if isinstance(value, np.ndarray):
        check_plain(value)
        return array_type(value)
    form = form_of(value)
    if form is not None or isinstance(value, tuple):
        if depth.now == 0:
            check_nesting(value)
        depth.now, one = depth.now + 1, attribute_type if is_instance(value) else type_of
        try:
            return Tuple(tuple(map(one, value if form is None else form.parts(value))), form)
        finally:
            depth.now -= 1
    if callable(value) or isinstance(value, (str, Flag)):
        return Known(value)
    text = f"a value of type {type(value).__name__} cannot be passed to a compiled function"
    raise TypingError(text, hint="pass numbers, NumPy arrays, or tuples, lists, dicts and dataclasses of them")


_EXACT: dict[Any, Ty] = {np.dtype(kind).type: Scalar(kind) for kind in ("float64", "float32", "int64", "bool")}
_EXACT |= {float: Scalar("float64", weak=True), bool: Scalar("bool", weak=True), type(None): NONE}


def attribute_type(value: Any) -> Ty:
    """The type of an attribute of an object; what cannot be compiled is an error where it is used, if it is."""
    try:
        return type_of(value)
    except (TypingError, OverflowError):
        return Known(value)


def array_type(a: np.ndarray) -> Array:
    kind = _KINDS.get(a.dtype) or dtype_kind(a.dtype)
    if kind is None:
        raise TypingError(f"arrays of dtype {a.dtype} are not supported", hint="convert it: a.astype(np.float64)")
    flags = a.flags
    if not flags.c_contiguous and any(s % a.itemsize for s in a.strides):
        text = f"an array whose strides {a.strides} are not multiples of its item size is not supported"
        raise TypingError(text, hint="pass a copy: np.ascontiguousarray(a)")
    return _array(kind, a.ndim, "C" if flags.c_contiguous else "A", not flags.writeable)


_KINDS, _array = {np.dtype(kind): kind for kind in ("float64", "int64", "float32", "complex128")}, functools.cache(Array)


# ---- what types hold


def has_array(ty: Ty | None) -> bool:
    """Whether a type is an array, or a tuple that holds one."""
    if isinstance(ty, Optional):
        return has_array(ty.item)
    if isinstance(ty, (List, SharedList, Reference)):
        return True
    return isinstance(ty, Array) or (isinstance(ty, Tuple) and any(map(has_array, ty.items)))


def is_changeable(ty: Ty) -> bool:
    """Whether a type is a container whose items can be replaced, or holds one."""
    if isinstance(ty, Optional):
        return is_changeable(ty.item)
    if isinstance(ty, List):
        return not ty.frozen
    if not isinstance(ty, Tuple):
        return False
    if ty.form is not None and ty.form.kind in ("list", "dict", OBJECT, "set", ITERATOR):
        return True
    params = getattr(ty.form.cls, "__dataclass_params__", None) if ty.form is not None else None
    return (params is not None and not params.frozen) or any(map(is_changeable, ty.items))


def holds_list(ty: Ty) -> bool:
    """Whether a type is a list that grows, or a tuple that holds one."""
    return isinstance(ty, (List, SharedList)) or (isinstance(ty, Tuple) and any(map(holds_list, ty.items)))


def holds_shared(ty: Ty | None) -> bool:
    """Whether a list with an identity can be reached from a value of a type."""
    if isinstance(ty, (List, Optional)):
        return holds_shared(ty.item)
    return isinstance(ty, (SharedList, Reference)) or (isinstance(ty, Tuple) and any(map(holds_shared, ty.items)))
