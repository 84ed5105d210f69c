"""Access to LLVM: parsing in a fresh context, verification, target machines.

Text is the interface between irad and LLVM.  Each module is parsed in a fresh context, since in a shared one LLVM renames
struct types that it has seen before.  Target machines are not safe to share between threads, so each thread has its own.
"""

from __future__ import annotations

import re
import threading

import llvmlite.binding as llvm

from irad.errors import ParseError, Place
from irad.llvm.border.llvmlite_types import ContextRef, ModuleRef, TargetMachine

llvm.initialize_native_target()
llvm.initialize_native_asmprinter()
llvm.initialize_native_asmparser()
# Loops of a few iterations are otherwise folded into one masked vector, where InstCombine (LLVM 22) moves a masked load into a
# select behind it, across a store to the same memory: the reverse of a store, which reads a shadow and sets it to zero.
llvm.set_option("irad", "-vectorizer-min-trip-count=0")
# Stores at the ends of two branches, to unrelated memory, would become one store through a pointer to either: the memory
# analysis would then merge its facts about both, and an error's details would be taken for a result.
llvm.set_option("irad", "-sink-common-insts=false")
# How large the body of a loop may become by unrolling.  It is the number for Intel's processors; that for AMD's, ten times as
# much, makes derivatives a fifth longer, and no faster as far as the benchmarks can tell.
llvm.set_option("irad", "-unroll-partial-threshold=50")
# Tests whether arrays overlap stay in front of the inner loop.  For all iterations of the outer one LLVM would compare whole
# arrays, which says no of any two rows of one array: the adjoints of a stencil.
llvm.set_option("irad", "-hoist-runtime-checks=false")
# What holds only if an integer does not wrap: LLVM 22 does not test that of all integers that it assumes it of (of the three bits
# of `(x + 1) % 8`, in a loop over all eight values; clang -O3 is wrong there, too).
llvm.set_option("irad", "-vectorize-scev-check-threshold=0")
llvm.set_option("irad", "-loop-load-elimination-scev-check-threshold=0")

_CPU = re.compile(r' ?"(?:target-cpu|target-features|tune-cpu)"="[^"]*"')
_PLACE = re.compile(r"^(?:<string>|[^\s:]*):(\d+):(\d+): error: (.*)$", re.M)
_OPTNONE = re.compile(r"\b(?:optnone|noinline)\b ?")
_GROUP = re.compile(r"^(attributes #\d+ = \{ )(.*)( \})$", re.M)
_EMPTY = re.compile(r"^(attributes #\d+ = )\{ *\}$", re.M)
_NO_LAYOUT = re.compile(r'^target datalayout = ""$', re.M)  # as llvmlite writes it: this machine's is meant
_local = threading.local()


def parse(text: str, context: ContextRef | None = None) -> ModuleRef:
    """Parse and verify IR text; raises `ParseError` with LLVM's message and the line it is about.

    ``context``: the context of another module that this one will be linked to; a fresh one otherwise.
    """
    text = _NO_LAYOUT.sub(";", text)
    # In front of the first line, not as a line of its own: places in messages stay right.
    prefix = "" if "target datalayout" in text else _target()
    try:
        module = llvm.parse_assembly(prefix + text, context or llvm.create_context())
    except RuntimeError as error:
        raise _parse_error(str(error), text, len(prefix)) from None
    return _verified(module if context is not None else _Owner(module))


class _Owner(llvm.ModuleRef):  # type: ignore[misc]
    """A module that frees its context itself.

    llvmlite frees both on their own, and a context its modules: Python's collector, which meets them in any order
    (after an exception, say, whose traceback is part of a cycle), would free the module a second time.
    """

    def __init__(self, module: ModuleRef) -> None:
        super().__init__(module._ptr, module._context)
        module.detach()
        self._in = self._context._ptr
        self._context._owned = True  # by this module

    def _dispose(self) -> None:
        super()._dispose()
        llvm.ffi.lib.LLVMPY_ContextDispose(self._in)


class _Given:
    """A module that the linker owns and frees, and nothing else does, even if Ctrl-C arrives before llvmlite has noted that."""

    def __init__(self, module: ModuleRef) -> None:
        self._as_parameter_ = module._ptr
        module.detach()

    def detach(self) -> None:
        """Called by llvmlite when the linker has taken ownership."""


def link_in(module: ModuleRef, text: str) -> None:
    """Link another module, given as text, into a parsed one; raises `RuntimeError` with LLVM's message if that fails."""
    module.link_in(_Given(parse(text, module._context)))


def link_bitcode(module: ModuleRef, data: bytes) -> None:
    """Link a module of irad's own, given as bitcode, into a parsed one."""
    module.link_in(_Given(llvm.parse_bitcode(data, module._context)))


def parse_bitcode(data: bytes) -> ModuleRef:
    """As `parse`, for the contents of a ``.bc`` file."""
    try:
        module = _Owner(llvm.parse_bitcode(data, llvm.create_context()))
    except RuntimeError as error:
        raise ParseError(f"LLVM does not accept this bitcode: {_last_line(str(error))}") from None
    return _verified(module)


def decode(data: bytes) -> str:
    """The text of a file of IR; bytes that are not UTF-8 are written as LLVM escapes them, which means the same in strings."""
    return re.sub("[\udc80-\udcff]", lambda m: f"\\{ord(m[0]) - 0xDC00:02X}", data.decode(errors="surrogateescape"))


def ascii_text(text: str) -> str:
    """Text with names and strings beyond ASCII as LLVM escapes them."""
    if text.isascii():
        return text
    return "".join(c if c.isascii() else "".join(f"\\{b:02X}" for b in c.encode()) for c in text)


def verify(text: str) -> None:
    """Raise `ParseError` unless LLVM accepts ``text``."""
    parse(text)


def canonical(text: str) -> str:
    """``text`` as LLVM itself prints it: one line per instruction and per global, all attributes in groups."""
    return str(parse(text))


def _verified(module: ModuleRef) -> ModuleRef:
    try:
        module.verify()
    except RuntimeError as error:
        module.close()
        raise ParseError(f"LLVM finds this IR inconsistent: {str(error).strip()}") from None
    return module


def _target() -> str:
    """This machine's data layout and triple, for text that names none: LLVM would assume other alignments."""
    found: str | None = _local.__dict__.get("target")
    if found is None:
        layout, triple = machine(None).target_data, llvm.get_process_triple()
        found = _local.target = f'target datalayout = "{layout}" target triple = "{triple}" '
    return found


def _parse_error(message: str, text: str, shift: int) -> ParseError:
    found = _PLACE.search(message)
    if found is None:
        return ParseError(f"LLVM does not accept this IR: {_last_line(message)}")
    line, column = int(found[1]), int(found[2])
    lines = text.split("\n")
    column -= shift if line == 1 else 0
    source = lines[line - 1] if 0 < line <= len(lines) else ""
    return ParseError(f"LLVM does not accept this IR: {found[3]}", place=Place("<IR text>", line, column, source))


def _last_line(message: str) -> str:
    return message.strip().removeprefix("LLVM IR parsing error").removeprefix("LLVM bitcode parsing error").strip()


def strip_target(text: str) -> str:
    """Without ``target-cpu`` and its like, which would override the target machine."""
    return _without_empty_groups(_CPU.sub("", text))


def strip_optnone(text: str) -> str:
    """Canonical text without ``optnone``, which hides a function from every pass, and the ``noinline`` that goes with it.

    A ``noinline`` without ``optnone`` stays, since it was written on purpose.
    """

    def group(match: re.Match[str]) -> str:
        words = match[2]
        if "optnone" in words.split():
            words = _OPTNONE.sub("", words).strip()
        return f"{match[1]}{words}{match[3]}"

    return _without_empty_groups(_GROUP.sub(group, text))


def _without_empty_groups(text: str) -> str:
    """Text without empty attribute groups, which LLVM prints but does not parse."""
    return _EMPTY.sub(r'\1{ "irad-none" }', text)


def machine(cpu: str | None, level: int = 3, pic: bool = False, jit: bool = False) -> TargetMachine:
    """A target machine of this thread: ``cpu`` is "host" (with all its features), LLVM's name, or None for the baseline."""
    made: dict[object, TargetMachine] = _local.__dict__.setdefault("machines", {})
    key = (cpu, level, pic, jit)
    if key not in made:
        made[key] = _create(cpu, level, pic, jit)
    return made[key]


def _create(cpu: str | None, level: int, pic: bool, jit: bool) -> TargetMachine:
    features = ""
    if cpu == "host":
        cpu = llvm.get_host_cpu_name()
        features = llvm.get_host_cpu_features().flatten()
    triple = llvm.get_process_triple()
    if cpu is None and triple.startswith("x86_64"):
        cpu = "x86-64"
    target = llvm.Target.from_triple(triple)
    made: TargetMachine = target.create_target_machine(
        cpu=cpu or "generic",
        features=features,
        opt=level,
        reloc="pic" if pic or jit else "default",
        codemodel="jitdefault" if jit else "default",
    )
    return made


def description() -> str:
    """The LLVM in use and the CPU of this machine, for messages."""
    import llvmlite

    version = ".".join(map(str, llvm.llvm_version_info))
    return f"{version} (llvmlite {llvmlite.__version__}), CPU {llvm.get_host_cpu_name()}"
