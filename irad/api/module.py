"""Modules of LLVM IR as Python objects: `Module`, and its functions, callable and differentiable."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from irad.api.compiled import Lease, Source
from irad.errors import IradError, TypingError
from irad.ir.types import FloatType, FunctionType, IntType, PtrType, Type
from irad.ir.values import Function
from irad.options import Options


class Module:
    """Functions of LLVM IR.  ``m["f"]`` is a function: call it, or give it to `autodiff` and `grad`.

    >>> import irad
    >>> m = irad.Module.from_ir("define double @f(double %x) {\\n  %y = fmul double %x, %x\\n  ret double %y\\n}")
    >>> m["f"](3.0)
    9.0
    >>> irad.grad(m["f"])(3.0)
    6.0
    """

    def __init__(self, text: str, link: Sequence[str] = ()) -> None:
        self._source = Source(text, tuple(link))

    @classmethod
    def from_ir(cls, text_or_path: str | os.PathLike[str], link: Sequence[str] = ()) -> Module:
        """A module from IR text, or from a ``.ll`` or ``.bc`` file; ``link``: shared libraries with what it calls."""
        from irad.llvm.session import canonical, parse_bitcode

        text = os.fspath(text_or_path)
        if "\n" in text or "{" in text:
            return cls(canonical(text), link)
        path = Path(text)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise IradError(f"cannot read {path}: {error.strerror}") from None
        if data[:2] == b"BC" or data[:4] == b"\xde\xc0\x17\x0b":
            return cls(str(parse_bitcode(data)), link)
        return cls(canonical(data.decode("utf-8", "replace")), link)

    @classmethod
    def from_c(cls, source_or_path: str | os.PathLike[str], flags: Sequence[str] = ("-O2",), link: Sequence[str] = ()) -> Module:
        """A module from C (or C++) source text or a file; needs clang or the ``ziglang`` package."""
        from irad.frontends.clang import compile_to_ir
        from irad.llvm.session import canonical

        return cls(canonical(compile_to_ir(source_or_path, tuple(flags))), link)

    @property
    def text(self) -> str:
        """The module as LLVM IR."""
        return self._source.text

    def __getitem__(self, name: str) -> ModuleFunction:
        fn = self._source.module.functions.get(name)
        if fn is None or fn.is_declaration:
            known = ", ".join(self) or "none"
            raise KeyError(f"no function {name!r} with a body in this module; it has: {known}")
        return ModuleFunction(self._source, fn)

    def __iter__(self) -> Any:
        return iter([f.name for f in self._source.module.functions.values() if not f.is_declaration])

    def __contains__(self, name: str) -> bool:
        return name in list(self)


class ModuleFunction:
    """One function of a `Module`: arrays for pointers, ints and floats for the rest."""

    def __init__(self, source: Source, fn: Function) -> None:
        self.source = source
        self.fn = fn
        self.__name__ = fn.name
        self.options = Options()

    @property
    def ftype(self) -> FunctionType:
        return self.fn.ftype

    @property
    def takes_arena(self) -> bool:
        return '"irad-arena"' in self.fn.attributes

    def __call__(self, *args: Any) -> Any:
        """Run the function; pointers are checked to be arrays or ctypes objects, numbers to fit."""
        values = self.natives(args)
        with Lease() as arena:
            out = self.source.plain(self.fn.name, self.options)(self.fn.name, [arena, *values] if self.takes_arena else values)
        return result(out)

    @property
    def params(self) -> list[tuple[str, Type]]:
        """The parameters a caller gives: (name, type)."""
        skip = 1 if self.takes_arena else 0
        return [(a.name or f"argument {a.index + 1 - skip}", a.type) for a in self.fn.args[skip:]]

    def natives(self, args: Sequence[Any]) -> list[Any]:
        if len(args) != len(self.params):
            raise TypingError(f"{self.fn.name}() takes {len(self.params)} arguments, {len(args)} were given")
        return [native(a, t, n, self.fn.name) for a, (n, t) in zip(args, self.params, strict=True)]

    def __repr__(self) -> str:
        return f"<function {self.fn.name}({', '.join(f'{t}' for _, t in self.params)}) -> {self.ftype.ret}>"


def result(leaves: list[Any]) -> Any:
    """What a call gives back: nothing, a number, or a tuple."""
    if not leaves:
        return None
    return leaves[0] if len(leaves) == 1 else tuple(leaves)


def native(value: Any, t: Type, name: str, function: str) -> Any:
    """A Python value as a parameter of LLVM type ``t``: a number or an address."""
    if isinstance(t, PtrType):
        return address(value, name, function)
    if isinstance(t, FloatType):
        if isinstance(value, (float, int, np.floating, np.integer)) and not isinstance(value, bool):
            return float(value)
        raise TypingError(f"{function}(): {name} is {t}, a number is needed and {type(value).__name__} was given")
    if isinstance(t, IntType):
        if isinstance(value, (int, np.integer, np.bool_)):
            number = int(value)
            if not -(1 << (t.bits - 1)) <= number < (1 << t.bits):
                raise TypingError(f"{function}(): {name} = {number} does not fit {t}")
            return number
        raise TypingError(f"{function}(): {name} is {t}, an int is needed and {type(value).__name__} was given")
    if t.is_struct and isinstance(value, ctypes.Structure):
        return bytes(value)
    raise TypingError(f"{function}(): {name} of type {t} cannot be passed from Python")


def address(value: Any, name: str, function: str) -> int:
    """The address behind a pointer argument."""
    if isinstance(value, np.ndarray):
        return int(value.__array_interface__["data"][0])
    if value is None:
        return 0
    if isinstance(value, (ctypes.Structure, ctypes.Array, ctypes.Union, ctypes._SimpleCData)):
        if isinstance(value, (ctypes.c_void_p, ctypes.c_char_p)):
            return ctypes.cast(value, ctypes.c_void_p).value or 0
        return ctypes.addressof(value)
    if isinstance(value, ctypes._Pointer):
        return ctypes.cast(value, ctypes.c_void_p).value or 0
    raise TypingError(
        f"{function}(): {name} is a pointer; an array or a ctypes object is needed and {type(value).__name__} was given"
    )
