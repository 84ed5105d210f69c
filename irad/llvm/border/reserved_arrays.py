"""Marks that tell LLVM, while it optimises code that calls the runtime, that reserved memory aliases no other memory.

``irad_reserve`` is declared ``noalias`` then, as ``malloc`` is.  That alone would be too much: what follows the release of a
block may use the same memory again, and LLVM, which does not know what ``irad_release`` releases, could move a load of the block
to behind it.  So each block is also made known outside (a call of an unknown function that keeps the address): then unknown
functions, ``irad_release`` among them, may read and write it, and nothing is moved across them.  Both marks are taken off again.
"""

from __future__ import annotations

import re

from irad.ir.naming import NAME

KEEPER = "irad.keeps.address"
_RESERVED = re.compile(rf"^ +(%{NAME}) = (?:tail |musttail |notail )?call [^@\n]*@irad_reserve\(.*$", re.M)
_DECLARED = re.compile(r"^declare ([^@\n]*@irad_reserve\()", re.M)
_MARKED = re.compile(r"^declare noalias ([^@\n]*@irad_reserve\()", re.M)
_KEPT = re.compile(rf"^ +(?:tail )?call void @{re.escape(KEEPER)}\(.*\n|^declare [^@\n]*@{re.escape(KEEPER)}\(.*\n", re.M)


def mark_arrays(text: str) -> str:
    """Canonical text with the marks."""
    text, count = _RESERVED.subn(rf"\g<0>\n  call void @{KEEPER}(ptr \g<1>)", text)
    if not count:
        return text
    keeper = f"\ndeclare void @{KEEPER}(ptr) nounwind willreturn memory(inaccessiblemem: readwrite)\n"
    return _DECLARED.sub(r"declare noalias \g<1>", text) + keeper


def unmark_arrays(text: str) -> str:
    """Canonical text without the marks."""
    return _KEPT.sub("", _MARKED.sub(r"declare \g<1>", text))
