"""The body of a generator function as that of a method, which runs from where the last call has stopped to the next ``yield``.

The method's object holds the number of the ``yield`` that it has stopped at (0: not begun, -1: ended), the item, and the
variables that are read behind a ``yield`` before they are bound anew.  For each ``yield`` there is a branch with what comes
behind it: the rest of its block, then the loop that it is in from its head on, then the rest of the block of that loop, and so
on.  So the method has ordinary structured control flow, and each ``yield`` in it is a ``return``.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from irad.errors import UnsupportedError
from irad.frontends.python.sources.python_source import Source
from irad.frontends.python.trees.live_names import Assigned, Live, Names
from irad.frontends.python.trees.scopes import FUNCTIONS, INNER, ScopeNames, free_names, parameters

OBJECT = f"generator{INNER}"
CURSOR = f"cursor{INNER}"  # the function that makes an object with has_next() and __next__() of what is iterated over
RETURNED = f"returned{INNER}"  # the function that gives what the generator of such an object has returned
AT, ITEM, SENT, READY, RESULT = "at", "item", "sent", "ready", "result"  # attributes; those of variables have other names
_HINT = "use its items in one loop, where it is made, or write a class with __next__"
_AT_ONCE = ("sorted", "max", "min", "sum", "any", "all", "list", "tuple", "dict", "set")  # they call functions at once


class _Yield(ast.stmt):
    """``yield value``, or ``target = yield value``."""

    _fields = ("value", "target")

    def __init__(self, number: int, value: Any, target: Any) -> None:
        super().__init__()
        self.number, self.value, self.target = number, value, target

    def __deepcopy__(self, memo: dict[int, Any]) -> _Yield:
        out = _Yield(self.number, copy.deepcopy(self.value, memo), copy.deepcopy(self.target, memo))
        return ast.copy_location(out, self)


def resumed_body(source: Source) -> list[Any]:
    """The statements of the method; its only parameter is `OBJECT`."""
    node: Any = copy.deepcopy(source.node)
    simple = _Simple(source)
    body = simple.block(node.body)
    places = dict(sorted((n.number, n) for s in body for n in ast.walk(s) if isinstance(n, _Yield)))
    names = parameters(node)
    live, assigned = Live(_is_yield), Assigned(_is_yield)
    begun = live.before(body, frozenset())
    assigned.after(body, frozenset(names))
    own = ScopeNames(body).bound | set(names)
    kept = {k: live.at.get(id(s), frozenset()) & own for k, s in places.items()}
    fixed = set(names) - ScopeNames(body).bound  # the object has had these from the start
    unsure = {n for k, s in places.items() for n in kept[k] - assigned.at.get(id(s), kept[k])}
    _check_functions(source, body, frozenset().union(*kept.values()))
    first = [_assign(name, ast.Constant(None)) for name in sorted(unsure)]
    put = {k: found - fixed for k, found in kept.items()}
    ways = [[*_read(begun & set(names)), *first, *_ending(copy.deepcopy(body), put)]]
    ways += [[*_read(kept[k]), *_ending(_behind(body, s), put)] for k, s in places.items()]
    was = ast.Name(f"was{INNER}", ast.Load())
    out: list[Any] = [_assign(was.id, _attribute(AT)), _put(AT, ast.Constant(-1))]
    choice: list[Any] = []
    for k, way in reversed(list(enumerate(ways))):
        test = ast.Compare(copy.copy(was), [ast.Eq()], [ast.Constant(k)])
        choice = [ast.If(test, way or [ast.Pass()], choice)]
    out += [*choice, ast.Return(ast.Constant(False))]
    for s in out:
        for n in ast.walk(s):
            if isinstance(n, (ast.expr, ast.stmt, ast.excepthandler, ast.pattern)) and not hasattr(n, "lineno"):
                ast.copy_location(n, source.node)
    return [ast.fix_missing_locations(s) for s in out]


def made_object(source: Source) -> list[Any]:
    """The statements of ``__init__``, which has the same parameters behind `OBJECT`."""
    names = parameters(source.node)
    out: list[Any] = [_put(_held(name), ast.Name(name, ast.Load())) for name in names]
    out += [_put(AT, ast.Constant(0)), _put(SENT, ast.Constant(None)), _put(READY, ast.Constant(False))]
    out += [_put(RESULT, ast.Constant(None))] if returns_value(source) else []
    return [ast.fix_missing_locations(ast.copy_location(s, source.node)) for s in out]


def returns_value(source: Source) -> bool:
    """Whether it returns more than None."""
    values = [n.value for s in source.node.body for n in _own(s) if isinstance(n, ast.Return)]
    return any(v is not None and not (isinstance(v, ast.Constant) and v.value is None) for v in values)


def takes_items(source: Source) -> bool:
    """Whether the body takes items of iterators, or raises StopIteration, which ends as a RuntimeError there."""
    return any(isinstance(n, ast.Name) and n.id in ("next", "StopIteration") for n in ast.walk(source.node))


def is_endless(node: Any) -> bool:
    """Whether there is a loop that nothing seems to end."""
    for n in ast.walk(node):
        if isinstance(n, ast.While) and isinstance(n.test, ast.Constant) and n.test.value:
            if not any(isinstance(inner, (ast.Break, ast.Return, ast.Raise)) for b in n.body for inner in ast.walk(b)):
                return True
    return False


def _is_yield(s: Any) -> bool:
    return isinstance(s, _Yield)


def _held(name: str) -> str:
    """The attribute that holds a variable."""
    return f"{name}{INNER}held"


def _attribute(name: str, store: bool = False) -> ast.Attribute:
    return ast.Attribute(ast.Name(OBJECT, ast.Load()), name, ast.Store() if store else ast.Load())


def _put(name: str, value: Any) -> ast.Assign:
    return ast.Assign([_attribute(name, True)], value)


def _assign(name: str, value: Any) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _read(names: Names | set[str]) -> list[Any]:
    """The variables get the values that the object holds."""
    return [_assign(name, _attribute(_held(name))) for name in sorted(names)]


class _Simple:
    """Numbers each ``yield``, and makes ``while`` loops of the other loops that have one."""

    def __init__(self, source: Source) -> None:
        self.source, self.count, self.loops = source, 0, 0

    def refuse(self, what: str, n: Any) -> None:
        text = f"{what} is not supported in a generator that is used in several places"
        raise UnsupportedError(text, place=self.source.place(n), hint=_HINT)

    def block(self, body: list[Any]) -> list[Any]:
        return [made for s in body for made in self.statement(s)]

    def statement(self, s: Any) -> list[Any]:
        """The statements that one becomes."""
        if isinstance(s, ast.Return):
            return self.returned(s)
        if isinstance(s, (ast.Global, ast.Nonlocal)):
            self.refuse("global or nonlocal", s)
        if not _yields(s) and not any(isinstance(n, ast.Return) for n in _own(s)):
            return [s]
        if isinstance(s, ast.Expr) and isinstance(s.value, ast.YieldFrom):
            name = f"yielded{INNER}{self.count}"
            item = ast.copy_location(ast.Expr(ast.Yield(ast.Name(name, ast.Load()))), s)
            loop = ast.copy_location(ast.For(ast.Name(name, ast.Store()), s.value.value, [item], []), s)
            return self.statement(ast.fix_missing_locations(loop))
        if isinstance(s, (ast.Assign, ast.AugAssign)) and isinstance(s.value, ast.YieldFrom):
            made = self.statement(ast.copy_location(ast.Expr(s.value), s))
            it = ast.Name(made[0].targets[0].id, ast.Load())
            s.value = ast.copy_location(ast.Call(ast.Name(RETURNED, ast.Load()), [it], []), s)
            return [*made, ast.fix_missing_locations(s)]
        if isinstance(s, (ast.Expr, ast.Assign)) and isinstance(s.value, ast.Yield) and not _yields(s.value.value):
            self.count += 1
            target = s.targets[0] if isinstance(s, ast.Assign) else None
            if isinstance(s, ast.Assign) and (len(s.targets) != 1 or not isinstance(target, ast.Name)):
                self.refuse("what is sent to several names", s)
            value = s.value.value if s.value.value is not None else ast.copy_location(ast.Constant(None), s)
            return [ast.copy_location(_Yield(self.count, value, target), s)]
        if isinstance(s, (ast.With, ast.Try)) and (isinstance(s, ast.With) or s.finalbody) and _yields(s):
            self.refuse(f"yield inside of {'with' if isinstance(s, ast.With) else 'try ... finally'}", s)
        if not isinstance(s, (ast.If, ast.For, ast.While, ast.Try, ast.Match, ast.With)):
            self.refuse("yield in an expression", s)
        if any(_yields(part) for part in _heads(s)):
            self.refuse("yield in an expression", s)
        return self.compound(s)

    def returned(self, s: ast.Return) -> list[Any]:
        """The statements of a ``return``; what is returned gets an attribute, if it is more than None."""
        end, value = ast.copy_location(ast.Return(None), s), s.value
        if value is None or (isinstance(value, ast.Constant) and value.value is None):
            return [end]
        if isinstance(value, ast.YieldFrom):
            name = f"value{INNER}{self.count}"
            first = self.statement(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), s))
            return [*first, ast.copy_location(_put(RESULT, ast.Name(name, ast.Load())), s), end]
        return [ast.copy_location(_put(RESULT, value), s), end]

    def compound(self, s: Any) -> list[Any]:
        """A statement with blocks in which there is a ``yield`` or a ``return``."""
        for part in ("body", "orelse", "finalbody"):
            if isinstance(getattr(s, part, None), list):
                setattr(s, part, self.block(getattr(s, part)))
        for part in (*getattr(s, "handlers", ()), *getattr(s, "cases", ())):
            part.body = self.block(part.body)
            if isinstance(part, ast.ExceptHandler) and part.name and any(map(_has_yield, part.body)):
                self.refuse("yield in a handler with a name", part)
        if not isinstance(s, ast.For) or not any(map(_has_yield, s.body)):
            return [s]
        self.loops += 1
        it = f"iterated{INNER}{self.loops}"
        made = [
            _assign(it, ast.Call(ast.Name(CURSOR, ast.Load()), _iterated(s.iter), [])),
            ast.While(
                ast.Call(ast.Attribute(ast.Name(it, ast.Load()), "has_next", ast.Load()), [], []),
                [
                    ast.Assign([s.target], ast.Call(ast.Attribute(ast.Name(it, ast.Load()), "__next__", ast.Load()), [], [])),
                    *s.body,
                ],
                s.orelse,
            ),
        ]
        for m in made:
            for n in ast.walk(m):
                if not hasattr(n, "lineno"):
                    ast.copy_location(n, s)
        return made


def _iterated(n: Any) -> list[Any]:
    """The arguments of `CURSOR`: what a loop is over; of a view of a dict the dict, and which view."""
    method = n.func if isinstance(n, ast.Call) and not n.args and not n.keywords else None
    if isinstance(method, ast.Attribute) and method.attr in ("items", "values"):
        return [method.value, ast.Constant(method.attr)]
    return [n]


def _own(n: Any) -> list[Any]:
    """The nodes of a tree, without those of functions inside."""
    if n is None or isinstance(n, (*FUNCTIONS, ast.ClassDef)):
        return []
    return [n, *(m for child in ast.iter_child_nodes(n) for m in _own(child))]


def _yields(n: Any) -> bool:
    return any(isinstance(m, (ast.Yield, ast.YieldFrom)) for m in _own(n))


def _has_yield(n: Any) -> bool:
    return any(isinstance(m, _Yield) for m in _own(n))


def _heads(s: Any) -> list[Any]:
    """The expressions of a compound statement."""
    found = [getattr(s, name, None) for name in ("test", "iter", "target", "subject")]
    return [*found, *(c.guard for c in getattr(s, "cases", ())), *(h.type for h in getattr(s, "handlers", ()))]


def _behind(body: list[Any], at: Any) -> list[Any]:
    """What is run behind a ``yield`` that is somewhere in these statements."""
    for k, s in enumerate(body):
        if s is at:
            got = [ast.copy_location(_assign(s.target.id, _attribute(SENT)), s)] if s.target is not None else []
            return _reached([*got, *copy.deepcopy(body[k + 1 :])])
        if any(n is at for n in _own(s)):
            return _reached([*_rest(s, at), *copy.deepcopy(body[k + 1 :])])
    raise AssertionError


def _reached(body: list[Any]) -> list[Any]:
    """The statements without those behind one that leaves them."""
    last = next((k for k, s in enumerate(body) if isinstance(s, (ast.Break, ast.Continue, ast.Return, ast.Raise))), len(body))
    return body[: last + 1]


def _rest(s: Any, at: Any) -> list[Any]:
    """The same for one statement that it is in."""
    blocks = [s.body, getattr(s, "orelse", []), *(part.body for part in (*getattr(s, "handlers", ()), *getattr(s, "cases", ())))]
    if isinstance(s, ast.Match):
        blocks = [c.body for c in s.cases]
    number, block = next((k, b) for k, b in enumerate(blocks) if any(n is at for part in b for n in _own(part)))
    inside = _behind(block, at)
    if isinstance(s, ast.Try) and number == 0:
        return [ast.copy_location(ast.Try(inside or [ast.Pass()], *copy.deepcopy((s.handlers, s.orelse)), []), s)]
    if not isinstance(s, ast.While) or number > 0:
        return inside
    if inside and isinstance(inside[-1], ast.Continue):
        inside = inside[:-1]
    if not any(_jumps(part) for part in inside):
        return [*inside, copy.deepcopy(s)]
    resumed = f"resumed{INNER}{at.number}{INNER}{getattr(s, 'lineno', 0)}"
    again = ast.Name(resumed, ast.Load())
    way = [_assign(resumed, ast.Constant(False)), *inside]
    loop = ast.While(
        ast.BoolOp(ast.Or(), [again, copy.deepcopy(s.test)]),
        [ast.If(copy.copy(again), way, copy.deepcopy(s.body))],
        copy.deepcopy(s.orelse),
    )
    return [_assign(resumed, ast.Constant(True)), ast.copy_location(loop, s)]


def _jumps(s: Any) -> bool:
    """Whether a statement leaves the loop around it, or goes on with it."""
    if isinstance(s, (ast.Break, ast.Continue)):
        return True
    if isinstance(s, (ast.For, ast.While)):
        return any(map(_jumps, s.orelse))
    return not isinstance(s, FUNCTIONS) and any(_jumps(n) for n in ast.iter_child_nodes(s))


def _ending(body: list[Any], kept: dict[int, Names]) -> list[Any]:
    """The statements with a ``return`` in the place of each ``yield``, and nothing behind what ends in any case."""
    out: list[Any] = []
    for s in body:
        if isinstance(s, _Yield):
            made: list[Any] = [_put(ITEM, s.value), *(_put(_held(n), ast.Name(n, ast.Load())) for n in sorted(kept[s.number]))]
            made += [_put(AT, ast.Constant(s.number)), ast.Return(ast.Constant(True))]
            for m in made:
                for n in ast.walk(m):
                    if not hasattr(n, "lineno"):
                        ast.copy_location(n, s)
            return [*out, *made]
        if isinstance(s, ast.Return):
            return [*out, ast.copy_location(ast.Return(ast.Constant(False)), s)]
        if not isinstance(s, (*FUNCTIONS, ast.ClassDef)):
            for part in ("body", "orelse", "finalbody"):
                if isinstance(getattr(s, part, None), list):
                    setattr(s, part, _ending(getattr(s, part), kept))
            for part in (*getattr(s, "handlers", ()), *getattr(s, "cases", ())):
                part.body = _ending(part.body, kept)
        if isinstance(s, ast.While) and _ends(s.body) and not any(map(_jumps, s.body)):  # its body runs once, if at all
            if isinstance(s.test, ast.Constant) and s.test.value:
                return [*out, *s.body]
            s = ast.copy_location(ast.If(s.test, s.body, s.orelse), s)
        out.append(s)
        if _ends([s]):
            break
    return out


def _ends(body: list[Any]) -> bool:
    """Whether nothing is run behind these statements."""
    if not body:
        return False
    s = body[-1]
    if isinstance(s, ast.If):
        return _ends(s.body) and _ends(s.orelse)
    return isinstance(s, (ast.Return, ast.Raise))


def _check_functions(source: Source, body: list[Any], kept: Names) -> None:
    """Refuse functions inside that may be called later, and read variables that each call of the method has anew."""
    nodes = [n for s in body for n in ast.walk(s)]
    called = [n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in _AT_ONCE]
    at_once = {id(a) for n in called for a in (*n.args, *(k.value for k in n.keywords))}
    for n in nodes:
        if not isinstance(n, (*FUNCTIONS, ast.GeneratorExp)) or id(n) in at_once:
            continue
        reads = ScopeNames([n]).read if isinstance(n, ast.GeneratorExp) else free_names(n)
        named = isinstance(n, ast.FunctionDef) and n.name in kept
        if named or (reads & kept and not isinstance(n, ast.FunctionDef)):
            text = "a function inside that reads variables of a generator is not supported in one that is used in several places"
            raise UnsupportedError(text, place=source.place(n), hint=_HINT)
