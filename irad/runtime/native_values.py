"""Python values as parameters of native functions of any LLVM type, and results back.

clang splits a small structure or a complex number into several parameters (``z.coerce0``, ``z.coerce1``) and passes a large
one by a pointer (``byval``); it returns large ones through a pointer that is the first parameter (``sret``).  The caller in
Python still passes one object for each parameter of the C function: `groups` finds which LLVM parameters belong together.
"""

from __future__ import annotations

import ctypes
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irad.errors import TypingError
from irad.ir.reader.attributes import attribute_type
from irad.ir.types import LAYOUT, FloatType, IntType, PtrType, Type
from irad.ir.values import Argument, Function

_COERCED = re.compile(r"(.*)\.coerce(\d*)$")
_FORMAT = {"double": "<d", "float": "<f", "half": "<e"}


@dataclass(frozen=True)
class Group:
    """LLVM parameters that are one parameter of the source: their types, and the offset of each in the object's bytes."""

    name: str
    types: tuple[Type, ...]
    offsets: tuple[int, ...] = (0,)

    @property
    def coerced(self) -> bool:
        """Whether this is a structure or complex number that the ABI passes in parts."""
        return len(self.types) > 1 or self.types[0].is_vector

    def values(self, value: object, function: str) -> list[object]:
        """The native values of a Python value."""
        if not self.coerced and not isinstance(value, (complex, np.complexfloating)):
            return [self._single(value, function)]
        data = _bytes_of(value, self, function)
        return [_from_bytes(data, t, offset) for t, offset in zip(self.types, self.offsets, strict=True)]

    def _single(self, value: object, function: str) -> object:
        t = self.types[0]
        if isinstance(value, ctypes.Structure) and not t.is_ptr:
            return _from_bytes(_bytes_of(value, self, function), t, 0)
        return native(value, t, self.name, function)


def groups(args: Sequence[Argument]) -> list[Group]:
    """The parameters of the source function, in order."""
    out: list[Group] = []
    for arg in args:
        found = _COERCED.match(arg.name)
        name = found[1] if found else arg.name or f"argument {arg.index + 1}"
        if found and found[2] not in ("", "0") and out and out[-1].name == name:
            last = out[-1]
            align = LAYOUT.align_of(arg.type)
            start = -(-(last.offsets[-1] + LAYOUT.size_of(last.types[-1])) // align) * align
            out[-1] = Group(name, (*last.types, arg.type), (*last.offsets, start))
        else:
            out.append(Group(name, (arg.type,)))
    return out


def sret_type(fn: Function) -> Type | None:
    """The type of a result that is returned through the first parameter, or None."""
    first = fn.args[0] if fn.args else None
    return attribute_type(fn, first.attrs, "sret") if first is not None else None


def _bytes_of(value: object, group: Group, function: str) -> bytes:
    """The bytes of a structure, or of a complex number."""
    size = group.offsets[-1] + LAYOUT.size_of(group.types[-1])
    if isinstance(value, ctypes.Structure):
        return bytes(value).ljust(size, b"\0")
    if isinstance(value, (complex, np.complexfloating, float, int)) and not isinstance(value, bool):
        whole = group.types[0]
        text = str(whole.scalar)
        if text in ("double", "float") and (len(group.types) == 2 or (whole.is_vector and size == 8)):
            return struct.pack("<2" + _FORMAT[text][1], complex(value).real, complex(value).imag)
    shown = " and ".join(map(str, group.types))
    raise TypingError(f"{function}(): {group.name} ({shown}) cannot be made from {type(value).__name__}")


def _from_bytes(data: bytes, t: Type, offset: int) -> object:
    size = LAYOUT.store_size(t)
    part = data[offset : offset + size].ljust(size, b"\0")
    if isinstance(t, IntType) or t.is_ptr:
        return int.from_bytes(part, "little")
    if str(t) in _FORMAT:
        return struct.unpack(_FORMAT[str(t)], part)[0]
    return part


def native(value: object, t: Type, name: str, function: str) -> object:
    """A Python value as a parameter of LLVM type ``t``: a number, an address, or bytes."""
    if isinstance(t, PtrType):
        return address(value, name, function)
    if isinstance(t, FloatType):
        if isinstance(value, (float, int, np.floating, np.integer)) and not isinstance(value, bool):
            return _long_double(value) if t.bits == 80 else float(value)
        raise TypingError(f"{function}(): {name} is {t}, a number is needed and {type(value).__name__} was given")
    if isinstance(t, IntType):
        if isinstance(value, (int, np.integer, np.bool_)):
            number = int(value)
            if not -(1 << (t.bits - 1)) <= number < (1 << t.bits):
                raise TypingError(f"{function}(): {name} = {number} does not fit {t}")
            return number
        raise TypingError(f"{function}(): {name} is {t}, an int is needed and {type(value).__name__} was given")
    if isinstance(value, ctypes.Structure):
        return bytes(value)
    raise TypingError(f"{function}(): {name} of type {t} cannot be passed from Python")


def _long_double(value: Any) -> bytes:
    return np.longdouble(value).tobytes()


def address(value: Any, name: str, function: str) -> int:
    """The address behind a pointer argument: an array, a ctypes object, any buffer, or None for null."""
    if isinstance(value, np.ndarray):
        return int(value.__array_interface__["data"][0])
    if value is None:
        return 0
    if isinstance(value, (ctypes.c_void_p, ctypes.c_char_p, ctypes._Pointer)):
        return ctypes.cast(value, ctypes.c_void_p).value or 0
    if isinstance(value, (ctypes.Structure, ctypes.Array, ctypes.Union, ctypes._SimpleCData)):
        return ctypes.addressof(value)
    try:
        view = memoryview(value)
    except TypeError:
        raise TypingError(
            f"{function}(): {name} is a pointer; an array or a ctypes object is needed and {type(value).__name__} was given"
        ) from None
    return int(np.asarray(view).__array_interface__["data"][0])


def result(leaves: list[object]) -> object:
    """The Python result of a call: None, a number, or a tuple."""
    if not leaves:
        return None
    return leaves[0] if len(leaves) == 1 else tuple(leaves)
