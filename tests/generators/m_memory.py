"""Memory of C by the byte: types with sizes and offsets, objects that hold values at byte offsets, pointers (object, offset).

A value keeps the size with which it was written; what is read must have been written so, or be zero bytes.  Anything else raises
`Undefined`, as does what C leaves undefined: reading what was never written, dead objects, null pointers, overlapping copies.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tests.generators.dual import Dual


class Undefined(Exception):
    """What the program does is undefined in C, or not in this model."""


@dataclass(frozen=True)
class Basic:
    text: str
    size: int


@dataclass(frozen=True)
class Ptr:
    to: Type


@dataclass(frozen=True)
class Arr:
    of: Type
    n: int


@dataclass(eq=False)
class Record:
    """A structure or a union; compared by identity, since it may point to itself."""

    name: str
    union: bool = False
    fields: list[tuple[str, Type]] = field(default_factory=list)

    def __deepcopy__(self, memo: Any) -> Record:
        return self

    @property
    def text(self) -> str:
        return f"{'union' if self.union else 'struct'} {self.name}"

    def offset(self, name: str) -> int:
        at = 0
        for n, t in self.fields:
            at = 0 if self.union else _up(at, align(t))
            if n == name:
                return at
            at += size(t)
        raise KeyError(name)

    def type_of(self, name: str) -> Type:
        return dict(self.fields)[name]

    def c(self) -> str:
        return f"{self.text} {{ {' '.join(declare(t, n) + ';' for n, t in self.fields)} }};"


Type = Basic | Ptr | Arr | Record
D, F, I, J = Basic("double", 8), Basic("float", 4), Basic("int64_t", 8), Basic("int", 4)  # noqa: E741
FN, VOID = Basic("fn", 8), Basic("void", 0)
FLOATS, INTEGERS = (D, F), (I, J)


def _up(n: int, to: int) -> int:
    return -(-n // to) * to


def align(t: Type) -> int:
    if isinstance(t, Record):
        return max(align(of) for _, of in t.fields)
    return align(t.of) if isinstance(t, Arr) else size(t)


def size(t: Type) -> int:
    if isinstance(t, Basic):
        return t.size
    if isinstance(t, Ptr):
        return 8
    if isinstance(t, Arr):
        return t.n * size(t.of)
    sizes = [size(of) for _, of in t.fields]
    end = max(sizes) if t.union else t.offset(t.fields[-1][0]) + sizes[-1]
    return _up(end, align(t))


def declare(t: Type, name: str) -> str:
    """The declaration of ``name``; of no name: the type."""
    if isinstance(t, Arr):
        return declare(t.of, f"{name}[{t.n}]")
    if isinstance(t, Ptr):
        return declare(t.to, f"(*{name})" if isinstance(t.to, Arr) else f"*{name}")
    return f"{t.text} {name}".strip()


class Object:
    """Memory of one variable or of one block of the heap: ``cells`` gives size and value by byte offset."""

    __slots__ = ("alive", "cells", "heap", "size", "static")

    def __init__(self, size: int, heap: bool = False, static: bool = False) -> None:
        self.size, self.alive, self.heap, self.static = size, True, heap, static
        self.cells: dict[int, tuple[int, Any]] = {}


Pointer = tuple[Object, int]
Bytes = list[tuple[int, int, Any]]  # a piece of memory: offset, size and value of each cell


def within(p: Pointer | None, n: int) -> Pointer:
    if not isinstance(p, tuple) or not p[0].alive or p[1] < 0 or p[1] + n > p[0].size:
        raise Undefined("an access outside of a living object")
    return p


def take(p: Pointer | None, n: int) -> Bytes:
    """The cells of ``n`` bytes, for a copy."""
    o, at = within(p, n)
    out = []
    for k, (width, v) in o.cells.items():
        if k < at + n and k + width > at:
            if k < at or k + width > at + n:
                raise Undefined("a copy of a part of a value")
            out.append((k - at, width, v))
    return out


def put(p: Pointer | None, n: int, what: Bytes) -> None:
    """Overwrite ``n`` bytes."""
    o, at = within(p, n)
    for k in [k for k, (width, _) in o.cells.items() if k < at + n and k + width > at]:
        del o.cells[k]
    for k, width, v in what:
        o.cells[at + k] = (width, v)


def zero(p: Pointer | None, n: int) -> None:
    put(p, n, [(k, 1, 0) for k in range(n)])


def load(p: Pointer | None, t: Type) -> Any:
    """The value of type ``t``; of a record: its bytes."""
    n = size(t)
    if isinstance(t, (Record, Arr)):
        return take(p, n)
    o, at = within(p, n)
    width, v = o.cells.get(at, (0, None))
    if width == n:
        if not fits(v, t):
            raise Undefined(f"a {type(v).__name__} read as {t}")
        return v
    if all(o.cells.get(at + k) == (1, 0) for k in range(n)):
        return None if isinstance(t, Ptr) else "" if t == FN else 0.0 if t in FLOATS else 0
    raise Undefined("a read of what was not written so")


def fits(v: Any, t: Type) -> bool:
    if isinstance(t, Ptr):
        return v is None or isinstance(v, tuple)
    if t == FN:
        return isinstance(v, str)
    return isinstance(v, (float, Dual) if t in FLOATS else int)


def store(p: Pointer | None, v: Any, t: Type) -> None:
    if isinstance(t, (Record, Arr)):
        put(p, size(t), v)
        return
    v = converted(v, t)
    if not fits(v, t):
        raise Undefined(f"a {type(v).__name__} stored as {t}")
    put(p, size(t), [(0, size(t), v)])


def converted(v: Any, t: Type) -> Any:
    """As C converts a number on assignment."""
    if t == D and isinstance(v, int):
        return float(v)
    if t == F:
        return Dual(float(np.float32(v.value)), v.d) if isinstance(v, Dual) else float(np.float32(v))
    return v
