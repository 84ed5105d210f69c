"""Numbers that have to be known when compiling, where they are not: parameters and loops on which they depend are specialised.

An axis, an index of a container, a flag that decides about structure: what the expression depends on is followed through the
assignments of the function.  A parameter becomes part of what the function is compiled for, a loop is written out.
"""

from __future__ import annotations

import ast
from typing import Any

from irad.frontends.python.core.code_writer import Restart, RoundAgain
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, RangeV, TupleV, Val, known_int
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.sources.lowered_function import StaticNeeded
from irad.frontends.python.sources.outside import Outside
from irad.frontends.python.sources.python_types import Known, Scalar, Ty

MOST_WRITTEN_OUT = 512  # iterations of one loop


def demand(low: Lowering, node: Any) -> None:
    """Begin anew with more that is known, if there is something on which the value of ``node`` depends; else do nothing."""
    instance, compiler = low.instance, low.instance.compiler
    for name, loop in _sources(instance.body, node, _named(node)):
        if loop is not None and id(loop) not in instance.written_out:
            instance.written_out.add(id(loop))
            raise RoundAgain
        if name in instance.arg_names:
            k = instance.arg_names.index(name)
            if _is_whole(instance.types[k]):
                require(low, k)
        path = _path_of(low, name)
        if path is not None and path not in compiler.static_paths:
            compiler.static_paths.add(path)
            raise Restart
    for path in _paths_in(low, node):
        if path not in compiler.static_paths:
            compiler.static_paths.add(path)
            raise Restart


def require(low: Lowering, k: int) -> None:
    """Parameter ``k`` of the function that is lowered has to be known."""
    instance = low.instance
    if instance.is_root:
        raise StaticNeeded(k)
    known = instance.compiler.static_parameters.setdefault(instance.python, set())
    if k not in known:
        known.add(k)
        raise Restart


def _is_whole(ty: Ty) -> bool:
    return isinstance(ty, Scalar) and ty.kind in ("int64", "bool")


def _path_of(low: Lowering, name: str) -> Outside | None:
    compiler = low.instance.compiler
    used = {path for path, _ in compiler.uses}
    found = [p for p in compiler.paths.values() if p.text == name and p in used]
    return found[0] if found and name not in low.instance.local_names else None


def _paths_in(low: Lowering, node: Any) -> list[Outside]:
    """The integers from outside that an expression reads by a path."""
    out = []
    for n in ast.walk(node):
        if isinstance(n, (ast.Attribute, ast.Subscript)):
            text = ast.unparse(n)
            out += [p for p, aspect in low.instance.compiler.uses if aspect == "type" and p.text == text]
    return [p for p in out if isinstance(p.read(), int)]


def _named(node: Any) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _sources(body: list[Any], node: Any, names: set[str]) -> list[tuple[str, Any]]:
    """The names on which an expression depends, each with the loop that assigns it, or None."""
    out: list[tuple[str, Any]] = []
    todo, seen = sorted(names), set(names)
    statements = [n for s in body for n in ast.walk(s)]
    while todo:
        name = todo.pop(0)
        found = False
        for s in statements:
            value, loop = _assigned(s, name)
            if value is None:
                continue
            found = True
            out.append((name, loop))
            for other in sorted(_named(value) - seen):
                seen.add(other)
                todo.append(other)
        if not found:
            out.append((name, None))
    return out


def _assigned(s: Any, name: str) -> tuple[Any, Any]:
    """What a statement assigns to a name, and the loop if it is the head of one."""
    if isinstance(s, ast.For) and name in _stored(s.target):
        return s.iter, s
    if isinstance(s, ast.Assign) and any(name in _stored(t) for t in s.targets):
        return s.value, None
    if isinstance(s, ast.AnnAssign) and s.value is not None and name in _stored(s.target):
        return s.value, None
    if isinstance(s, ast.AugAssign) and name in _stored(s.target):
        return s.value, None
    if isinstance(s, ast.NamedExpr) and name in _stored(s.target):
        return s.value, None
    return None, None


def _stored(target: Any) -> set[str]:
    return {n.id for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def written_out(low: Lowering, v: Val, node: Any) -> TupleV | None:
    """The items of a range whose loop is written out."""
    if not isinstance(v, RangeV):
        return None
    bounds = [known_int(x) for x in (v.start, v.stop, v.step)]
    if None in bounds:
        demand(low, node)
        return None
    numbers = range(*bounds)  # type: ignore[arg-type]
    if len(numbers) > MOST_WRITTEN_OUT:
        text = f"this loop has {len(numbers)} iterations, and what it computes has to be known when compiling"
        low.unsupported(node, text, f"at most {MOST_WRITTEN_OUT} are written out: use an array instead of a container")
    return TupleV([low.expr.constant(n, node) for n in numbers])


def specialised(low: Lowering, fn: Any, values: list[Val], node: Any) -> list[Val]:
    """The arguments of a call, those of parameters that have to be known as constants."""
    required = low.instance.compiler.static_parameters.get(fn, ())
    out = list(values)
    for k in required:
        if k >= len(values) or isinstance(values[k], KnownV):
            continue
        found = known_value(values[k])
        if found is UNKNOWN:
            demand(low, node)
            text = f"the argument {k + 1} of {fn.__name__}() has to be known when compiling: it decides about axes or structure"
            low.unsupported(node, text, "pass a constant")
        if isinstance(found, int):
            out[k] = KnownV(found)
    return out


def known_parameter(low: Lowering, ty: Known, node: Any) -> Val:
    """The value of a parameter that is part of what the function is compiled for."""
    return low.expr.constant(ty.value, node) if isinstance(ty.value, int) else KnownV(ty.value)
