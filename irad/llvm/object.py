"""Machine code as bytes: objects, assembly, bitcode; and what an object needs from elsewhere."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

from irad.llvm.session import machine, parse

_ELF64_LITTLE = b"\x7fELF\x02\x01"
_SYMTAB = 2
_EXECUTABLE = 4


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

    The object is asked and not the IR, because the code generator adds calls of its own (``fmod``, ``memcpy``,
    ``__muldc3``).  System V gABI, "Symbol Table".
    """
    if not data.startswith(_ELF64_LITTLE):
        return None
    return [name for name, index, _ in _symbols(data, _sections(data)) if index == 0]


def code_section(data: bytes, symbol: str) -> tuple[int, int] | None:
    """Where a function of an ELF object lies in its section, and the section's size; None if it has none."""
    if not data.startswith(_ELF64_LITTLE):
        return None
    sections = _sections(data)
    for name, index, value in _symbols(data, sections):
        if name == symbol and 0 < index < len(sections) and sections[index][2] & _EXECUTABLE:
            return value, sections[index][5]
    return None


def _sections(data: bytes) -> list[tuple[int, ...]]:
    (start,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    return [struct.unpack_from("<IIQQQQIIQQ", data, start + i * size) for i in range(count)]


def _symbols(data: bytes, sections: Sequence[tuple[int, ...]]) -> Iterator[tuple[str, int, int]]:
    """Name, number of the section (0: elsewhere) and value of each symbol that has a name."""
    for section in sections:
        if section[1] != _SYMTAB:
            continue
        offset, length, strings = section[4], section[5], sections[section[6]][4]
        for at in range(offset + 24, offset + length, 24):
            name, _, _, index, value = struct.unpack_from("<IBBHQ", data, at)
            if name:
                end = data.index(b"\0", strings + name)
                yield data[strings + name : end].decode(), index, value
