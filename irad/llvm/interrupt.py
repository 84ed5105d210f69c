"""Ctrl-C while a compiled Python function runs.

Python's own handler of SIGINT only notes the signal; the interpreter raises KeyboardInterrupt when it runs again.  So a handler
in machine code (interrupt_linux.ll) is put in front of it, as long as the default one of Python (`signal.default_int_handler`)
would run: it ends the call of compiled code that the main thread is in, through the jump buffer of its arena.

Where this is safe is known exactly, since only code of the Python frontend can be interrupted (`Image.interruptible`):

- The handler ends a call only if the interrupted instruction lies in such code.  Library functions and irad's runtime, of which
  there is only what is inlined, are never left: a timer sends another signal 2 ms later.  It does not jump itself: the thread
  goes on at another place when the handler has returned.
- A loop of long library calls is hardly ever interrupted outside of them, so the signal is polled before each call of BLAS or
  LAPACK, and before a snapshot is moved to or from the disk (`add_checks`).
- Only host functions call from such code back into Python.  While one runs, no call can be ended (`irad_call_host`), and the
  compiled code that it calls has a separate arena: no frame of Python's, or of a library's, is ever jumped over.
- Such code holds no locks and has no global variables, and the memory it allocates belongs to its arena, which is emptied after
  the call.

Functions of C modules, other threads than the main one, and exported libraries are left alone; elsewhere than on Linux (glibc,
x86-64 and AArch64) all are: there Python raises when the call is over.
"""

from __future__ import annotations

import ctypes
import os
import platform
import signal
import struct
import sys
import threading
import weakref
from collections.abc import Iterable
from pathlib import Path

from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I32, PTR, VOID, FunctionType, function
from irad.ir.values import Function, Module
from irad.llvm.jit import Engine
from irad.llvm.object_code import code_section, emit_object
from irad.llvm.runtime_ir.arena_runtime import INTERRUPTED, JUMP_BUFFER, JUMP_SET

# In a ucontext_t: the program counter, the stack pointer, the register of the first argument; how far a function that is
# entered finds its stack from a multiple of 16.
_CONTEXT = {"x86_64": (168, 160, 104, 8), "aarch64": (440, 432, 184, 0)}
SUPPORTED = sys.platform == "linux" and platform.machine() in _CONTEXT and platform.libc_ver()[0] == "glibc"
_MOST = 4096
_WORDS = 8 + 2 * _MOST
_ARENA, _MAIN, _PYTHON, _TIMER, _COUNT, _FIRST = 0, 3, 4, 5, 6, 8  # words of the state, see interrupt_linux.ll
_TICK = signal.SIGURG if SUPPORTED else 0  # ignored unless somebody asks for it
_RESTART, _SIGINFO, _THREAD = 0x10000000, 4, 4
_HANDLERS = ("irad_on_interrupt", "irad_on_tick")
_CALLED = ("irad_check_interrupt", "irad_call_host")
CURRENT, MAIN = "irad.interrupt.current", "irad.interrupt.main"

END = """  store volatile ptr %before, ptr %slot
  store volatile i64 0, ptr %flag"""
DECLARED = f"""@{CURRENT} = external global ptr
@{MAIN} = external global i64
declare i64 @irad_thread_number()
declare i32 @_setjmp(ptr) returns_twice"""


def ready_text(arena: str) -> str:
    """IR in front of a call that may be interrupted: ``%again`` is true when it was."""
    return f"""  %elsewhere = alloca [3 x ptr]
  store ptr null, ptr %elsewhere
  %self = call i64 @irad_thread_number()
  %main = load i64, ptr @{MAIN}
  %is.main = icmp eq i64 %self, %main
  %slot = select i1 %is.main, ptr @{CURRENT}, ptr %elsewhere
  %before = load volatile ptr, ptr %slot
  %flag = getelementptr i8, ptr {arena}, i64 {JUMP_SET}
  %buffer = getelementptr i8, ptr {arena}, i64 {JUMP_BUFFER}
  %jumped = call i32 @_setjmp(ptr %buffer) returns_twice
  %again = icmp ne i32 %jumped, 0"""


def begin_text(arena: str) -> str:
    """IR right before the call.  A signal for an earlier call is not for this one."""
    return f"""  %pending = getelementptr i8, ptr %slot, i64 8
  store volatile i64 0, ptr %pending
  %came = getelementptr i8, ptr %slot, i64 16
  store volatile i64 0, ptr %came
  store volatile i64 1, ptr %flag
  store volatile ptr {arena}, ptr %slot"""


_CHECKED = "irad.checked."
_LONG = ("irad_snapshots_save", "irad_snapshots_restore")  # functions of the runtime that may take long


def add_checks(module: Module, host: str, lost: int) -> None:
    """Make a module interruptible: the routines of BLAS and LAPACK, moves of snapshots and the host functions that it declares
    (names that begin with ``host``; status ``lost`` if one did not run) become functions that check for the signal and call them.
    """
    for fn in [f for f in module.functions.values() if not f.has_body and not f.made_as_text]:
        hosted = fn.name.startswith(host)
        if not hosted and fn.name not in _LONG and (not fn.name.endswith("_") or fn.name.startswith("_")):
            continue
        real = module.add_function(_CHECKED + fn.name, fn.ftype)
        real.attributes, real.ret_attrs = fn.attributes, fn.ret_attrs
        for own, theirs in zip(real.args, fn.args, strict=True):
            own.attrs = theirs.attrs
        fn.linkage, fn.attributes = "internal", AttributeSet(["alwaysinline", "nounwind"])
        b = Builder(fn.append_block("entry"))
        if hosted:  # this function looks itself
            call = _function(module, "irad_call_host", function(I32, (PTR, I32, PTR)))
            made = b.call_function(call, [real, const_int(I32, lost), *fn.args])
        else:
            b.call_function(_function(module, "irad_check_interrupt", function(VOID, ())), [])
            made = b.call_function(real, fn.args)
        b.ret(None if fn.ftype.ret.is_void else made)


def _function(module: Module, name: str, ftype: FunctionType) -> Function:
    return module.functions.get(name) or module.add_function(name, ftype)


def real_names(needed: Iterable[str]) -> dict[str, str]:
    """Names that a module needs from elsewhere, mapped to the names they have there where those differ."""
    return {n: n.removeprefix(_CHECKED) for n in needed if n.startswith(_CHECKED)}


class _State:
    """The state of the handlers.  Neither is ever freed, because a signal may arrive at any time."""

    def __init__(self) -> None:
        self.words = (ctypes.c_int64 * _WORDS)()
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self.words))
        self.address = ctypes.addressof(self.words)
        self.words[_MAIN] = -1  # no thread
        self.lock = threading.Lock()
        self.engine: Engine | None = None
        self.free: list[int] = []
        self.shell: object = None


_state = _State()


def symbols() -> dict[str, int]:
    """The addresses that calls need."""
    found = {CURRENT: _state.address + 8 * _ARENA, MAIN: _state.address + 8 * _MAIN}
    if not SUPPORTED:
        return found
    with _state.lock:
        if _state.engine is None:
            engine = _load()
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(engine))
            _start(engine, threading.main_thread().native_id or 0)
            os.register_at_fork(after_in_child=_start_again)
            _state.engine = engine
    return found | {name: _state.engine.address(name) for name in _CALLED}


def watch(engine: Engine, data: bytes, symbol: str) -> None:
    """Make the code of a loaded object interruptible; ``symbol`` is visible in it."""
    section = code_section(data, symbol) if SUPPORTED else None
    if section is None:
        return
    offset, size = section
    first = engine.address(symbol) - offset
    with _state.lock:
        place = _state.free.pop() if _state.free else _state.words[_COUNT]
        if place >= _MOST:
            return
        _state.words[_FIRST + 2 * place] = first
        _state.words[_FIRST + 2 * place + 1] = first + size
        _state.words[_COUNT] = max(_state.words[_COUNT], place + 1)
    weakref.finalize(engine, _forget, place).atexit = False
    install()


def _forget(place: int) -> None:
    _state.words[_FIRST + 2 * place + 1] = 0
    _state.free.append(place)


def install() -> None:
    """Install the handler in front of Python's, if that is the default one."""
    _follow_cells()
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return
    with _state.lock:
        assert _state.engine is not None
        handler, flags = _action(signal.SIGINT)
        ours = _state.engine.address(_HANDLERS[0])
        if handler == ours or _state.words[_MAIN] == -1 or not _is_of_python(handler):
            return
        _state.words[_PYTHON] = handler
        _set_action(signal.SIGINT, ours, flags)


def _is_of_python(handler: int) -> bool:
    """Whether a handler is code of the Python library.  Another library may have installed one without Python's knowledge."""
    known = ctypes.cast(ctypes.pythonapi.PyErr_CheckSignals, ctypes.c_void_p).value
    found = [(ctypes.c_size_t * 4)() for _ in range(2)]  # struct Dl_info: name and base of the object, name and address nearby
    both = [ctypes.CDLL(None).dladdr(ctypes.c_void_p(a), info) for a, info in zip((handler, known), found, strict=True)]
    return all(both) and found[0][1] == found[1][1]


def _follow_cells() -> None:
    """Reinstall the handler before each Jupyter cell: Jupyter sets Python's own anew."""
    get = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = get() if get is not None else None
    if shell is not None and shell is not _state.shell:
        _state.shell = shell
        shell.events.register("pre_execute", install)


def _load() -> Engine:
    text = (Path(__file__).parent / "interrupt_linux.ll").read_text()
    for name, value in zip(("PC", "SP", "ARG", "OFF"), _CONTEXT[platform.machine()], strict=True):
        text = text.replace(f"${name}", str(value))
    text = text.replace("$INTERRUPTED", str(INTERRUPTED))
    data = emit_object(text, "host")
    return Engine.load_object(data, (*_HANDLERS, *_CALLED), (), {"irad.state": _state.address})


def _start(engine: Engine, thread: int) -> None:
    """The main thread's number, and a timer that sends it the second signal."""
    event = ctypes.create_string_buffer(struct.pack("<Qiii", 0, int(_TICK), _THREAD, thread), 64)
    timer = ctypes.c_void_p()
    ours = engine.address(_HANDLERS[1])
    if _action(_TICK)[0] in (0, 1, ours) and ctypes.CDLL(None).timer_create(1, event, ctypes.byref(timer)) == 0:
        _set_action(_TICK, ours, _RESTART)
        _state.words[_TIMER] = timer.value or 0
        _state.words[_MAIN] = threading.main_thread().ident or -1


def _start_again() -> None:
    """In the child of a fork, which has one thread and no timers."""
    _state.lock = threading.Lock()
    _state.words[_ARENA] = 0  # the thread that forked, which is the main one now, is in Python
    if _state.engine is not None:
        _start(_state.engine, threading.get_native_id())


def _action(number: int) -> tuple[int, int]:
    """Handler and flags of a signal."""
    found = ctypes.create_string_buffer(256)
    ctypes.CDLL(None).sigaction(int(number), None, found)
    return struct.unpack_from("<Q", found, 0)[0], struct.unpack_from("<i", found, 136)[0]


def _set_action(number: int, handler: int, flags: int) -> None:
    # struct sigaction: handler, 128 bytes of mask, flags
    made = ctypes.create_string_buffer(struct.pack("<Q128xi", handler, flags | _SIGINFO), 256)
    ctypes.CDLL(None).sigaction(int(number), made, None)
