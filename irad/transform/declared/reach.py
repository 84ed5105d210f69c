"""Which functions of a module a derivative can need: those reachable from marked calls; all others are left to LLVM.

Bodies need not be parsed.  The result is conservative: it may contain too many.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from irad.ir.reader import Mentions, calls_of, mentions
from irad.ir.reader.mentions import called_in, mentioned_in, named_in
from irad.ir.values import Module

_MARKED = re.compile(r"__(?:enzyme|irad)_(?!cache)")
_ASKED = re.compile(r"__(?:enzyme|irad)_(?:autodiff|fwd|augment|virtual|reverse|batch)")
_REGISTRATION = re.compile(r"__(?:enzyme|irad)_|llvm\.global\.annotations")
_DEALLOCATORS = {"free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_ZdlPvSt11align_val_t", "_ZdlPvmSt11align_val_t"}


def has_marked_call(module: Module) -> bool:
    """Whether the module contains a marked call."""
    return _calls_any(module, _MARKED)


def asks_for_derivatives(module: Module) -> bool:
    """Whether the module contains a marked call that asks for a derivative, rather than only declaring something about one."""
    return _calls_any(module, _ASKED)


def _calls_any(module: Module, pattern: re.Pattern[str]) -> bool:
    names = [f for f in module.functions.values() if pattern.search(f.name)]
    if any(user.callee is f for f in names for user in f.users() if user.opcode in ("call", "invoke")):
        return True
    if any(map(pattern.search, (n for text in module.fragments if "__" in text for n in called_in(text)))):
        return True
    unread = [f for f in module.functions.values() if f.body is not None] if names else ()
    return any(not mentions(f).called.isdisjoint(n.name for n in names) for f in unread)


class _Parts:
    """The names that functions, variables and aliases of a module mention."""

    def __init__(self, module: Module) -> None:
        self.bodies = {f.name: mentions(f) for f in module.functions.values() if f.has_body}
        variables = [v for v in module.globals_.values() if v.initializer is not None]
        self.variables = {v.name: frozenset(named_in(v.initializer)) for v in variables if v.initializer is not None}
        self.variables |= {a.name: frozenset(named_in(a.target)) for a in module.aliases.values() if a.target is not None}

    def of(self, name: str) -> frozenset[str]:
        body = self.bodies.get(name)
        return body.all if body is not None else self.variables.get(name, frozenset())

    def closure(self, roots: Iterable[str]) -> set[str]:
        """What ``roots`` name, transitively; with calls through pointers, all functions whose address is taken."""
        needed = self._reached(roots)
        if any(self.bodies[n].through_pointer for n in needed if n in self.bodies):
            taken = {n for b in self.bodies.values() for n in b.taken} | {n for names in self.variables.values() for n in names}
            needed = self._reached(needed | taken | set(roots))
        return needed

    def _reached(self, roots: Iterable[str]) -> set[str]:
        work = list(roots)
        seen: set[str] = set()
        while work:
            name = work.pop()
            if name not in seen:
                seen.add(name)
                work += self.of(name)
        return seen


def named_in_module(module: Module) -> set[str]:
    """The globals named by bodies, initialisers, aliases, metadata or irad's own text."""
    parts = _Parts(module)
    behind = {n for text in module.metadata.values() if "@" in text for n in mentioned_in(text)}
    own = {n for text in module.fragments for n in mentioned_in(text)}
    return behind.union(own, *(b.all for b in parts.bodies.values()), *parts.variables.values())


def unreached(module: Module) -> list[str]:
    """The functions with a body that no marked call needs."""
    parts = _Parts(module)
    marks = {f.name for f in module.functions.values() if _MARKED.search(f.name)}
    hosts = {n: calls_of(module.functions[n], marks) for n, b in parts.bodies.items() if not b.called.isdisjoint(marks)}
    roots = {n for calls in hosts.values() for names, _ in calls for n in names}
    roots |= {n for name, names in parts.variables.items() if _REGISTRATION.search(name) for n in names}
    callers = _callers(parts.bodies, {name for name, calls in hosts.items() if not all(clear for _, clear in calls)})
    roots |= {n for name in callers for n in parts.bodies[name].all}
    needed = parts.closure(roots)
    return [name for name in parts.bodies if name not in needed and name not in hosts and name not in callers]


def keep_needed(module: Module, roots: Iterable[str]) -> None:
    """Drop the functions, not parsed yet, that neither ``roots`` nor any variable, alias or registration can need.

    What metadata or string attributes name is needed, and so are deallocators: derivatives call them.
    """
    if sum(f.has_body for f in module.functions.values()) < 2:
        return
    parts = _Parts(module)
    words = [w for f in module.functions.values() for w in f.attributes if w.startswith('"')]
    words += [w for group in module.attribute_groups.values() for w in group]
    named = {piece for w in words for piece in w.split('"')[1::2]} | _DEALLOCATORS
    behind = (n for text in module.metadata.values() if "@" in text for n in mentioned_in(text))
    needed = parts.closure([*roots, *parts.variables, *behind, *(named & parts.bodies.keys())])
    for name in [n for n in parts.bodies if n not in needed]:
        del module.functions[name]


def _callers(bodies: dict[str, Mentions], names: set[str]) -> set[str]:
    """``names`` and all functions from which they are reachable: one of them names the function to differentiate."""
    if not names:
        return set()
    users: dict[str, set[str]] = {}
    for name, body in bodies.items():
        for other in body.all:
            users.setdefault(other, set()).add(name)
    found, work = set(names), list(names)
    while work:
        for user in users.get(work.pop(), ()):
            if user not in found:
                found.add(user)
                work.append(user)
    return found
