"""Compiled derivatives of one native function, made once per request and kept."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from irad.api.blas import resolve
from irad.api.native import ARENAS, Abi, NativeCall, abi_of, aligned, thread_arena_address, trampoline
from irad.ir.reader import read_module
from irad.ir.types import FunctionType
from irad.ir.values import Module
from irad.llvm.jit import Engine, undefined
from irad.options import Options
from irad.pipeline import derive, finish, internal_shadows
from irad.transform.driver import Request
from irad.transform.request import Made


class Code:
    """Machine code of some functions of one module; call them by symbol."""

    def __init__(self, text: str, functions: dict[str, FunctionType], arena: Mapping[str, bool], libraries: Sequence[str],
                 symbols: dict[str, int], options: Options, abi: Abi = Abi()) -> None:  # fmt: skip
        first = next(iter(functions))  # the others (a reverse sweep) need what the first left in the arena
        extra = "".join(trampoline(s, t, s in arena, s == first, abi) for s, t in functions.items())
        if arena and "@_setjmp(" not in text:
            extra += "declare i32 @_setjmp(ptr) returns_twice\n"
        if arena and "@irad_arena_reset(" not in text:
            extra += "declare void @irad_arena_reset(ptr)\n"
        exports = [f"irad.call.{s}" for s in functions]
        self.text = finish(text + "\n" + extra, exports, options)
        self.engine = Engine.load(self.text, libraries, {**external_symbols(self.text), **symbols})
        self.functions = {s: NativeCall(self.engine.address(f"irad.call.{s}"), t, s in arena) for s, t in functions.items()}

    def __call__(self, symbol: str, args: Sequence[Any]) -> list[Any]:
        return self.functions[symbol](args)


def external_symbols(text: str) -> dict[str, int]:
    """Addresses of BLAS and LAPACK routines that a module calls, and of the runtime's one function in Python."""
    return {**resolve(undefined(text)), "irad_thread_arena": thread_arena_address()}


@dataclass
class Derivative:
    """Compiled functions for one request, with their `Made` descriptions."""

    code: Code
    made: tuple[Made, ...]
    text: str
    statistics: tuple[dict[str, int | str], ...] = ()


@dataclass
class Source:
    """A module's text and what is needed to run it; the derivatives made of it so far."""

    text: str
    libraries: tuple[str, ...] = ()
    symbols: dict[str, int] = field(default_factory=dict)
    _module: Module | None = None
    _derivatives: dict[tuple[Request, Options], Derivative] = field(default_factory=dict)
    _plain: dict[tuple[str, Options], Code] = field(default_factory=dict)
    _shadows: dict[Request, list[int]] = field(default_factory=dict)
    _lock: Any = field(default_factory=threading.RLock)

    @property
    def module(self) -> Module:
        """The module as it was given, for types and names."""
        with self._lock:
            if self._module is None:
                self._module = read_module(self.text)
            return self._module

    def plain(self, name: str, options: Options) -> Code:
        """The primal function itself."""
        with self._lock:
            found = self._plain.get((name, options))
            if found is None:
                from irad.pipeline import expand_marked

                fn = self.module.functions[name]
                text = expand_marked(self.text, options)
                arena = {name: True} if '"irad-arena"' in fn.attributes else {}
                found = Code(text, {name: fn.ftype}, arena, self.libraries, self.symbols, options, abi_of(fn))
                self._plain[(name, options)] = found
            return found

    def derivative(self, request: Request, options: Options) -> Derivative:
        with self._lock:
            found = self._derivatives.get((request, options))
            if found is None:
                derived = derive(self.text, [request], options)
                (made,) = derived.made
                functions = {m.symbol: m.ftype for m in made}
                code = Code(derived.text, functions, dict.fromkeys(functions, True), self.libraries, self.symbols, options)
                found = Derivative(code, made, derived.text, derived.statistics)
                self._derivatives[(request, options)] = found
            return found

    def statistics(self) -> list[dict[str, int | str]]:
        """What the differentiator decided, for every function reversed so far."""
        return [s for d in self._derivatives.values() for s in d.statistics]

    def shadows(self, request: Request, options: Options) -> list[int]:
        """Constant parameters that need a shadow all the same."""
        with self._lock:
            if request not in self._shadows:
                self._shadows[request] = internal_shadows(self.text, request, options)
            return self._shadows[request]


class Lease:
    """An arena for the time of one call: ``with Lease() as arena`` gives its address."""

    def __enter__(self) -> int:
        self._raw = ARENAS.take()
        return aligned(self._raw)

    def __exit__(self, *exc: object) -> None:
        ARENAS.give(self._raw)
