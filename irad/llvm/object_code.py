"""Machine code as bytes: objects, assembly, bitcode; and the symbols of an object."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from irad.llvm.border.session import machine, parse

_ELF64_LITTLE = b"\x7fELF\x02\x01"
_SYMTAB = 2
_EXECUTABLE = 4
_GLOBAL, _WEAK = 1, 2  # bindings
_TLS = 6


def emit_object(text: str, cpu: str | None = None, pic: bool = True, level: int = 3) -> bytes:
    """An object file of a module that needs no more optimisation (``level`` is that of the code generator)."""
    return bytes(machine(cpu, level, pic).emit_object(parse(text)))


def emit_asm(text: str, cpu: str | None = "host", level: int = 3) -> str:
    """Assembly of a module."""
    return str(machine(cpu, level, pic=True).emit_assembly(parse(text)))


def emit_bitcode(text: str) -> bytes:
    """The module as LLVM bitcode."""
    return bytes(parse(text).as_bitcode())


def undefined_symbols(data: bytes) -> list[str] | None:
    """What an ELF object needs from elsewhere; None if it is not a 64-bit ELF object.

    They are read from the object and not from the IR, because the code generator adds calls (``fmod``, ``memcpy``,
    ``__muldc3``).  System V gABI, "Symbol Table".
    """
    if not data.startswith(_ELF64_LITTLE):
        return None
    return [s.name for s in _symbols(data, _sections(data)) if s.section == 0]


def visible_symbols(data: bytes) -> list[str] | None:
    """The functions and variables that an ELF object defines and others can see; None if it is not a 64-bit ELF object."""
    if not data.startswith(_ELF64_LITTLE):
        return None
    return [s.name for s in _symbols(data, _sections(data)) if s.section and s.binding in (_GLOBAL, _WEAK)]


def thread_local_symbols(data: bytes) -> list[str]:
    """The thread-local variables that an ELF object defines or uses."""
    found = _symbols(data, _sections(data)) if data.startswith(_ELF64_LITTLE) else ()
    return [s.name for s in found if s.kind == _TLS]


def code_section(data: bytes, symbol: str) -> tuple[int, int] | None:
    """The offset of a function of an ELF object in its section, and the section's size; None if it has none."""
    if not data.startswith(_ELF64_LITTLE):
        return None
    sections = _sections(data)
    for s in _symbols(data, sections):
        if s.name == symbol and 0 < s.section < len(sections) and sections[s.section][2] & _EXECUTABLE:
            return s.value, sections[s.section][5]
    return None


def _sections(data: bytes) -> list[tuple[int, ...]]:
    (start,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    return [struct.unpack_from("<IIQQQQIIQQ", data, start + i * size) for i in range(count)]


class _Symbol(NamedTuple):
    """A row of a symbol table; ``section`` 0: it is defined elsewhere."""

    name: str
    section: int
    value: int
    binding: int
    kind: int


def _symbols(data: bytes, sections: Sequence[tuple[int, ...]]) -> Iterator[_Symbol]:
    """The symbols that have a name."""
    for section in sections:
        if section[1] != _SYMTAB:
            continue
        offset, length, strings = section[4], section[5], sections[section[6]][4]
        for at in range(offset + 24, offset + length, 24):
            name, info, _, index, value = struct.unpack_from("<IBBHQ", data, at)
            if name:
                end = data.index(b"\0", strings + name)
                yield _Symbol(data[strings + name : end].decode(), index, value, info >> 4, info & 15)
