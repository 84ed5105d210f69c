"""Calling a native function from Python at the price of a built-in one.

`wrapper_text` gives IR for ``PyObject *wrap(self, args, nargs, kwnames)`` (METH_FASTCALL | METH_KEYWORDS) around a function in
the convention "Functions from the Python frontend" of docs/dev/architecture.md.  It takes arguments of exactly the described
types only, read straight from the objects; whatever is different goes, arguments untouched, to a Python callable that does the
slow, fully checked thing.  An error status goes to another callable, which raises.  `irad.llvm.builtin` makes a function
object of the machine code.

One arena is set aside for each wrapper.  While it is in use (a callback came back to the same function, or another thread runs
while the GIL is released), further calls take the slow path, which has arenas of its own.

Layouts: CPython's ``PyObject`` (Include/object.h), NumPy's ``PyArrayObject_fields`` (ndarraytypes.h).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from irad.llvm.runtime import JUMP_BUFFER, JUMP_SET, STATUS

_HEAD = object.__basicsize__
_TYPE = _HEAD - 8  # ob_type is the last word of the head, in free-threaded builds as well
_NATIVE = {"float64": "double", "float32": "float", "int64": "i64", "bool": "i8"}
_ITEM = {"float64": 8, "float32": 4, "int64": 8, "bool": 1}
_C_CONTIGUOUS, _ALIGNED, _WRITEABLE = 0x1, 0x100, 0x400


@dataclass(frozen=True)
class Scalar:
    """``float64``, ``float32``, ``int64`` or ``bool``; with ``convert`` a float64 parameter takes Python ints as well.

    ``origin``: "python" takes float and int only, "numpy" NumPy's scalars only, "" both.
    """

    kind: str
    convert: bool = False
    origin: str = ""


@dataclass(frozen=True)
class Array:
    """``layout`` C: contiguous, no strides are passed; A: any strides; S: any but contiguous."""

    dtype: str
    ndim: int
    layout: str = "C"
    writable: bool = False


@dataclass(frozen=True, eq=False)
class Captured:
    """An array that is not an argument: its memory and sizes are read from the object ``value`` at each call."""

    array: Array
    value: Any


@dataclass(frozen=True, eq=False)
class Guard:
    """The wrapper holds only while ``home[key]`` is this very object: a captured global, or the content of a closure's cell."""

    home: Any  # a dict, or a cell (then ``key`` is None)
    key: str | None
    value: Any


@dataclass(frozen=True)
class Signature:
    """What a wrapper is made from.

    ``results``: none gives None, one gives the value, more give a tuple (as does one with ``as_tuple``).  ``memory``: the
    function may reserve memory, so that a way out is needed when there is none.  ``nogil``: the GIL is released in the call.
    """

    symbol: str
    params: tuple[Scalar | Array | Captured, ...]
    results: tuple[Scalar, ...] = ()
    as_tuple: bool = False
    memory: bool = True
    nogil: bool = False
    guards: tuple[Guard, ...] = field(default=(), compare=False)


class _Text:
    """IR, line by line; ``check`` goes on in a new block or to the slow path."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.slots: list[str] = []
        self.count = 0
        self.current = ""

    def __call__(self, line: str) -> None:
        self.lines.append("  " + line)

    def let(self, value: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {value}")
        return f"%v{self.count}"

    def slot(self, t: str) -> str:
        """Memory of this call, reserved at the entry."""
        self.count += 1
        self.slots.append(f"  %v{self.count} = alloca {t}")
        return f"%v{self.count}"

    def block(self, name: str) -> None:
        self.lines.append(f"{name}:")
        self.current = name

    def fresh(self) -> str:
        self.count += 1
        return f"b{self.count}"

    def check(self, condition: str) -> None:
        ok = self.fresh()
        self(f"br i1 {condition}, label %{ok}, label %slow, !prof !0")
        self.block(ok)

    def at(self, base: str, offset: int) -> str:
        return base if offset == 0 else self.let(f"getelementptr i8, ptr {base}, i64 {offset}")

    def load(self, t: str, base: str, offset: int = 0) -> str:
        return self.let(f"load {t}, ptr {self.at(base, offset)}")


def wrapper_text(signature: Signature, name: str = "irad.wrap") -> str:
    """The wrapper as a module, to be linked with the function's; `irad.llvm.builtin.symbols` has what it needs."""
    t = _Text()
    t.block("entry")
    wanted = sum(not isinstance(p, Captured) for p in signature.params)
    t.check(t.let("icmp eq ptr %kwnames, null"))
    t.check(t.let(f"icmp eq i64 %nargs, {wanted}"))
    for i, guard in enumerate(signature.guards):
        if guard.key is None:
            found = t.load("ptr", f'@"{name}.home{i}"', _HEAD)
        else:
            found = t.let(f'call ptr @PyDict_GetItemWithError(ptr @"{name}.home{i}", ptr @"{name}.key{i}")')
        t.check(t.let(f'icmp eq ptr {found}, @"{name}.value{i}"'))
    natives = _unpack(t, signature, name)
    busy = t.let(f'load i8, ptr @"{name}.busy"')
    t.check(t.let(f"icmp eq i8 {busy}, 0"))
    t(f'store i8 1, ptr @"{name}.busy"')
    results = [t.slot("i64") for _ in signature.results]
    arena = f'@"{name}.arena"'
    target = f"{name}.guarded" if signature.memory else signature.symbol
    types = ", ".join(["ptr", *(n.split()[0] for n in natives), *("ptr" for _ in results)])
    values = ", ".join([f"ptr {arena}", *natives, *(f"ptr {r}" for r in results)])
    state = t.let("call ptr @PyEval_SaveThread()") if signature.nogil else ""
    status = t.let(f'call i32 @"{target}"({values})')
    if signature.nogil:
        t(f"call void @PyEval_RestoreThread(ptr {state})")
    failed = t.let(f"icmp ne i32 {status}, 0")
    t(f"br i1 {failed}, label %error, label %box, !prof !1")
    t.block("box")
    boxed = _box(t, signature, results)
    t("br label %leave")
    leave_from = [(boxed, t.current)]
    t.block("error")
    number = t.let(f"sext i32 {status} to i64")
    number = t.let(f"call ptr @PyLong_FromLongLong(i64 {number})")
    raised = t.let(f'call ptr @PyObject_CallOneArg(ptr @"{name}.error", ptr {number})')
    t(f"call void @Py_DecRef(ptr {number})")
    t("br label %leave")
    leave_from.append((raised, "error"))
    t.block("leave")
    out = t.let("phi ptr " + ", ".join(f"[ {v}, %{b} ]" for v, b in leave_from))
    if signature.memory:
        t(f"call void @irad_arena_reset(ptr {arena})")
    t(f'store i8 0, ptr @"{name}.busy"')
    t(f"ret ptr {out}")
    t.block("slow")
    t(f'%slowly = call ptr @PyObject_Vectorcall(ptr @"{name}.fallback", ptr %args, i64 %nargs, ptr %kwnames)')
    t("ret ptr %slowly")
    head = [f'define ptr @"{name}"(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) {{', "start:", *t.slots, "  br label %entry"]
    parts = [*head, *t.lines, "}", f'@"{name}.busy" = internal global i8 0']
    if signature.memory:
        parts.append(_guarded(signature.symbol, f"{name}.guarded", types))
    return "\n".join(parts + _declarations(signature, name, types)) + "\n"


def _unpack(t: _Text, signature: Signature, name: str) -> list[str]:
    """Typed native values, after all checks on the objects."""
    natives, index = [], 0
    for i, p in enumerate(signature.params):
        if isinstance(p, Captured):
            natives += _unpack_array(t, p.array, f'@"{name}.captured{i}"')
            continue
        obj = t.load("ptr", "%args", 8 * index)
        index += 1
        natives += [_unpack_scalar(t, p, obj)] if isinstance(p, Scalar) else _unpack_array(t, p, obj)
    return natives


def _unpack_scalar(t: _Text, p: Scalar, obj: str) -> str:
    if p.kind == "bool":
        true = t.let(f"icmp eq ptr {obj}, @irad.py.True")
        false = t.let(f"icmp eq ptr {obj}, @irad.py.False")
        t.check(t.let(f"or i1 {true}, {false}"))
        return f"i8 {t.let(f'zext i1 {true} to i8')}"
    kind = t.load("ptr", obj, _TYPE)
    numpy, python = f"@irad.np.{p.kind}", "@irad.py.float" if p.kind == "float64" else ""
    readable = [x for x in (numpy if p.origin != "python" else "", python if p.origin != "numpy" else "") if x]
    # numpy.float64 is a subclass of float and has its value at the same place.
    direct = "false"
    for x in readable:
        direct = t.let(f"or i1 {direct}, {t.let(f'icmp eq ptr {kind}, {x}')}")
    if p.origin == "numpy" or (p.kind != "int64" and not p.convert):
        t.check(direct)
        return f"{_NATIVE[p.kind]} {t.load(_NATIVE[p.kind], obj, _HEAD)}"
    return _unpack_number(t, p, obj, kind, direct)


def _unpack_number(t: _Text, p: Scalar, obj: str, kind: str, direct: str) -> str:
    """A value that is read from the object, or computed by CPython from an int."""
    native = _NATIVE[p.kind]
    read, other, join = t.fresh(), t.fresh(), t.fresh()
    t(f"br i1 {direct}, label %{read}, label %{other}")
    t.block(read)
    stored = t.load(native, obj, _HEAD)
    t(f"br label %{join}")
    t.block(other)
    t.check(t.let(f"icmp eq ptr {kind}, @irad.py.int"))
    flag = t.slot("i32")
    whole = t.let(f"call i64 @PyLong_AsLongLongAndOverflow(ptr {obj}, ptr {flag})")
    t.check(t.let(f"icmp eq i32 {t.load('i32', flag)}, 0"))
    value = whole
    if p.kind == "float64":
        value = t.let(f"sitofp i64 {whole} to double")
    last = t.current
    t(f"br label %{join}")
    t.block(join)
    return f"{native} {t.let(f'phi {native} [ {stored}, %{read} ], [ {value}, %{last} ]')}"


def _unpack_array(t: _Text, p: Array, obj: str) -> list[str]:
    t.check(t.let(f"icmp eq ptr {t.load('ptr', obj, _TYPE)}, @irad.np.ndarray"))
    descr = t.load("ptr", obj, _HEAD + 40)
    t.check(t.let(f"icmp eq ptr {descr}, @irad.dtype.{p.dtype}"))
    t.check(t.let(f"icmp eq i32 {t.load('i32', obj, _HEAD + 8)}, {p.ndim}"))
    mask = _ALIGNED | (_C_CONTIGUOUS if p.layout == "C" else 0) | (_WRITEABLE if p.writable else 0)
    seen = mask | (_C_CONTIGUOUS if p.layout == "S" else 0)
    flags = t.let(f"and i32 {t.load('i32', obj, _HEAD + 48)}, {seen}")
    t.check(t.let(f"icmp eq i32 {flags}, {mask}"))
    natives = [f"ptr {t.load('ptr', obj, _HEAD)}"]
    dims = t.load("ptr", obj, _HEAD + 16)
    natives += [f"i64 {t.load('i64', dims, 8 * k)}" for k in range(p.ndim)]
    if p.layout == "C":
        return natives
    strides, item = t.load("ptr", obj, _HEAD + 24), _ITEM[p.dtype]
    for k in range(p.ndim):
        # An aligned array has strides that are multiples of the item's size, but for axes of length 1.
        stride = t.load("i64", strides, 8 * k)
        natives.append(f"i64 {t.let(f'ashr i64 {stride}, {item.bit_length() - 1}')}")
    return natives


def _box(t: _Text, signature: Signature, slots: Sequence[str]) -> str:
    """The result as an object (null if there was no memory for it)."""
    if not slots and not signature.as_tuple:
        t("call void @Py_IncRef(ptr @irad.py.None)")
        return "@irad.py.None"
    boxed = [_box_scalar(t, r.kind, slot) for r, slot in zip(signature.results, slots, strict=True)]
    if len(boxed) == 1 and not signature.as_tuple:
        return boxed[0]
    # PyTuple_Pack adds references of its own; null items (no memory) must not get there.
    whole = "true"
    for item in boxed:
        whole = t.let(f"and i1 {whole}, {t.let(f'icmp ne ptr {item}, null')}")
    pack, skip = t.fresh(), t.fresh()
    before = t.current
    t(f"br i1 {whole}, label %{pack}, label %{skip}")
    t.block(pack)
    items = "".join(f", ptr {item}" for item in boxed)
    packed = t.let(f"call ptr (i64, ...) @PyTuple_Pack(i64 {len(boxed)}{items})")
    t(f"br label %{skip}")
    t.block(skip)
    out = t.let(f"phi ptr [ {packed}, %{pack} ], [ null, %{before} ]")
    for item in boxed:
        t(f"call void @Py_DecRef(ptr {item})")
    return out


def _box_scalar(t: _Text, kind: str, slot: str) -> str:
    native = _NATIVE[kind]
    value = t.load(native, slot)
    if kind == "float64":
        return t.let(f"call ptr @PyFloat_FromDouble(double {value})")
    if kind == "int64":
        return t.let(f"call ptr @PyLong_FromLongLong(i64 {value})")
    if kind == "bool":
        return t.let(f"call ptr @PyBool_FromLong(i64 {t.let(f'zext i8 {value} to i64')})")
    made = t.let("call ptr @PyType_GenericAlloc(ptr @irad.np.float32, i64 0)")
    store, done = t.fresh(), t.fresh()
    t(f"br i1 {t.let(f'icmp eq ptr {made}, null')}, label %{done}, label %{store}")
    t.block(store)
    t(f"store float {value}, ptr {t.at(made, _HEAD)}")
    t(f"br label %{done}")
    t.block(done)
    return made


def _guarded(symbol: str, name: str, types: str) -> str:
    """The function under a jump buffer: status -1 comes back when memory ran out."""
    parts = types.split(", ")
    params = ", ".join(f"{t} %p{i}" for i, t in enumerate(parts))
    return f"""
define internal i32 @"{name}"({params}) noinline {{
entry:
  call void @irad_arena_enter(ptr %p0)
  %flag = getelementptr i8, ptr %p0, i64 {JUMP_SET}
  store i64 1, ptr %flag
  %buffer = getelementptr i8, ptr %p0, i64 {JUMP_BUFFER}
  %jumped = call i32 @_setjmp(ptr %buffer) returns_twice
  %again = icmp ne i32 %jumped, 0
  br i1 %again, label %out, label %go
go:
  %status = call i32 @"{symbol}"({params}) noinline
  store i64 0, ptr %flag
  ret i32 %status
out:
  store i64 0, ptr %flag
  %at = getelementptr i8, ptr %p0, i64 {STATUS}
  %stored = load i64, ptr %at
  %small = trunc i64 %stored to i32
  ret i32 %small
}}"""


def _declarations(signature: Signature, name: str, types: str) -> list[str]:
    lines = [f'declare i32 @"{signature.symbol}"({types})']
    if signature.memory:
        lines += ["declare void @irad_arena_enter(ptr)", "declare void @irad_arena_reset(ptr)"]
        lines.append("declare i32 @_setjmp(ptr) returns_twice")
    for function, t in API.items():
        result, params = t.split(" ", 1)
        lines.append(f"declare {result} @{function}{params}")
    own = ["arena", "fallback", "error"]
    own += [f"{what}{i}" for i in range(len(signature.guards)) for what in ("home", "key", "value")]
    own += [f"captured{i}" for i, p in enumerate(signature.params) if isinstance(p, Captured)]
    lines += [f'@"{name}.{what}" = external global i8' for what in own]
    lines += [f"@{obj} = external global i8" for obj in OBJECTS]
    return [*lines, '!0 = !{!"branch_weights", i32 1000, i32 1}', '!1 = !{!"branch_weights", i32 1, i32 1000}']


# Objects whose addresses the code compares with.
OBJECTS = (
    *("irad.py.True", "irad.py.False", "irad.py.None", "irad.py.float", "irad.py.int", "irad.np.ndarray"),
    *(f"irad.np.{kind}" for kind in ("float64", "float32", "int64")),
    *(f"irad.dtype.{kind}" for kind in _NATIVE),
)

# Functions of CPython that the code calls.
API = {
    "PyDict_GetItemWithError": "ptr (ptr, ptr)",
    "PyLong_AsLongLongAndOverflow": "i64 (ptr, ptr)",
    "PyLong_FromLongLong": "ptr (i64)",
    "PyFloat_FromDouble": "ptr (double)",
    "PyBool_FromLong": "ptr (i64)",
    "PyTuple_Pack": "ptr (i64, ...)",
    "PyType_GenericAlloc": "ptr (ptr, i64)",
    "PyObject_Vectorcall": "ptr (ptr, ptr, i64, ptr)",
    "PyObject_CallOneArg": "ptr (ptr, ptr)",
    "PyEval_SaveThread": "ptr ()",
    "PyEval_RestoreThread": "void (ptr)",
    "Py_IncRef": "void (ptr)",
    "Py_DecRef": "void (ptr)",
}
