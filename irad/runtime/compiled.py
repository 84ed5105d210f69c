"""Compiled functions of one module and their derivatives, made once per request and kept (on disk too).

The compiler is imported only when something has to be compiled, not for code that is found on disk.
"""

from __future__ import annotations

import ctypes
import threading
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from irad.analysis.flow.addresses import scalars
from irad.ir.edits import declare_variables, drop_constructors
from irad.ir.reader import add_declarations
from irad.ir.reader.cursor import Cursor
from irad.ir.types import FunctionType
from irad.ir.values import Module
from irad.llvm import interrupt
from irad.llvm.border import vectors
from irad.llvm.border.session import canonical, parse_bitcode
from irad.llvm.border.vectors import withdraw
from irad.llvm.jit import Engine, object_for_jit, undefined
from irad.llvm.normalize import reachable
from irad.llvm.object_code import undefined_symbols
from irad.llvm.runtime_ir.arena_runtime import BOUND, LIMIT, STACKS, stack_offset
from irad.options import Options
from irad.progress import compiling
from irad.rules.deferred_errors import HOST_RAISED, ErrorSite, collecting, restore
from irad.rules.host_names import HOST
from irad.runtime import host_calls as host
from irad.runtime.disk_store import load, save
from irad.runtime.entry import DerivativeEntry, entry_text
from irad.runtime.library_addresses import numpy_addresses, resolve, special_addresses
from irad.runtime.native import (
    POOL,
    Abi,
    NativeCall,
    abi_of,
    runtime_addresses,
    runtime_function,
    thread_arena_address,
    trampoline,
)
from irad.transform.base.request import MadeDerivative, Request, has_arena
from irad.transform.declared.process_marks import decide
from irad.transform.declared.reach import has_marked_call, keep_needed

if TYPE_CHECKING:
    from irad.pipeline import Derived


@dataclass(frozen=True)
class Image:
    """Machine code that is not loaded: an object, its visible symbols, and how its functions are called."""

    data: bytes
    exports: tuple[str, ...]
    functions: tuple[tuple[str, str, bool], ...]  # symbol, type as text, whether the arena is the first parameter
    bitcode: bytes  # compressed
    interruptible: bool = False  # a call may be interrupted anywhere (irad.llvm.interrupt)

    @property
    def text(self) -> str:
        """The optimised IR."""
        return withdraw(str(parse_bitcode(zlib.decompress(self.bitcode))))


def compile_image(
    source: str | Module,
    functions: Mapping[str, FunctionType],
    arena: bool,
    options: Options,
    abi: Abi = Abi(),
    extra: str = "",
    extra_exports: Sequence[str] = (),
    shared: Collection[str] = (),
    interruptible: bool = False,
) -> Image:
    """Compile a module with trampolines for ``functions``; ``extra`` is linked in, ``shared`` variables are elsewhere.

    ``interruptible``: Ctrl-C ends calls, which is safe for code of the Python frontend (`irad.llvm.interrupt`).
    """
    from irad.pipeline import finish, read_heads

    first = next(iter(functions), "")  # the others (a reverse sweep) need what the first left in the arena
    module = read_heads(source)
    if shared:
        declare_variables(module, shared)
        drop_constructors(module)
    added = "".join(trampoline(s, t, arena, s == first, abi, interruptible) for s, t in functions.items())
    declared = interrupt.DECLARED if interruptible else "declare i32 @_setjmp(ptr) returns_twice"
    if arena:
        add_declarations(module, f"{declared}\ndeclare void @irad_arena_reset(ptr)")
    module.fragments.append(added)
    if interruptible and interrupt.SUPPORTED:
        interrupt.add_checks(module, HOST, HOST_RAISED)
    exports = [*(f"irad.call.{s}" for s in functions), *extra_exports]
    final = finish(module, exports, options, vectors=True, also=[extra], jit=True)
    kinds = tuple((s, str(t), arena) for s, t in functions.items())
    bitcode = zlib.compress(final.bitcode(), 1)
    data, names = object_for_jit(final)
    return Image(data, tuple(names), kinds, bitcode, interruptible)


class Code:
    """An `Image`, loaded; call its functions by symbol."""

    def __init__(
        self, image: Image, libraries: Sequence[str], symbols: Mapping[str, int], types: Mapping[str, FunctionType] | None = None
    ) -> None:
        """``types``: of the functions, where they are at hand (else they are read from their text)."""
        self.image = image
        symbols_needed = undefined_symbols(image.data)
        needed = symbols_needed if symbols_needed is not None else undefined(image.text)
        vectors.load_for(needed)
        real = interrupt.real_names(needed)
        wanted = {real.get(n, n) for n in needed}
        known = {**resolve(wanted), **host.addresses(wanted), "irad_thread_arena": thread_arena_address()}
        known |= special_addresses(wanted) | numpy_addresses(wanted)
        known |= {name: address for name, address in runtime_addresses().items() if name in wanted}
        known |= {name: known[own] for name, own in real.items() if own in known}
        self.engine = Engine.load_object(image.data, image.exports, libraries, {**known, **interrupt.symbols(), **symbols})
        self.types = types if types is not None else {s: function_type(t) for s, t, _ in image.functions}
        self.functions = {
            s: NativeCall(self.engine.address(f"irad.call.{s}"), self.types[s], arena) for s, _, arena in image.functions
        }
        if image.interruptible:
            interrupt.watch(self.engine, image.data, f"irad.call.{image.functions[0][0]}")

    @property
    def text(self) -> str:
        return self.image.text

    def __call__(self, symbol: str, args: Sequence[object]) -> list[Any]:
        return self.functions[symbol](args)


def function_type(text: str) -> FunctionType:
    """A type from its text (types are unique objects)."""
    found = Cursor(Module(), text, 0).type()
    assert isinstance(found, FunctionType)
    return found


Statistics = tuple[dict[str, int | str], ...]


@dataclass
class CompiledDerivative:
    """Compiled functions for one request, with their `MadeDerivative` descriptions."""

    code: Code
    made: tuple[MadeDerivative, ...]
    statistics: tuple[dict[str, int | str], ...] = ()


class ModuleSource:
    """A module's text and what is needed to run it; the derivatives made of it so far.

    ``text`` may be a function that gives it, for when everything wanted is on disk.  ``key`` stands for the text in names of
    files on disk ("": nothing is kept).  ``shared``: variables (visible in the text) that all functions made of the module have
    in common: they live in an image of their own, which also runs the static constructors.
    """

    def __init__(
        self,
        text: str | Callable[[], str],
        libraries: Sequence[str] = (),
        key: str | None = None,
        shared: Sequence[str] = (),
        interruptible: bool = False,
    ) -> None:
        self._text = text
        self.shared = frozenset(shared)
        self.interruptible = interruptible
        self.libraries = tuple(libraries)
        self.symbols: dict[str, int] = {}
        self.key = key if key is not None else f"module {sha256(self.text.encode()).hexdigest()}"
        self._module: Module | None = None
        self._derivatives: dict[tuple[Request, Options, DerivativeEntry | None], CompiledDerivative] = {}
        self._plain: dict[tuple[str, Options], Code] = {}
        self._data: Code | None = None
        self._images: dict[tuple[str, str, Options, str], tuple[Image, Statistics, dict[int, ErrorSite]]] = {}
        self._inside: dict[str, Statistics] = {}
        self._shadows: dict[Request, list[int]] = {}
        self._derived: dict[tuple[Request, Options], tuple[Derived, dict[int, ErrorSite]]] = {}  # not compiled yet
        self._pointees: dict[str, tuple[str, ...]] = {}
        self._lock = threading.RLock()

    @property
    def text(self) -> str:
        if not isinstance(self._text, str):
            self._text = self._text()
        return self._text

    @property
    def module(self) -> Module:
        """The module as it was given, for types and names; no body is read."""
        with self._lock:
            if self._module is None:
                from irad.ir.reader import read_module

                self._module = read_module(self.text, bodies=False)
            return self._module

    def pointees(self, name: str) -> tuple[str, ...]:
        """What a function's pointer parameters point to throughout: "double", "float", or "" (mixed, unknown, no pointer)."""
        with self._lock:
            if name not in self._pointees:
                import irad.blas_rules  # noqa: F401  (registers its routines)
                from irad.analysis.memory.module_memory import ModuleMemory
                from irad.ir.reader import read_module

                module = read_module(canonical(self.text))
                fn = module.functions[name]
                memory = ModuleMemory(module).of(fn)
                self._pointees[name] = tuple(memory.uniform(a) if a.type.is_ptr else "" for a in fn.args)
            return self._pointees[name]

    @property
    def keeps_pointers(self) -> bool:
        """Whether a global variable of the module could hold a pointer to an array of an earlier call (conservative)."""
        types = (self.module.globals_[n].value_type for n in self.shared if n in self.module.globals_)
        return any(leaf.is_ptr for t in types for _, leaf in scalars(t))

    def stored_pointers(self) -> Iterator[tuple[str, int]]:
        """The pointers that the module's variables hold now: (variable, address)."""
        if not self.keeps_pointers:
            return
        addresses = self.variables()
        for name in sorted(self.shared):
            for offset, leaf in scalars(self.module.globals_[name].value_type):
                if leaf.is_ptr:
                    value = ctypes.c_size_t.from_address(addresses[name] + offset).value
                    if value:
                        yield name, value

    def variables(self) -> dict[str, int]:
        """The addresses of the shared variables."""
        with self._lock:
            if self.shared and self._data is None:
                image = compile_image(reachable(self.text, ""), {}, False, Options())
                self._data = Code(image, self.libraries, self.symbols)
                self.symbols = {**{n: self._data.engine.address(n) for n in self.shared}, **self.symbols}
            return self.symbols

    def _needed(self, name: str) -> Module:
        """The module without the functions that this one does not need."""
        from irad.pipeline import read_heads

        module = read_heads(self.text)
        keep_needed(module, [name])
        return module

    def _kept(self, *what: object) -> str:
        return "|".join([self.key, *map(repr, what)]) if self.key else ""

    def plain(self, name: str, options: Options, extra: Extra | None = None) -> Code:
        """The primal function itself; with ``extra``, IR that is compiled with it and loaded anew each time."""
        with self._lock:
            found = self._plain.get((name, options))
            if found is None or extra is not None:
                what = ("plain", name, options, extra.text if extra is not None else "")
                image, statistics, sites = self._images.get(what) or load(self._kept(*what)) or (None, (), {})
                types = None
                if image is None or not restore(sites):
                    from irad.pipeline import undifferentiated

                    fn = self.module.functions[name]
                    with compiling(f"compiling {_shown(name)}()"):
                        with collecting() as sites:
                            module = self._needed(name)
                            decide(module, process=True, values_only=not has_marked_call(module))
                            module, told = undifferentiated(module, name, options)
                        statistics = tuple(told)
                        arena = has_arena(fn)
                        more = (extra.text, extra.exports) if extra is not None else ("", ())
                        types = {name: fn.ftype}
                        left = self.interruptible and arena
                        image = compile_image(module, types, arena, options, abi_of(fn), *more, self.shared, left)
                    save(self._kept(*what) if _lasting(types.values()) else "", (image, statistics, sites))
                if extra is not None:
                    self._images[what] = image, statistics, sites
                symbols = {**self.variables(), **(extra.symbols if extra is not None else {})}
                found = Code(image, self.libraries, symbols, types)
                self._plain[(name, options)] = found
                self._inside[name] = statistics
            return found

    def derivative(self, request: Request, options: Options, entry: DerivativeEntry | None = None) -> CompiledDerivative:
        """The derivative for a request; with ``entry``, called through that."""
        with self._lock:
            found = self._derivatives.get((request, options, entry))
            if found is None:
                key = self._kept("derivative", request, options, entry)
                image, made, statistics, sites = load(key) or (None, (), (), {})
                types = None
                if image is None or not restore(sites):
                    with compiling(f"compiling the derivative of {_shown(request.function)}()"):
                        derived, sites = self._derive(request, options)
                        all_made = derived.made[0]
                        if entry is not None:
                            more, through = entry_text(all_made[0], entry)
                            derived.module.fragments.append(more)
                            all_made = (through,)
                        types = {m.symbol: m.ftype for m in all_made}
                        left = self.interruptible
                        image = compile_image(derived.module, types, True, options, shared=self.shared, interruptible=left)
                    made, statistics = tuple((m.symbol, m.fields, m.params) for m in all_made), derived.statistics
                    save(key if _lasting(types.values()) else "", (image, made, statistics, sites))
                code = Code(image, self.libraries, self.variables(), types)
                described = tuple(MadeDerivative(s, code.types[s], fields, params) for s, fields, params in made)
                found = CompiledDerivative(code, described, statistics)
                self._derivatives[(request, options, entry)] = found
            return found

    def statistics(self) -> list[dict[str, int | str]]:
        """The differentiator's statistics, for every function reversed so far."""
        inside = [s for told in self._inside.values() for s in told]
        return inside + [s for d in self._derivatives.values() for s in d.statistics]

    def shadows(self, request: Request, options: Options) -> list[int]:
        """Constant parameters that need a shadow nevertheless, because active values pass through their memory."""
        with self._lock:
            if request not in self._shadows:
                key = self._kept("shadows", request, options)
                found = load(key)
                if found is None:
                    found = []
                    if self._has_constants(request):
                        derived, sites = self._derive(request, options)
                        found = list(derived.unshadowed[0])
                        if derived.complete:  # it is asked for next
                            self._derived[request, options] = derived, sites
                    save(key, found)
                self._shadows[request] = found
            return self._shadows[request]

    def _derive(self, request: Request, options: Options) -> tuple[Derived, dict[int, ErrorSite]]:
        """The module with the derivative for a request, and the places of its late errors."""
        found = self._derived.pop((request, options), None)
        if found is not None:
            return found
        from irad.pipeline import derive

        with collecting() as sites:
            module = self._needed(request.function)
            decide(module, process=True)
            return derive(module, [request], options), sites

    def _has_constants(self, request: Request) -> bool:
        """Whether there is a pointer parameter without a shadow, other than the arena."""
        fn = self.module.functions[request.function]
        pairs = list(zip(fn.args, request.params, strict=False))
        return any(a.type.is_ptr and not p.shadow for a, p in pairs[1 if has_arena(fn) else 0 :])


@dataclass(frozen=True)
class Extra:
    """IR that is compiled together with a function, what stays visible of it, and addresses it needs."""

    text: str
    exports: tuple[str, ...]
    symbols: Mapping[str, int]


def _shown(symbol: str) -> str:
    """The name of a function as the user knows it."""
    return symbol.partition(".")[0]


def _lasting(types: Iterable[FunctionType]) -> bool:
    """Whether these types can be parsed from their text alone.  (Those with named structures cannot.)"""
    return not any("%" in str(t) for t in types)


class Lease:
    """An arena for the time of one call: ``with Lease() as arena`` gives its address."""

    def __enter__(self) -> int:
        self._arena = POOL.take()
        return self._arena

    def __exit__(self, *exc: object) -> None:
        arena = self._arena
        if arena in _limited:  # the limit holds for this lease only
            _limited.discard(arena)
            _set_limits(arena, 0, 0)
        POOL.give(arena)


_limited: set[int] = set()


def limit_tapes(arena: int, first: int, limit: int) -> None:
    """How many bytes each tape may take from stack ``first`` on, until the lease of the arena ends."""
    _limited.add(arena)
    _set_limits(arena, first, limit)


def limit_new_tapes(arena: int, first: int, limit: int) -> None:
    """`limit_tapes` for an arena without memory: the limit is checked when memory is added, not when it is reused."""
    runtime_function("irad_arena_destroy")(arena)
    limit_tapes(arena, first, max(limit & ~BOUND, 2))


def _set_limits(arena: int, first: int, limit: int) -> None:
    for stack in range(first, STACKS):
        ctypes.c_int64.from_address(arena + stack_offset(stack) + LIMIT).value = limit
