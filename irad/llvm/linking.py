"""Linking modules given as text."""

from __future__ import annotations

from collections.abc import Sequence

from irad.errors import UnsupportedError
from irad.llvm.border.session import canonical, link_in, parse


def link(texts: Sequence[str]) -> str:
    """Link modules into one; a definition replaces a declaration, two definitions are an error."""
    if len(texts) == 1:
        return canonical(texts[0])
    first = parse(texts[0])
    for text in texts[1:]:
        if text.strip():
            try:
                link_in(first, text)
            except RuntimeError as error:
                raise UnsupportedError(f"the modules cannot be linked: {str(error).strip()}") from None
    return str(first)
