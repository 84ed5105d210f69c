"""Calling native functions of any LLVM type from Python.

For each function a *trampoline* ``void @irad.call.NAME(ptr block)`` is made in IR: it loads the arguments from a block of
memory, calls, and stores the result behind them.  Python packs and unpacks that block with one `struct.Struct` each.
If the first parameter is the arena, the trampoline resets it and sets its jump buffer (out of memory, stack limit; Ctrl-C if the
code may be left so).
"""

from __future__ import annotations

import ctypes
import struct
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from irad.analysis.flow.addresses import leaves
from irad.byte_counts import FORM, byte_count
from irad.errors import DifferentiationError, IradError
from irad.ir.attribute_set import AttributeSet
from irad.ir.types import LAYOUT, FloatType, FunctionType, IntType, Type, VectorType
from irad.ir.values import Function
from irad.llvm.final import Final
from irad.llvm.interrupt import END, begin_text, ready_text
from irad.llvm.jit import Engine
from irad.llvm.runtime_ir.arena_runtime import (
    ACCOUNT,
    BOUND,
    DETAILS,
    DISK,
    INTERRUPTED,
    JUMP_BUFFER,
    JUMP_SET,
    KEPT,
    NO_DERIVATIVE,
    NO_DERIVATIVE_TEXT,
    NO_SHADOW,
    OUT_OF_MEMORY,
    POOL_SIZE,
    QUICK,
    STACKS,
    STATUS,
    TOO_DEEP,
    TOTAL,
    runtime_part,
    shared_names,
    stack_offset,
)
from irad.rules.deferred_errors import MOST_DETAILS, late_site
from irad.runtime.disk_errors import disk_error
from irad.runtime.disk_store import load, save


def _slot(t: Type) -> int:
    return -(-LAYOUT.size_of(t) // 8) * 8


def layout(ftype: FunctionType) -> tuple[list[int], int, int]:
    """Offsets of the parameters in the block, offset of the result, size of the block."""
    offsets, at = [], 0
    for t in ftype.params:
        offsets.append(at)
        at += _slot(t)
    at = -(-at // 16) * 16
    size = at + (0 if ftype.ret.is_void else _slot(ftype.ret))
    return offsets, at, max(size, 8)


@dataclass(frozen=True)
class Abi:
    """The part of a function's head that a call must repeat: calling convention and attributes that affect argument passing."""

    cc: str = ""
    ret: str = ""
    params: tuple[str, ...] = ()


_ABI = ("byval", "sret", "byref", "preallocated", "inalloca", "elementtype", "signext", "zeroext", "inreg", "align")


def abi_of(fn: Function) -> Abi:
    """The `Abi` of a function that was read."""
    return Abi(fn.cc, _abi(fn.ret_attrs), tuple(_abi(a.attrs) for a in fn.args))


def _abi(attrs: str) -> str:
    return str(AttributeSet.parse(attrs).only(*_ABI))


def trampoline(
    symbol: str, ftype: FunctionType, arena: bool, fresh: bool = True, abi: Abi = Abi(), interruptible: bool = False
) -> str:
    """IR text of ``@irad.call.SYMBOL``; ``fresh``: the contents of the arena are discarded.

    ``interruptible``: calls can be interrupted (`irad.llvm.interrupt`).
    """
    offsets, result, _ = layout(ftype)
    lines = [f'define void @"irad.call.{symbol}"(ptr %block) {{', "entry:"]
    args = []
    for i, (t, offset) in enumerate(zip(ftype.params, offsets, strict=True)):
        lines.append(f"  %p{i} = getelementptr i8, ptr %block, i64 {offset}")
        lines.append(f"  %a{i} = load {t}, ptr %p{i}, align 8")
        attrs = abi.params[i] if i < len(abi.params) else ""
        args.append(f"{t} {attrs} %a{i}")
    if arena:
        lines += ["  call void @irad_arena_reset(ptr %a0)"] if fresh else []
    if arena and interruptible:
        lines += [ready_text("%a0"), "  br i1 %again, label %done, label %go", "go:", begin_text("%a0")]
    elif arena:
        lines += [
            f"  %flag = getelementptr i8, ptr %a0, i64 {JUMP_SET}",
            "  store i64 1, ptr %flag",
            f"  %buffer = getelementptr i8, ptr %a0, i64 {JUMP_BUFFER}",
            "  %jumped = call i32 @_setjmp(ptr %buffer) returns_twice",
            "  %again = icmp ne i32 %jumped, 0",
            "  br i1 %again, label %done, label %go",
            "go:",
        ]
    # Not inlined: in a function that calls setjmp LLVM optimises little.
    called = str(ftype) if ftype.vararg else str(ftype.ret)
    call = f'call {abi.cc} {abi.ret} {called} @"{symbol}"({", ".join(args)}){" noinline" if arena else ""}'
    if ftype.ret.is_void:
        lines.append(f"  {call}")
    else:
        lines += [
            f"  %r = {call}",
            f"  %out = getelementptr i8, ptr %block, i64 {result}",
            f"  store {ftype.ret} %r, ptr %out, align 8",
        ]
    if arena:
        lines += ["  br label %done", "done:", END if interruptible else "  store i64 0, ptr %flag"]
    lines += ["  ret void", "}"]
    return "\n".join(lines) + "\n"


def _pack_format(t: Type) -> str:
    """The `struct` format of a parameter; bytes for types without a Python number."""
    if isinstance(t, FloatType):
        return {64: "d", 32: "f4x", 16: "e6x"}.get(t.bits, "16s")
    if isinstance(t, IntType):
        return "Q" if t.bits <= 64 else f"{_slot(t)}s"
    return "Q" if t.is_ptr else f"{_slot(t)}s"


class NativeCall:
    """A compiled function: call it with Python numbers and addresses, get the leaves of its result."""

    def __init__(self, address: int, ftype: FunctionType, arena: bool = False) -> None:
        self._arena = arena
        _, self._result, self._size = layout(ftype)
        self._entry = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)
        self._pack = struct.Struct("<" + "".join(_pack_format(t) for t in ftype.params)).pack_into
        self._fits = [_fit(t) for t in ftype.params]
        self._leaves: list[tuple[int, Callable[..., object]]] = []
        if not ftype.ret.is_void:
            self._leaves = [(self._result + offset, _reader(leaf)) for _, offset, leaf in _numbers(ftype.ret)]

    def __call__(self, args: Sequence[Any]) -> list[object]:
        """``args`` one per parameter: int (addresses too), float, or bytes; returns the leaves of the result."""
        block = ctypes.create_string_buffer(self._size)
        values = [fit(a) if fit is not None else a for a, fit in zip(args, self._fits, strict=True)]
        self._pack(block, 0, *values)
        self._entry(ctypes.addressof(block))
        if POOL.held > POOL.mark:
            POOL.settle()
        if self._arena:
            check_status(int(args[0]))
        return [read(block, offset) for offset, read in self._leaves]


def check_status(arena: int) -> None:
    """Raise what the runtime found: no memory left, or recursion too deep."""
    status = ctypes.c_int64.from_address(arena + STATUS).value
    if status == INTERRUPTED:
        raise KeyboardInterrupt  # if Python has not done so by now
    if status == OUT_OF_MEMORY:
        raise MemoryError(
            "out of memory for the values of a derivative, or its tape_limit is reached (stats() of the function says which "
            "loops are checkpointed, and why others are not)"
        )
    if status == NO_SHADOW:
        raise DifferentiationError(
            "a pointer that was set before this call leads to memory with a derivative, and has no shadow",
            hint="pass the memory as an argument, or set the pointer in the function that is differentiated",
        )
    if status == DISK:
        raise disk_error(arena)
    if status == NO_DERIVATIVE:
        raise np.linalg.LinAlgError(NO_DERIVATIVE_TEXT)
    if status == TOO_DEEP:
        raise RecursionError("compiled code called itself too deeply for this thread's stack")
    if status > 0 and (site := late_site(status)) is not None:
        raise site.error(tuple((ctypes.c_int64 * MOST_DETAILS).from_address(arena + DETAILS)))


def _fit(t: Type) -> Callable[[Any], object] | None:
    """Ints of any sign as the unsigned number, or the bytes, that is packed."""
    if not isinstance(t, IntType):
        return None
    mask = (1 << t.bits) - 1
    if t.bits <= 64:
        return lambda a: a & mask
    return lambda a: (a & mask).to_bytes(_slot(t), "little")


def _numbers(t: Type) -> Iterator[tuple[tuple[int, ...], int, Type]]:
    """The leaves of a type, elements of vectors included."""
    for path, offset, leaf in leaves(t):
        if isinstance(leaf, VectorType):
            size = LAYOUT.store_size(leaf.element)
            yield from ((path, offset + k * size, leaf.element) for k in range(leaf.count))
        else:
            yield path, offset, leaf


def _reader(t: Type) -> Callable[..., object]:
    """Reads a number of type ``t`` from a buffer at an offset."""
    if isinstance(t, FloatType) and t.bits == 80:
        return lambda block, offset: float(np.frombuffer(block, np.longdouble, 1, offset)[0])
    if isinstance(t, IntType) and t.bits > 64:
        size = LAYOUT.store_size(t)
        return lambda block, offset: int.from_bytes(block[offset : offset + size], "little", signed=True)
    if isinstance(t, FloatType):
        code = {64: "<d", 32: "<f", 16: "<e"}.get(t.bits, "<16s")
    elif isinstance(t, IntType):
        code = "<?" if t.bits == 1 else {8: "<b", 16: "<h", 32: "<i"}.get(t.bits, "<q")
    else:
        code = "<Q"
    unpack = struct.Struct(code).unpack_from
    return lambda block, offset: unpack(block, offset)[0]


class Buffer:
    """Memory for a result of type ``t`` that is returned through a pointer."""

    def __init__(self, t: Type) -> None:
        self._type = t
        self._memory = ctypes.create_string_buffer(LAYOUT.size_of(t) + 64)
        self.address = aligned(self._memory)

    def leaves(self) -> list[object]:
        """The numbers in it."""
        start = self.address - ctypes.addressof(self._memory)
        return [_reader(t)(self._memory, start + offset) for _, offset, t in _numbers(self._type)]


def aligned(raw: ctypes.Array[ctypes.c_char]) -> int:
    """The first address in a buffer that is a multiple of 64."""
    return -(-ctypes.addressof(raw) // 64) * 64


class Pool:
    """The pool that all calls take their arenas from (docs/dev/runtime.md), in any thread, with or without the GIL."""

    def __init__(self) -> None:
        self._raw = ctypes.create_string_buffer(POOL_SIZE + 64)
        self.address = aligned(self._raw)
        self._held = ctypes.c_int64.from_address(self.address + ACCOUNT)
        self._mark = ctypes.c_int64.from_address(self.address + ACCOUNT + 8)
        self.trimmed = ctypes.c_int64.from_address(self.address + ACCOUNT + 16)
        self.mark = KEPT

    @property
    def held(self) -> int:
        """The bytes that arenas have in chunks of more than 1 MiB, used or not."""
        return self._held.value

    @property
    def mark(self) -> int:
        """How many bytes arenas keep between calls."""
        return self._mark.value

    @mark.setter
    def mark(self, size: int) -> None:
        self._mark.value = size

    @property
    def trims(self) -> int:
        """How often an arena came back when there was more memory than is kept."""
        return self.trimmed.value

    @property
    def bound(self) -> int:
        """How many bytes a call may take that can be made again with less: what is kept, 512 MiB at least."""
        return max(self.mark, KEPT) | BOUND

    def take(self) -> int:
        """An arena with nothing in it, for one call."""
        lease = runtime_addresses()["irad_pool_lease"]
        arena = _LEASE(lease)(self.address, _thread_number())
        if not arena:
            raise MemoryError("no memory for an arena")
        return int(arena)

    def give(self, arena: int) -> None:
        """The call is over."""
        _RETURN(runtime_addresses()["irad_pool_return"])(self.address, arena)

    def settle(self) -> None:
        """Give back what arenas that nobody uses, and that of this thread, have beyond the mark."""
        if self.held <= self.mark:
            return
        runtime_function("irad_pool_settle")(self.address)
        own = getattr(_local, "arena", None)
        if own is not None:
            runtime_function("irad_arena_trim")(own.address)

    def release(self) -> None:
        """Give the memory of unused arenas back to the system."""
        runtime_function("irad_pool_release")(self.address)


def memory_of(arena: int) -> int:
    """The bytes of all chunks of an arena."""
    return sum(ctypes.c_int64.from_address(arena + stack_offset(k) + TOTAL).value for k in range(STACKS))


_LEASE = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint64)
_RETURN = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_local = threading.local()
POOL = Pool()


def _thread_number() -> int:
    """Python's number of this thread, which no other one ever gets."""
    found: int | None = getattr(_local, "number", None)
    if found is None:
        python = ctypes.pythonapi
        python.PyGILState_GetThisThreadState.restype = ctypes.c_void_p
        python.PyThreadState_GetID.restype, python.PyThreadState_GetID.argtypes = ctypes.c_uint64, [ctypes.c_void_p]
        found = _local.number = int(python.PyThreadState_GetID(python.PyGILState_GetThisThreadState()))
    return found
_runtime_lock = threading.RLock()
_runtime: dict[str, int] = {}
_engines: list[Engine] = []


def runtime_addresses() -> dict[str, int]:
    """The addresses of the runtime functions that compiled code in this process shares
    (`irad.llvm.runtime_ir.arena_runtime.shared_names`).

    They are compiled once per process, or found on disk, and stay loaded: code that calls them may run at any time.  Only those
    that are called often are worth a higher optimisation level.
    """
    with _runtime_lock:
        if not _runtime:
            found = load("runtime")
            if found is None:
                found = _runtime_object(shared_names(), 0), _runtime_object(QUICK, 3)
                save("runtime", found)
            slow, quick = found
            loaded = [Engine.load_object(slow, shared_names())]
            known = {name: loaded[0].address(name) for name in shared_names()}
            loaded.append(Engine.load_object(quick, QUICK, symbols=known))
            _engines.extend(loaded)
            _runtime.update(known | {name: loaded[1].address(name) for name in QUICK})
        return _runtime


def _runtime_object(names: Collection[str], level: int) -> bytes:
    final = Final(runtime_part(names), exports=names)
    final.inline()
    return final.object("host", level=level)


@cache
def runtime_function(name: str) -> Callable[[int], None]:
    """A function of the runtime that takes an address, of an arena or a pool, and returns nothing."""
    return ctypes.CFUNCTYPE(None, ctypes.c_void_p)(runtime_addresses()[name])


class _OwnArena:
    """The arena of marked calls in C, one per thread; it goes back to the pool when the thread ends."""

    def __init__(self) -> None:
        self.address = POOL.take()

    def __del__(self, at_end: Callable[[], bool] = sys.is_finalizing) -> None:
        if not at_end():  # when the interpreter ends, what `give` calls may be gone
            POOL.give(self.address)


def _thread_arena() -> int:
    own = getattr(_local, "arena", None)
    if own is None:
        own = _local.arena = _OwnArena()
    return int(own.address)


_callback = ctypes.CFUNCTYPE(ctypes.c_void_p)(_thread_arena)


def thread_arena_address() -> int:
    """The function from which marked calls in C get their arena when they run in this process."""
    return ctypes.cast(_callback, ctypes.c_void_p).value or 0


def keep_memory(size: int | str) -> int:
    """Set how much memory for tapes the process keeps between calls, and give back what is beyond.

    When a call ends, and all calls together have more than this, it gives memory back to the system, its largest pieces first.
    What is kept costs no time in the next call; each page that is not has to be given by the system again.  Pieces of 1 MiB and
    less are always kept, and not counted.

    Args:
        size: a number of bytes, or "1GB" ("kB", "MB", "GB" are powers of 1000, "KiB", "MiB", "GiB" of 1024).  At the start of
            the process it is 512 MiB.

    Returns:
        What was set before, in bytes.

    Raises:
        IradError: ``size`` is no amount of memory.

    >>> import irad
    >>> before = irad.keep_memory("1GB")
    >>> irad.keep_memory(before)
    1000000000
    """
    found = byte_count(size) if isinstance(size, str) else size
    if not isinstance(found, (int, np.integer)) or found < 0:
        raise IradError(f"{size!r} is no amount of memory", hint=FORM)
    before, POOL.mark = POOL.mark, min(int(found), 2**63 - 1)
    POOL.settle()
    return before


def release_memory() -> None:
    """Give the memory of pooled tapes back to the system.

    Calls keep memory of their tapes for later ones, as much as `keep_memory` says.  Memory that a call in another thread is using
    is not affected.  The function takes no arguments, returns None, and raises nothing.

    >>> import irad
    >>> irad.grad(lambda x: x * x)(3.0)
    6.0
    >>> irad.release_memory()
    """
    POOL.release()
