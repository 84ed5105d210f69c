"""Functions of a shared library: the C interface around compiled Python functions and their derivatives (docs/native.md).

An exported function takes the arena of its thread, sets the jump buffer (out of memory, recursion too deep), calls the
internal function and turns its status into a return code; the text of an error is written to a buffer of the thread. Before
that its arguments are checked (`irad.api.export.export_checks`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from irad.api.export.export_checks import ARRAY, CONSTANT, RESULT, SCALAR, CheckedArray, Table, c_string
from irad.api.export.headers import ALIASED, DEEP, MEMORY, NOT_STORED, RAISED, Names, comment
from irad.errors import AliasingError, UnsupportedError
from irad.frontends.python.sources.dtypes import DTYPES, INTEGERS
from irad.frontends.python.sources.lowered_function import Lowered
from irad.frontends.python.sources.python_types import Array, NoneTy, Scalar, Tuple, Ty
from irad.llvm.runtime_ir.arena_runtime import (
    DETAILS,
    DISK,
    JUMP_BUFFER,
    JUMP_SET,
    KEPT,
    NO_DERIVATIVE,
    NO_DERIVATIVE_TEXT,
    OUT_OF_MEMORY,
    TOO_DEEP,
)
from irad.rules.deferred_errors import ErrorSite
from irad.transform.base.request import ACTIVE, CONST, DUP, FORWARD, GRADIENT, MadeDerivative, Param, Request

DERIVATIVES = ("grad", "jvp", "vjp")
_C = {"float64": "double", "float32": "float", "bool": "bool", **{kind: f"{kind}_t" for kind in INTEGERS}}
_LLVM = {kind: DTYPES[kind].memory for kind in _C}
_ERROR_BYTES = 512


@dataclass(frozen=True)
class NativeSlot:
    """One native parameter of the lowered function: ``kind`` data, size, stride, scalar or result; ``key`` is its name in IR."""

    name: str
    kind: str
    element: str  # float64, float32, an integer, bool; of the memory behind data and results
    argument: int = -1
    key: str = ""

    @property
    def is_float(self) -> bool:
        return DTYPES[self.element].is_float


def slots(lowered: Lowered) -> list[NativeSlot]:
    """The native parameters, named as in C."""
    if lowered.changes:
        text = f"the function changes {lowered.changes[0].path.text}, an object of Python's"
        raise UnsupportedError(text, hint="return what is new")
    if lowered.makes_generators:
        raise UnsupportedError("the function makes generators of random numbers", hint="draw them in Python, and pass an array")
    if lowered.captures:
        name = lowered.captures[0][2]
        raise UnsupportedError(
            f"the function uses the array {name}, which is not an argument: a library has no access to it",
            hint=f"make {name} a parameter",
        )
    out: list[NativeSlot] = []
    for k, (ty, name) in enumerate(zip(lowered.arg_types, lowered.arg_names, strict=True)):
        _flatten(out, ty, name, k)
    _results(out, lowered.result)
    return [replace(s, key=f"p{i}") for i, s in enumerate(out)]


def _flatten(out: list[NativeSlot], ty: Ty, name: str, k: int) -> None:
    if isinstance(ty, Scalar) and ty.kind in _C:
        out.append(NativeSlot(name, "scalar", ty.kind, k))
    elif isinstance(ty, Array) and ty.dtype in _C:
        out.append(NativeSlot(name, "data", ty.dtype, k))
        out.extend(NativeSlot(f"{name}_n{i}", "size", "int64", k) for i in range(ty.ndim))
        if ty.layout != "C":
            out.extend(NativeSlot(f"{name}_s{i}", "stride", "int64", k) for i in range(ty.ndim))
    elif isinstance(ty, Tuple):
        for i, item in enumerate(ty.items):
            _flatten(out, item, f"{name}_{i}", k)
    else:
        raise UnsupportedError(f"the parameter {name} of type {ty} has no counterpart in the C interface")


def _results(out: list[NativeSlot], ty: Ty, name: str = "result") -> None:
    if isinstance(ty, Scalar) and ty.kind in _C:
        out.append(NativeSlot(name, "result", ty.kind))
    elif isinstance(ty, Tuple):
        for i, item in enumerate(ty.items):
            _results(out, item, f"{name}_{i}")
    elif not isinstance(ty, NoneTy):
        raise UnsupportedError(
            f"a function of a library cannot return {ty}", hint="write the array into a parameter: out[:] = ..."
        )


@dataclass(frozen=True)
class CParameter:
    """One parameter of an exported C function; ``key`` is its name in IR, which is unique."""

    c: str
    llvm: str
    key: str
    name: str
    what: str


class Export:
    """One exported function: ``kind`` is "" (the primal), grad, vjp or jvp; ``activity`` one word per Python argument.

    ``internal``: constant slots through whose memory active values pass.  ``apart``: arrays never overlap (not checked).
    """

    def __init__(self, name: str, lowered: Lowered, kind: str, activity: Sequence[str], apart: bool = False) -> None:
        self.lowered, self.kind = lowered, kind
        self.symbol = f"{name}_{kind}" if kind else name
        self.name = name
        self.slots = slots(lowered)
        self.activity = activity
        self.apart = apart
        self.internal: frozenset[int] = frozenset()
        self.made: MadeDerivative | None = None
        self.quick = ""  # the derivative for arrays that are apart, where that is another function
        self.parameters = self._parameters()

    # ---- what is differentiated

    def param(self, s: NativeSlot) -> Param:
        """How the native parameter of a slot takes part in the derivative."""
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
        params = [DUP if i in self.internal else self.param(s) for i, s in enumerate(self.slots)]
        return Request(self.lowered.entry, mode, (CONST, *params), False)

    @property
    def arrays(self) -> int:
        return sum(s.kind == "data" for s in self.slots)

    def forwarded(self, made: MadeDerivative) -> str:
        """IR of the function ``quick``, for the module in which it is ``made``."""
        params = ", ".join(f"{t} %p{i}" for i, t in enumerate(made.ftype.params))
        return (
            f'define hidden {made.ftype.ret} @"{self.quick}"({params}) {{\n'
            f'  %r = call {made.ftype.ret} @"{made.symbol}"({params})\n  ret {made.ftype.ret} %r\n}}\n'
        )

    def declared(self) -> str:
        """The declaration of ``quick``."""
        if not self.quick or self.made is None:
            return ""
        return f'declare hidden {self.made.ftype.ret} @"{self.quick}"({", ".join(map(str, self.made.ftype.params))})\n'

    # ---- the C side

    def _parameters(self) -> list[CParameter]:
        out: list[CParameter] = []
        ends: list[CParameter] = []
        names = Names()

        def add(where: list[CParameter], s: NativeSlot, pointer: bool, key: str, wish: str, what: str) -> None:
            c, llvm = _C[s.element], _LLVM[s.element]
            where.append(CParameter(f"{c} *" if pointer else c, "ptr" if pointer else llvm, key, names.take(wish), what))

        forward = self.kind == "jvp"
        for s in self.slots:
            p, shadow = self.param(s), f"d.{s.key}"
            if s.kind in ("size", "stride"):
                add(out, s, False, s.key, s.name, "")
            elif s.kind == "data":
                add(out, s, True, s.key, s.name, "")
                if p.shadow:
                    what = "its tangent" if forward else "its shadow: added to, and zeroed where the function overwrites"
                    add(out, s, True, shadow, f"d{s.name}", f"of {s.name}, {what}; may be NULL")
            elif s.kind == "scalar":
                add(out, s, False, s.key, s.name, "")
                if p.active:
                    what = f"the derivative with respect to {s.name} is added to it; may be NULL"
                    add(out, s, True, shadow, f"d{s.name}", what)
                elif p.shadow:
                    add(out, s, False, shadow, f"d{s.name}", f"of {s.name}, its tangent")
            else:
                suffix = s.name.removeprefix("result")
                if p.shadow and not forward:
                    add(ends, s, False, f"seed.{s.key}", f"seed{suffix}", "adjoint of the result, usually 1")
                add(ends, s, True, s.key, s.name, "may be NULL" if self.kind else "")
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
        lines = [first] if first else [line.strip() for line in str(doc).strip().splitlines()] or [f"{self.name}()"]
        return comment([*lines, *(f"  {p.name}: {p.what}" for p in self.parameters if p.what)])

    # ---- the IR side

    def table(self) -> Table:
        """The checks of the arguments."""
        names = {p.key: p.name for p in self.parameters}
        pieces = []
        for i, s in enumerate(self.slots):
            p, key, shadow = self.param(s), f"%{s.key}", f"%d.{s.key}"
            if s.kind == "data":
                layout = list(takewhile(lambda t: t.kind in ("size", "stride"), self.slots[i + 1 :]))
                own, steps = ([f"%{t.key}" for t in layout if t.kind == kind] for kind in ("size", "stride"))
                role = ARRAY if p.shadow or i in self.internal else CONSTANT
                given = shadow if p.shadow else "null"
                written = s.argument in self.lowered.written
                pieces.append(CheckedArray(names[s.key], key, given, s.element, role, written, tuple(own), tuple(steps)))
            elif s.kind == "scalar" and p.active:
                pieces.append(CheckedArray(names[s.key], shadow, shadow, s.element, SCALAR))
            elif s.kind == "result":
                pieces.append(CheckedArray(names[s.key], key, key, s.element, RESULT))
                if p.shadow and self.kind == "jvp":
                    pieces.append(CheckedArray(names[f"d.{s.key}"], shadow, shadow, s.element, RESULT))
        return Table(self.symbol, pieces if self.arrays else [], bool(self.kind), self.apart)

    def text(self, errors: str) -> str:
        """IR of the exported function; ``errors`` names the function that writes the text of a status."""
        outer = ", ".join(f"{p.llvm} %{p.key}" for p in self.parameters)
        table = self.table()
        args, before, after = self._arguments(table)
        lines = [
            *table.constants(),
            f'define i32 @"{self.symbol}"({outer}) {{',
            *before,
            *table.check(),
            "  %.arena = call ptr @irad_thread_arena()",
            "  call void @irad_arena_enter(ptr %.arena)",
            "  call void @irad_arena_reset(ptr %.arena)",
            f"  %.flag = getelementptr i8, ptr %.arena, i64 {JUMP_SET}",
            "  store i64 1, ptr %.flag",
            f"  %.buffer = getelementptr i8, ptr %.arena, i64 {JUMP_BUFFER}",
            "  %.jumped = call i32 @_setjmp(ptr %.buffer) returns_twice",
            "  %.again = icmp ne i32 %.jumped, 0",
            "  br i1 %.again, label %out_of_memory, label %go",
            "go:",
            *table.shadows(),
            *self._call(args),
            "  store i64 0, ptr %.flag",
            "  %.fine = icmp eq i32 %.status, 0",
            "  br i1 %.fine, label %done, label %failed",
            "done:",
            *after,
            "  call void @irad_arena_settle(ptr %.arena)",
            "  ret i32 0",
            "failed:",
            f'  %.code = call i32 @"{errors}"(ptr %.arena, i32 %.status)',
            "  call void @irad_arena_reset(ptr %.arena)",
            "  call void @irad_arena_settle(ptr %.arena)",
            "  ret i32 %.code",
            "out_of_memory:",
            "  store i64 0, ptr %.flag",
            "  %.stored = load i64, ptr %.arena",
            "  %.why = trunc i64 %.stored to i32",
            f'  %.none = call i32 @"{errors}"(ptr %.arena, i32 %.why)',
            "  call void @irad_arena_reset(ptr %.arena)",
            "  call void @irad_arena_settle(ptr %.arena)",
            "  ret i32 %.none",
            "}",
        ]
        return "\n".join(lines) + "\n"

    def _arguments(self, table: Table) -> tuple[list[str], list[str], list[str]]:
        """Arguments of the inner call, what precedes it, and what follows it on success."""
        args, before, after = ["ptr %.arena"], [], []
        places = {p.data: k for k, p in enumerate(table.pieces) if p.role == ARRAY}
        for i, s in enumerate(self.slots):
            llvm, p = _LLVM[s.element], self.param(s)
            if s.kind != "result":
                t = "ptr" if s.kind == "data" else llvm
                args.append(f"{t} %{s.key}")
                if s.kind == "data" and (p.shadow or i in self.internal):
                    args.append(f"ptr %.shadow.{places[f'%{s.key}']}")
                elif p.shadow:
                    args.append(f"{t} %d.{s.key}")
                continue
            value, shadow = f".value.{s.key}", f".adjoint.{s.key}"
            before.append(f"  %{value} = alloca {llvm}")
            args.append(f"ptr %{value}")
            after += _copy_out(s.key, llvm, value)
            if p.shadow:
                seed = "0.0" if self.kind == "jvp" else f"%seed.{s.key}"
                before += [f"  %{shadow} = alloca {llvm}", f"  store {llvm} {seed}, ptr %{shadow}"]
                args.append(f"ptr %{shadow}")
                if self.kind == "jvp":
                    after += _copy_out(f"d.{s.key}", llvm, shadow)
        return args, before, after + self._additions()

    def _additions(self) -> list[str]:
        """Add the derivatives of active scalars to the caller's variables."""
        lines: list[str] = []
        for at, field in enumerate(self.made.fields if self.made is not None else ()):
            if isinstance(field, int):
                assert self.made is not None
                s = self.slots[field - 1]
                t = _LLVM[s.element]
                lines += [
                    f"  %.back{at} = extractvalue {self.made.ftype.ret} %.r, {at}",
                    f"  %.unwanted{at} = icmp eq ptr %d.{s.key}, null",
                    f"  br i1 %.unwanted{at}, label %next{at}, label %add{at}",
                    f"add{at}:",
                    f"  %.old{at} = load {t}, ptr %d.{s.key}",
                    f"  %.new{at} = fadd {t} %.old{at}, %.back{at}",
                    f"  store {t} %.new{at}, ptr %d.{s.key}",
                    f"  br label %next{at}",
                    f"next{at}:",
                ]
        return lines

    def _call(self, args: list[str]) -> list[str]:
        """The inner call.  Not inlined: in a function that calls setjmp LLVM optimises little."""
        if self.made is None:
            return [f'  %.status = call i32 @"{self.lowered.entry}"({", ".join(args)}) noinline']
        t = self.made.ftype.ret
        given = ", ".join(args)
        calls = [f'  %.r = call {t} @"{self.made.symbol}"({given}) noinline']
        if self.quick:
            calls = [
                "  %.shared.at = getelementptr i64, ptr %.found, i64 1",
                "  %.shared = load i64, ptr %.shared.at",
                "  %.apart = icmp eq i64 %.shared, 0",
                "  br i1 %.apart, label %quick, label %general",
                "quick:",
                f'  %.r.quick = call {t} @"{self.quick}"({given})',
                "  br label %derived",
                "general:",
                f'  %.r.general = call {t} @"{self.made.symbol}"({given}) noinline',
                "  br label %derived",
                "derived:",
                f"  %.r = phi {t} [ %.r.quick, %quick ], [ %.r.general, %general ]",
            ]
        return [
            *calls,
            f"  %.status = extractvalue {t} %.r, {self.made.fields.index('primal')}",
        ]


def _copy_out(key: str, llvm: str, source: str) -> list[str]:
    """Store a result behind a pointer that may be null."""
    return [
        f"  %.null.{key} = icmp eq ptr %{key}, null",
        f"  %.place.{key} = select i1 %.null.{key}, ptr %{source}, ptr %{key}",
        f"  %.read.{key} = load {llvm}, ptr %{source}",
        f"  store {llvm} %.read.{key}, ptr %.place.{key}",
    ]


# ---- errors

_DETAIL = re.compile(r"\{(\d)(?::(?:np\.)?(float|bool|int):([^}]*))?\}")  # see `irad.rules.deferred_errors.Detail`


def _conversion(found: re.Match[str]) -> str:
    """The conversion of C's ``printf`` for a detail; what that does not know of a format is left out."""
    if found[2] != "float":
        return "%lld"
    precision = re.search(r"\.\d+[efgEFG]?$|^[efgEFG]$", found[3] or "")
    words = precision[0] if precision else ".17g"
    return "%" + (words if words[-1].isalpha() else words + "g")


def error_text(symbol: str, lowered: Lowered, name: str, late: Mapping[int, ErrorSite] = {}, disk: bool = False) -> str:
    """IR of ``i32 @SYMBOL(ptr arena, i32 status)``: writes the text of a status, returns the code.

    ``late``: error sites of rules, by their numbers.  ``disk``: there may be snapshots on disk.
    """
    globals_: list[str] = []
    cases: list[tuple[int, int, str, list[int]]] = [
        (OUT_OF_MEMORY, MEMORY, f"MemoryError: {name}() ran out of memory", []),
        (TOO_DEEP, DEEP, f"RecursionError: maximum recursion depth exceeded in {name}()", []),
        (NO_DERIVATIVE, RAISED, f"LinAlgError: {NO_DERIVATIVE_TEXT} ({name}())", []),
    ]
    for number, site in [*enumerate(lowered.sites, 1), *sorted(late.items())]:
        message = f"{site.kind.__name__}: {site.message}" if site.message else site.kind.__name__
        message = f"{message} ({site.place})".replace("%", "%%")
        order = [int(k) if kind != "float" else int(k) + 4 for k, kind, _ in _DETAIL.findall(message)]
        code = ALIASED if issubclass(site.kind, AliasingError) else RAISED
        text = _DETAIL.sub(_conversion, message).replace("{{", "{").replace("}}", "}")
        cases.append((number, code, text, order))
    lines = [
        f'define internal i32 @"{symbol}"(ptr %arena, i32 %status) noinline cold {{',
        "entry:",
        "  %text = call ptr @llvm.threadlocal.address.p0(ptr @irad_error_text)",
        *(f"  %d{k}.at = getelementptr i8, ptr %arena, i64 {DETAILS + 8 * k}" for k in range(4)),
        *(f"  %d{k} = load i64, ptr %d{k}.at" for k in range(4)),
        *(f"  %d{k + 4} = bitcast i64 %d{k} to double" for k in range(4)),
        "  switch i32 %status, label %unknown [",
        *(f"    i32 {number}, label %case{i}" for i, (number, *_) in enumerate(cases)),
        *([f"    i32 {DISK}, label %disk"] if disk else []),
        "  ]",
        "unknown:",
        f"  ret i32 {RAISED}",
    ]
    if disk:
        globals_.append(f'@"{symbol}.disk" = internal constant {c_string(f"OSError: %s: %s ({name}())".encode())}')
        globals_.append(f'@"{symbol}.nowhere" = internal constant {c_string(b"snapshots on disk")}')
        lines += [
            "disk:",
            "  %nowhere = icmp eq i64 %d2, 0",
            "  %there = inttoptr i64 %d2 to ptr",
            f'  %path = select i1 %nowhere, ptr @"{symbol}.nowhere", ptr %there',
            "  %why = call ptr @irad_snapshots_reason(i64 %d1, i64 %d0)",
            f'  %m = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 {_ERROR_BYTES}, ptr @"{symbol}.disk", '
            "ptr %path, ptr %why)",
            f"  ret i32 {NOT_STORED}",
        ]
    for i, (_, code, message, order) in enumerate(cases):
        globals_.append(f'@"{symbol}.{i}" = internal constant {c_string(message.encode(errors="replace"))}')
        given = "".join(f", {'double' if k >= 4 else 'i64'} %d{k}" for k in order)
        lines += [
            f"case{i}:",
            f'  %n{i} = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %text, i64 {_ERROR_BYTES}, ptr @"{symbol}.{i}"{given})',
            f"  ret i32 {code}",
        ]
    return "\n".join([*globals_, *lines, "}"]) + "\n"


# The buffer is weak and visible: of several such libraries in a process one is used, so any irad_last_error() finds it.
ERRORS = f"""
@irad_error_text = weak thread_local global [{_ERROR_BYTES} x i8] zeroinitializer, align 16
declare ptr @llvm.threadlocal.address.p0(ptr)
define weak ptr @irad_last_error() {{
  %text = call ptr @llvm.threadlocal.address.p0(ptr @irad_error_text)
  ret ptr %text
}}
@irad_memory_account = weak global [2 x i64] [i64 0, i64 {KEPT}], align 64
define weak void @irad_keep_memory(i64 %bytes) {{
  %mark = getelementptr i64, ptr @irad_memory_account, i64 1
  store atomic i64 %bytes, ptr %mark monotonic, align 8
  ret void
}}
"""

DECLARATIONS = f"""
@irad_error_text = external thread_local global [{_ERROR_BYTES} x i8], align 16
declare i32 @_setjmp(ptr) returns_twice
declare i32 @snprintf(ptr, i64, ptr, ...)
declare ptr @irad_thread_arena()
declare ptr @irad_snapshots_reason(i64, i64)
declare ptr @irad_reserve(ptr, i64)
declare void @irad_arena_enter(ptr)
declare void @irad_arena_reset(ptr)
declare void @irad_arena_settle(ptr)
declare ptr @llvm.threadlocal.address.p0(ptr)
"""
