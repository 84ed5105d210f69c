"""The dtypes of numbers and arrays: one row each, and the types that several of them promote to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np


@dataclass(frozen=True)
class DType:
    """``sort``: "bool", "int", "uint", "float" or "complex"; ``bits`` of a number; ``code`` in `struct`.

    ``register`` and ``memory``: the LLVM types of a number that is computed with, and of one in an array; ``leaf``: of a
    variable, parameter or result.  A complex number is two of them.
    """

    name: str
    sort: str
    bits: int
    register: str
    memory: str
    leaf: str
    code: str

    @property
    def numpy(self) -> np.dtype:
        return np.dtype(self.name)

    @property
    def item(self) -> int:
        """The bytes of an element."""
        return max(1, self.bits // 8)

    @property
    def is_integer(self) -> bool:
        return self.sort in ("int", "uint")

    @property
    def is_signed(self) -> bool:
        return self.sort == "int"

    @property
    def is_float(self) -> bool:
        """Whether it is a real number with a fraction."""
        return self.sort == "float"

    @property
    def is_complex(self) -> bool:
        return self.sort == "complex"

    @property
    def is_inexact(self) -> bool:
        """Whether it is real or complex with a fraction: what has a derivative."""
        return self.sort in ("float", "complex")

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the dtypes that a number consists of: itself, or those of the real and the imaginary part."""
        return (f"float{self.bits // 2}",) * 2 if self.is_complex else (self.name,)

    @property
    def least(self) -> int:
        """The smallest integer."""
        return -(1 << (self.bits - 1)) if self.is_signed else 0

    @property
    def most(self) -> int:
        """The largest integer."""
        return (1 << (self.bits - self.is_signed)) - 1


DTYPES = {
    row[0]: DType(*row)
    for row in (
        ("bool", "bool", 1, "i1", "i8", "i8", "?"),
        ("int8", "int", 8, "i8", "i8", "i8", "b"),
        ("int16", "int", 16, "i16", "i16", "i16", "h"),
        ("int32", "int", 32, "i32", "i32", "i32", "i"),
        ("int64", "int", 64, "i64", "i64", "i64", "q"),
        ("uint8", "uint", 8, "i8", "i8", "i8", "B"),
        ("uint16", "uint", 16, "i16", "i16", "i16", "H"),
        ("uint32", "uint", 32, "i32", "i32", "i32", "I"),
        ("uint64", "uint", 64, "i64", "i64", "i64", "Q"),
        ("float16", "float", 16, "float", "half", "float", "f"),
        ("float32", "float", 32, "float", "float", "float", "f"),
        ("float64", "float", 64, "double", "double", "double", "d"),
        ("complex64", "complex", 64, "float", "float", "float", "ff"),
        ("complex128", "complex", 128, "double", "double", "double", "dd"),
    )
}
INTEGERS = tuple(name for name, d in DTYPES.items() if d.is_integer)
OF_BLAS = ("float64", "float32")
PYTHON: dict[str, type] = {"bool": bool, "int64": int, "float64": float, "complex128": complex}  # of Python's own numbers
_WEAK: dict[str, Any] = {"int64": 0, "float64": 0.0, "complex128": 0j}


def dtype_kind(dtype: Any) -> str | None:
    """The name of a NumPy dtype, or None when it is not supported."""
    found = np.dtype(dtype)
    return found.name if found.isnative and found.name in DTYPES else None


def is_inexact(kind: str) -> bool:
    """Whether numbers of this dtype have derivatives; of what has none ("") not."""
    return kind in DTYPES and DTYPES[kind].is_inexact


@cache
def result_kind(*operands: tuple[str, bool]) -> str:
    """The dtype of which values of these (name, whether Python's own number) are in an operation: NumPy's ``result_type``."""
    given = [_WEAK[name] if weak and name in _WEAK else np.dtype(name) for name, weak in operands]
    if all(weak for _, weak in operands):
        given = [np.dtype(name) for name, _ in operands]
    return np.result_type(*given).name


def widest(*kinds: str) -> str:
    """The dtype that holds all of these without loss (of integers: up to 53 bits)."""
    return result_kind(*((kind, False) for kind in kinds))


def accumulated_kind(kind: str) -> str:
    """The dtype of sums and products of many numbers: of integers and truth values one of 64 bits."""
    d = DTYPES[kind]
    return kind if d.is_inexact else "uint64" if d.sort == "uint" else "int64"


def holding(kinds: set[str]) -> str:
    """The integer dtype for numbers of all of these, of which one is Python's: its numbers must fit."""
    return "uint64" if "uint64" in kinds else "int64"
