"""Which variables live across the places of a statement list: read later before they are assigned, and assigned before.

Two passes over structured code: `Live` goes backwards (which names may be read behind a place), `Assigned` forwards (which names
are bound on all ways to it).  A place is any statement that ``is_place`` names; both write down what holds there by its identity.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from irad.frontends.python.trees.scopes import ScopeNames

_ROUNDS = 3  # a loop in a loop hands names on at most once more
Names = frozenset[str]
_NONE: Names = frozenset()
_LOOPS = (ast.For, ast.While)


def _reads(*nodes: Any) -> Names:
    return frozenset().union(*(ScopeNames([n]).read for n in nodes if n is not None))


def _bound(*nodes: Any) -> Names:
    return frozenset().union(*(ScopeNames([n]).bound for n in nodes if n is not None))


class Live:
    """``at``: the names that may be read behind each place, before they are bound anew."""

    def __init__(self, is_place: Callable[[Any], bool]) -> None:
        self.is_place = is_place
        self.at: dict[int, Names] = {}
        self.loops: list[tuple[Names, Names]] = []  # what lives where a loop is gone on with, and where it is left
        self.caught: list[Names] = []  # what handlers around read: they may be reached from everywhere

    def before(self, body: list[Any], after: Names) -> Names:
        """The names that live before statements, given those behind them."""
        for s in reversed(body):
            after = self._before(s, after)
        return after

    def _before(self, s: Any, after: Names) -> Names:
        if self.is_place(s):
            self.at[id(s)] = self.at.get(id(s), _NONE).union(after - self._killed(s), *self.caught)
        if isinstance(s, (ast.Return, ast.Raise)):
            return _reads(s)
        if isinstance(s, ast.Continue):
            return self.loops[-1][0]
        if isinstance(s, ast.Break):
            return self.loops[-1][1]
        if isinstance(s, ast.If):
            return self.before(s.body, after) | self.before(s.orelse, after) | _reads(s.test)
        if isinstance(s, _LOOPS):
            return self._before_loop(s, after)
        if isinstance(s, ast.Try):
            return self._before_try(s, after)
        if isinstance(s, ast.With):
            return (self.before(s.body, after) - _bound(*s.items)) | _reads(*s.items)
        if isinstance(s, ast.Match):
            ways = [self.before(c.body, after) | _reads(c.guard) for c in s.cases]
            return after.union(*ways) | _reads(s.subject, *(c.pattern for c in s.cases))
        return (after - self._killed(s)) | _reads(s)

    def _killed(self, s: Any) -> Names:
        return _bound(s) if self.is_place(s) or isinstance(s, (ast.Assign, ast.AnnAssign, ast.FunctionDef)) else _NONE

    def _before_loop(self, s: Any, after: Names) -> Names:
        behind = self.before(s.orelse, after)
        test = s.test if isinstance(s, ast.While) else s.iter
        head = behind | _reads(test)
        for _ in range(_ROUNDS):
            self.loops.append((head, after))
            inside = self.before(s.body, head)
            self.loops.pop()
            head |= inside - _bound(s.target) if isinstance(s, ast.For) else inside
        return head

    def _before_try(self, s: Any, after: Names) -> Names:
        last = self.before(s.finalbody, after)
        handlers = frozenset().union(*(self.before(h.body, last) | _reads(h.type) for h in s.handlers))
        behind = self.before(s.orelse, last) | handlers
        self.caught.append(handlers)
        body = self.before(s.body, behind)
        self.caught.pop()
        return body | handlers | last


class Assigned:
    """``at``: the names that are bound on all ways to each place, by then."""

    def __init__(self, is_place: Callable[[Any], bool]) -> None:
        self.is_place = is_place
        self.at: dict[int, Names] = {}
        self.left: list[list[Names]] = []  # what is bound where the loops around are left by break

    def after(self, body: list[Any], known: Names | None) -> Names | None:
        """The names that are bound behind statements; None: nothing gets there."""
        for s in body:
            if known is None:
                return None
            known = self._after(s, known)
        return known

    def _after(self, s: Any, known: Names) -> Names | None:
        if self.is_place(s):
            self.at[id(s)] = known
        if isinstance(s, (ast.Return, ast.Raise, ast.Continue)):
            return None
        if isinstance(s, ast.Break):
            self.left[-1].append(known)
            return None
        if isinstance(s, ast.If):
            known |= _bound(s.test)
            return _both(self.after(s.body, known), self.after(s.orelse, known))
        if isinstance(s, _LOOPS):
            return self._after_loop(s, known)
        if isinstance(s, ast.Try):
            done = self.after([*s.body, *s.orelse], known)
            for h in s.handlers:
                done = _both(done, self.after(h.body, known))
            return None if done is None else self.after(s.finalbody, done)
        if isinstance(s, ast.With):
            return self.after(s.body, known | _bound(*s.items))
        if isinstance(s, ast.Match):
            out: Names | None = known
            for c in s.cases:
                out = _both(out, self.after(c.body, known | _bound(c.pattern)))
            return out
        return known | _bound(s)

    def _after_loop(self, s: Any, known: Names) -> Names | None:
        inside = known | (_bound(s.target) if isinstance(s, ast.For) else _bound(s.test))
        self.left.append([])
        self.after(s.body, inside)
        left = self.left.pop()
        endless = isinstance(s, ast.While) and isinstance(s.test, ast.Constant) and bool(s.test.value)
        out = None if endless else self.after(s.orelse, known)
        for way in left:
            out = _both(out, way)
        return out


def _both(a: Names | None, b: Names | None) -> Names | None:
    return b if a is None else a if b is None else a & b


class LiveBehind(Live):
    """``behind``: the names that may be read behind each statement, by its identity."""

    def __init__(self) -> None:
        super().__init__(lambda s: False)
        self.behind: dict[int, Names] = {}

    def _before(self, s: Any, after: Names) -> Names:
        self.behind[id(s)] = self.behind.get(id(s), _NONE).union(after, *self.caught)
        targets = s.targets if isinstance(s, ast.Delete) else []  # only what is bound is deleted
        deleted = frozenset(n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
        return super()._before(s, after) | deleted
