"""Types that parameter attributes name, ``byval(%struct.S)``, ``sret(...)``; and attributes of irad's own."""

from __future__ import annotations

import re

from irad.errors import Place
from irad.ir.reader.cursor import Cursor
from irad.ir.types import Type
from irad.ir.values import Function

RECOMPUTE = '"irad_recompute"'  # calls of the function are to be run again in the reverse sweep
PLACE = "irad_place"  # where it is defined, for messages: in front of its value, ``"file:line:column"``
THROWS = '"irad_throws"'  # ... and it may end in an exception


def attribute_type(fn: Function, attrs: str, name: str) -> Type | None:
    """The type in ``name(...)`` among the attributes of a parameter of ``fn``, None where there is no such attribute."""
    found = re.search(rf"\b{name}\(", attrs)
    if found is None or fn.module is None:
        return None
    return Cursor(fn.module, attrs[found.end() :], 0).type()


def place_said(fn: Function) -> Place | None:
    """The source location that an attribute gives for a function without debug information."""
    for word in fn.attributes:
        found = re.fullmatch(rf'"{PLACE}"="(.*):(\d+):(\d+)"', word)
        if found is not None:
            return Place(found[1], int(found[2]), int(found[3]))
    return None


def parameter_access(attrs: str) -> str:
    """How a function accesses the memory behind a pointer parameter, by its attributes: "r", "w", "rw", or "" for not at all."""
    known = attrs.split()
    if "readnone" in known:
        return ""
    return "r" if "readonly" in known else "w" if "writeonly" in known else "rw"


def may_write_arguments(attributes: str) -> bool:
    """Whether a function with these attributes may write to memory that its arguments point to."""
    for text in re.findall(r"\bmemory\(([^)]*)\)", attributes):
        parts: dict[str, str] = {p.rpartition(": ")[0]: p.rpartition(": ")[2] for p in text.split(", ")}
        if "write" not in parts.get("argmem", parts.get("", "")):
            return False
    return True
