"""Putting function bodies aside for a while.

A function with a derivative rule must not be looked into before differentiation: LLVM would inline it, fold its result or
drop a call to it (``noinline`` does not stop that).  So its body is set aside in a module of its own and linked in again
afterwards.  What is local to the file and used by such a body becomes visible for the time being, so that both modules
mean the same variable.

Each definition stands in one of the two modules, and the other one declares it.  Aliases, resolvers and variables that hold
addresses of labels need the body that they name beside them (LLVM takes nothing else), and go with it.  While they are apart
definitions are ordinary ones, in no group; what they were before (weak, local, in a comdat) they are again afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from irad.errors import UnsupportedError
from irad.ir.naming import NAME, unquote
from irad.llvm.aliases import aliases, based_on, lasting, replace_aliases
from irad.llvm.link import DEFINE, TAIL
from irad.llvm.names import (
    LOCAL,
    Scope,
    change_functions,
    change_globals,
    closing,
    external,
    mentions,
    restore_scopes,
    scope_of,
)
from irad.llvm.session import canonical, link_in, parse

_LINE = re.compile(rf"^@({NAME}) = .*$", re.M)
_UNNAMED = re.compile(r'@(\d+)\b|"[^"]*"')
_LABEL = re.compile(rf"blockaddress\(@({NAME}),")
_COMDAT = re.compile(rf"^\$({NAME}) = comdat .*$", re.M)


@dataclass(frozen=True)
class Split:
    """``text`` without the bodies, the bodies as a module, and what must be said again of names whose head had to change."""

    text: str
    bodies: str
    exposed: Mapping[str, Scope] = field(default_factory=dict)
    comdats: Mapping[str, str] = field(default_factory=dict)


def split_bodies(text: str, names: Collection[str]) -> Split:
    """Turn functions into declarations; their bodies are kept for `restore_bodies`.

    Names that are not defined are ignored.
    """
    text = _named(canonical(text))
    chunks = {unquote(m[2]): (m, text.index("\n}", m.end()) + 2) for m in DEFINE.finditer(text)}
    names = frozenset(n for n in names if n in chunks)
    if not names:
        return Split(text, "")
    lines = {unquote(m[1]): m[0] for m in _LINE.finditer(text)}
    moved = _companions(text, lines, names)
    used = _reachable(lines, [*(text[chunks[n][0].start() : chunks[n][1]] for n in names), *(lines[n] for n in moved)])
    heads = {**lines, **{n: m[0] for n, (m, _) in chunks.items()}}
    inner = names | moved
    scopes = {n: scope_of(heads[n]) for n in sorted(used | inner) if n in heads and not n.startswith("llvm.")}
    exposed = {n: s for n, s in scopes.items() if n in inner or s.words & (LOCAL | {"linkonce", "linkonce_odr"})}

    outside = _declare(replace_aliases(text, [n for n in moved if lasting(lines[n])]), names, moved)
    outside = change_functions(outside, lambda k, n, _: _visible(n, exposed) if k == "define" else None, comdats=True)
    outside = change_globals(outside, lambda n, _: None if n in moved else _visible(n, exposed), comdats=True)

    inside = _declare(text, frozenset(chunks) - names, frozenset(lines) - moved)
    inside = re.sub(r"^module asm .*\n", "", inside, flags=re.M)
    inside = change_functions(inside, lambda k, n, _: "" if k == "define" else None)
    inside = change_globals(inside, lambda n, _: "" if n in moved else None)
    comdats = {unquote(m[1]): m[0] for m in _COMDAT.finditer(text)}
    return Split(canonical(outside), canonical(inside), exposed, comdats)


def restore_bodies(text: str, split: Split) -> str:
    """Link the bodies in again; what was local is local again."""
    if not split.bodies:
        return text
    module = parse(text)
    link_in(module, split.bodies)
    return canonical(restore_scopes(str(module), split.exposed, split.comdats))


def _visible(name: str, exposed: Mapping[str, Scope]) -> str | None:
    if name not in exposed:
        return None
    words = exposed[name].words
    return "weak_odr" if "linkonce_odr" in words else "weak" if "linkonce" in words else "hidden" if words & LOCAL else None


def _named(text: str) -> str:
    """Globals without a name (``@0``) get one: their numbers would not survive in two modules."""
    return _UNNAMED.sub(lambda m: f"@irad.unnamed.{m[1]}" if m[1] else m[0], text)


def _companions(text: str, lines: Mapping[str, str], names: Collection[str]) -> frozenset[str]:
    """The aliases, resolved functions and tables of labels that cannot be without the bodies of ``names``."""
    moved = set(based_on(aliases(text), names))
    for name, line in lines.items():
        holders = {unquote(n) for n in _LABEL.findall(line)}
        if holders & set(names):
            if not holders <= set(names):
                raise UnsupportedError(f"@{name} holds addresses of labels of several functions, one with a derivative rule")
            moved.add(name)
    return frozenset(moved)


def _reachable(lines: Mapping[str, str], parts: Collection[str]) -> set[str]:
    """Names in the parts, and in the initialisers of what they name."""
    todo = [n for part in parts for n in mentions(part)]
    seen: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += mentions(lines.get(name, ""))
    return seen


def _declare(text: str, functions: Collection[str], variables: Collection[str]) -> str:
    """``text`` with declarations of functions and of variables and aliases."""

    def line(m: re.Match[str]) -> str:
        name = unquote(m[1])
        if name not in variables:
            return m[0]
        return "" if name.startswith("llvm.") else external(m[0])

    text = _LINE.sub(line, text)
    out, at = [], 0
    for m in DEFINE.finditer(text):
        if unquote(m[2]) not in functions:
            continue
        out.append(text[at : m.start()])
        head = change_functions(f"declare {m[1]}@{m[2]}{m[3]}", lambda *_: "")
        close = head.index("@") + closing(head[head.index("@") :])
        out.append(head[:close] + TAIL.sub("", head[close:]))
        at = text.index("\n}", m.end()) + 2
    return "".join(out) + text[at:]
