"""Linking modules, and the bodies of functions in their text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irad.errors import UnsupportedError
from irad.ir.naming import NAME, unquote
from irad.llvm.names import change_functions, closing
from irad.llvm.session import canonical, link_in, parse, printed

DEFINE = re.compile(rf"^define ([^@\n]*)@({NAME})(\(.*) \{{$", re.M)
TAIL = re.compile(
    rf" (?:comdat(?:\(\${NAME}\))?|gc \"[^\"]*\"|section \"[^\"]*\"|partition \"[^\"]*\""
    rf"|(?:personality|prefix|prologue) .*|![\w.]+ !\d+)(?= |$)"
)


def functions_with_bodies(text: str) -> dict[str, frozenset[str]]:
    """The functions that a canonical text defines, whatever their linkage, and the words in front of their return type."""
    return {unquote(m[2]): frozenset(m[1].split()) for m in DEFINE.finditer(text)}


def duplicate(text: str, name: str, new: str) -> str:
    """Canonical text with a second, visible copy of a function's body under another name."""
    for m in DEFINE.finditer(text) if f"@{new}(" not in text and f'@"{new}"(' not in text else ():
        if unquote(m[2]) == name:
            chunk = text[m.start() : text.index("\n}", m.end()) + 2]
            head, _, rest = chunk.partition("\n")
            head = change_functions(head[: -len(" {")], lambda *_: "").replace(f"@{m[2]}(", f'@"{new}"(', 1)
            close = head.index("@") + closing(head[head.index("@") :])
            return f"{text}\n{head[:close]}{TAIL.sub('', head[close:])} {{\n{rest}\n"
    return text


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
    return printed(first)
