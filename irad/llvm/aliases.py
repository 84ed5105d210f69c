"""Aliases in LLVM's canonical text: other names of functions, of variables, and of places in variables."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from irad.ir.naming import NAME, unquote
from irad.llvm.names import mentions

_WORDS = r"(?:[a-z_]+(?:\([^)]*\))? )*?"
_LINE = re.compile(rf"^@({NAME}) = ({_WORDS})(alias|ifunc) (.*)$", re.M)
_USED = re.compile(r"^@llvm\.(?:compiler\.)?used = .*\n", re.M)
_TARGET = re.compile(r", (?:ptr(?: addrspace\(\d+\))? )?(@[^,]*|[a-z][a-z ]*\(.*\))\Z")
_MENTION = re.compile(rf'@({NAME})|"[^"]*"')
_INTERPOSABLE = frozenset(("weak", "linkonce"))


def aliases(text: str) -> dict[str, str]:
    """The aliases and functions with resolvers of a canonical text, and the lines that define them."""
    return {unquote(m[1]): m[0] for m in _LINE.finditer(text)}


def based_on(lines: Mapping[str, str], names: Collection[str]) -> frozenset[str]:
    """The aliases among ``lines`` that lead to one of ``names``, directly or by way of other aliases."""
    mentioned = {n: set(mentions(line)) - {n} for n, line in lines.items()}
    found: set[str] = set()
    while more := {n for n, names_in in mentioned.items() if n not in found and names_in & (found | set(names))}:
        found |= more
    return frozenset(found)


def lasting(line: str) -> bool:
    """Does the alias mean the same in the finished program, whatever it is linked with?"""
    found = _LINE.match(line)
    return found is not None and found[3] == "alias" and not set(found[2].split()) & _INTERPOSABLE


def replace_aliases(text: str, names: Collection[str]) -> str:
    """Canonical text in which what the aliases ``names`` stand for stands in their place; they themselves stay."""
    targets = {}
    for name, line in aliases(text).items():
        if name in names and (found := _TARGET.search(line)) is not None:
            targets[name] = found[1]
    if not targets:
        return text

    def mention(m: re.Match[str]) -> str:
        target = targets.get(unquote(m[1])) if m[1] else None
        return m[0] if target is None else _MENTION.sub(mention, target)

    kept = ("@llvm.", "!")
    lines = (s if _LINE.match(s) or s.startswith(kept) else _MENTION.sub(mention, s) for s in text.split("\n"))
    return "\n".join(lines)


def drop_aliases(text: str, bases: Collection[str]) -> str:
    """Canonical text without the aliases of the variables ``bases``: these may then be declarations."""
    lines = aliases(text)
    gone = based_on({n: line for n, line in lines.items() if " alias " in line}, bases)
    if not gone:
        return text
    text = _LINE.sub(lambda m: "" if unquote(m[1]) in gone else m[0], replace_aliases(text, gone))
    return _USED.sub(lambda m: "" if gone & set(mentions(m[0])) else m[0], text)
