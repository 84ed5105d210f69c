"""What a call wrapper (`irad.pycall.wrapper`) takes and returns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from irad.frontends.python.sources.dtypes import DTYPES

NATIVE = {kind: d.leaf for kind, d in DTYPES.items()}
ITEM = {kind: d.item for kind, d in DTYPES.items()}


@dataclass(frozen=True)
class ScalarValue:
    """A number that is no float16; with ``convert`` a float64 parameter takes Python ints as well.

    ``origin``: "python" takes float and int only, "numpy" NumPy's scalars only, "" both.
    """

    kind: str
    convert: bool = False
    origin: str = ""


@dataclass(frozen=True)
class ArrayValue:
    """``layout`` C: contiguous, no strides are passed; A: any strides; S: any but contiguous.

    As a result: a new array, or a view of an argument if it lies in the memory of one (only dtype and ndim count).
    """

    dtype: str
    ndim: int
    layout: str = "C"
    writable: bool = False


@dataclass(frozen=True, eq=False)
class Same:
    """An argument that must be this very object, and is not passed on; as a result the object itself."""

    value: object


@dataclass(frozen=True, eq=False)
class Items:
    """A container of fixed structure: ``kind`` is "tuple", "namedtuple", "list", "dict" or "dataclass".

    ``cls``: the class of a named tuple or dataclass; ``names``: the keys or fields.  ``make``: makes a result of a tuple of the
    items (None: that tuple is the result).
    """

    items: tuple[ScalarValue | ArrayValue | Same | Items, ...]
    kind: str = "tuple"
    cls: object = None
    names: tuple[str, ...] = ()
    make: object = None


@dataclass(frozen=True, eq=False)
class CapturedArray:
    """An array that is not an argument: its memory and sizes are read from the object ``value`` at each call."""

    array: ArrayValue
    value: object


@dataclass(frozen=True, eq=False)
class Guard:
    """The wrapper is valid only while ``home[key]`` is this very object: a captured global, or the content of a closure's cell.

    ``field``: ``home`` is a function, and this its "code", "defaults" or "kwdefaults".  ``absent``: the key must not exist.
    """

    home: object  # a dict, a cell or a function (then ``key`` is None)
    key: str | None
    value: object
    field: str = ""
    absent: bool = False


Value = ScalarValue | ArrayValue | Same | Items
Parameter = Value | CapturedArray
Leaf = TypeVar("Leaf", ScalarValue, ArrayValue, Same)


@dataclass(frozen=True)
class Signature:
    """What a wrapper is made from.

    ``results``: none gives None, one gives the value, more give a tuple (as does one with ``as_tuple``).  ``memory``: the
    function may reserve memory, so that a way out is needed when there is none.  ``nogil``: the GIL is released in the call.
    ``bounded``: a call that would take more memory than is kept between calls is given up, and goes the slow way.
    ``names``: those of all parameters, where arguments may be given by name (interned: they are compared as objects).
    """

    symbol: str
    params: tuple[Parameter, ...]
    results: tuple[Value, ...] = ()
    as_tuple: bool = False
    memory: bool = True
    nogil: bool = False
    bounded: bool = False
    guards: tuple[Guard, ...] = field(default=(), compare=False)
    names: tuple[str, ...] = ()

    def objects(self) -> dict[str, object]:
        """The objects that the wrapper refers to, by the suffixes of their symbols."""
        found: dict[str, object] = {}
        for i, guard in enumerate(self.guards):
            found |= {f"home{i}": guard.home, f"key{i}": guard.key, f"value{i}": guard.value}
        found |= {f"parameter{i}": name for i, name in enumerate(self.names)}
        for i, p in enumerate(self.params):
            if isinstance(p, CapturedArray):
                found[f"captured{i}"] = p.value
        found |= {f"same{i}": same.value for i, same in enumerate(leaves((*self.params, *self.results), Same))}
        for i, c in enumerate(containers((*self.params, *self.results))):
            found |= {f"class{i}": c.cls, f"make{i}": c.make, **{f"name{i}.{k}": name for k, name in enumerate(c.names)}}
        return found

    @property
    def makes_arrays(self) -> bool:
        """Whether an array is among the results."""
        return any(True for _ in leaves(self.results, ArrayValue))


def leaves(kinds: Sequence[Parameter], of: type[Leaf]) -> Iterator[Leaf]:
    """Those of class ``of``, in tuples too, in order."""
    for kind in kinds:
        if isinstance(kind, of):
            yield kind
        elif isinstance(kind, Items):
            yield from leaves(kind.items, of)


def containers(kinds: Sequence[Parameter]) -> Iterator[Items]:
    """The containers, each before those in it."""
    for kind in kinds:
        if isinstance(kind, Items):
            yield kind
            yield from containers(kind.items)
