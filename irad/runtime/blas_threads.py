"""One thread for small matrices: routines of SciPy's OpenBLAS behind thunks that decide by the sizes.

NumPy and SciPy bring an OpenBLAS each, and each of those has its own threads, which wait for work by spinning.  A routine that
distributes a small matrix then waits for threads that find no core: a factorisation of 0.1 ms takes 40 ms next to a product in
NumPy, and on a busy machine even without one.  A matrix is small if one thread takes about a millisecond.

A thunk sets the number of threads to one and back again, unless it is one already; a count says how many threads of this process
are in a thunk, so that the last one restores what the first one found.  Both are read and written together, under a lock.  What
the user has set (OPENBLAS_NUM_THREADS, threadpoolctl) is never exceeded.  A BLAS without such a setting (MKL, Accelerate) is
called as it is.
"""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Mapping

from irad.llvm.jit import Engine

LARGEST = 200  # the largest size of a matrix that counts as small
_PREFIXES = ("scipy_", "")
_RETURNS = {"void": "void", "int": "i32", "d": "double", "s": "float"}
_SIGNATURE = re.compile(r"(\w+) \((.*)\)")
_engines: list[Engine] = []
_thunks: dict[str, int] = {}
_lock = threading.Lock()

_STATE = """
declare i32 @irad.blas.get()
declare void @irad.blas.set(i32)
@lock = internal global i32 0
@inside = internal global i32 0
@found = internal global i32 0

define internal void @take() noinline {
entry:
  br label %try
try:
  %got = cmpxchg ptr @lock, i32 0, i32 1 acquire monotonic
  %free = extractvalue { i32, i1 } %got, 1
  br i1 %free, label %done, label %try
done:
  ret void
}
define i1 @irad.calm.enter() {
entry:
  call void @take()
  %before = load i32, ptr @inside
  %first = icmp eq i32 %before, 0
  br i1 %first, label %look, label %count
look:
  %threads = call i32 @irad.blas.get()
  %one = icmp sle i32 %threads, 1
  br i1 %one, label %out, label %set
set:
  store i32 %threads, ptr @found
  call void @irad.blas.set(i32 1)
  br label %count
count:
  %after = add i32 %before, 1
  store i32 %after, ptr @inside
  br label %out
out:
  %counted = phi i1 [ false, %look ], [ true, %count ]
  store atomic i32 0, ptr @lock release, align 4
  ret i1 %counted
}
define void @irad.calm.leave() {
entry:
  call void @take()
  %before = load i32, ptr @inside
  %after = sub i32 %before, 1
  store i32 %after, ptr @inside
  %last = icmp eq i32 %after, 0
  br i1 %last, label %look, label %leave
look:
  %threads = call i32 @irad.blas.get()
  %ours = icmp eq i32 %threads, 1
  br i1 %ours, label %restore, label %leave
restore:
  %number = load i32, ptr @found
  call void @irad.blas.set(i32 %number)
  br label %leave
leave:
  store atomic i32 0, ptr @lock release, align 4
  ret void
}
"""


def calm(routines: Mapping[str, tuple[int, str]]) -> dict[str, int]:
    """The addresses to call for routines, given by name with their addresses and C signatures (as Cython writes them)."""
    with _lock:
        _compile(routines)
    return {name: _thunks.get(name, address) for name, (address, _) in routines.items()}


def _compile(routines: Mapping[str, tuple[int, str]]) -> None:
    """Compile the thunks that do not exist yet."""
    texts = {name: _thunk(name, signature) for name, (_, signature) in routines.items() if name not in _thunks}
    missing = {name: text for name, text in texts.items() if text}
    state = _state() if missing else None
    if state is not None:
        from irad.llvm.object_code import emit_object

        text = "declare i1 @irad.calm.enter()\ndeclare void @irad.calm.leave()\n" + "".join(missing.values())
        names = [f"irad.calm.{name}" for name in missing]
        entries = ("irad.calm.enter", "irad.calm.leave")
        symbols = {name: routines[name][0] for name in missing} | {n: state.address(n) for n in entries}
        engine = Engine.load_object(emit_object(text, "host"), names, (), symbols)
        _engines.append(engine)
        _thunks.update((name, engine.address(f"irad.calm.{name}")) for name in missing)


def _state() -> Engine | None:
    """The state that all thunks share; None where the number of threads cannot be set."""
    if not _engines:
        from irad.llvm.object_code import emit_object

        settings = _settings()
        if settings is None:
            return None
        symbols = dict(zip(("irad.blas.get", "irad.blas.set"), settings, strict=True))
        names = ("irad.calm.enter", "irad.calm.leave")
        _engines.append(Engine.load_object(emit_object(_STATE, "host"), names, (), symbols))
    found = _engines[0]
    return found


def _settings() -> tuple[int, int] | None:
    """The addresses of OpenBLAS's functions for the number of threads, in the library that SciPy uses."""
    from scipy.linalg import cython_blas

    try:
        library = ctypes.CDLL(cython_blas.__file__)  # a name is looked up in what it depends on as well
    except OSError:
        return None
    for prefix in _PREFIXES:
        try:
            both = [library[f"{prefix}openblas_{what}_num_threads"] for what in ("get", "set")]
        except AttributeError:
            continue
        get, put = (ctypes.cast(f, ctypes.c_void_p).value or 0 for f in both)
        return get, put
    return None


def _thunk(name: str, signature: str) -> str:
    """IR of the thunk of a routine; "" for one that works on vectors, or whose result is not a plain number."""
    found = _SIGNATURE.fullmatch(signature)
    if found is None:
        return ""
    result = _RETURNS.get(found[1].rpartition("_")[2] if found[1].startswith("__pyx_t_5scipy") else found[1])
    kinds = [p.strip() for p in found[2].split(",")]
    at = next((i for i, p in enumerate(kinds) if p not in ("char *", "int *")), len(kinds))
    sizes = [i for i in range(at) if kinds[i] == "int *"]
    if result is None or not sizes or at == 1 or not all(p.endswith("*") for p in kinds):
        return ""
    params = ", ".join(f"ptr %p{i}" for i in range(len(kinds)))
    assign, give = ("", "ret void") if result == "void" else ("%r = ", f"ret {result} %r")
    lines = [f"declare {result} @{name}({', '.join('ptr' for _ in kinds)})", f'define {result} @"irad.calm.{name}"({params}) {{']
    largest = "0"
    for i in sizes:
        lines += [f"  %n{i} = load i32, ptr %p{i}", f"  %c{i} = icmp ugt i32 %n{i}, {largest}"]
        lines.append(f"  %m{i} = select i1 %c{i}, i32 %n{i}, i32 {largest}")
        largest = f"%m{i}"
    lines += [
        f"  %small = icmp ule i32 {largest}, {LARGEST}",
        "  br i1 %small, label %calm, label %large",
        "calm:",
        "  %counted = call i1 @irad.calm.enter()",
        f"  {assign.replace('%r', '%rc')}call {result} @{name}({params})",
        "  br i1 %counted, label %leave, label %out",
        "leave:",
        "  call void @irad.calm.leave()",
        "  br label %out",
        "out:",
        f"  {give.replace('%r', '%rc')}",
        "large:",
        f"  {assign}call {result} @{name}({params})",
        f"  {give}",
        "}",
    ]
    return "\n".join(lines) + "\n"
