"""Library functions whose address is taken: calls through pointers need a function with a body.

A function that has a rule in place of a body (``sin``) is differentiated where it is called by name.  Where its address goes
into a table or an argument, a function that calls it takes its place: that one has a derivative as any other has.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from irad.ir.reader import read_module
from irad.ir.types import FunctionType
from irad.ir.values import Function
from irad.rules import lookup_function

_DECLARED = re.compile(r"^declare (?:![\w.]+ !\d+ )*[^@\n]*@([\w.$]+)\(.*$", re.M)
_REGISTRATION = re.compile(r"^@(?:\"[^\"]*|[\w.$]*)(?:__enzyme_|__irad_|llvm\.).*$", re.M)

_ADDRESS = re.compile(r"@([\w.$]+)(?![\w.$(-])")


def wrap_addresses(text: str) -> str:
    """Canonical text in which the address of a function with a rule is that of a function that calls it."""
    lines = {m[1]: m[0] for m in _DECLARED.finditer(text) if not m[1].startswith(("llvm.", "__enzyme_", "__irad_"))}
    mentioned = set(_ADDRESS.findall(_REGISTRATION.sub("", text)))
    taken = [name for name in lines if name in mentioned]
    if not taken:
        return text
    declared = read_module("\n".join(re.sub(r"!dbg !\d+ | #\d+$", "", lines[name]) for name in taken) + "\n").functions
    wrapped = {name for name, fn in declared.items() if not fn.ftype.vararg and lookup_function(fn) is not None}
    if not wrapped:
        return text
    lines_out = [line if _REGISTRATION.match(line) else _ADDRESS.sub(_renamed(wrapped), line) for line in text.split("\n")]
    return "\n".join([*lines_out, *(_wrapper(declared[name]) for name in sorted(wrapped))])


def _renamed(names: set[str]) -> Callable[[re.Match[str]], str]:
    return lambda m: f"@irad.call.{m[1]}" if m[1] in names else m[0]


def _wrapper(fn: Function) -> str:
    ftype: FunctionType = fn.ftype
    params = ", ".join(f"{t} %{i}" for i, t in enumerate(ftype.params))
    call = f"call {ftype.ret} @{fn.name}({params})"
    body = f"  {call}\n  ret void" if ftype.ret.is_void else f"  %r = {call}\n  ret {ftype.ret} %r"
    return f"\ndefine internal {ftype.ret} @irad.call.{fn.name}({params}) {{\nentry:\n{body}\n}}\n"
