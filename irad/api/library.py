"""Shared libraries of compiled Python functions and their derivatives, for callers without Python: `build`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from irad._version import __version__
from irad.api.exports import DECLARATIONS, DERIVATIVES, ERRORS, Export, error_text, header
from irad.errors import ActivityError, DifferentiationError, IradError, RuleError
from irad.frontends.clang import link_program
from irad.frontends.python import lower, parse_signature
from irad.llvm.names import internalize
from irad.llvm.object import emit_object
from irad.llvm.session import canonical
from irad.options import Options
from irad.pipeline import derive, finish, internal_shadows, read_names
from irad.rules.host import host_name
from irad.rules.late import collecting


@dataclass(frozen=True)
class Wanted:
    """A Python function to export: its types, the derivatives, and one activity (dup or const) per parameter."""

    function: Any
    signature: str
    derivatives: tuple[str, ...] = ("grad",)
    activity: tuple[str, ...] | None = None


def build(
    wanted: Sequence[Wanted],
    output: Path,
    *,
    cpu: str | None = None,
    blas: bool = False,
    boundscheck: bool = True,
    options: Options = Options(),
    link: Sequence[str] = (),
) -> list[Path]:
    """Write ``libNAME.so``, ``NAME.h``, ``NAME.pc`` and ``NAMEConfig.cmake``; the files written, the library first.

    ``cpu``: LLVM's name of the CPU ("host": this machine's; None: any).  ``blas``: products call ``dgemm_``, ``dgemv_``
    and the like, which a library among the ``link`` flags must have; otherwise they are loops.  Raises `IradError` and its like.
    """
    name = re.sub(r"^lib|\.(so|dylib)(\.[\d.]+)?$", "", output.name)
    if not output.name.endswith((".so", ".dylib")):
        raise IradError(f"{output} does not look like a shared library", hint=f"name it lib{name or 'NAME'}.so", code="usage")
    exports: list[Export] = []
    texts: list[str] = []
    for k, one in enumerate(wanted):
        made, text = _compile(one, f"irad.error.{k}", blas, boundscheck, options)
        exports += made
        texts.append(text)
    names = [e.symbol for e in exports]
    double = next((n for n in names if names.count(n) > 1), None)
    if double is not None:
        raise IradError(f"two functions of the library would be called {double}", code="usage")
    objects = [_object(text, exports, options, cpu) for text in texts] + [emit_object(canonical(ERRORS), cpu)]
    link_program(objects, output, ["-shared", f"-Wl,-soname,{output.name}", "-Wl,-z,defs", *link])
    folder = output.parent
    files = {
        f"{name}.h": header(name, exports),
        f"{name}.pc": _pkg_config(name, link),
        f"{name}Config.cmake": _cmake(name, output),
    }
    for file, content in files.items():
        (folder / file).write_text(content)
    return [output, *(folder / f for f in files)]


def _compile(one: Wanted, errors: str, blas: bool, boundscheck: bool, options: Options) -> tuple[list[Export], str]:
    """The exports of one function, and a module with all of it."""
    fn = getattr(one.function, "py_func", one.function)
    lowered = lower(fn, parse_signature(one.signature), boundscheck, blas)
    activity = _activity(one, lowered)
    unknown = [d for d in one.derivatives if d not in DERIVATIVES]
    if unknown:
        raise IradError(f"there is no derivative '{unknown[0]}'", hint="one of " + ", ".join(DERIVATIVES), code="usage")
    name = fn.__name__
    exports = [Export(name, lowered, kind, activity) for kind in ("", *dict.fromkeys(one.derivatives))]
    source = canonical(lowered.ir)
    requests = []
    _refuse_python(source, name)
    for e in exports[1:]:
        request = e.request()
        for i in internal_shadows(source, request, options):
            raise DifferentiationError(
                f"{name}(): {e.slots[i - 1].name} is constant, but active values pass through its memory",
                hint="declare it dup: the caller passes a shadow",
            )
        requests.append(request)
    text, late = source, {}
    if requests:
        with collecting() as late:
            derived = derive(source, requests, options)
        text = derived.text
        _refuse_python(text, name)
        for e, (made, *_) in zip(exports[1:], derived.made, strict=True):
            e.made = made
    parts = [text, error_text(errors, lowered, name, late), *(e.text(errors) for e in exports), _missing(DECLARATIONS, text)]
    return exports, "\n".join(parts)


def _refuse_python(text: str, name: str) -> None:
    """A library has no Python interpreter."""
    called = next((f for f in map(host_name, read_names(text)) if f), "")
    if called:
        raise RuleError(
            f"{name}() cannot be part of a library: {called}() runs as ordinary Python (irad.host_rule)",
            hint="give it a body or a rule that can be compiled",
        )


def _missing(declarations: str, text: str) -> str:
    """The lines of ``declarations`` without functions that ``text`` has already."""
    known = set(read_names(text))
    return "\n".join(line for line in declarations.split("\n") if not known & set(read_names(line)))


def _object(text: str, exports: Sequence[Export], options: Options, cpu: str | None) -> bytes:
    keep = frozenset(e.symbol for e in exports)
    final = finish(internalize(text, keep), None, options, cpu, thread_local=True)
    return emit_object(final, cpu)


def _activity(one: Wanted, lowered: Any) -> tuple[str, ...]:
    names = lowered.arg_names
    if one.activity is None:
        return ("dup",) * len(names)
    if len(one.activity) != len(names):
        raise ActivityError(f"{one.function.__name__}() has {len(names)} parameters, {len(one.activity)} activities were given")
    for word in one.activity:
        if word not in ("dup", "dupnoneed", "active", "const"):
            raise ActivityError(f"'{word}' is not an activity", hint="dup, dupnoneed, active or const")
    return one.activity


def _pkg_config(name: str, link: Sequence[str]) -> str:
    return f"""prefix=${{pcfiledir}}
Name: {name}
Description: Functions and derivatives compiled by irad
Version: {__version__}
Cflags: -I${{prefix}}
Libs: -L${{prefix}} -l{name} -Wl,-rpath,${{prefix}}
Libs.private: {" ".join([*link, "-lm"])}
"""


def _cmake(name: str, output: Path) -> str:
    return f"""# find_package({name}) gives the target {name}::{name}.
get_filename_component(_{name}_folder "${{CMAKE_CURRENT_LIST_FILE}}" DIRECTORY)
if(NOT TARGET {name}::{name})
  add_library({name}::{name} SHARED IMPORTED)
  set_target_properties({name}::{name} PROPERTIES
    IMPORTED_LOCATION "${{_{name}_folder}}/{output.name}"
    INTERFACE_INCLUDE_DIRECTORIES "${{_{name}_folder}}")
endif()
"""
