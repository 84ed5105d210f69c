"""The back end: one LLVM module from its last text to machine code, without printing it in between.

    parse -> link helpers -> optimise -> link the runtime -> inline -> object, assembly, bitcode or text
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import llvmlite.binding as llvm

from irad.errors import UnsupportedError
from irad.llvm.border.head_text import declared, internalize
from irad.llvm.border.initializers import with_initializer, without_float_classes
from irad.llvm.border.llvmlite_types import ModuleRef
from irad.llvm.border.passes import pass_builder, run_passes
from irad.llvm.border.session import link_bitcode, link_in, machine, parse, strip_target
from irad.llvm.border.vectors import withdraw
from irad.llvm.runtime_ir.arena_runtime import inlined_bitcode, runtime_bitcode, runtime_names, shared_names

_VISIBLE = frozenset(map(llvm.Linkage.__getitem__, "external linkonce_any linkonce_odr weak_any weak_odr common".split()))


class Final:
    """A module that LLVM holds.

    ``text`` is what it is parsed from, ``also`` are modules that are linked in at once.  With ``exports`` only those functions
    stay visible, so that uncalled ones are dropped.
    """

    def __init__(self, text: str, also: Sequence[str] = (), exports: Iterable[str] | None = None) -> None:
        also = [t for t in also if t.strip()]
        self._local: frozenset[str] = frozenset()
        if exports is not None:
            visible = frozenset(exports)
            if also:  # as soon as all is one module
                self._local = frozenset(n for t in (text, *also) for n in declared(t)) - visible
            text, *also = (internalize(t, visible | self._local) for t in (text, *also))
        self._sources = (strip_target(text), *also)
        self._module = self._read(self._sources)

    def _read(self, sources: Sequence[str]) -> ModuleRef:
        module = parse(sources[0])
        for other in sources[1:]:
            try:
                link_in(module, other)
            except RuntimeError as error:
                raise UnsupportedError(f"the modules cannot be linked: {str(error).strip()}") from None
        for function in module.functions if self._local else ():
            if function.name in self._local and not function.is_declaration:
                function.linkage = "internal"
        return module

    @property
    def text(self) -> str:
        """The module as LLVM prints it, without the names of vector functions that it could have used."""
        return withdraw(str(self._module))

    # ---- passes

    def optimize(self, level: int = 3, cpu: str | None = "host", vectorize: bool = True) -> None:
        """Run LLVM's default pipeline; ``vectorize`` switches unrolling and interleaving as well."""
        # LLVM 22 may leave IR behind that it does not accept: what a function marked `nofpclass(nan inf)` returns, and
        # has `fmul x, 0.0` in it, gets a copysign that stands after its use.  Such a module is done again without the marks.
        failure = self._optimized(level, cpu, vectorize)
        if failure:
            self._module = self._read([without_float_classes(s) for s in self._sources])
            failure = self._optimized(level, cpu, vectorize)
        if failure:
            self._module = self._read(self._sources)
            failure = self._optimized(0, cpu, vectorize)
        if failure:
            raise UnsupportedError(f"LLVM's optimiser leaves IR that LLVM itself does not accept: {failure}")
        self._sources = ()

    def _optimized(self, level: int, cpu: str | None, vectorize: bool) -> str:
        """Optimise; LLVM's message if the result is not valid IR, else ""."""
        builder = pass_builder(cpu, level, vectorize)
        run_passes(builder.getModulePassManager(), self._module, builder)
        try:
            self._module.verify()
        except RuntimeError as error:
            return str(error).strip()
        return ""

    def link_runtime(self, thread_local: bool = False) -> None:
        """Link the arena runtime, which is internal in the module."""
        link_bitcode(self._module, runtime_bitcode(thread_local))
        for name in runtime_names(thread_local):
            self._module.get_function(name).linkage = "internal"

    def link_inlined_runtime(self) -> None:
        """As `link_runtime`, for code that this process loads: only what is inlined always (`runtime.inlined_bitcode`)."""
        link_bitcode(self._module, inlined_bitcode())
        for name in runtime_names() - shared_names():
            self._module.get_function(name).linkage = "internal"

    def drop_unneeded(self) -> None:
        """Drop what nothing visible needs; the rest stays as it is."""
        manager = llvm.create_new_module_pass_manager()
        manager.add_global_dead_code_eliminate_pass()
        run_passes(manager, self._module, pass_builder(None, 0))

    def inline(self, cpu: str | None = "host") -> None:
        """Inline what is always inlined, drop what is not needed then, and tidy up; for code that is optimised already.

        (Not NewGVN: in LLVM 22 it sometimes aborts with a failed assertion, and code is no faster for it.)
        """
        manager = llvm.create_new_module_pass_manager()
        manager.add_always_inliner_pass()
        manager.add_global_dead_code_eliminate_pass()
        manager.add_sroa_pass()
        manager.add_instruction_combine_pass()
        manager.add_simplify_cfg_pass()
        run_passes(manager, self._module, pass_builder(cpu, 1))

    def initialize(self) -> None:
        """Static constructors as one visible function, in the order of their priorities: LLJIT runs none for objects."""
        try:
            self._module.get_global_variable("llvm.global_ctors")
        except NameError:
            return
        self._module = parse(with_initializer(self.text))

    def visible(self) -> list[str]:
        """The functions and variables that the module defines and others can see."""
        values = [*self._module.functions, *self._module.global_variables]
        return [v.name for v in values if not v.is_declaration and v.linkage in _VISIBLE and not v.name.startswith("llvm.")]

    # ---- results; the code generator changes the module, so that bitcode and text come first

    def object(self, cpu: str | None = None, level: int = 3, pic: bool = True) -> bytes:
        """An object file; ``level`` is that of the code generator."""
        return bytes(machine(cpu, level, pic).emit_object(self._module))

    def assembly(self, cpu: str | None = "host", level: int = 3) -> str:
        """Assembly for ``cpu``."""
        return str(machine(cpu, level, pic=True).emit_assembly(self._module))

    def bitcode(self) -> bytes:
        """The module as LLVM bitcode."""
        return bytes(self._module.as_bitcode())


def optimize(
    text: str,
    level: int = 3,
    cpu: str | None = "host",
    vectorize: bool = True,
    internalize_except: Sequence[str] | None = None,
) -> str:
    """Text optimised for ``cpu`` ("host", LLVM's name of one, None for the baseline), at ``level`` 0 to 3.

    With ``internalize_except`` only those functions stay visible, so that uncalled ones are dropped.
    """
    final = Final(text, exports=internalize_except)
    final.optimize(level, cpu, vectorize)
    return final.text


