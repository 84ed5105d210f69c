"""IR on which LLVM would end the process instead of reporting an error.

LLVM's code generator aborts on inline assembly that it cannot assemble, on garbage collectors and calling conventions it does
not know, and on scalable vectors where the machine has none.  `check` refuses what can be seen in the text; inline assembly is
compiled in a separate process first.  LLVM's parser aborts on damaged bitcode, on numbers that are too large for their place,
on bad debug information, and on modules with good debug information that are inconsistent elsewhere: `accept` and
`accept_bitcode` have IR from outside read by a separate process first (0.1 s; that it survived is kept on disk, see
`irad.llvm.compile_cache`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from irad.errors import ParseError, Place, UnsupportedError
from irad.llvm.border.risky_text import appending_variables, assembly_texts, calling_conventions, dwarf_version, garbage_collector
from irad.llvm.border.session import canonical, decode, machine, parse_bitcode
from irad.llvm.compile_cache import disk_cache

_FINE = frozenset(
    "ccc fastcc coldcc tailcc swiftcc swifttailcc preserve_mostcc preserve_allcc preserve_nonecc anyregcc cxx_fast_tlscc".split()
)
_NATIVE = {"x86_64": frozenset("win64cc x86_64_sysvcc x86_vectorcallcc x86_regcallcc intel_ocl_bicc ghccc".split())}

_TRY = """
import sys
from irad.llvm.object_code import emit_object
emit_object(sys.stdin.buffer.read().decode(), "host")
"""

_BITCODE = (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")
_CPU = """
import sys
from irad.llvm.object_code import emit_object
emit_object("define double @f(double %x, i64 %n) { %y = fmul double %x, %x ret double %y }", sys.argv[1])
"""

_ASSERTION = re.compile(r"^.*Assertion `(.*)' failed\.", re.M)
_READ = """
import sys
from irad.errors import ParseError
from irad.llvm.compile_cache import disk_cache
from irad.llvm.border.session import canonical, parse_bitcode
data = sys.stdin.buffer.read()
try:
    parse_bitcode(data) if sys.argv[1] == "bitcode" else canonical(data.decode())
except ParseError:
    pass  # whoever asked finds it again
"""


def accept_file(data: bytes, name: str = "") -> str:
    """As `accept`, for the contents of a file, bitcode or text; bytes that are not UTF-8 are what they are in strings."""
    if data.startswith(_BITCODE) or name.endswith(".bc"):
        return accept_bitcode(data)
    return accept(decode(data))


def accept(text: str) -> str:
    """The canonical text of IR from outside; raises `ParseError` and what `check` raises, whatever the text is."""
    if "\0" in text:  # where LLVM would stop reading
        line = text.partition("\0")[0].count("\n") + 1
        raise ParseError("this is no IR: it contains bytes of 0", place=Place("<IR text>", line))
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        raise ParseError(f"the IR is not Unicode text: {error}") from None
    _read_elsewhere(data, "text")
    out = canonical(text)
    check(out)
    return out


def accept_bitcode(data: bytes) -> str:
    """As `accept`, for bitcode."""
    _read_elsewhere(data, "bitcode")
    out = str(parse_bitcode(data))
    check(out)
    return out


@lru_cache(maxsize=64)
def _read_elsewhere(data: bytes, kind: str) -> None:
    """Raise `ParseError` if a separate process that reads ``data`` does not survive."""
    cache, key = disk_cache(), f"read {kind} {sha256(data).hexdigest()}"
    if cache is not None and cache.get(key) is not None:
        return
    done = _run(_READ, data, kind)
    if done.returncode == 0:
        if cache is not None:
            cache.put(key, b"")
        return
    said = _ASSERTION.sub(r"\1", done.stderr.decode(errors="replace")).strip().splitlines()
    about = [line.strip() for line in said if "LLVM ERROR: Broken module" not in line]
    raise ParseError(f"LLVM does not accept this {'bitcode' if kind == 'bitcode' else 'IR'}: {'; '.join(about[:3])}")


def check(text: str) -> None:
    """Refuse canonical ``text`` that LLVM would not survive on this machine; raises `UnsupportedError`."""
    architecture = machine("host").triple.partition("-")[0]
    fine = _FINE | _NATIVE.get(architecture, frozenset())
    for word in calling_conventions(text):
        if word not in fine:
            raise UnsupportedError(f"the calling convention '{word}' is not one of this machine ({architecture})")
    collector = garbage_collector(text)
    if collector is not None:
        raise UnsupportedError(f"functions with a garbage collector ('{collector}') are not supported")
    if "<vscale x" in text and architecture == "x86_64":
        raise UnsupportedError("scalable vectors are not supported on this machine")
    version = dwarf_version(text)
    if version is not None and version not in (2, 3, 4, 5):
        raise UnsupportedError(f"debug information of DWARF version {version} is not supported")
    for name in appending_variables(text):
        raise UnsupportedError(f"the variable {name} of appending linkage is not one that LLVM knows")
    assembly = assembly_texts(text)
    if assembly and not _survives(text):
        raise UnsupportedError(f"LLVM cannot compile the inline assembly of this module: {assembly[0]}")


@lru_cache(maxsize=64)
def check_cpu(cpu: str | None) -> None:
    """Refuse the name of a CPU that LLVM does not know, or that cannot run this machine's programs.

    LLVM itself would warn and continue with another CPU, or abort the process.
    """
    if cpu in (None, "host"):
        return
    done = _run(_CPU, b"", cpu) if cpu and cpu.isprintable() and "," not in cpu and cpu != "help" else None
    if done is None or done.returncode != 0 or b"not a recognized" in done.stderr:
        architecture = machine("host").triple.partition("-")[0]
        raise UnsupportedError(
            f"LLVM has no CPU {cpu!r} for {architecture}", hint='"host" for this machine, or a name that clang -mcpu=help prints'
        )


@lru_cache(maxsize=64)
def _survives(text: str) -> bool:
    """Whether a process survives compiling the module."""
    return _run(_TRY, text.encode()).returncode == 0


def _run(program: str, data: bytes, *args: str) -> subprocess.CompletedProcess[bytes]:
    path = os.pathsep.join([str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run([sys.executable, "-c", program, *args], input=data, capture_output=True, check=False, env=environment)
