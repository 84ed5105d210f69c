"""Functions of which calls are to be run again in the reverse sweep: until then LLVM must not inline them.

They carry `RECOMPUTE`, in the texts of the Python frontend from the beginning; those that a program has annotated
(``annotate("irad_recompute")``) get it from `mark_recomputed`.  Behind differentiation `forget_recomputed` takes it back.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from irad.errors import RuleError
from irad.ir.attributes import PLACE, RECOMPUTE
from irad.ir.naming import NAME, unquote
from irad.llvm.names import closing

_DEFINE = re.compile(rf"^define [^@\n]*@({NAME})(?=\()", re.M)
_CARRIER = re.compile(rf"^(?:define |attributes #\d+ = ).*{RECOMPUTE}.*$", re.M)
_PLACE = re.compile(rf' "{PLACE}"="[^"]*"')
_GROUP = re.compile(r" #(\d+)")


def mark_recomputed(text: str, names: Collection[str]) -> str:
    """Canonical text in which the definitions of ``names`` carry the attribute."""
    out, at = [], 0
    for found in _DEFINE.finditer(text) if names else ():
        if unquote(found[1]) not in names:
            continue
        line = text[found.end() : text.index("\n", found.end())]
        end = closing(line)
        for word in (" local_unnamed_addr", " unnamed_addr"):
            end += len(word) if line.startswith(word, end) else 0
        group = _GROUP.search(line, end)
        words = re.search(rf"^attributes #{group[1]} = .*$", text, re.M) if group is not None else None
        if words is not None and "alwaysinline" in words[0].split():
            name = unquote(found[1])
            raise RuleError(f"calls of {name} are to be run again in the reverse sweep, so that it cannot be always_inline")
        already = " noinline" if words is None or "noinline" not in words[0].split() else ""
        out += [text[at : found.end() + end], f"{already} {RECOMPUTE}"]
        at = found.end() + end
    return "".join([*out, text[at:]])


def forget_recomputed(text: str) -> str:
    """The text without the attribute, and free to inline."""
    if RECOMPUTE not in text:
        return text
    return _CARRIER.sub(lambda m: _PLACE.sub("", m[0].replace(f" {RECOMPUTE}", "").replace(" noinline", "", 1)), text)
