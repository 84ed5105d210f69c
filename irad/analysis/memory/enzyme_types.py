"""Types that a frontend declares in Enzyme's notation: ``"enzyme_type"`` at parameters, ``!enzyme_type``, ``!enzyme_truetype``.

A type tree gives the kind of data at each byte offset: ``{[-1]:Pointer, [-1,0]:Float@double, [-1,8]:Integer}`` is a pointer to a
double followed by an integer; -1 stands for all offsets.  The metadata of a load is about its value, that of a store, a copy or a
``memset`` about the bytes in memory.  A declaration counts like an access with that type.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from irad.analysis.memory.objects import Cell, Content
from irad.analysis.memory.settling import Settling
from irad.ir.metadata_nodes import NodeName, first_string, operands
from irad.ir.values import Argument, Instruction

_ENTRY = re.compile(r"\[([-\d, ]*)\]:(\w+)(?:@(\w+))?")
_WIDTHS = {"double": 8, "float": 4, "half": 2, "bfloat": 2, "x86_fp80": 16, "ptr": 8, "int": 1}
_FLOATS = {"double": "double", "float": "float", "half": "half", "bf16": "bfloat", "fp80": "x86_fp80", "x86_fp80": "x86_fp80"}
_DEEPEST = 6

Entry = tuple[tuple[int, ...], str]  # offsets, kind


def declared_types(c: Settling, arg: Argument, content: Content) -> None:
    """The attribute of a parameter."""
    said = arg.attributes.value("enzyme_type")
    if said is not None:
        entries = [(tuple(int(n) for n in path.split(",") if n.strip()), _kind(name, of)) for path, name, of in
                   _ENTRY.findall(said)]  # fmt: skip
        _value(c, content, [(path, kind) for path, kind in entries if kind])


def attached_types(c: Settling, inst: Instruction) -> None:
    """The metadata of an instruction."""
    metadata = c.m.module.metadata
    if (tag := inst.metadata.get("enzyme_type")) and inst in c.m.contents:
        _value(c, c.m.contents[inst], list(_tree(tag, metadata, ())))
    if tag := inst.metadata.get("enzyme_truetype"):
        entries = list(_tree(tag, metadata, ()))
        for pointer in [inst.operands[1]] if inst.opcode == "store" else [a for a in inst.args if a.type.is_ptr]:
            content = c.m.content(pointer)
            if content is not None:
                _memory(c, c.g.pointee(content), entries)


def _kind(name: str, of: str) -> str:
    if name == "Float":
        return _FLOATS.get(of, "")
    return {"Pointer": "ptr", "Integer": "int"}.get(name, "")


def _tree(tag: str, metadata: dict[str, str], path: tuple[int, ...]) -> Iterator[Entry]:
    text = metadata.get(tag, "")
    name, _, of = first_string(text).partition("@")
    if not name or len(path) > _DEEPEST:
        return
    if kind := _kind(name, of):
        yield path, kind
    parts = operands(text)
    for offset, child in itertools.pairwise(parts):
        if isinstance(offset, int) and isinstance(child, NodeName):
            yield from _tree(child, metadata, (*path, offset))


def _value(c: Settling, content: Content, entries: list[Entry]) -> None:
    """A number or a pointer and what it points to: the first offset of each path is one in the value itself."""
    for path, kind in entries:
        if len(path) <= 1 and kind != "ptr" and not any(p[:1] == (0,) and q != kind for p, q in entries):
            content.find().kinds.add(kind)
    behind = [(path[1:], kind) for path, kind in entries if len(path) > 1]
    if behind:
        _memory(c, c.g.pointee(content.find()), behind)


def _memory(c: Settling, cell: Cell, entries: list[Entry]) -> None:
    numbers = sorted((path[0], kind) for path, kind in entries if len(path) == 1)
    for offset, kind, width in _runs(numbers):
        at = cell
        if offset < 0:
            c.g.repeat(cell, width)
            c.g.drain()
        else:
            at = cell.moved(offset)
        c.g.field(at, width).kinds.add(kind)
    for first in {path[0] for path, _ in entries if len(path) > 1}:
        behind = [(path[1:], kind) for path, kind in entries if len(path) > 1 and path[0] == first]
        if first < 0:
            c.g.repeat(cell, _WIDTHS["ptr"])
            c.g.drain()
        pointer = c.g.field(cell.moved(max(first, 0)), _WIDTHS["ptr"])
        pointer.kinds.add("ptr")
        _memory(c, c.g.pointee(pointer), behind)


def _runs(numbers: list[tuple[int, str]]) -> Iterator[tuple[int, str, int]]:
    """Offset, kind and width; integers are listed byte by byte, and adjacent ones are merged."""
    integers = {offset for offset, kind in numbers if kind == "int" and offset >= 0}
    for offset, kind in numbers:
        if kind != "int" or offset < 0:
            yield offset, kind, _WIDTHS[kind]
        elif offset in integers:
            width = next(w for w in (8, 4, 2, 1) if offset % w == 0 and {*range(offset, offset + w)} <= integers)
            integers -= {*range(offset, offset + width)}
            yield offset, kind, width
