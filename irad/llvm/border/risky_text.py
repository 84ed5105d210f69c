"""Constructs in canonical text on which LLVM may abort the process if this machine does not support them (`irad.llvm.guard`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

_HEAD = re.compile(r"^\s*(?:%[^=\n]+= )?(?:define|declare|(?:tail |musttail |notail )?call|invoke)\b([^@(\n]*)", re.M)
_CONVENTION = re.compile(r"\b(cc ?\d+|\w+cc|\w+_kernel|(?:ptx|spir|amdgpu|aarch64|arm|riscv|avr|msp430|m68k|graal|hhvm)_?\w*)\b")
_GC = re.compile(r'^define [^\n]* gc "([^"]*)"', re.M)
_ASM = re.compile(r'\basm (?:(?:sideeffect|alignstack|inteldialect|unwind) )*"((?:[^"\\]|\\.)*)", "((?:[^"\\]|\\.)*)"')
_MODULE_ASM = re.compile(r"^module asm ", re.M)
_CLOBBERS = re.compile(r"(?:~\{\w+\},?)*\Z")
_DWARF = re.compile(r'^!\d+ = !\{i32 \d+, !"Dwarf Version", i\d+ (-?\d+)\}', re.M)
_APPENDING = re.compile(r"^(@(?!llvm\.(?:global_[cd]tors|used|compiler\.used) )\S+) = (?:[a-z_]+ )*appending (.*)$", re.M)
_DROPPED = 'section "llvm.metadata"'  # variables for the compiler alone, as annotations are


def calling_conventions(text: str) -> Iterator[str]:
    """The calling conventions of functions and calls."""
    for head in _HEAD.finditer(text):
        yield from _CONVENTION.findall(head[1])


def garbage_collector(text: str) -> str | None:
    """The first collector that a function names."""
    found = _GC.search(text)
    return found[1] if found is not None else None


def dwarf_version(text: str) -> int | None:
    """The version of the debug information."""
    found = _DWARF.search(text)
    return int(found[1]) if found is not None else None


def appending_variables(text: str) -> list[str]:
    """Variables of appending linkage, but those of LLVM's own and those for the compiler alone."""
    return [found[1] for found in _APPENDING.finditer(text) if _DROPPED not in found[2]]


def assembly_texts(text: str) -> list[str]:
    """Inline assembly that is not empty, and "module asm" if the module has module-level assembly."""
    inline = [m[1] for m in _ASM.finditer(text) if m[1] or not _CLOBBERS.match(m[2])]
    return [*inline, *(["module asm"] if _MODULE_ASM.search(text) else [])]
