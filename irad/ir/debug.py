"""From an instruction's ``!dbg`` attachment to the user's file, line and column."""

from __future__ import annotations

import os
import re

from irad.errors import Place
from irad.ir.values import Instruction

_FIELD = re.compile(r'(\w+): (?:"([^"]*)"|(![0-9]+)|(-?\d+))')


def _fields(text: str) -> dict[str, str]:
    return {m[1]: m[2] or m[3] or m[4] or "" for m in _FIELD.finditer(text)}


def place_of(inst: Instruction) -> Place | None:
    """The source location of ``inst``, or None without debug information."""
    tag = inst.metadata.get("dbg")
    if tag is None or inst.block is None or inst.block.function is None or inst.block.function.module is None:
        return None
    metadata = inst.block.function.module.metadata
    text = metadata.get(tag, "")
    if "DILocation" not in text:
        return None
    location = _fields(text)
    scope = location.get("scope", "")
    for _ in range(64):
        fields = _fields(metadata.get(scope, ""))
        if "file" in fields and fields["file"].startswith("!"):
            file = _fields(metadata.get(fields["file"], ""))
            name = file.get("filename", "?")
            if not name.startswith("<"):  # source text that never was a file
                name = os.path.join(file.get("directory", ""), name)
            return Place(name, int(location.get("line", 0)), int(location.get("column", 0)))
        scope = fields.get("scope", "")
        if not scope:
            return None
    return None
