"""Conversion of Python values to the native parameters of a Python function, and of its results back."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irad.errors import ActivityError
from irad.frontends.python.sources.dtypes import DTYPES, PYTHON
from irad.frontends.python.sources.joined_types import Choice
from irad.frontends.python.sources.python_types import Array, Known, List, Optional, Scalar, SharedList, Tuple, Ty
from irad.runtime.memory_overlap import ArgumentArray
from irad.runtime.seeds import is_number

Bytes = ctypes.Array[ctypes.c_char]  # the memory of a result


@dataclass(frozen=True)
class Leaf:
    """One native parameter: ``kind`` "data", "size", "float" or "int" (arguments), "scalar" or "array" (results)."""

    kind: str
    name: str
    argument: str
    text: str = ""
    size: int = 8
    active: bool = False
    ndim: int = 0

    def write(self, buffer: Bytes, value: object) -> None:
        """Put a number into a buffer of a scalar result."""
        struct.pack_into(DTYPES[self.text].code, buffer, 0, value)

    def read(self, buffer: Bytes) -> object:
        """The number in a buffer of a scalar result."""
        return struct.unpack_from(DTYPES[self.text].code, buffer, 0)[0]


def _parts(ty: Scalar) -> list[str]:
    return [part.kind for part in ty.parts]


def split_number(ty: Scalar, value: Any) -> list[Any]:
    """The numbers that a number is passed as."""
    if ty.is_complex:
        return [value.real, value.imag]
    if ty.is_integer and not ty.dtype.least <= int(value) <= ty.dtype.most:
        raise OverflowError(f"Python integer {value} out of bounds for {ty.kind}")
    return [value]


def joined_number(ty: Scalar, parts: Sequence[Any]) -> object:
    """The number that compiled code gives as these: Python's where there is such a type, else NumPy's."""
    if ty.kind == "complex128":
        return complex(*parts)
    value = complex(*parts) if ty.is_complex else parts[0]
    return value if ty.kind in PYTHON else ty.dtype.numpy.type(value)


def flatten_type(ty: Ty, name: str, argument: str = "") -> list[Leaf]:
    """The native parameters of one argument."""
    argument = argument or name
    if isinstance(ty, Scalar):
        return [Leaf("float" if ty.is_inexact else "int", name, argument, part) for part in _parts(ty)]
    if isinstance(ty, Array):
        rest = ty.ndim if ty.layout == "C" else 2 * ty.ndim
        return [Leaf("data", name, argument, ty.dtype), *[Leaf("size", f"{name}.{k}", argument) for k in range(rest)]]
    if isinstance(ty, Tuple):
        return [leaf for k, t in enumerate(ty.items) for leaf in flatten_type(t, name + ty.path(k), argument)]
    return []


def flatten_args(value: object, ty: Ty, shadow_of: str = "") -> list[Any]:
    """The values of those parameters; for a shadow with the sizes of the primal."""
    if isinstance(ty, Scalar):
        if shadow_of and not ty.is_inexact:  # a whole number in a container: it has no derivative
            return [0]
        if shadow_of and not (is_number(value) or (ty.is_complex and isinstance(value, (complex, np.complexfloating)))):
            raise ActivityError(f"the tangent of {shadow_of} must be a number, not {type(value).__name__}")
        return split_number(ty, value)
    if isinstance(ty, Array):
        count = ty.ndim if ty.layout == "C" else 2 * ty.ndim
        if not isinstance(value, np.ndarray):
            if shadow_of:
                return [value, *[0] * count]
            value = np.asarray(value)
        sizes = [*value.shape, *([] if ty.layout == "C" else [s // value.itemsize for s in value.strides])]
        return [value, *(sizes if len(sizes) == count else [0] * count)]
    if isinstance(ty, Tuple):
        parts = ty.parts(value)
        if parts is None:
            raise ActivityError(f"the shadow of {shadow_of} must be built like {shadow_of} itself: {ty}")
        return [
            x
            for k, (v, t) in enumerate(zip(parts, ty.items, strict=True))
            for x in flatten_args(v, t, shadow_of and shadow_of + ty.path(k))
        ]
    return []


def result_leaves(ty: Ty) -> list[Leaf]:
    """The result pointers."""
    if isinstance(ty, Scalar):
        return [Leaf("scalar", "result", "result", part, 8, ty.is_inexact) for part in _parts(ty)]
    if isinstance(ty, Array):
        return [Leaf("array", "result", "result", ty.dtype, 8 * (1 + 2 * ty.ndim), ty.is_inexact, ty.ndim)]
    if isinstance(ty, Tuple):
        return [leaf for t in ty.items for leaf in result_leaves(t)]
    if isinstance(ty, Optional):  # whether there is a value, in front of it
        return [Leaf("scalar", "result", "result", "bool"), *result_leaves(ty.item)]
    if isinstance(ty, (SharedList, Choice)):
        return [Leaf("scalar", "result", "result", "int64")]
    if isinstance(ty, List):  # number of items, room, a block for each word of an item
        return [Leaf("scalar", "result", "result", "int64") for _ in range(2 + len(_words_of(ty.item)))]
    return []


def _words_of(ty: Ty | None) -> list[str]:
    """The codes of `struct` for the words that a value is held as in a list."""
    if isinstance(ty, Scalar):
        return [DTYPES[part].code for part in _parts(ty)]
    if isinstance(ty, Array):
        return ["q"] * (1 + ty.ndim * (1 if ty.layout == "C" else 2))
    if isinstance(ty, Tuple):
        return [w for t in ty.items for w in _words_of(t)]
    if isinstance(ty, Optional):
        return ["?", *_words_of(ty.item)]
    if isinstance(ty, List):
        return ["q"] * (2 + len(_words_of(ty.item)))
    return ["q"] if isinstance(ty, (SharedList, Choice)) else []


def _read_list(ty: List, words: list[int], seen: dict[int, list[object]]) -> list[object] | tuple[object, ...]:
    """The items of a list, whose blocks are in memory; ``seen``: lists with an identity by their addresses."""
    found = _items(ty.item, words, seen)
    return tuple(found) if ty.frozen else found


def _read_shared(ty: SharedList, address: int, seen: dict[int, list[object]]) -> list[object]:
    """A list with an identity, whose state is in memory."""
    if address not in seen:
        size = 2 + len(_words_of(ty.item))
        seen[address] = _items(ty.item, list(struct.unpack_from(f"{size}q", ctypes.string_at(address, 8 * size))), seen)
    return seen[address]


def _items(ty: Ty | None, words: list[int], seen: dict[int, list[object]]) -> list[object]:
    count, _, *blocks = words
    codes = _words_of(ty)
    data = [ctypes.string_at(b, count * struct.calcsize(c)) for b, c in zip(blocks, codes, strict=True)]
    columns = [struct.unpack_from(f"{count}{c}", d) for d, c in zip(data, codes, strict=True)]
    return [_item(ty, [column[k] for column in columns], seen) for k in range(count)]


def _item(ty: Ty | None, words: list[Any], seen: dict[int, list[object]]) -> object:
    """The value that these words hold; takes from the front."""
    if isinstance(ty, Scalar):
        value = joined_number(ty, [words.pop(0) for _ in ty.parts])
        return ty.dtype.numpy.type(value) if not ty.weak else value
    if isinstance(ty, Array):
        address, *rest = [words.pop(0) for _ in _words_of(ty)]
        shape = tuple(rest[: ty.ndim])
        dtype = DTYPES[ty.dtype].numpy
        strides = tuple(s * dtype.itemsize for s in rest[ty.ndim :]) if ty.layout != "C" else None
        if 0 in shape:
            return np.zeros(shape, dtype)
        steps = strides or np.empty(shape, dtype).strides
        low = sum(min(0, (n - 1) * s) for n, s in zip(shape, steps, strict=True))
        high = sum(max(0, (n - 1) * s) for n, s in zip(shape, steps, strict=True)) + dtype.itemsize
        memory = (ctypes.c_char * (high - low)).from_address(address + low)
        return np.ndarray(shape, dtype, memoryview(memory), -low, steps).copy()
    if isinstance(ty, Tuple):
        return ty.make([_item(t, words, seen) for t in ty.items])
    if isinstance(ty, Optional):
        there = words.pop(0)
        if not there:
            del words[: len(_words_of(ty.item))]
            return None
        return _item(ty.item, words, seen)
    if isinstance(ty, List):
        return _read_list(ty, [words.pop(0) for _ in _words_of(ty)], seen)
    if isinstance(ty, SharedList):
        return _read_shared(ty, words.pop(0), seen)
    if isinstance(ty, Choice):
        return ty.option(words.pop(0))
    return ty.value if isinstance(ty, Known) else None


def read_result(ty: Ty, buffers: Sequence[Bytes], pieces: Sequence[ArgumentArray]) -> object:
    """The Python value of a result: numbers, arrays (views of arguments where they are), tuples."""
    rest = list(buffers)
    seen: dict[int, list[object]] = {}

    def read(ty: Ty) -> object:
        if isinstance(ty, Scalar):
            return joined_number(ty, [struct.unpack_from(DTYPES[part].code, rest.pop(0), 0)[0] for part in _parts(ty)])
        if isinstance(ty, Array):
            return read_array(ty, rest.pop(0), pieces)
        if isinstance(ty, Tuple):
            return ty.make([read(t) for t in ty.items])
        if isinstance(ty, Optional):
            if struct.unpack_from(DTYPES["bool"].code, rest.pop(0), 0)[0]:
                return read(ty.item)
            del rest[: len(result_leaves(ty.item))]
            return None
        if isinstance(ty, List):
            return _read_list(ty, [struct.unpack_from("q", rest.pop(0), 0)[0] for _ in result_leaves(ty)], seen)
        if isinstance(ty, SharedList):
            return _read_shared(ty, struct.unpack_from("q", rest.pop(0), 0)[0], seen)
        if isinstance(ty, Choice):
            return ty.option(struct.unpack_from("q", rest.pop(0), 0)[0])
        return ty.value if isinstance(ty, Known) else None

    return read(ty)


def complete_shadow(leaf: Leaf, buffer: Bytes, shadow: Bytes) -> None:
    """Shape and strides of an array result are those of the primal: only the data pointer has a shadow."""
    if leaf.kind == "array":
        ctypes.memmove(ctypes.addressof(shadow) + 8, ctypes.addressof(buffer) + 8, leaf.size - 8)


def describe(ty: Array, buffer: Bytes) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """(address, shape, byte strides) in an array's result descriptor."""
    words = struct.unpack_from(f"{1 + 2 * ty.ndim}q", buffer, 0)
    item = DTYPES[ty.dtype].item
    return words[0], words[1 : 1 + ty.ndim], tuple(s * item for s in words[1 + ty.ndim :])


def raw_array(ty: Array, buffer: Bytes) -> np.ndarray:
    """The memory of an array result as it is (valid while the arena is)."""
    address, shape, strides = describe(ty, buffer)
    dtype = DTYPES[ty.dtype].numpy
    if address == 0 or 0 in shape:
        return np.zeros(shape, dtype)
    low = address + sum(min(0, (n - 1) * s) for n, s in zip(shape, strides, strict=True))
    high = address + sum(max(0, (n - 1) * s) for n, s in zip(shape, strides, strict=True)) + dtype.itemsize
    memory = (ctypes.c_char * (high - low)).from_address(low)
    return np.ndarray(shape, dtype, memoryview(memory), address - low, strides)


def read_array(ty: Array, buffer: Bytes, pieces: Sequence[ArgumentArray]) -> np.ndarray:
    """A view of an argument if the result lies in one, else a copy with the same strides."""
    found = raw_array(ty, buffer)
    address, shape, strides = describe(ty, buffer)
    if found.size:
        for p in pieces:
            start = int(p.array.__array_interface__["data"][0])
            if p.array.size and np.may_share_memory(p.array, found):
                base = p.array
                offset = address - start
                view = np.lib.stride_tricks.as_strided(_flat_from(base, offset, found.dtype), shape, strides)
                return view
    if found.flags.c_contiguous or 0 in strides:
        return found.copy(order="K")
    memory: Any = found.base
    low = sum(min(0, (n - 1) * s) for n, s in zip(shape, strides, strict=True))
    return np.ndarray(shape, found.dtype, np.frombuffer(memory, found.dtype).copy().data, -low, strides)


def _flat_from(base: np.ndarray, offset: int, dtype: np.dtype) -> np.ndarray:
    """A one-element array at ``offset`` bytes from the start of ``base`` that keeps ``base`` alive."""
    start = int(base.__array_interface__["data"][0])

    class _Window:
        __array_interface__ = {
            "data": (start + offset, not base.flags.writeable),
            "shape": (1,),
            "typestr": dtype.str,
            "version": 3,
        }
        owner = base

    return np.asarray(_Window())
