"""Modules of LLVM IR as Python objects: `Module`, and its functions, callable and differentiable."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from irad.errors import IradError, TypingError, UnsupportedError
from irad.ir.edits import aliases_of, drop_aliases, mutable_variables
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.types import FunctionType, Type
from irad.ir.values import Function
from irad.llvm.border.session import canonical
from irad.llvm.guard import accept, accept_file, check
from irad.llvm.runtime_ir.arena_runtime import runtime_names
from irad.options import Options
from irad.runtime.compiled import Lease, ModuleSource
from irad.runtime.native import Buffer
from irad.runtime.native_values import groups, native, result, sret_type
from irad.tracebacks import ends_at_the_call
from irad.transform.base.request import has_arena

# What an array of floats is for the analysis of memory.
ELEMENTS = {"d": "double", "D": "double", "f": "float", "F": "float"}


class Module:
    """Functions of LLVM IR.  ``m["f"]`` is a function: call it, or give it to `autodiff` and `grad`.

    Made by `from_ir` and `from_c`.  A function takes arrays (or ctypes objects) for pointers, whose dtype must be what the
    function uses, ints and floats for the rest, and ctypes structures; it returns None, a number, or a tuple.

    Args:
        text: IR.
        link: names of shared libraries with what it calls.

    Raises:
        ParseError: LLVM does not accept the text.
        UnsupportedError: it contains what LLVM cannot compile in this process.
        KeyError: (from ``m["f"]``) there is no such function with a body.
        TypingError: (from calls) an argument does not fit the parameter.

    >>> import irad
    >>> m = irad.Module.from_ir("define double @f(double %x) {\\n  %y = fmul double %x, %x\\n  ret double %y\\n}")
    >>> m["f"](3.0)
    9.0
    >>> irad.grad(m["f"])(3.0)
    6.0
    """

    def __init__(self, text: str, link: Sequence[str] = ()) -> None:
        check(text)
        module = read_module(text, bodies=False)
        own = runtime_names()
        for fn in module.functions.values():
            if fn.name in own and fn.has_body and fn.linkage not in ("internal", "private"):
                raise UnsupportedError(f"the name {fn.name} belongs to the runtime of irad", hint="take another name")
        shared = mutable_variables(module)
        if shared:  # one set of variables, whatever is compiled of the module and when
            if aliases := aliases_of(module, shared):  # of what is only declared there can be none
                module = read_module(canonical(text))
                drop_aliases(module, [module.aliases[a.name] for a in aliases])
            for var in (module.globals_[name] for name in shared):
                var.linkage = var.visibility = var.comdat = ""
            text = print_module(module)
        self._source = ModuleSource(text, tuple(link), shared=shared)

    @classmethod
    def from_ir(cls, text_or_path: str | os.PathLike[str], link: Sequence[str] = ()) -> Module:
        """A module from IR.

        Args:
            text_or_path: text (with a newline or a brace in it), or the path of a ``.ll`` or ``.bc`` file.
            link: names of shared libraries with what it calls.

        Raises:
            IradError: the file cannot be read.
            ParseError, UnsupportedError: as for the class.
        """
        text = os.fspath(text_or_path)
        if isinstance(text_or_path, str) and ("\n" in text or "{" in text):
            return cls(accept(text), link)
        path = Path(text)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise IradError(f"cannot read {path}: {error.strerror}") from None
        return cls(accept_file(data, text), link)

    @classmethod
    def from_c(cls, source_or_path: str | os.PathLike[str], flags: Sequence[str] = ("-O2",), link: Sequence[str] = ()) -> Module:
        """A module from C (or C++); needs clang or the ``ziglang`` package.

        Args:
            source_or_path: source text (with a newline or a brace in it), or the path of a file.
            flags: for the compiler.
            link: names of shared libraries with what it calls.

        Raises:
            IradError: there is no compiler, or it does not accept the source.
            ParseError, UnsupportedError: as for the class.
        """
        from irad.frontends.clang import compile_to_ir

        return cls(compile_to_ir(source_or_path, tuple(flags)), link)

    @property
    def text(self) -> str:
        """The module as LLVM IR."""
        return self._source.text

    def __getitem__(self, name: str) -> ModuleFunction:
        fn = self._source.module.functions.get(name)
        if fn is None or not fn.has_body:
            known = ", ".join(self) or "none"
            raise KeyError(f"no function {name!r} with a body in this module; it has: {known}")
        return ModuleFunction(self._source, fn)

    def __iter__(self) -> Iterator[str]:
        return iter([f.name for f in self._source.module.functions.values() if f.has_body])

    def __contains__(self, name: str) -> bool:
        return name in list(self)


class ModuleFunction:
    """One function of a `Module`: arrays for pointers, ints and floats for the rest."""

    def __init__(self, source: ModuleSource, fn: Function) -> None:
        self.source = source
        self.fn = fn
        self.__name__ = fn.name
        self.options = Options()

    @property
    def ftype(self) -> FunctionType:
        return self.fn.ftype

    @property
    def takes_arena(self) -> bool:
        return has_arena(self.fn)

    @ends_at_the_call
    def __call__(self, *args: object) -> Any:
        """Run the function; pointers are checked to be arrays or ctypes objects, numbers to fit.

        A structure or complex number is one argument, however the compiler passes it; a structure comes back as a tuple
        of its numbers (one of mixed small members, such as an int and a float, in the words that the compiler packs them in).
        """
        large = sret_type(self.fn)
        buffer = Buffer(large) if large is not None and len(args) < len(self.params) else None
        values = self._values(args, 0 if buffer is None else 1)
        if buffer is not None:
            values.insert(0, buffer.address)
        with Lease() as arena:
            out = self.source.plain(self.fn.name, self.options)(self.fn.name, [arena, *values] if self.takes_arena else values)
        return result(out if buffer is None else buffer.leaves())

    def _values(self, args: Sequence[object], skip: int) -> list[Any]:
        """Native values for one argument per parameter of the source, or one per LLVM parameter."""
        inner = self.fn.args[(1 if self.takes_arena else 0) + skip :]
        wanted = groups(inner)
        if len(args) == len(wanted):
            if len(wanted) == len(inner):
                self.check_elements(([None] * skip) + list(args))
            return [v for group, a in zip(wanted, args, strict=True) for v in group.values(a, self.fn.name)]
        return self.natives(args)

    @property
    def params(self) -> list[tuple[str, Type]]:
        """The parameters a caller gives: (name, type)."""
        skip = 1 if self.takes_arena else 0
        return [(a.name or f"argument {a.index + 1 - skip}", a.type) for a in self.fn.args[skip:]]

    def natives(self, args: Sequence[object]) -> list[Any]:
        if len(args) != len(self.params):
            raise TypingError(f"{self.fn.name}() takes {len(self.params)} arguments, {len(args)} were given")
        self.check_elements(args)
        return [native(a, t, n, self.fn.name) for a, (n, t) in zip(args, self.params, strict=True)]

    def check_elements(self, args: Sequence[object]) -> None:
        """Arrays must have the element type that the function uses (bytes may be anything); raises `TypingError`."""
        arrays = [(i, a) for i, a in enumerate(args) if isinstance(a, np.ndarray) and a.dtype.itemsize > 1]
        if not arrays:
            return
        skip = 1 if self.takes_arena else 0
        kinds = self.source.pointees(self.fn.name)[skip:]
        for i, a in arrays:
            kind = kinds[i] if i < len(kinds) else ""
            if kind and a.dtype.kind in "fciu" and ELEMENTS.get(a.dtype.char, "integers") != kind:
                wanted = {"double": "float64", "float": "float32"}[kind]
                raise TypingError(
                    f"{self.fn.name}(): {self.params[i][0]} points to {wanted}, an array of {a.dtype} was given",
                    hint=f"convert it: a.astype(np.{wanted})",
                )

    def __repr__(self) -> str:
        return f"<function {self.fn.name}({', '.join(f'{t}' for _, t in self.params)}) -> {self.ftype.ret}>"
