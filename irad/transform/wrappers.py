"""Library functions whose address is taken: calls through pointers need a function with a body.

A function that has a rule in place of a body (``sin``) is differentiated where it is called by name.  Where its address goes
into a table or an argument, a function that calls it takes its place: that one has a derivative as any other has.
"""

from __future__ import annotations

import re

from irad.ir.reader import read_module
from irad.ir.types import FunctionType
from irad.ir.values import Function
from irad.rules import lookup_function

_DECLARED = re.compile(r"^declare (?:![\w.]+ !\d+ )*[^@\n]*@([\w.$]+)\(.*$", re.M)
_REGISTRATION = re.compile(r"^@(?:\"[^\"]*|[\w.$]*)(?:__enzyme_|__irad_|llvm\.).*$", re.M)


def wrap_addresses(text: str) -> str:
    """Canonical text in which the address of a function with a rule is that of a function that calls it."""
    left = _REGISTRATION.sub("", text)
    lines = {m[1]: m[0] for m in _DECLARED.finditer(text) if not m[1].startswith(("llvm.", "__enzyme_", "__irad_"))}
    taken = [name for name in lines if re.search(rf"@{re.escape(name)}(?![\w.$(-])", left)]
    if not taken:
        return text
    declared = read_module("\n".join(re.sub(r"!dbg !\d+ | #\d+$", "", lines[name]) for name in taken) + "\n").functions
    for name, fn in declared.items():
        if fn.ftype.vararg or lookup_function(fn) is None:
            continue
        address = re.compile(rf"@{re.escape(name)}(?![\w.$(-])")
        kept = [m.span() for m in _REGISTRATION.finditer(text)]
        text = address.sub(lambda m: m[0] if any(a <= m.start() < b for a, b in kept) else f"@irad.call.{name}", text)
        text += _wrapper(fn)
    return text


def _wrapper(fn: Function) -> str:
    ftype: FunctionType = fn.ftype
    params = ", ".join(f"{t} %{i}" for i, t in enumerate(ftype.params))
    call = f"call {ftype.ret} @{fn.name}({params})"
    body = f"  {call}\n  ret void" if ftype.ret.is_void else f"  %r = {call}\n  ret {ftype.ret} %r"
    return f"\ndefine internal {ftype.ret} @irad.call.{fn.name}({params}) {{\nentry:\n{body}\n}}\n"
