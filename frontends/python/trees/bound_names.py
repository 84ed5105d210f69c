"""Names that statements bind, and lists that they change, by the syntax tree alone."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

_GROWS = ("append", "extend", "insert")
ADDING = (*_GROWS, "appendleft", "extendleft")  # those of deques, too
_CHANGES = (*_GROWS, "pop", "clear", "remove", "reverse", "sort")


def assigned_names(body: list[Any]) -> set[str]:
    """Names that statements bind."""
    out: set[str] = set()
    for s in body:
        for n in ast.walk(s):
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store):
                out.add(n.id)
            elif isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name):
                out.add(n.target.id)
            else:
                out |= captured_by_pattern(n)
    return out


def captured_by_pattern(n: Any) -> set[str]:
    """The name that a pattern of ``match`` binds."""
    name = n.name if isinstance(n, (ast.MatchAs, ast.MatchStar)) else n.rest if isinstance(n, ast.MatchMapping) else None
    return {name} if name is not None else set()


def rebound_names(body: list[Any]) -> set[str]:
    """Names that statements bind otherwise than by ``x += ...``, which changes an array in place."""
    nodes = [n for s in body for n in ast.walk(s)]
    in_place = {id(n.target) for n in nodes if isinstance(n, ast.AugAssign)}
    names = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and id(n) not in in_place}
    return names.union(*map(captured_by_pattern, nodes))


def assigned_first(name: str, body: list[Any]) -> bool:
    """Whether statements assign ``name`` before any other use of it, if they use it."""
    for k, s in enumerate(body):
        found = _mentions(s, name)
        if not found:
            continue
        if isinstance(s, ast.Assign) and not _mentions(s.value, name) and all(isinstance(n.ctx, ast.Store) for n in found):
            return True
        if isinstance(s, ast.Try):
            return _first_in_try(name, s, body[k + 1 :])
        blocks = [s.body, s.orelse] if isinstance(s, (ast.If, ast.For, ast.While)) else []
        elsewhere = len(found) > sum(len(_mentions(inner, name)) for block in blocks for inner in block)
        if elsewhere or any(_mentions(later, name) for later in body[k + 1 :]):
            return False
        return all(assigned_first(name, block) for block in blocks)
    return True


def _first_in_try(name: str, s: ast.Try, later: list[Any]) -> bool:
    """As `assigned_first`, for a ``try`` statement and what is behind it; what the body assigns a handler may not find."""
    if any(h.type is not None and _mentions(h.type, name) for h in s.handlers):
        return False
    if not all(assigned_first(name, part) for part in (s.finalbody, *(h.body for h in s.handlers))):
        return False
    leaving = (ast.Continue, ast.Break, ast.Return, ast.Raise)
    if all(isinstance(h.body[-1], leaving) for h in s.handlers):  # behind it, the body has ended
        return assigned_first(name, [*s.body, *s.orelse, *later])
    return assigned_first(name, [*s.body, *s.orelse]) and not any(_mentions(one, name) for one in later)


def bound_before(name: str, body: list[Any], at: Any) -> bool:
    """Whether statements that are certainly executed before ``at``, a statement somewhere in ``body``, bind a name."""
    return any(_binds(s, name) for s in _before(body, at) or [])


def _before(body: list[Any], at: Any) -> list[Any] | None:
    """The statements that are executed before ``at`` begins, without those of branches and loops that it is not in."""
    out: list[Any] = []
    for s in body:
        if s is at:
            return out
        for block in (getattr(s, part, None) for part in ("body", "orelse")):
            found = _before(block, at) if isinstance(block, list) else None
            if found is not None:
                return out + found
        out.append(s)
    return None


def _binds(s: Any, name: str) -> bool:
    """Whether a statement certainly binds a name."""
    if isinstance(s, ast.If):
        return all(any(_binds(inner, name) for inner in block) for block in (s.body, s.orelse))
    targets = s.targets if isinstance(s, ast.Assign) else [s.target] if isinstance(s, ast.AnnAssign) and s.value else []
    return any(isinstance(n.ctx, ast.Store) for t in targets for n in _mentions(t, name))


def _mentions(s: Any, name: str) -> list[ast.Name]:
    """The places in a statement or an expression that have a name; what has two forms counts once."""
    if isinstance(s, ast.Name):
        return [s] if s.id == name else []
    twice = getattr(s, "second_form", "")
    return [m for field, value in ast.iter_fields(s) if field != twice for part in _nodes(value) for m in _mentions(part, name)]


def _nodes(value: Any) -> list[Any]:
    return [n for n in (value if isinstance(value, list) else [value]) if isinstance(n, ast.AST)]


def read_names(body: list[Any]) -> set[str]:
    """Names that statements read."""
    nodes = [n for s in body for n in ast.walk(s)]
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)} | {
        n.target.id for n in nodes if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)
    }


def read_in_scopes(body: list[Any]) -> set[str]:
    """Names that functions read which are defined in these statements."""
    scopes = (ast.Lambda, ast.FunctionDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    return read_names([n for s in body for n in ast.walk(s) if isinstance(n, scopes)])


def assigned_once(nodes: list[Any]) -> set[str]:
    """Names that one place in these nodes binds."""
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    stored += [name for n in nodes for name in captured_by_pattern(n)]
    return {name for name, count in Counter(stored).items() if count == 1}


def tested(nodes: list[Any]) -> set[int]:
    """The ``and`` and ``or`` among these nodes, by identity, of which only the truth matters."""
    todo = [n.test for n in nodes if isinstance(n, (ast.If, ast.While, ast.IfExp, ast.Assert))]
    todo += [n.operand for n in nodes if isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not)]
    out: set[int] = set()
    while todo:
        n = todo.pop()
        if isinstance(n, ast.BoolOp):
            out.add(id(n))
            todo += n.values
    return out


def used_once(name: str, body: list[Any]) -> bool:
    """Whether one place reads a name, which is in the same loops as the one place that binds it."""
    found = [n for s in body for n in _mentions(s, name)]
    if len(found) != 2 or {type(n.ctx) for n in found} != {ast.Load, ast.Store}:
        return len(found) == 1
    loops = [n for s in body for n in ast.walk(s) if isinstance(n, (ast.For, ast.While))]
    within = [{id(n) for part in _repeated_parts(loop) for n in ast.walk(part)} for loop in loops]
    return all(len({id(n) in inner for n in found}) == 1 for inner in within)


def _repeated_parts(loop: Any) -> list[Any]:
    return [*loop.body, loop.test] if isinstance(loop, ast.While) else [loop.target, *loop.body]


def growing_names(body: list[Any], arguments: list[str]) -> set[str]:
    """The local names on which methods of lists are called that change them; without parameters, which belong to the caller."""
    return {n for s in body for n in _changed(s, _CHANGES)} - set(arguments)


def grown_in(body: list[Any]) -> set[str]:
    """The names of lists that may get more memory in these statements."""
    return {n for s in body for n in _changed(s, _GROWS)}


def stored_in(body: list[Any]) -> set[str]:
    """The names whose items are assigned to in these statements."""
    nodes = [n for s in body for n in ast.walk(s) if isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Store)]
    return {n.value.id for n in nodes if isinstance(n.value, ast.Name)}


def _changed(s: Any, methods: tuple[str, ...]) -> set[str]:
    calls = [n.func for n in ast.walk(s) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
    return {f.value.id for f in calls if f.attr in methods and isinstance(f.value, ast.Name)}


def changed_in(body: list[Any]) -> set[str]:
    """The names of lists that statements change by methods."""
    return {n for s in body for n in _changed(s, _CHANGES)}


def changed_while_looped(s: Any) -> set[str]:
    """The names of lists that a loop iterates over and changes."""
    return _looped(s.iter) & {n for b in s.body for n in _changed(b, _CHANGES)}


def _looped(node: Any) -> set[str]:
    """The names that a loop iterates over."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("enumerate", "zip", "reversed"):
        return {n for a in node.args for n in _looped(a)}
    return {node.id} if isinstance(node, ast.Name) else set()


def leaves_by_break(loop: Any) -> bool:
    """Whether a loop has a ``break`` of its own."""
    todo = list(loop.body)
    while todo:
        n = todo.pop()
        if isinstance(n, ast.Break):
            return True
        if not isinstance(n, (ast.For, ast.While, ast.FunctionDef)):
            todo += ast.iter_child_nodes(n)
        elif not isinstance(n, ast.FunctionDef):
            todo += n.orelse
    return False


def following(s: Any, body: list[Any]) -> list[list[Any]]:
    """What comes behind a statement: the rest of its block, of the block around, and so on."""
    for k, one in enumerate(body):
        if one is s:
            return [body[k + 1 :]]
        blocks = [getattr(one, part, []) for part in ("body", "orelse", "finalbody")]
        blocks += [part.body for part in (*getattr(one, "handlers", []), *getattr(one, "cases", []))]
        for block in blocks:
            found = following(s, block) if isinstance(block, list) else []
            if found:
                return [*found, body[k + 1 :]]
    return []


def read_behind(deleted: Any, name: str, body: list[Any]) -> Any:
    """Where a name is read before it is bound anew behind the ``del`` statement; None if nowhere."""
    for rest in following(deleted, body):
        reads = [n for s in rest for n in ast.walk(s) if isinstance(n, ast.Name) and n.id == name]
        if reads:
            return None if assigned_first(name, rest) else reads[0]
    return None


def read_behind_handler(handler: ast.ExceptHandler, body: list[Any]) -> bool:
    """Whether the name of an exception, which is deleted where its handler ends, may be read behind that, or is bound in it."""
    name = str(handler.name)
    whole = [n for s in body for n in ast.walk(s)]
    statement = next((n for n in whole if isinstance(n, ast.Try) and any(h is handler for h in n.handlers)), None)
    if statement is None or name in assigned_names([*handler.body, *statement.finalbody]):
        return True
    if any(_mentions(s, name) for s in statement.finalbody) or read_behind(statement, name, body) is not None:
        return True
    loops = [n for n in whole if isinstance(n, (ast.For, ast.While)) and any(m is statement for m in ast.walk(n))]
    tested = any(isinstance(n, ast.While) and _mentions(n.test, name) for n in loops)
    return tested or not all(_is_target(n, name) or assigned_first(name, n.body) for n in loops)


def _is_target(loop: Any, name: str) -> bool:
    """Whether each iteration binds the name."""
    return isinstance(loop, ast.For) and name in assigned_names([loop.target])
