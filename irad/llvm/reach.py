"""Which functions of a module a derivative can need: those that marked calls reach; LLVM alone deals with all others.

Works on canonical text, before anything is optimised, and errs on the side of too many.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from irad.ir.naming import NAME, unquote
from irad.llvm.names import mentions

_DEFINE = re.compile(rf"^define [^@\n]*@({NAME})\(.*?^\}}$", re.M | re.S)
_GLOBAL = re.compile(rf"^@({NAME}) = .*$", re.M)
_MARKED = re.compile(r"^.*\b(?:call|invoke)\b.*@\"?[\w.$]*__(?:enzyme|irad)_(?!cache).*$", re.M)
_ASKED = re.compile(r"\b(?:call|invoke)\b[^\n]*@\"?[\w.$]*__(?:enzyme|irad)_(?:autodiff|fwd|augment|virtual|reverse|batch)")
_TARGET = re.compile(r"__(?:enzyme|irad)_[\w.$]*\"?\((?:[\w()]+ )*(?:@|%[^,]*, ptr [^,@]*@)")
_THROUGH_POINTER = re.compile(r"\b(?:call|invoke)\b[^@\n]* %[-\w.$\"]+\(")
_ADDRESS = re.compile(rf"@({NAME})(?!\()(?![-\w.$])")
_REGISTRATION = re.compile(r"__(?:enzyme|irad)_|llvm\.global\.annotations")
_METADATA = re.compile(r"^!.*@.*$", re.M)
_WORDS = re.compile(r'^(?:attributes|define) .*".*$', re.M)
_STRING = re.compile(r'"([^"]*)"')
_DEALLOCATORS = {"free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t", "_ZdlPvmSt11align_val_t"}


def has_marked_call(text: str) -> bool:
    """Does a marked call stand anywhere in the module?"""
    return _MARKED.search(text) is not None


def asks_for_derivatives(text: str) -> bool:
    """Does a marked call that asks for a derivative, not only says something about one, stand in the module?"""
    return ("__enzyme_" in text or "__irad_" in text) and _ASKED.search(text) is not None


def unreached(text: str) -> list[str]:
    """The functions with a body that no marked call needs."""
    bodies = {unquote(m[1]): m[0] for m in _DEFINE.finditer(text)}
    variables = {unquote(m[1]): m[0] for m in _GLOBAL.finditer(text)}
    parts = {**variables, **bodies}
    marked = {name: _MARKED.findall(body) for name, body in bodies.items() if "__enzyme_" in body or "__irad_" in body}
    hosts = {name: lines for name, lines in marked.items() if lines}
    roots = {n for lines in hosts.values() for line in lines for n in mentions(line)}
    roots |= {n for name, line in variables.items() if _REGISTRATION.search(name) for n in mentions(line)}
    unclear = {name for name, lines in hosts.items() if not all(_TARGET.search(line) for line in lines)}
    callers = _callers(bodies, unclear)
    roots |= {n for name in callers for n in mentions(bodies[name])}
    needed = _closure(parts, roots)
    if any(_THROUGH_POINTER.search(bodies[n]) for n in needed if n in bodies):
        needed = _closure(parts, needed | {unquote(n) for part in parts.values() for n in _ADDRESS.findall(part)} | roots)
    return [name for name in bodies if name not in needed and name not in hosts and name not in callers]


def needed_by(text: str, roots: Iterable[str]) -> str:
    """Canonical text without the functions that neither ``roots`` nor any variable, alias or registration can need.

    What metadata or string attributes name is needed, and what gives memory back: derivatives call that.
    """
    bodies = {unquote(m[1]): m for m in _DEFINE.finditer(text)}
    if len(bodies) < 2:
        return text
    variables = {unquote(m[1]): m[0] for m in _GLOBAL.finditer(text)}
    parts = {**variables, **{name: m[0] for name, m in bodies.items()}}
    named = {word for line in _WORDS.findall(text) for word in _STRING.findall(line)} | _DEALLOCATORS
    behind = (n for line in _METADATA.findall(text) for n in mentions(line))
    needed = _closure(parts, [*roots, *variables, *behind, *(named & bodies.keys())])
    if any(_THROUGH_POINTER.search(parts[n]) for n in needed if n in bodies):
        needed = _closure(parts, needed | {unquote(n) for part in parts.values() for n in _ADDRESS.findall(part)})
    out, at = [], 0
    for name, m in bodies.items():
        if name not in needed:
            out.append(text[at : m.start()])
            at = m.end()
    return "".join([*out, text[at:]])


def _callers(bodies: dict[str, str], names: set[str]) -> set[str]:
    """``names`` and all functions from which they can be reached: in one of them the function to differentiate gets its name."""
    if not names:
        return set()
    users: dict[str, set[str]] = {}
    for name, body in bodies.items():
        for other in mentions(body):
            users.setdefault(other, set()).add(name)
    found, work = set(names), list(names)
    while work:
        for user in users.get(work.pop(), ()):
            if user not in found:
                found.add(user)
                work.append(user)
    return found


def _closure(parts: dict[str, str], roots: Iterable[str]) -> set[str]:
    """Everything that ``roots`` mention, and what that mentions in turn."""
    work = list(roots)
    seen: set[str] = set()
    while work:
        name = work.pop()
        if name not in seen:
            seen.add(name)
            work += mentions(parts[name]) if name in parts else ()
    return seen
