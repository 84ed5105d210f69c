"""IR on which LLVM would end the process instead of reporting an error.

LLVM's code generator aborts on inline assembly that it cannot assemble, on garbage collectors and calling conventions it does
not know, and on scalable vectors where the machine has none.  `check` refuses what can be seen in the text; inline assembly is
compiled in a process of its own first.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from irad.errors import UnsupportedError
from irad.llvm.session import machine

_HEAD = re.compile(r"^\s*(?:%[^=\n]+= )?(?:define|declare|(?:tail |musttail |notail )?call|invoke)\b([^@(\n]*)", re.M)
_CONVENTION = re.compile(r"\b(cc ?\d+|\w+cc|\w+_kernel|(?:ptx|spir|amdgpu|aarch64|arm|riscv|avr|msp430|m68k|graal|hhvm)_?\w*)\b")
_FINE = frozenset(
    "ccc fastcc coldcc tailcc swiftcc swifttailcc preserve_mostcc preserve_allcc preserve_nonecc anyregcc cxx_fast_tlscc".split()
)
_NATIVE = {"x86_64": frozenset("win64cc x86_64_sysvcc x86_vectorcallcc x86_regcallcc intel_ocl_bicc ghccc".split())}
_GC = re.compile(r'^define [^\n]* gc "([^"]*)"', re.M)
_ASM = re.compile(r'\basm (?:(?:sideeffect|alignstack|inteldialect|unwind) )*"((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"')
_MODULE_ASM = re.compile(r"^module asm ", re.M)
_CLOBBERS = re.compile(r"(?:~\{\w+\},?)*\Z")

_TRY = """
import sys
from irad.llvm.object import emit_object
emit_object(sys.stdin.read(), "host")
"""


def check(text: str) -> None:
    """Refuse canonical ``text`` that LLVM would not survive on this machine; raises `UnsupportedError`."""
    architecture = machine("host").triple.partition("-")[0]
    fine = _FINE | _NATIVE.get(architecture, frozenset())
    for head in _HEAD.finditer(text):
        for word in _CONVENTION.findall(head[1]):
            if word not in fine:
                raise UnsupportedError(f"the calling convention '{word}' is not one of this machine ({architecture})")
    collector = _GC.search(text)
    if collector is not None:
        raise UnsupportedError(f"functions with a garbage collector ('{collector[1]}') are not supported")
    if "<vscale x" in text and architecture == "x86_64":
        raise UnsupportedError("scalable vectors are not supported on this machine")
    assembly = [m for m in _ASM.finditer(text) if m[1] or not _CLOBBERS.match(m[2])]
    if (assembly or _MODULE_ASM.search(text)) and not _survives(text):
        shown = assembly[0][1] if assembly else "module asm"
        raise UnsupportedError(f"LLVM cannot compile the inline assembly of this module: {shown}")


@lru_cache(maxsize=64)
def _survives(text: str) -> bool:
    """Does a process that compiles the module live on?"""
    path = os.pathsep.join([str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path}
    command = [sys.executable, "-c", _TRY]
    done = subprocess.run(command, input=text, text=True, capture_output=True, check=False, env=environment)
    return done.returncode == 0
