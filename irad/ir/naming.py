"""Names of globals as LLVM's text spells them."""

from __future__ import annotations

import re

NAME = r'(?:"[^"]*"|[-a-zA-Z$._0-9]+)'


def unquote(name: str) -> str:
    """A name as it is stored: without quotes, with ``\\xx`` decoded (bytes beyond ASCII as Latin-1)."""
    if not name.startswith('"'):
        return name
    return re.sub(r"\\([0-9A-Fa-f]{2})", lambda m: chr(int(m[1], 16)), name[1:-1])
