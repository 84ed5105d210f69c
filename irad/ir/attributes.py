"""Types that parameter attributes name: ``byval(%struct.S)``, ``sret(...)``."""

from __future__ import annotations

import re

from irad.ir.reader.cursor import Cursor
from irad.ir.types import Type
from irad.ir.values import Function


def attribute_type(fn: Function, attrs: str, name: str) -> Type | None:
    """The type in ``name(...)`` among the attributes of a parameter of ``fn``, None where there is no such attribute."""
    found = re.search(rf"\b{name}\(", attrs)
    if found is None or fn.module is None:
        return None
    return Cursor(fn.module, attrs[found.end() :], 0).type()
