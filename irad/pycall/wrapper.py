"""Calling a native function from Python at the cost of a built-in function.

`wrapper_text` gives IR for ``PyObject *wrap(self, args, nargs, kwnames)`` (METH_FASTCALL | METH_KEYWORDS) around a function in
the convention "Functions from the Python frontend" of docs/dev/architecture.md.  It takes arguments of exactly the described
types only, read directly from the objects (`irad.pycall.unpack`); any other call goes, with its arguments unchanged, to a Python
callable that handles the general case with all checks.  So does a call for which the function returns the status `OTHER`.  Any
other status that is not 0 goes to another callable, with the address of the arena, which raises.  Results become objects in
`irad.pycall.box`.  `irad.pycall.builtin` makes a function object of the machine code.

Each call takes an arena from a pool and gives it back, so that a function may run in many threads at a time, and recursively
through functions that it calls.
"""

from __future__ import annotations

import ctypes
import types
from collections.abc import Mapping, Sequence
from functools import cache

from irad.llvm.interrupt import DECLARED, END, begin_text, ready_text
from irad.llvm.runtime_ir.arena_runtime import ACCOUNT, BOUND, KEPT, LIMIT, OUT_OF_MEMORY, STACKS, STATUS, stack_offset
from irad.pycall.box import ARRAY_MAKER, array_text, box, result_slots
from irad.pycall.call_text import HEAD, ITEMS, CallText
from irad.pycall.signature import NATIVE, CapturedArray, Signature, containers
from irad.pycall.unpack import unpack

# Tells the pool which thread uses an arena; Python numbers its threads (a thread that Python does not know has no number).
USER = """
declare void @irad_pool_user(ptr, i64)
declare ptr @PyGILState_GetThisThreadState()
declare i64 @PyThreadState_GetID(ptr)
define internal void @irad.user(ptr %arena) {
entry:
  %thread = call ptr @PyGILState_GetThisThreadState()
  %none = icmp eq ptr %thread, null
  br i1 %none, label %unknown, label %known
known:
  %number = call i64 @PyThreadState_GetID(ptr %thread)
  call void @irad_pool_user(ptr %arena, i64 %number)
  ret void
unknown:
  call void @irad_pool_user(ptr %arena, i64 0)
  ret void
}"""
OTHER = -100  # a status: the function left everything as it was, and the call is to go the slow way


def wrapper_text(signature: Signature, name: str = "irad.wrap") -> str:
    """The wrapper as a module, to be linked with the function's; `irad.pycall.builtin.symbols` has what it needs."""
    t = CallText(name)
    t.block("entry")
    _check_call(t, signature)
    natives = unpack(t, signature)
    arena = t.let("call ptr @irad_pool_take(ptr @irad.pool)")
    t.check(t.let(f"icmp ne ptr {arena}, null"))
    t(f"call void @irad.user(ptr {arena})")
    for obj in t.held:
        t(f"call void @Py_IncRef(ptr {obj})")
    if signature.bounded:
        mark = t.load("i64", "@irad.pool", ACCOUNT + 8)
        most = t.let(f"call i64 @llvm.smax.i64(i64 {mark}, i64 {KEPT})")
        _limit(t, arena, t.let(f"or i64 {most}, {BOUND}"))
    results = result_slots(t, signature.results)
    target = f"{name}.guarded" if signature.memory else signature.symbol
    types = ", ".join(["ptr", *(n.split()[0] for n in natives), *("ptr" for _ in results)])
    values = ", ".join([f"ptr {arena}", *natives, *(f"ptr {r}" for r in results)])
    state = t.let("call ptr @PyEval_SaveThread()") if signature.nogil else ""
    status = t.let(f'call i32 @"{target}"({values})')
    if signature.nogil:
        t(f"call void @PyEval_RestoreThread(ptr {state})")
    if signature.bounded:
        _limit(t, arena, "0")
    failed = t.let(f"icmp ne i32 {status}, 0")
    t(f"br i1 {failed}, label %failed, label %box, !prof !1")
    t.block("box")
    boxed = box(t, signature, results, arena)
    t("br label %leave")
    leave_from = [(boxed, t.current)]
    t.block("failed")
    other = t.let(f"icmp eq i32 {status}, {OTHER}")
    if signature.bounded:
        other = t.let(f"or i1 {other}, {t.let(f'icmp eq i32 {status}, {OUT_OF_MEMORY}')}")
    t(f"br i1 {other}, label %other, label %error")
    t.block("error")
    leave_from.append((_error(t, status, arena), "error"))
    t("br label %leave")
    t.block("leave")
    out = t.let("phi ptr " + ", ".join(f"[ {v}, %{b} ]" for v, b in leave_from))
    _let_go(t)
    t(f"call void @irad_pool_give(ptr @irad.pool, ptr {arena})")
    t(f"ret ptr {out}")
    t.block("other")
    _let_go(t)
    t(f"call void @irad_pool_give(ptr @irad.pool, ptr {arena})")
    t("br label %slow")
    t.block("slow")
    t(f'%slowly = call ptr @PyObject_Vectorcall(ptr @"{name}.fallback", ptr %args, i64 %nargs, ptr %kwnames)')
    t("ret ptr %slowly")
    head = [f'define ptr @"{name}"(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) {{', "start:", *t.slots, "  br label %entry"]
    parts = [*head, *t.lines, "}"]
    parts.append(USER)
    if t.given != "%args":
        parts.append(named_text(signature.names, name))
    if signature.memory:
        parts.append(guarded(signature.symbol, f"{name}.guarded", types))
    return "\n".join(parts + _declarations(signature, name, types)) + "\n"


def _check_call(t: CallText, signature: Signature) -> None:
    """Check that the arguments fit the parameters, and that captured names have not been rebound."""
    wanted = sum(not isinstance(p, CapturedArray) for p in signature.params)
    if signature.names and len(signature.names) == wanted:
        _find_by_name(t, wanted)
    else:
        t.check(t.let("icmp eq ptr %kwnames, null"))
        t.check(t.let(f"icmp eq i64 %nargs, {wanted}"))
    for i, guard in enumerate(signature.guards):
        missing = guard.absent or (guard.field and guard.value is None)
        if guard.key is None:
            found = t.load("ptr", f'@"{t.name}.home{i}"', field_of_function(guard.field) if guard.field else HEAD)
        else:
            found = t.let(f'call ptr @PyDict_GetItemWithError(ptr @"{t.name}.home{i}", ptr @"{t.name}.key{i}")')
        wanted_object = "null" if missing else f'@"{t.name}.value{i}"'
        t.check(t.let(f"icmp eq ptr {found}, {wanted_object}"))


def _find_by_name(t: CallText, wanted: int) -> None:
    """All arguments in the order of the parameters, whether they are given by position or by name."""
    named = t.slot(f"[{wanted} x ptr]")
    t(f"br i1 {t.let('icmp eq ptr %kwnames, null')}, label %positional, label %keywords, !prof !0")
    t.block("keywords")
    fits = t.let(f"call i1 @irad.named(ptr %args, i64 %nargs, ptr %kwnames, ptr {named})")
    t(f"br i1 {fits}, label %given, label %slow")
    t.block("positional")
    t(f"br i1 {t.let(f'icmp eq i64 %nargs, {wanted}')}, label %given, label %slow, !prof !0")
    t.block("given")
    t.given = t.let(f"phi ptr [ %args, %positional ], [ {named}, %keywords ]")


def named_text(names: Sequence[str], name: str) -> str:
    """The function that puts arguments in order; false where they do not fit, or a name is not the very object that is known."""
    count = len(names)
    known = ", ".join(f'ptr @"{name}.parameter{i}"' for i in range(count))
    return f"""
@irad.names = internal constant [{count} x ptr] [{known}]
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal i1 @irad.named(ptr %args, i64 %nargs, ptr %kwnames, ptr %out) noinline {{
entry:
  %size = getelementptr i8, ptr %kwnames, i64 {HEAD}
  %count = load i64, ptr %size
  %all = add i64 %nargs, %count
  %fits = icmp eq i64 %all, {count}
  br i1 %fits, label %copy, label %no
copy:
  call void @llvm.memset.p0.i64(ptr %out, i8 0, i64 {8 * count}, i1 false)
  %bytes = shl i64 %nargs, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %args, i64 %bytes, i1 false)
  %items = getelementptr i8, ptr %kwnames, i64 {ITEMS}
  %values = getelementptr ptr, ptr %args, i64 %nargs
  br label %keywords
keywords:
  %j = phi i64 [ 0, %copy ], [ %j1, %store ]
  %done = icmp eq i64 %j, %count
  br i1 %done, label %yes, label %find
find:
  %itemp = getelementptr ptr, ptr %items, i64 %j
  %item = load ptr, ptr %itemp
  br label %search
search:
  %i = phi i64 [ 0, %find ], [ %i1, %next ]
  %over = icmp eq i64 %i, {count}
  br i1 %over, label %no, label %compare
compare:
  %knownp = getelementptr ptr, ptr @irad.names, i64 %i
  %known = load ptr, ptr %knownp
  %same = icmp eq ptr %known, %item
  br i1 %same, label %put, label %next
next:
  %i1 = add i64 %i, 1
  br label %search
put:
  %slot = getelementptr ptr, ptr %out, i64 %i
  %old = load ptr, ptr %slot
  %free = icmp eq ptr %old, null
  br i1 %free, label %store, label %no
store:
  %valuep = getelementptr ptr, ptr %values, i64 %j
  %value = load ptr, ptr %valuep
  store ptr %value, ptr %slot
  %j1 = add i64 %j, 1
  br label %keywords
yes:
  ret i1 true
no:
  ret i1 false
}}"""


@cache
def field_of_function(field: str) -> int:
    """The offset in bytes of a Python function's "code", "defaults" or "kwdefaults" in its object."""

    def sample(x: int = 0, *, y: int = 0) -> int:
        return x + y

    words = (ctypes.c_size_t * (types.FunctionType.__basicsize__ // 8)).from_address(id(sample))
    return 8 * list(words).index(id(getattr(sample, f"__{field}__")))


def _limit(t: CallText, arena: str, limit: str) -> None:
    """Set the limit of all stacks of an arena; 0: none."""
    for number in range(STACKS):
        at = t.let(f"getelementptr i8, ptr {arena}, i64 {stack_offset(number) + LIMIT}")
        t(f"store i64 {limit}, ptr {at}, align 8")


def _let_go(t: CallText) -> None:
    for obj in t.held:
        t(f"call void @Py_DecRef(ptr {obj})")


def _error(t: CallText, status: str, arena: str) -> str:
    """Call the callable for errors with the status and the arena."""
    number = t.let(f"call ptr @PyLong_FromLongLong(i64 {t.let(f'sext i32 {status} to i64')})")
    address = t.let(f"call ptr @PyLong_FromVoidPtr(ptr {arena})")
    what = f'ptr @"{t.name}.error", ptr {number}, ptr {address}, ptr null'
    raised = t.let(f"call ptr (ptr, ...) @PyObject_CallFunctionObjArgs({what})")
    t(f"call void @Py_DecRef(ptr {number})")
    t(f"call void @Py_DecRef(ptr {address})")
    return raised


def guarded(symbol: str, name: str, types: str) -> str:
    """The function under a jump buffer: it returns the status -1 when memory runs out."""
    parts = types.split(", ")
    params = ", ".join(f"{t} %p{i}" for i, t in enumerate(parts))
    return f"""
define internal i32 @"{name}"({params}) noinline {{
entry:
  call void @irad_arena_enter(ptr %p0)
{ready_text("%p0")}
  br i1 %again, label %out, label %go
go:
{begin_text("%p0")}
  %status = call i32 @"{symbol}"({params}) noinline
{END}
  ret i32 %status
out:
{END}
  %at = getelementptr i8, ptr %p0, i64 {STATUS}
  %stored = load i64, ptr %at
  %small = trunc i64 %stored to i32
  ret i32 %small
}}"""


def array_module() -> str:
    """The function that wrappers call for array results (`box.array_text`), as a module."""
    return "\n".join([array_text(), *_outside(API | ARRAY_API), *_WEIGHTS]) + "\n"


def _outside(functions: Mapping[str, str]) -> list[str]:
    """Declarations of functions of CPython and NumPy, and of the objects that all wrappers refer to."""
    lines = [f"declare {result} @{function}{params}" for function, t in functions.items() for result, params in [t.split(" ", 1)]]
    return lines + [f"@{obj} = external global i8" for obj in OBJECTS]


def _declarations(signature: Signature, name: str, types: str) -> list[str]:
    lines = [f"declare ptr @{ARRAY_MAKER}(ptr, i64, ptr, i64, ptr, i64, ptr)"] if signature.makes_arrays else []
    lines += [_ATTRIBUTE] if any(c.kind == "dataclass" for c in containers(signature.params)) else []
    lines.append(f'declare i32 @"{signature.symbol}"({types})')
    lines += ["declare i64 @llvm.smax.i64(i64, i64)"] if signature.bounded else []
    lines += ["declare ptr @irad_pool_take(ptr)", "declare void @irad_pool_give(ptr, ptr)"]
    if signature.memory:
        lines += ["declare void @irad_arena_enter(ptr)", DECLARED]
    own = ["fallback", "error", *signature.objects()]
    lines += [f'@"{name}.{what}" = external global i8' for what in own]
    return [*lines, *_outside(API), *_WEIGHTS]


_WEIGHTS = ('!0 = !{!"branch_weights", i32 1000, i32 1}', '!1 = !{!"branch_weights", i32 1, i32 1000}')


# An attribute that lies in the object, which keeps it alive; null where there is none.
_ATTRIBUTE = """
define internal ptr @irad.attribute(ptr %object, ptr %name) {
entry:
  %found = call ptr @PyObject_GetAttr(ptr %object, ptr %name)
  %none = icmp eq ptr %found, null
  br i1 %none, label %clear, label %give
give:
  call void @Py_DecRef(ptr %found)
  ret ptr %found
clear:
  call void @PyErr_Clear()
  ret ptr null
}"""

# Objects whose addresses the code compares with, and the pool of arenas.
OBJECTS = (
    *("irad.py.True", "irad.py.False", "irad.py.None", "irad.py.float", "irad.py.int", "irad.py.tuple"),
    *("irad.np.True", "irad.np.False", "irad.py.complex", "irad.py.list", "irad.py.dict", "irad.np.ndarray"),
    *(f"irad.np.{kind}" for kind in NATIVE if kind != "bool"),
    *(f"irad.dtype.{kind}" for kind in NATIVE),
    "irad.pool",
)

# Functions of CPython that the code calls.
API = {
    "PyDict_GetItemWithError": "ptr (ptr, ptr)",
    "PyDict_Next": "i32 (ptr, ptr, ptr, ptr)",
    "PyDict_Size": "i64 (ptr)",
    "PyObject_GetAttr": "ptr (ptr, ptr)",
    "PyErr_Clear": "void ()",
    "PyLong_AsLongLongAndOverflow": "i64 (ptr, ptr)",
    "PyLong_FromLongLong": "ptr (i64)",
    "PyLong_FromVoidPtr": "ptr (ptr)",
    "PyFloat_FromDouble": "ptr (double)",
    "PyComplex_FromDoubles": "ptr (double, double)",
    "PyBool_FromLong": "ptr (i64)",
    "PyTuple_Pack": "ptr (i64, ...)",
    "PyType_GenericAlloc": "ptr (ptr, i64)",
    "PyObject_Vectorcall": "ptr (ptr, ptr, i64, ptr)",
    "PyObject_CallFunctionObjArgs": "ptr (ptr, ...)",
    "PyObject_CallOneArg": "ptr (ptr, ptr)",
    "PyEval_SaveThread": "ptr ()",
    "PyEval_RestoreThread": "void (ptr)",
    "Py_IncRef": "void (ptr)",
    "Py_DecRef": "void (ptr)",
}

# Functions of NumPy: type, and place in the table of its C interface (numpy/__multiarray_api.h).
ARRAY_API = {
    "irad.np.NewFromDescr": "ptr (ptr, ptr, i32, ptr, ptr, ptr, i32, ptr)",
    "irad.np.NewCopy": "ptr (ptr, i32)",
    "irad.np.SetBaseObject": "i32 (ptr, ptr)",
}
ARRAY_API_PLACES = {"irad.np.NewFromDescr": 94, "irad.np.NewCopy": 85, "irad.np.SetBaseObject": 282}
THREAD_API = ("PyGILState_GetThisThreadState", "PyThreadState_GetID")
