"""Live-range splitting: a name that holds several independent values in turn is split into one name per web.

A variable has one type in compiled code.  In ``a = 2**53 + 1; c = a - 2**53; a = 0.5`` no use sees both values of ``a``, so that
they need not share a variable, nor a type.  Definitions that reach a common use belong together (a web, as in register
allocation); a name is split into its webs.  The definitions that reach a use are found by following the statements, with loops
until nothing changes.
"""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Iterator
from typing import Any

from irad.frontends.python.trees.bound_names import read_names
from irad.frontends.python.trees.comprehensions import Comprehension
from irad.frontends.python.trees.local_functions import LocalFunction
from irad.frontends.python.trees.scopes import INNER

_STATEMENTS = (
    ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.If, ast.For, ast.While, ast.Break, ast.Continue, ast.Pass, ast.Return,
    ast.Raise, ast.Assert, ast.Try, ast.With, ast.Match, ast.Delete, ast.Global, ast.Nonlocal,
)  # fmt: skip
_MARK = "@"
_OWN = {
    **dict.fromkeys(("items", "list", "shared"), "a list that is made here"),
    **dict.fromkeys(("object", "held"), "an object that is made here"),
    **dict.fromkeys(("selected", "chosen"), "what is chosen here"),
    **dict.fromkeys(("sum", "min", "max", "any", "all", "prod"), "what is computed here"),
}  # of names that the compiler makes

State = dict[str, frozenset[int]]


def split(node: Any, kept: set[str]) -> Any:
    """The function with names split, but those in ``kept``; the tree itself where there is nothing to split."""
    if not isinstance(node, ast.FunctionDef) or not _is_plain(node):
        return node
    parameters = [a.arg for a in [*node.args.posonlyargs, *node.args.args]]
    webs = _Webs(parameters)
    webs.block(node.body, {name: frozenset([k]) for k, name in enumerate(parameters)})
    names = webs.names(kept | _read_late(node) | _bound_inside(node))
    if not any(_MARK in name for name in names.values()):
        return node
    renamed = {id(n): name for n, name in webs.uses(names)}
    out: Any = copy.deepcopy(node)
    for old, new in zip(ast.walk(node), ast.walk(out), strict=True):
        if isinstance(new, ast.Name) and id(old) in renamed:
            new.id = renamed[id(old)]
    return out


def shown(name: str) -> str:
    """The original name."""
    return name.partition(_MARK)[0].partition(INNER)[0]


def described(name: str) -> str:
    """What a variable is in a message: "the variable 'x'", or what a variable of the compiler's own stands for."""
    own, mark, rest = name.partition(INNER)
    if mark and rest[:1].isdigit() and own in _OWN:
        return _OWN[own]
    return f"the variable '{shown(name)}'"


def _is_plain(node: ast.FunctionDef) -> bool:
    """Whether the function has only statements that this pass handles, and no inner scopes."""
    inner = [n for s in node.body for n in ast.walk(s)]
    return not any(isinstance(n, ast.Lambda) or (isinstance(n, ast.stmt) and not isinstance(n, _STATEMENTS)) for n in inner)


def _bound_inside(node: Any) -> set[str]:
    """Names that expressions and patterns bind, that are unbound, or that are those of an outer scope."""
    out: set[str] = set()
    for n in ast.walk(node):
        if isinstance(n, ast.NamedExpr):
            out.add(n.target.id)
        elif isinstance(n, (ast.MatchAs, ast.MatchStar)):
            out.add(n.name or "")
        elif isinstance(n, ast.MatchMapping):
            out.add(n.rest or "")
        elif isinstance(n, ast.Delete):
            out |= {t.id for t in n.targets if isinstance(t, ast.Name)}
        elif isinstance(n, (ast.Global, ast.Nonlocal)):
            out |= set(n.names)
    return out


def _read_late(node: Any) -> set[str]:
    """Names that generators read when their items are taken, which may be after they are bound anew."""
    out: set[str] = set()
    for n in ast.walk(node):
        if isinstance(n, Comprehension) and n.kind == "generator" and not n.consumed:
            outermost: Any = n.statements[1]
            out |= read_names([outermost.target, *outermost.body])
        elif isinstance(n, LocalFunction) and n.lifted.fn.__code__.co_flags & inspect.CO_GENERATOR:
            out |= set(n.lifted.captured)
    return out


class _Webs:
    """The webs by union-find: definitions are numbered, parameters first; ``parent`` links those of one web."""

    def __init__(self, parameters: list[str]) -> None:
        self.parent = list(range(len(parameters)))
        self.name_of = list(parameters)
        self.defined: dict[int, int] = {}  # the definition that a name in the tree is
        self.nodes: dict[int, Any] = {}
        self.reached: dict[int, int] = {}  # one of the definitions that reach a use
        self.loops: list[tuple[list[State], list[State]]] = []  # states at each continue and break
        self.raising: list[list[State]] = []  # for each try statement around, the states in which an error may be raised

    # ---- webs

    def root(self, k: int) -> int:
        while self.parent[k] != k:
            self.parent[k] = self.parent[self.parent[k]]
            k = self.parent[k]
        return k

    def together(self, ks: frozenset[int]) -> None:
        first, *rest = sorted(ks)
        for k in rest:
            a, b = sorted((self.root(first), self.root(k)))
            self.parent[b] = a

    def names(self, kept: set[str]) -> dict[int, str]:
        """The name of each web, by its root: the first one of a name keeps it."""
        out: dict[int, str] = {}
        count: dict[str, int] = {}
        for k, name in enumerate(self.name_of):
            if self.root(k) == k:
                number = count[name] = count.get(name, 0) + 1
                out[k] = name if number == 1 or name in kept else f"{name}{_MARK}{number}"
        return out

    def uses(self, names: dict[int, str]) -> Iterator[tuple[Any, str]]:
        """All names in the tree, with their new names."""
        for at, k in (*self.reached.items(), *self.defined.items()):
            yield self.nodes[at], names[self.root(k)]

    # ---- expressions and targets

    def use(self, node: Any, state: State) -> None:
        found = state.get(node.id)
        if found:
            self.nodes[id(node)] = node
            self.reached[id(node)] = min(found)
            self.together(found)

    def read(self, node: Any, state: State) -> None:
        for n in ast.walk(node) if node is not None else ():
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load):
                self.use(n, state)

    def define(self, node: Any, state: State) -> None:
        k = self.defined.get(id(node))
        if k is None:
            k = self.defined[id(node)] = len(self.parent)
            self.nodes[id(node)] = node
            self.parent.append(k)
            self.name_of.append(node.id)
        state[node.id] = frozenset([k])

    def target(self, node: Any, state: State) -> None:
        if isinstance(node, ast.Name):
            self.define(node, state)
        elif isinstance(node, (ast.Tuple, ast.List)):
            for t in node.elts:
                self.target(t, state)
        elif isinstance(node, ast.Starred):
            self.target(node.value, state)
        else:
            self.read(node, state)

    # ---- statements

    def block(self, statements: list[Any], before: State | None) -> State | None:
        """The definitions that reach the end of the statements; None if the end is not reached."""
        state = None if before is None else dict(before)
        for s in statements:
            if state is None:
                return None
            self.may_raise(state)
            state = self.statement(s, state)
        self.may_raise(state)
        return state

    def may_raise(self, state: State | None) -> None:
        for states in self.raising if state is not None else ():
            states.append(dict(state or {}))

    def statement(self, s: Any, state: State) -> State | None:
        if isinstance(s, (ast.Assign, ast.AnnAssign)):
            self.read(s.value, state)
            if s.value is not None:
                for t in s.targets if isinstance(s, ast.Assign) else [s.target]:
                    self.target(t, state)
            return state
        if isinstance(s, ast.AugAssign):
            self.read(s.value, state)
            self.changed(s.target, state)
            return state
        if isinstance(s, ast.If):
            self.read(s.test, state)
            return _joined([self.block(s.body, state), self.block(s.orelse, state)])
        if isinstance(s, (ast.For, ast.While)):
            return self.loop(s, state)
        if isinstance(s, ast.Try):
            return self.tried(s, state)
        if isinstance(s, ast.With):
            return self.within(s, state)
        if isinstance(s, ast.Match):
            return self.matched(s, state)
        if isinstance(s, (ast.Break, ast.Continue)):
            self.loops[-1][isinstance(s, ast.Break)].append(state)
            return None
        self.read(s, state)
        return None if isinstance(s, (ast.Return, ast.Raise)) else state

    def changed(self, node: Any, state: State) -> None:
        """``node += ...``: in place where it is an array, so that old and new value share a variable."""
        if not isinstance(node, ast.Name):
            self.read(node, state)
            return
        before = state.get(node.id, frozenset())
        self.define(node, state)
        self.together(before | state[node.id])

    def tried(self, s: Any, state: State) -> State | None:
        anywhere: list[State] = []  # as in `raising`, with what the handlers do
        self.raising.append(anywhere)
        inside: list[State] = []
        self.raising.append(inside)
        end = self.block(s.body, state)
        self.raising.pop()
        ends = [self.block(s.orelse, end)]
        for h in s.handlers:
            begin = _joined([state, *inside])
            assert begin is not None
            self.read(h.type, begin)
            begin.pop(h.name, None)  # a name that no variable may have
            ends.append(self.block(h.body, begin))
        self.raising.pop()
        out = _joined(ends)
        if not s.finalbody:
            return out
        out = self.block(s.finalbody, _joined([state, *anywhere, out]))
        if out is not None and self.loops:  # there may be a break or a continue
            for states in self.loops[-1]:
                states.append(out)
        return out

    def within(self, s: Any, state: State) -> State | None:
        """A ``with`` statement, which may catch exceptions."""
        for item in s.items:
            self.read(item.context_expr, state)
            if item.optional_vars is not None:
                self.target(item.optional_vars, state)
        inside: list[State] = []
        self.raising.append(inside)
        out = self.block(s.body, state)
        self.raising.pop()
        return _joined([out, *inside])

    def matched(self, s: Any, state: State) -> State | None:
        self.read(s.subject, state)
        ends: list[State | None] = []
        for case in s.cases:
            self.read(case.pattern, state)
            self.read(case.guard, state)
            ends.append(self.block(case.body, state))
            if case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None:
                return _joined(ends)  # which matches everything
        return _joined([*ends, state])

    def loop(self, s: Any, state: State) -> State | None:
        if isinstance(s, ast.For):
            self.read(s.iter, state)
        head: State | None = state
        while True:
            assert head is not None
            again: list[State] = []
            out: list[State] = []
            self.loops.append((again, out))
            inside = dict(head)
            if isinstance(s, ast.For):
                self.target(s.target, inside)
            else:
                self.read(s.test, inside)
            end = self.block(s.body, inside)
            self.loops.pop()
            following = _joined([head, end, *again])
            if following == head:
                return _joined([self.block(s.orelse, head), *out])
            head = following


def _joined(states: list[State | None]) -> State | None:
    there = [s for s in states if s is not None]
    if not there:
        return None
    return {name: frozenset().union(*(s.get(name, frozenset()) for s in there)) for s in there for name in s}
