"""Parameter attributes that LLVM has inferred, read from the text that it prints."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from irad.ir.naming import NAME, unquote
from irad.ir.reader import read_module

_DEFINE = re.compile(rf"^define ([^@\n]*@({NAME})\(.*) \{{$", re.M)


def parameters_of(text: str, names: Collection[str]) -> Mapping[str, list[str]]:
    """The attributes of the parameters, None for those that are no pointers."""
    found = {unquote(m[2]): f"declare {_without_linkage(m[1])}" for m in _DEFINE.finditer(text) if unquote(m[2]) in names}
    groups = "\n".join(re.findall(r"^attributes #\d+ = .*$", text, re.M))
    functions = read_module("\n".join([*found.values(), groups, ""])).functions
    return {n: [f"ptr {a.attrs}" if a.type.is_ptr else "" for a in functions[n].args] for n in found}


def _without_linkage(head: str) -> str:
    return re.sub(r"^(?:(?:internal|private|dso_local|hidden|weak_odr|linkonce_odr) )+", "", head)
