"""Functions of a shared library: the C interface around compiled Python functions and their derivatives (docs/native.md).

An exported function takes the arena of its thread, sets the jump buffer (out of memory, recursion too deep), calls the
internal function and turns its status into a return code; the text of an error is written to a buffer of the thread.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from irad.errors import UnsupportedError
from irad.llvm.runtime import DETAILS, JUMP_BUFFER, JUMP_SET, NO_DERIVATIVE, NO_DERIVATIVE_TEXT, OUT_OF_MEMORY, TOO_DEEP
from irad.transform.request import ACTIVE, CONST, DUP, FORWARD, GRADIENT, Made, Param, Request

DERIVATIVES = ("grad", "jvp", "vjp")
_C = {"float64": "double", "float32": "float", "int64": "int64_t", "bool": "bool"}
_LLVM = {"float64": "double", "float32": "float", "int64": "i64", "bool": "i8"}
_ERROR_BYTES = 512
RAISED, MEMORY, DEEP = 1, 2, 3


@dataclass(frozen=True)
class Slot:
    """One native parameter of the lowered function: ``kind`` data, size, scalar or result."""

    name: str
    kind: str
    element: str  # float64, float32, int64, bool; of the memory behind data and results
    argument: int = -1

    @property
    def is_float(self) -> bool:
        return self.element.startswith("float")


def slots(lowered: Any) -> list[Slot]:
    """The native parameters, named as in C."""
    if lowered.captures:
        name = lowered.captures[0][2]
        raise UnsupportedError(
            f"the function uses the array {name}, which is not an argument: a library has no access to it",
            hint=f"make {name} a parameter",
        )
    out: list[Slot] = []
    for k, (ty, name) in enumerate(zip(lowered.arg_types, lowered.arg_names, strict=True)):
        _flatten(out, ty, name, k)
    _results(out, lowered.result)
    return out


def _flatten(out: list[Slot], ty: Any, name: str, k: int) -> None:
    kind = type(ty).__name__
    if kind == "Scalar":
        out.append(Slot(name, "scalar", ty.kind, k))
    elif kind == "Array":
        out.append(Slot(name, "data", ty.dtype, k))
        out.extend(Slot(f"{name}_n{i}", "size", "int64", k) for i in range(ty.ndim))
        if ty.layout != "C":
            out.extend(Slot(f"{name}_s{i}", "size", "int64", k) for i in range(ty.ndim))
    elif kind == "Tuple":
        for i, item in enumerate(ty.items):
            _flatten(out, item, f"{name}_{i}", k)
    else:
        raise UnsupportedError(f"the parameter {name} of type {ty} has no counterpart in C")


def _results(out: list[Slot], ty: Any, name: str = "result") -> None:
    kind = type(ty).__name__
    if kind == "Scalar":
        out.append(Slot(name, "result", ty.kind))
    elif kind == "Tuple":
        for i, item in enumerate(ty.items):
            _results(out, item, f"{name}_{i}")
    elif kind != "NoneTy":
        raise UnsupportedError(
            f"a function of a library cannot return {ty}", hint="write the array into a parameter: out[:] = ..."
        )


@dataclass(frozen=True)
class Parameter:
    """One parameter of an exported C function; ``key`` is its name in IR, where nothing else is called so."""

    c: str
    llvm: str
    key: str
    name: str
    what: str


class Export:
    """One exported function: ``kind`` is "" (the primal), grad, vjp or jvp; ``activity`` one word per Python argument."""

    def __init__(self, name: str, lowered: Any, kind: str, activity: Sequence[str]) -> None:
        self.lowered, self.kind = lowered, kind
        self.symbol = f"{name}_{kind}" if kind else name
        self.name = name
        self.slots = slots(lowered)
        self.activity = activity
        self.made: Made | None = None
        self.parameters = self._parameters()

    # ---- what is differentiated

    def param(self, s: Slot) -> Param:
        if not self.kind or not s.is_float:
            return CONST
        if s.kind == "result":
            return DUP
        if self.activity[s.argument] == "const":
            return CONST
        if s.kind == "data" or self.kind == "jvp":
            return DUP
        return ACTIVE

    def request(self) -> Request:
        """The derivative that is needed; the arena is the first parameter."""
        mode = FORWARD if self.kind == "jvp" else GRADIENT
        return Request(self.lowered.entry, mode, (CONST, *(self.param(s) for s in self.slots)), False)

    # ---- the C side

    def _parameters(self) -> list[Parameter]:
        out: list[Parameter] = []
        ends: list[Parameter] = []
        names = _Names()

        def add(where: list[Parameter], s: Slot, pointer: bool, key: str, wish: str, what: str) -> None:
            c, llvm = _C[s.element], _LLVM[s.element]
            where.append(Parameter(f"{c} *" if pointer else c, "ptr" if pointer else llvm, key, names.take(wish), what))

        forward = self.kind == "jvp"
        for s in self.slots:
            p, shadow = self.param(s), f"d.{s.name}"
            if s.kind == "size":
                add(out, s, False, s.name, s.name, "")
            elif s.kind == "data":
                add(out, s, True, s.name, s.name, "")
                if p.shadow:
                    what = "its tangent" if forward else "its shadow: added to, and zeroed where the function overwrites"
                    add(out, s, True, shadow, f"d{s.name}", f"of {s.name}, {what}")
            elif s.kind == "scalar":
                add(out, s, False, s.name, s.name, "")
                if p.active:
                    add(out, s, True, shadow, f"d{s.name}", f"the derivative with respect to {s.name} is added to it")
                elif p.shadow:
                    add(out, s, False, shadow, f"d{s.name}", f"of {s.name}, its tangent")
            else:
                suffix = s.name.removeprefix("result")
                if p.shadow and not forward:
                    add(ends, s, False, f"seed.{s.name}", f"seed{suffix}", "adjoint of the result, usually 1")
                add(ends, s, True, s.name, s.name, "may be NULL" if self.kind else "")
                if p.shadow and forward:
                    add(ends, s, True, shadow, f"dresult{suffix}", "tangent of the result; may be NULL")
        return out + ends

    def prototype(self) -> str:
        inner = ", ".join(f"{p.c}{'' if p.c.endswith('*') else ' '}{p.name}" for p in self.parameters)
        return f"int {self.symbol}({inner or 'void'})"

    def comment(self) -> str:
        head = {"": "", "jvp": f"Forward-mode derivative of {self.name}()."}
        doc = (self.lowered.functions[0].__doc__ or "") if self.lowered.functions else ""
        first = head.get(self.kind, f"Reverse-mode derivative of {self.name}().")
        lines = [first] if first else [line.strip() for line in doc.strip().splitlines()] or [f"{self.name}()"]
        lines += [f"  {p.name}: {p.what}" for p in self.parameters if p.what]
        return "/* " + "\n * ".join(line.replace("*/", "* /") for line in lines).rstrip() + " */"

    # ---- the IR side

    def text(self, errors: str) -> str:
        """IR of the exported function; ``errors`` names the function that writes the text of a status."""
        outer = ", ".join(f'{p.llvm} %"{p.key}"' for p in self.parameters)
        lines = [
            f'define i32 @"{self.symbol}"({outer}) {{',
            "entry:",
            "  %.arena = call ptr @irad_thread_arena()",
            "  call void @irad_arena_enter(ptr %.arena)",
            "  call void @irad_arena_reset(ptr %.arena)",
        ]
        args, before, after = self._arguments()
        lines += [
            *before,
            f"  %.flag = getelementptr i8, ptr %.arena, i64 {JUMP_SET}",
            "  store i64 1, ptr %.flag",
            f"  %.buffer = getelementptr i8, ptr %.arena, i64 {JUMP_BUFFER}",
            "  %.jumped = call i32 @_setjmp(ptr %.buffer) returns_twice",
            "  %.again = icmp ne i32 %.jumped, 0",
            "  br i1 %.again, label %out_of_memory, label %go",
            "go:",
            *self._call(args),
            "  store i64 0, ptr %.flag",
            "  %.fine = icmp eq i32 %.status, 0",
            "  br i1 %.fine, label %done, label %failed",
            "done:",
            *after,
            "  ret i32 0",
            "failed:",
            f'  %.code = call i32 @"{errors}"(ptr %.arena, i32 %.status)',
            "  ret i32 %.code",
            "out_of_memory:",
            "  store i64 0, ptr %.flag",
            "  %.stored = load i64, ptr %.arena",
            "  %.why = trunc i64 %.stored to i32",
            f'  %.none = call i32 @"{errors}"(ptr %.arena, i32 %.why)',
            "  ret i32 %.none",
            "}",
        ]
        return "\n".join(lines) + "\n"

    def _arguments(self) -> tuple[list[str], list[str], list[str]]:
        """Arguments of the inner call, what precedes it, and what follows it on success."""
        args, before, after = ["ptr %.arena"], [], []
        for s in self.slots:
            llvm, p = _LLVM[s.element], self.param(s)
            if s.kind != "result":
                t = "ptr" if s.kind == "data" else llvm
                args.append(f'{t} %"{s.name}"')
                if p.shadow:
                    args.append(f'{t} %"d.{s.name}"')
                continue
            value, shadow = f".value.{s.name}", f".shadow.{s.name}"
            before.append(f'  %"{value}" = alloca {llvm}')
            args.append(f'ptr %"{value}"')
            after += _copy_out(s.name, llvm, value)
            if p.shadow:
                seed = "0.0" if self.kind == "jvp" else f'%"seed.{s.name}"'
                before += [f'  %"{shadow}" = alloca {llvm}', f'  store {llvm} {seed}, ptr %"{shadow}"']
                args.append(f'ptr %"{shadow}"')
                if self.kind == "jvp":
                    after += _copy_out(f"d.{s.name}", llvm, shadow)
        return args, before, after + self._additions()

    def _additions(self) -> list[str]:
        """Add the derivatives of active scalars to what the caller has."""
        lines: list[str] = []
        for at, field in enumerate(self.made.fields if self.made is not None else ()):
            if isinstance(field, int):
                assert self.made is not None
                s = self.slots[field - 1]
                t = _LLVM[s.element]
                lines += [
                    f"  %.back{at} = extractvalue {self.made.ftype.ret} %.r, {at}",
                    f'  %.old{at} = load {t}, ptr %"d.{s.name}"',
                    f"  %.new{at} = fadd {t} %.old{at}, %.back{at}",
                    f'  store {t} %.new{at}, ptr %"d.{s.name}"',
                ]
        return lines

    def _call(self, args: list[str]) -> list[str]:
        """The inner call.  Not inlined: in a function that calls setjmp LLVM optimises little."""
        if self.made is None:
            return [f'  %.status = call i32 @"{self.lowered.entry}"({", ".join(args)}) noinline']
        t = self.made.ftype.ret
        return [
            f'  %.r = call {t} @"{self.made.symbol}"({", ".join(args)}) noinline',
            f"  %.status = extractvalue {t} %.r, {self.made.fields.index('primal')}",
        ]


class _Names:
    """Names of C parameters: no keyword, each once (a function of x and dx has a derivative with ``dx`` and ``dx_``)."""

    def __init__(self) -> None:
        self.used: set[str] = set(_KEYWORDS)

    def take(self, wish: str) -> str:
        while wish in self.used:
            wish += "_"
        self.used.add(wish)
        return wish


_KEYWORDS = (
    "auto bool break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while "
    "class delete new this template typename namespace private public protected operator friend virtual try catch throw"
).split()


def _copy_out(key: str, llvm: str, source: str) -> list[str]:
    """Store a result behind a pointer that may be null."""
    return [
        f'  %".null.{key}" = icmp eq ptr %"{key}", null',
        f'  %".place.{key}" = select i1 %".null.{key}", ptr %"{source}", ptr %"{key}"',
        f'  %".read.{key}" = load {llvm}, ptr %"{source}"',
        f'  store {llvm} %".read.{key}", ptr %".place.{key}"',
    ]


# ---- errors


def error_text(symbol: str, lowered: Any, name: str, late: Mapping[int, Any] = {}) -> str:
    """IR of ``i32 @SYMBOL(ptr arena, i32 status)``: writes the text of a status, returns the code.

    ``late``: error sites of rules, by their numbers.
    """
    globals_: list[str] = []
    cases: list[tuple[int, str, list[int]]] = [
        (OUT_OF_MEMORY, f"MemoryError: {name}() ran out of memory", []),
        (TOO_DEEP, f"RecursionError: maximum recursion depth exceeded in {name}()", []),
        (NO_DERIVATIVE, f"LinAlgError: {NO_DERIVATIVE_TEXT} ({name}())", []),
    ]
    for number, site in [*enumerate(lowered.sites, 1), *sorted(late.items())]:
        message = f"{site.kind.__name__}: {site.message}" if site.message else site.kind.__name__
        message = f"{message} ({site.place})".replace("%", "%%")
        order = [int(k) for k in re.findall(r"\{(\d)\}", message)]
        cases.append((number, re.sub(r"\{\d\}", "%lld", message), order))
    lines = [
        f'define internal i32 @"{symbol}"(ptr %arena, i32 %status) noinline cold {{',
        "entry:",
        "  %text = call ptr @llvm.threadlocal.address.p0(ptr @irad_error_text)",
        *(f"  %d{k}.at = getelementptr i8, ptr %arena, i64 {DETAILS + 8 * k}" for k in range(4)),
        *(f"  %d{k} = load i64, ptr %d{k}.at" for k in range(4)),
        "  switch i32 %status, label %unknown [",
        *(f"    i32 {number}, label %case{i}" for i, (number, _, _) in enumerate(cases)),
        "  ]",
        "unknown:",
        f"  ret i32 {RAISED}",
    ]
    for i, (number, message, order) in enumerate(cases):
        data = message.encode()[: _ERROR_BYTES - 1] + b"\0"
        escaped = "".join(chr(c) if 32 <= c < 127 and c not in b'"\\' else f"\\{c:02X}" for c in data)
        globals_.append(f'@"{symbol}.{i}" = internal constant [{len(data)} x i8] c"{escaped}"')
        given = "".join(f", i64 %d{k}" for k in order)
        code = {OUT_OF_MEMORY: MEMORY, TOO_DEEP: DEEP}.get(number, RAISED)
        lines += [
            f"case{i}:",
            f'  %n{i} = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 {_ERROR_BYTES}, ptr @"{symbol}.{i}"{given})',
            f"  ret i32 {code}",
        ]
    return "\n".join([*globals_, *lines, "}"]) + "\n"


# The buffer is weak and visible: of several such libraries in a process one is used, so any irad_last_error() finds it.
ERRORS = f"""
@irad_error_text = weak thread_local global [{_ERROR_BYTES} x i8] zeroinitializer
declare ptr @llvm.threadlocal.address.p0(ptr)
define weak ptr @irad_last_error() {{
  %text = call ptr @llvm.threadlocal.address.p0(ptr @irad_error_text)
  ret ptr %text
}}
"""

DECLARATIONS = f"""
@irad_error_text = external thread_local global [{_ERROR_BYTES} x i8]
declare i32 @_setjmp(ptr) returns_twice
declare i32 @snprintf(ptr, i64, ptr, ...)
declare ptr @irad_thread_arena()
declare void @irad_arena_enter(ptr)
declare void @irad_arena_reset(ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)
"""


def header(name: str, exports: Sequence[Export]) -> str:
    """The C header of a library."""
    guard = re.sub(r"\W", "_", name).upper() + "_H"
    lines = [
        f"/* {name}: made by irad from Python. Needs neither Python nor irad to run. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        "#include <stdbool.h>",
        "#include <stdint.h>",
        "",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
        "",
        "/* Every function returns one of these; on an error no shadow has been touched. Arrays are row-major, sizes count",
        " * elements, strides too. Functions may be called from several threads at once. */",
        "#ifndef IRAD_OK",
        "#define IRAD_OK 0",
        f"#define IRAD_RAISED {RAISED}         /* the function raised an exception: irad_last_error() has its text */",
        f"#define IRAD_OUT_OF_MEMORY {MEMORY}",
        f"#define IRAD_TOO_DEEP {DEEP}       /* a recursion needs more stack than this thread has */",
        "#endif",
        "",
        "/* The text of the last error of this thread. */",
        "const char *irad_last_error(void);",
        "",
    ]
    for e in exports:
        lines += [e.comment(), e.prototype() + ";", ""]
    lines += ["#ifdef __cplusplus", "}", "#endif", "", "#endif", ""]
    return "\n".join(lines)
