"""Shared libraries of compiled Python functions and their derivatives, for callers without Python: `build`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from irad._version import __version__
from irad.api.export.exports import DECLARATIONS, DERIVATIVES, ERRORS, Export, error_text
from irad.api.export.headers import MADE, check_function_name, check_library_name, header
from irad.errors import ActivityError, IradError, RuleError
from irad.files import refuse_foreign, write_whole
from irad.frontends.clang import link_program
from irad.frontends.python import check_result, lower, parse_signature
from irad.frontends.python.sources.lowered_function import Lowered
from irad.ir.reader import add_declarations
from irad.ir.values import Module
from irad.llvm.border.fastmath import allow_fast_math
from irad.llvm.border.session import canonical
from irad.llvm.guard import check_cpu
from irad.llvm.linking import link as link_modules
from irad.llvm.object_code import emit_object, undefined_symbols
from irad.llvm.runtime_ir import argument_checks
from irad.options import Options
from irad.pipeline import Derived, derive, finish, read_heads
from irad.rules.deferred_errors import collecting
from irad.rules.formulas.scipy_functions import exported
from irad.rules.host_names import host_name


@dataclass(frozen=True)
class ExportRequest:
    """A Python function to export: its types, the derivatives, one activity (dup or const) per parameter, its name in C."""

    function: Callable[..., object]
    signature: str
    derivatives: tuple[str, ...] = ("grad",)
    activity: tuple[str, ...] | None = None
    name: str = ""

    @property
    def symbol(self) -> str:
        return self.name or str(self.function.__name__)


def build(
    wanted: Sequence[ExportRequest],
    output: Path,
    *,
    cpu: str | None = None,
    blas: bool = False,
    boundscheck: bool = True,
    assume_noalias: bool = False,
    options: Options = Options(),
    link: Sequence[str] = (),
) -> list[Path]:
    """Write ``libNAME.so``, ``NAME.h``, ``NAME.pc`` and ``NAMEConfig.cmake``; the files written, the library first.

    ``cpu``: LLVM's name of the CPU ("host": this machine's; None: any).  ``blas``: products call ``dgemm_``, ``dgemv_``
    and the like, which a library among the ``link`` flags must have; otherwise they are loops.  ``assume_noalias``: arrays and
    shadows are assumed never to overlap, unchecked.  Raises `IradError` and its subclasses.
    """
    name = re.sub(r"^lib|\.(so|dylib)(\.[\d.]+)?$", "", output.name)
    if not output.name.endswith((".so", ".dylib")):
        raise IradError(f"{output} does not look like a shared library", hint=f"name it lib{name or 'NAME'}.so", code="usage")
    check_library_name(name)
    check_cpu(cpu)
    exports: list[Export] = []
    modules: list[Module] = []
    for k, one in enumerate(wanted):
        made, parts = _compile(one, f"irad.error.{k}", blas, boundscheck, replace(options, noalias=assume_noalias))
        exports += made
        modules += parts
    names = [e.symbol for e in exports]
    double = next((n for n in names if names.count(n) > 1), None)
    if double is not None:
        raise IradError(f"two functions of the library would be called {double}", code="usage")
    common = link_modules([ERRORS, argument_checks.arguments_text()])
    objects = [_object(module, exports, options, cpu) for module in modules] + [emit_object(common, cpu)]
    _refuse_own_names(objects, names)
    _refuse_scipy(objects)
    folder = output.parent
    files = {
        f"{name}.h": header(name, exports),
        f"{name}.pc": _pkg_config(name, link),
        f"{name}Config.cmake": _cmake(name, output),
    }
    for file in files:
        refuse_foreign(folder / file, MADE)
    link_program(objects, output, ["-shared", f"-Wl,-soname,{output.name}", "-Wl,-z,defs", *link])
    for file, content in files.items():
        write_whole(folder / file, content)
    return [output, *(folder / f for f in files)]


def _compile(
    one: ExportRequest, errors: str, blas: bool, boundscheck: bool, options: Options
) -> tuple[list[Export], list[Module]]:
    """The exports of one function, and modules with all of it."""
    name = one.symbol
    unknown = [d for d in one.derivatives if d not in DERIVATIVES]
    if unknown:
        raise IradError(f"there is no derivative '{unknown[0]}'", hint="one of " + ", ".join(DERIVATIVES), code="usage")
    for kind in ("", *one.derivatives):
        check_function_name(f"{name}_{kind}" if kind else name)
    fn = getattr(one.function, "py_func", one.function)
    lowered = lower(fn, parse_signature(one.signature), boundscheck, blas)
    check_result(one.signature, name, lowered.result)
    activity = _activity(one, lowered)
    exports = [Export(name, lowered, kind, activity, options.noalias) for kind in ("", *dict.fromkeys(one.derivatives))]
    source = canonical(allow_fast_math(canonical(lowered.ir))) if options.fastmath else lowered.ir
    module, late, others = read_heads(source), {}, []
    _refuse_python(module, name)
    if exports[1:]:
        # The functions check that arrays do not overlap; where there is only one, it overlaps no other.
        alone = options.noalias or exports[0].arrays < 2
        with collecting() as late:
            derived = _derive(source, exports[1:], replace(options, noalias=alone))
            others = [] if alone else [_derive(source, exports[1:], replace(options, noalias=True))]
        module = derived.module
        _refuse_python(module, name)
        for e, (made, *_) in zip(exports[1:], derived.made, strict=True):
            e.made = made
    apart = [_quick(exports[1:], other) for other in others]
    add_declarations(module, "\n".join([DECLARATIONS, argument_checks.DECLARATIONS, *(e.declared() for e in exports)]))
    disk = "irad_snapshots_begin" in module.functions
    module.fragments += [error_text(errors, lowered, name, late, disk), *(e.text(errors) for e in exports)]
    return exports, [module, *apart]


def _derive(source: str, exports: Sequence[Export], options: Options) -> Derived:
    """The derivatives, with internal shadows for constant arrays that need them."""
    while True:
        derived = derive(source, [e.request() for e in exports], options)
        if derived.complete:
            return derived
        for e, unshadowed in zip(exports, derived.unshadowed, strict=True):
            e.internal |= {i - 1 for i in unshadowed}


def _quick(exports: Sequence[Export], derived: Derived) -> Module:
    """A module with the derivatives for arrays that do not overlap, as functions with hidden visibility."""
    for e, (made, *_) in zip(exports, derived.made, strict=True):
        assert e.made is not None and (made.ftype, made.fields) == (e.made.ftype, e.made.fields)
        e.quick = f"irad.apart.{e.symbol}"
        derived.module.fragments.append(e.forwarded(made))
    return derived.module


def _refuse_own_names(objects: Sequence[bytes], names: Sequence[str]) -> None:
    """Refuse names of exported functions that are also external functions which the library calls."""
    called = {n for data in objects for n in undefined_symbols(data) or ()}
    for name in names:
        if name in called:
            text = f"no function of the library can be called {name}: compiled code calls another {name}()"
            raise IradError(text, code="usage")


def _refuse_python(module: Module, name: str) -> None:
    """Refuse calls of ordinary Python: a library has no interpreter."""
    called = next((f for f in map(host_name, module.functions) if f), "")
    if called:
        raise RuleError(
            f"{name}() cannot be part of a library: {called}() runs as ordinary Python (irad.host_rule)",
            hint="give it a body or a rule that can be compiled",
        )


def _refuse_scipy(objects: Sequence[bytes]) -> None:
    """Refuse calls of SciPy's functions: they are found in the process that has SciPy loaded."""
    called = next((f for data in objects for n in undefined_symbols(data) or () if (f := exported(n)) is not None), None)
    if called is not None:
        text = f"a library cannot call SciPy's function {called.said}, which only Python has"
        raise IradError(text, code="usage", hint="call the compiled function from Python, or write the function out")


def _object(module: Module, exports: Sequence[Export], options: Options, cpu: str | None) -> bytes:
    keep = [name for e in exports for name in (e.symbol, e.quick)]
    return finish(module, keep, options, cpu, thread_local=True).object(cpu)


def _activity(one: ExportRequest, lowered: Lowered) -> tuple[str, ...]:
    names = lowered.arg_names
    if one.activity is None:
        return ("dup",) * len(names)
    if len(one.activity) != len(names):
        raise ActivityError(f"{one.symbol}() has {len(names)} parameters, {len(one.activity)} activities were given")
    for word in one.activity:
        if word not in ("dup", "dupnoneed", "active", "const"):
            raise ActivityError(f"'{word}' is not an activity", hint="dup, dupnoneed, active or const")
    return one.activity


def _pkg_config(name: str, link: Sequence[str]) -> str:
    return f"""# {name}: {MADE}
prefix=${{pcfiledir}}
Name: {name}
Description: Functions and derivatives compiled by irad
Version: {__version__}
Cflags: -I${{prefix}}
Libs: -L${{prefix}} -l{name} -Wl,-rpath,${{prefix}}
Libs.private: {" ".join([*link, "-lm"])}
"""


def _cmake(name: str, output: Path) -> str:
    return f"""# {name}: {MADE}
# find_package({name}) gives the target {name}::{name}.
get_filename_component(_{name}_folder "${{CMAKE_CURRENT_LIST_FILE}}" DIRECTORY)
if(NOT TARGET {name}::{name})
  add_library({name}::{name} SHARED IMPORTED)
  set_target_properties({name}::{name} PROPERTIES
    IMPORTED_LOCATION "${{_{name}_folder}}/{output.name}"
    INTERFACE_INCLUDE_DIRECTORIES "${{_{name}_folder}}")
endif()
"""
