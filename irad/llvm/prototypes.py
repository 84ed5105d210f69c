"""Functions that are declared without parameters, as old C does (``void dgemm_();``), get those that their calls pass."""

from __future__ import annotations

import re
from collections.abc import Callable

_BARE = re.compile(r'^(declare [^@\n]*@(?:"([^"\n]+)"|([\w.$-]+)))\(\.\.\.\)', re.M)


def declare_parameters(text: str, wanted: Callable[[str], bool]) -> str:
    """``text``, where that has been done to the ``wanted`` functions; not where calls differ."""
    if "(...)" not in text:
        return text
    for bare in list(_BARE.finditer(text)):
        name = bare[2] or bare[3]
        if not wanted(name):
            continue
        call = re.compile(rf'(call [^@\n(]*)\(([^()\n]*), \.\.\.\)( @"?{re.escape(name)}"?\()')
        lists = {m[2] for m in call.finditer(text)}
        if len(lists) == 1:
            text = call.sub(lambda m: f"{m[1].rstrip()}{m[3]}", text)
            text = text.replace(bare[0], f"{bare[1]}({lists.pop()})")
    return text
