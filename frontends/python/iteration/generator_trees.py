"""The statements of a generator function, to be lowered where its items are used, with names of their own."""

from __future__ import annotations

import ast
import copy
from typing import Any
from weakref import WeakKeyDictionary

from irad.errors import UnsupportedError
from irad.frontends.python.core.compilation import Compilation
from irad.frontends.python.core.python_values import GeneratorV
from irad.frontends.python.sources.python_source import Source, current_source, source_of
from irad.frontends.python.trees.bound_names import assigned_names, growing_names
from irad.frontends.python.trees.comprehensions import Comprehension, item_of
from irad.frontends.python.trees.local_functions import LocalFunction
from irad.frontends.python.trees.scopes import INNER, OF_GENERATOR, BodyTransformer, parameters


class YieldPoint(ast.stmt):
    """``yield value``: ``target`` gets the value, and ``body`` is what the function around does with it."""

    _fields = ("value", "target", "body")

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value
        self.target: Any = None
        self.body: list[Any] = []
        self.managed = False  # the generator is a context manager


class GeneratorEnd(ast.stmt):
    """``return`` in a generator."""


class YieldedFrom(ast.stmt):
    """``result = yield from items``: ``body`` is the loop, and ``result`` a variable for what the generator returns."""

    _fields = ("body", "result")

    def __init__(self, loop: ast.For, result: ast.Name) -> None:
        super().__init__()
        self.body, self.result = [loop], result


class InlinedGenerator:
    """``names``: of the parameters, as they are in the statements."""

    def __init__(self, source: Source, names: dict[str, str], statements: list[Any]) -> None:
        self.source, self.names, self.statements = source, names, statements
        self.assigned = assigned_names(statements)
        self.several: set[str] = set()  # names in the target that get values of several types

    @property
    def is_endless(self) -> bool:
        """Whether there is a loop that nothing seems to end."""
        for s in self.statements:
            for n in ast.walk(s):
                if isinstance(n, ast.While) and isinstance(n.test, ast.Constant) and n.test.value:
                    if not any(isinstance(inner, (ast.Break, GeneratorEnd, ast.Raise)) for b in n.body for inner in ast.walk(b)):
                        return True
        return False


def inlined(
    compiler: Compilation, number: int, target: Any, body: list[Any], gen: GeneratorV, result: str = ""
) -> InlinedGenerator:
    """The statements of a generator; each ``yield`` has the statements ``body`` of the loop over it.

    ``result``: the variable of the function around that gets what the generator returns, if there is one.
    """
    fn = gen.fn
    if isinstance(fn, Comprehension):
        return InlinedGenerator(gen.source, {}, [_yielding(fn.statements[1], target, body)])
    source = compiler.with_lifted_functions(current_source(fn))
    names = parameters(source.node)
    source = compiler.with_split_names(source, growing_names(source.node.body, names))
    node: Any = copy.deepcopy(source.node)
    _Yields(source, number, gen.managed, result).visit_body(node)
    node.body = [s for part in node.body for s in (part if isinstance(part, list) else [part])]
    mark = f"{OF_GENERATOR}{number}"
    stored = {n.id for s in node.body for n in ast.walk(s) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    own = {name: name + mark for name in (*names, *stored) if name not in gen.shares and name != result}
    for s in node.body:
        for n in ast.walk(s):
            if isinstance(n, ast.Name) and n.id in own:
                n.id = own[n.id]
            elif isinstance(n, Comprehension):
                n.name = own.get(n.name, n.name + mark)
            if isinstance(n, (ast.Global, ast.Nonlocal)):
                raise UnsupportedError("global and nonlocal are not supported", place=source.place(n))
    for s in node.body:
        for n in ast.walk(s):
            if isinstance(n, YieldPoint):
                n.target, n.body, n.managed = target, body, gen.managed
    if result and not (node.body and isinstance(node.body[-1], GeneratorEnd)):
        node.body.append(_assigned(result, ast.Constant(None), node.body[-1]))
    return InlinedGenerator(source, {n: own[n] for n in names if n in own}, node.body)


def _assigned(name: str, value: Any, at: Any) -> Any:
    return ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), at))


_inlinable: WeakKeyDictionary[Any, bool] = WeakKeyDictionary()


def is_inlinable(fn: Any) -> bool:
    """Whether each ``yield`` of a generator function is a statement of its own, and in no ``try`` or ``with``."""
    if fn not in _inlinable:
        source = source_of(fn)
        _inlinable[fn] = True
        try:
            _Yields(source, 0, managed=False).visit_body(copy.deepcopy(source.node))
        except UnsupportedError:
            _inlinable[fn] = False
    return _inlinable[fn]


def _yielding(s: Any, target: Any, body: list[Any]) -> Any:
    """The loops of a generator expression, with a `YieldPoint` as the innermost statement."""
    if isinstance(s, ast.Expr):
        made = YieldPoint(item_of(s))
        made.target, made.body = target, body
    elif isinstance(s, ast.If):
        made = ast.If(s.test, [_yielding(s.body[0], target, body)], [])  # type: ignore[assignment]
    else:
        made = ast.For(s.target, s.iter, [_yielding(s.body[0], target, body)], [])  # type: ignore[assignment]
    return ast.copy_location(made, s)


class _Yields(BodyTransformer):
    """Puts a `YieldPoint` in the place of each ``yield``."""

    def __init__(self, source: Source, number: int, managed: bool, result: str = "") -> None:
        self.source, self.number, self.count, self.managed, self.result = source, number, 0, managed, result

    def visit_Expr(self, n: ast.Expr) -> Any:
        if isinstance(n.value, ast.Yield):
            value = n.value.value or ast.copy_location(ast.Constant(None), n)
            return ast.copy_location(YieldPoint(self.visit(value)), n)
        if isinstance(n.value, ast.YieldFrom) and not self.managed:
            return self._loop(n.value)
        return self.generic_visit(n)

    def _loop(self, n: ast.YieldFrom) -> ast.For:
        """``yield from items`` as a loop."""
        self.count += 1
        name = f"yielded{INNER}{self.count}"
        point = ast.copy_location(YieldPoint(ast.Name(name, ast.Load())), n)
        made = ast.For(ast.Name(name, ast.Store()), self.visit(n.value), [point], [])
        return ast.fix_missing_locations(ast.copy_location(made, n))

    def _with_result(self, n: ast.YieldFrom) -> tuple[Any, ast.Name]:
        """The same as a statement that keeps what the generator returns, and the variable that has that then."""
        loop = self._loop(n)
        name = f"returned{INNER}{self.count}"
        made = ast.copy_location(YieldedFrom(loop, ast.Name(name, ast.Store())), n)
        return ast.fix_missing_locations(made), ast.copy_location(ast.Name(name, ast.Load()), n)

    def visit_Assign(self, n: ast.Assign) -> Any:
        if not isinstance(n.value, ast.YieldFrom) or self.managed:
            return self.generic_visit(n)
        made, n.value = self._with_result(n.value)
        return [made, self.generic_visit(n)]

    def visit_AugAssign(self, n: ast.AugAssign) -> Any:
        return self.visit_Assign(n) if isinstance(n.target, ast.Name) else self.generic_visit(n)  # type: ignore[arg-type]

    def visit_Return(self, n: ast.Return) -> Any:
        end, value, before = ast.copy_location(GeneratorEnd(), n), n.value, []
        if isinstance(value, ast.YieldFrom) and not self.managed:
            made, value = self._with_result(value)
            before.append(made)
        elif value is not None:
            value = self.visit(value)
        if self.result:
            before.append(_assigned(self.result, value or ast.Constant(None), n))
        elif value is not None and not isinstance(value, (ast.Constant, ast.Name)):
            before.append(ast.copy_location(ast.Expr(value), n))
        return [*before, end]

    def _guarded(self, n: Any) -> Any:
        if not self.managed and any(isinstance(inner, (ast.Yield, ast.YieldFrom, ast.Return)) for inner in ast.walk(n)):
            text = f"yield or return of a generator inside of {'with' if isinstance(n, ast.With) else 'try'} is not supported"
            raise UnsupportedError(text, place=self.source.place(n), hint="yield what is computed behind it")
        return self.generic_visit(n)

    visit_Try = _guarded  # type: ignore[assignment]
    visit_With = _guarded  # type: ignore[assignment]

    def visit_LocalFunction(self, n: LocalFunction) -> Any:
        return n

    def visit_Yield(self, n: ast.Yield) -> Any:
        text = "what is sent to a generator is not supported: yield stands alone in a statement"
        raise UnsupportedError(text, place=self.source.place(n), hint="pass the values as arguments")

    visit_YieldFrom = visit_Yield  # type: ignore[assignment]
