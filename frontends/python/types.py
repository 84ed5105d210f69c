"""Types of the Python frontend: scalars, arrays, tuples, None; `type_of` a value, signatures as Numba writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import numpy as np

from irad.errors import TypingError

ORDER = ("bool", "int64", "float32", "float64")


@dataclass(frozen=True)
class Ty:
    """Base of all types."""


@dataclass(frozen=True)
class Scalar(Ty):
    """``bool``, ``int64``, ``float32`` or ``float64``; ``weak``: a Python literal, which does not widen arrays."""

    kind: str
    weak: bool = False

    def __str__(self) -> str:
        return self.kind

    @property
    def is_float(self) -> bool:
        return self.kind in ("float32", "float64")


@dataclass(frozen=True)
class Array(Ty):
    """``dtype`` is a scalar kind; ``layout`` C (contiguous), or A (any strides); ``readonly``: NumPy forbids writing to it."""

    dtype: str
    ndim: int
    layout: str = "A"
    readonly: bool = False

    def __str__(self) -> str:
        axes = ", ".join([":"] * (self.ndim - 1) + ["::1" if self.layout == "C" else ":"])
        return f"{self.dtype}[{axes}]"


@dataclass(frozen=True)
class Form:
    """How a container of fixed structure looks in Python.

    ``kind``: "list", "dict", "namedtuple" or "dataclass"; ``names``: the keys or fields, in order; ``cls``: its class.
    """

    kind: str
    names: tuple[Any, ...] = ()
    cls: Any = None

    @property
    def by_attribute(self) -> bool:
        """Are the items reached as ``x.name``?"""
        return self.kind in ("namedtuple", "dataclass")

    def path(self, k: int) -> str:
        """What stands behind the container's name to name item ``k``."""
        if not self.names:
            return f"[{k}]"
        return f".{self.names[k]}" if self.by_attribute else f"[{self.names[k]!r}]"

    def parts(self, value: Any) -> list[Any]:
        """The items of such a container."""
        if self.kind == "dict":
            return [value[n] for n in self.names]
        return [getattr(value, n) for n in self.names] if self.by_attribute else list(value)

    def make(self, items: Sequence[Any]) -> Any:
        """A container with these items."""
        if self.kind == "dict":
            return dict(zip(self.names, items, strict=True))
        if self.kind == "dataclass":  # as it is: __init__ may do more than that
            made = object.__new__(self.cls)
            for name, item in zip(self.names, items, strict=True):
                object.__setattr__(made, name, item)
            return made
        return tuple.__new__(self.cls, items) if self.kind == "namedtuple" else list(items)


def form_of(value: Any) -> Form | None:
    """The form of a container; None for a plain tuple, and for all that is none."""
    if isinstance(value, tuple):
        return Form("namedtuple", value._fields, type(value)) if hasattr(value, "_fields") else None
    if isinstance(value, dict):
        return Form("dict", tuple(value))
    if isinstance(value, list):
        return Form("list")
    if is_dataclass(value) and not isinstance(value, type):
        return Form("dataclass", tuple(f.name for f in fields(value)), type(value))
    return None


def parts_of(value: Any) -> list[Any] | None:
    """The items of a container of fixed structure, None for anything else."""
    form = form_of(value)
    if form is not None:
        return form.parts(value)
    return list(value) if isinstance(value, tuple) else None


def map_leaves(fn: Callable[..., Any], *values: Any) -> Any:
    """``fn`` of the leaves of values that are built alike, in containers like those of the first one."""
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
        if self.form is None:
            return f"({', '.join(map(str, self.items))}{',' if len(self.items) == 1 else ''})"
        if not self.form.names:
            return f"[{', '.join(map(str, self.items))}]"
        named = ", ".join(f"{n}: {t}" for n, t in zip(self.form.names, self.items, strict=True))
        return f"{{{named}}}" if self.form.cls is None else f"{self.form.cls.__name__}({named})"

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
    """A list that grows; ``item``: the type of its items, None as long as it is not known."""

    item: Ty | None

    def __str__(self) -> str:
        return f"list[{self.item}]"


@dataclass(frozen=True)
class NoneTy(Ty):
    def __str__(self) -> str:
        return "None"


@dataclass(frozen=True)
class Known(Ty):
    """A value known at compile time: a function, a module, a string, a dtype."""

    value: Any

    def __str__(self) -> str:
        return getattr(self.value, "__name__", repr(self.value))

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and (other.value is self.value or _same(other.value, self.value))


def _same(a: Any, b: Any) -> bool:
    return isinstance(a, str) and isinstance(b, str) and a == b


INT = Scalar("int64")
FLOAT = Scalar("float64")
FLOAT32 = Scalar("float32")
BOOL = Scalar("bool")
NONE = NoneTy()

_DTYPES = {"float64": "float64", "float32": "float32", "int64": "int64", "bool": "bool"}


def dtype_kind(dtype: Any) -> str | None:
    """The scalar kind of a NumPy dtype, or None when it is not supported."""
    return _DTYPES.get(np.dtype(dtype).name) if np.dtype(dtype).isnative else None


def check_plain(value: np.ndarray) -> None:
    """Refuse arrays whose operations are not NumPy's ordinary ones (np.matrix, masked arrays)."""
    if type(value) is not np.ndarray and not isinstance(value, np.memmap):
        raise TypingError(
            f"{type(value).__name__} has rules of its own, which compiled functions do not know",
            hint="pass an ordinary array: np.asarray(a)",
        )


def is_mode(value: Any) -> bool:
    """Is it ``irad.Reverse`` or another mode of differentiation?"""
    kind = type(value)
    return (kind.__module__, kind.__name__) == ("irad.api.annotations", "Mode")


def type_of(value: Any) -> Ty:
    """The type of a Python or NumPy value."""
    if isinstance(value, (bool, np.bool_)):
        return BOOL
    if isinstance(value, int):
        return Scalar("int64", weak=True)
    if isinstance(value, np.integer):
        return INT
    if isinstance(value, np.float32):
        return FLOAT32
    if isinstance(value, float):
        return Scalar("float64", weak=not isinstance(value, np.floating))
    if isinstance(value, np.floating):
        raise TypingError(f"scalars of dtype {value.dtype} are not supported", hint="use float64 or float32")
    if value is None:
        return NONE
    if isinstance(value, np.ndarray):
        check_plain(value)
        return array_type(value)
    parts = parts_of(value)
    if parts is not None:
        return Tuple(tuple(type_of(v) for v in parts), form_of(value))
    if callable(value) or isinstance(value, str):
        return Known(value)
    raise TypingError(
        f"a value of type {type(value).__name__} cannot be passed to a compiled function",
        hint="pass numbers, NumPy arrays, or tuples, lists, dicts and dataclasses of them",
    )


def array_type(a: np.ndarray) -> Array:
    kind = dtype_kind(a.dtype)
    if kind is None:
        raise TypingError(
            f"arrays of dtype {a.dtype} are not supported",
            hint="convert it: a.astype(np.float64)",
        )
    if any(s % a.itemsize for s in a.strides):
        raise TypingError(
            f"an array whose strides {a.strides} are not multiples of its item size is not supported",
            hint="pass a copy: np.ascontiguousarray(a)",
        )
    return Array(kind, a.ndim, "C" if a.flags.c_contiguous else "A", not a.flags.writeable)


_SCALARS = {"float64": FLOAT, "float32": FLOAT32, "int64": INT, "boolean": BOOL, "bool": BOOL, "float": FLOAT, "int": INT}
_ARRAY = re.compile(r"(\w+)\[([^\]]*)\]\Z")


def parse_type(text: str) -> Ty:
    """``"float64[:, ::1]"``, ``"int64"``, ``"(float64, float64[:])"``."""
    text = text.strip()
    if text in ("void", "none", "None"):
        return NONE
    if text in _SCALARS:
        return _SCALARS[text]
    found = _ARRAY.match(text)
    if found and found[1] in _SCALARS:
        axes = [a.strip() for a in found[2].split(",")]
        if all(a in (":", "::1") for a in axes) and "::1" not in axes[:-1]:
            base = _SCALARS[found[1]]
            assert isinstance(base, Scalar)
            return Array(base.kind, len(axes), "C" if axes[-1] == "::1" else "A")
    if text.startswith("(") and text.endswith(")"):
        return Tuple(tuple(parse_type(p) for p in split_top(text[1:-1])))
    raise TypingError(f"'{text}' is not a type", hint='write "float64", "int64", "float64[:]", "float64[:, ::1]" ...')


def parse_signature(text: str) -> tuple[Ty, ...]:
    """The argument types of ``"float64(float64[:], int64)"`` (the return type is inferred anyway)."""
    text = text.strip()
    start = _opening(text)
    if start < 0 or not text[:start].strip():
        raise TypingError(f"'{text}' is not a signature", hint='write "float64(float64[:], int64)"')
    return tuple(parse_type(p) for p in split_top(text[start + 1 : -1]))


def _opening(text: str) -> int:
    """Where the parenthesis opens that the text ends with, -1 if it does not end so."""
    depth = 0
    for i in range(len(text) - 1, -1, -1):
        depth += (text[i] == ")") - (text[i] == "(")
        if depth == 0:
            return i if text.endswith(")") else -1
    return -1


def split_top(text: str) -> list[str]:
    """Split at commas outside of brackets."""
    out, depth, start = [], 0, 0
    for i, ch in enumerate(text):
        depth += ch in "[("
        depth -= ch in "])"
        if ch == "," and depth == 0:
            out.append(text[start:i])
            start = i + 1
    if text[start:].strip():
        out.append(text[start:])
    return out


def takes(declared: Ty, given: Ty) -> bool:
    """Can a value of type ``given`` be passed where a signature says ``declared``, without loss?"""
    if isinstance(declared, Scalar) and isinstance(given, Scalar):
        return ORDER.index(given.kind) <= ORDER.index(declared.kind) and (given.kind == "bool") == (declared.kind == "bool")
    if isinstance(declared, Array) and isinstance(given, Array):
        same = (declared.dtype, declared.ndim) == (given.dtype, given.ndim) and declared.layout in ("A", given.layout)
        return same and (declared.readonly or not given.readonly)
    if isinstance(declared, Tuple) and isinstance(given, Tuple) and len(declared.items) == len(given.items):
        same = declared.form == given.form
        return same and all(takes(d, g) for d, g in zip(declared.items, given.items, strict=True))
    return declared == given


def join(a: Ty, b: Ty) -> Ty | None:
    """The type that holds both, or None."""
    if a == b:
        return a
    if isinstance(a, Scalar) and isinstance(b, Scalar):
        return promote(a, b)
    if isinstance(a, Array) and isinstance(b, Array) and (a.dtype, a.ndim) == (b.dtype, b.ndim):
        return Array(a.dtype, a.ndim, a.layout if a.layout == b.layout else "A", a.readonly or b.readonly)
    if isinstance(a, Tuple) and isinstance(b, Tuple) and len(a.items) == len(b.items) and a.form == b.form:
        parts = [join(x, y) for x, y in zip(a.items, b.items, strict=True)]
        if all(p is not None for p in parts):
            return Tuple(tuple(parts), a.form)  # type: ignore[arg-type]
    return None


def promote(a: Scalar, b: Scalar) -> Scalar:
    """NumPy 2's rule: a weak (Python) float takes the float type it meets."""
    if a.kind == b.kind:
        return Scalar(a.kind, a.weak and b.weak)
    if a.weak != b.weak:
        strong, weak = (b, a) if a.weak else (a, b)
        if ORDER.index(weak.kind) <= ORDER.index(strong.kind) or (strong.is_float and weak.is_float):
            return Scalar(strong.kind)
    kinds = {a.kind, b.kind}
    if kinds == {"int64", "float32"}:
        return Scalar("float64", a.weak and b.weak)
    kind = max(a.kind, b.kind, key=ORDER.index)
    return Scalar(kind, a.weak and b.weak)
