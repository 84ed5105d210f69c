"""Functions inside of functions: a lambda or a nested ``def`` becomes a value, and its code a function of its own.

This is lambda lifting: the new function gets the variables of the outer function that it reads as its first parameters.  Python
looks a variable up when the inner function runs, not where it is defined; so each place of the outer function that uses the inner
one reads what it captures.  In the tree a `LocalFunction` stands in the place of the definition, and a `LocalUse`, with the names
that it reads, in that of the function's name: whoever looks at the tree for reads finds them there.
"""

from __future__ import annotations

import ast
import copy
import inspect
import types
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from irad.errors import UnsupportedError
from irad.frontends.python.sources.python_source import Source, register, source_of
from irad.frontends.python.trees import cached_functions
from irad.frontends.python.trees.bound_names import captured_by_pattern
from irad.frontends.python.trees.comprehensions import as_loops
from irad.frontends.python.trees.scopes import (
    FUNCTIONS,
    INNER,
    BodyTransformer,
    Renamed,
    body_of,
    free_names,
    nonlocals,
    own_names,
    parameters,
    without_attributes,
)


@dataclass(eq=False)
class Lifted:
    """An inner function.

    ``fn``: a Python function whose first parameters are the ``captured`` names of the ``outer`` one.  ``signature``: that of the
    original, with defaults that are constants; ``made``: for parameters with other defaults, the variables that hold them.
    ``early``: what it captures may be bound anew later on, so that it must not be read before the function is used.  ``gone``:
    the call that has made it has returned, and its variables are those of this function alone.  ``within``: the function in
    whose body it has been made again.
    """

    name: str
    outer: Any
    fn: Any
    captured: tuple[str, ...]
    signature: inspect.Signature
    made: dict[str, str] = field(default_factory=dict)
    early: bool = False
    gone: bool = False
    within: Any = None

    def is_of(self, fn: Any) -> bool:
        """Whether what it captures are variables of a function that runs now."""
        return not self.gone and (self.outer is fn or (fn is not None and self.within is fn))

    def home(self, name: str) -> Any:
        """The function whose variable a captured name is: one around the ``outer`` one, if that has captured it as well."""
        home = self.outer
        while (around := getattr(home, "irad_lifted", None)) is not None and name in around.captured:
            home = around.outer
        return home

    def shares(self, names: Iterable[str], other: Lifted | None) -> frozenset[str]:
        """Those of the captured names that are variables which another function has captured as well."""
        common = set(names) & {*self.captured} & {*other.captured} if other is not None else set()
        return frozenset(n for n in common if other is not None and self.home(n) is other.home(n))

    def bind_as_well(self, names: frozenset[str]) -> None:
        """Note that a call binds these of the captured variables anew, by functions that it is given."""
        self.fn.irad_nonlocals = self.nonlocals | names

    @property
    def nonlocals(self) -> frozenset[str]:
        """Those of the captured variables that a call binds anew."""
        found: frozenset[str] = getattr(self.fn, "irad_nonlocals", frozenset())
        return found

    @cached_property
    def settled(self) -> Lifted:
        """The same function where what it captures can change no more: the outer function has returned."""
        return replace(self, early=False, gone=True)

    def __deepcopy__(self, memo: dict[int, Any]) -> Lifted:
        return self

    @property
    def __name__(self) -> str:
        return self.name

    @property
    def names(self) -> tuple[str, ...]:
        """The variables of the outer function that a call needs."""
        return (*self.captured, *self.made.values())


class LocalFunction(ast.expr):
    """In place of a lambda or a ``def``: computes defaults that are no constants, and reads the captured names where it is used.

    ``named``: it is assigned to a name, at whose uses captured names are read; ``originals``: as for `LocalUse`.
    """

    _fields = ("captured", "defaults", "hidden")

    def __init__(self, captured: list[ast.Name], defaults: list[ast.expr], lifted: Lifted) -> None:
        hidden = [ast.Name(name, ast.Store()) for name in lifted.made.values()] if defaults else []
        super().__init__()
        self.captured, self.defaults, self.hidden, self.lifted = captured, defaults, hidden, lifted
        self.originals = lifted.names
        self.named = False

    def __deepcopy__(self, memo: dict[int, Any]) -> LocalFunction:
        out = LocalFunction(copy.deepcopy(self.captured, memo), copy.deepcopy(self.defaults, memo), self.lifted)
        out.named, out.originals = self.named, self.originals
        return ast.copy_location(out, self)


class LocalUse(ast.expr):
    """In place of the name of an inner function: ``captured`` are the names that it, or one that it captures, reads.

    ``originals``: these names as they are in the function (`webs.py` may rename variables).
    """

    _fields = ("function", "captured")

    def __init__(self, function: ast.Name, captured: list[ast.Name], originals: tuple[str, ...]) -> None:
        super().__init__()
        self.function, self.captured, self.originals = function, captured, originals

    def __deepcopy__(self, memo: dict[int, Any]) -> LocalUse:
        out = LocalUse(copy.deepcopy(self.function, memo), copy.deepcopy(self.captured, memo), self.originals)
        return ast.copy_location(out, self)


def function_of(tree: ast.FunctionDef, outer: Any, name: str, more: dict[str, Any] | None = None) -> types.FunctionType:
    """The Python function, without defaults, that a tree makes with the globals and the closure of ``outer``.

    ``more``: further names, and what they stand for.
    """
    cells = dict(zip(outer.__code__.co_freevars, outer.__closure__ or (), strict=True))
    cells |= {free: types.CellType(value) for free, value in (more or {}).items()}
    listed = ast.arguments([], [ast.arg(c) for c in cells], None, [], [], None, [])
    maker: Any = ast.FunctionDef("maker", listed, [copy.deepcopy(tree), ast.Return(ast.Name(tree.name, ast.Load()))], [], None)
    if hasattr(ast, "type_param"):
        maker.type_params = []
    scope: dict[str, Any] = {}
    exec(ast.unparse(ast.fix_missing_locations(maker)), scope)
    code = scope["maker"](*[None] * len(cells)).__code__
    closure = tuple(cells.get(c) or types.CellType() for c in code.co_freevars)  # empty: of its own name
    fn = types.FunctionType(code, outer.__globals__, name, None, closure)
    fn.__module__ = outer.__module__
    return fn


def lifted(source: Source) -> Source:
    """The source with a `LocalFunction` for each function inside; itself where there is none."""
    node = as_loops(source.node)
    inner = [n for part in body_of(node) for n in ast.walk(part)]
    if any(isinstance(n, (*FUNCTIONS, LocalFunction)) for n in inner):
        node = copy.deepcopy(node) if node is source.node else node
        without_attributes(node)
        lifting = _Lifting(source, node)
        lifting.visit_body(node)
        lifting.make_again()
        named = lifting.named()
        if named:
            _Uses(named).visit_body(node)
    return source if node is source.node else replace(source, node=node)


class _Uses(BodyTransformer):
    """Puts a `LocalUse` in the place of names of inner functions."""

    def __init__(self, named: dict[str, set[str]]) -> None:
        self.named = {name: sorted(_closure(name, named)) for name in named}

    def visit_Name(self, n: ast.Name) -> Any:
        if n.id not in self.named or not isinstance(n.ctx, ast.Load):
            return n
        names = self.named[n.id]
        made = LocalUse(n, [ast.Name(c, ast.Load()) for c in names], tuple(names))
        return ast.fix_missing_locations(ast.copy_location(made, n))

    def visit_LocalFunction(self, n: LocalFunction) -> Any:
        n.defaults = [self.visit(d) for d in n.defaults]
        if not n.named:  # it is made here, and with it those functions that it captures
            inner = {c for name in n.originals for c in self.named.get(name, ())} - set(n.originals)
            n.captured = [*n.captured, *(ast.copy_location(ast.Name(c, ast.Load()), n) for c in sorted(inner))]
            n.originals = (*n.originals, *sorted(inner))
        return n


def _closure(name: str, named: dict[str, set[str]]) -> set[str]:
    """What a function captures, and what those capture that are functions."""
    out: set[str] = set()
    todo = [name]
    while todo:
        for c in named.get(todo.pop(), ()):
            if c not in out:
                out.add(c)
                todo.append(c)
    return out


class _Lifting(BodyTransformer):
    """Puts a `LocalFunction` in the place of each function that the outer one defines."""

    def __init__(self, source: Source, node: Any) -> None:
        self.source, self.count = source, 0
        body = body_of(node)
        self.own = own_names(node)
        self.definitions: dict[str, list[Any]] = {}  # the functions that are assigned to names
        stored = Counter(parameters(node)) + Counter(_stored(body))
        loops = [n for s in body for n in ast.walk(s) if isinstance(n, (ast.For, ast.While))]
        self.rebound = {n for n, k in stored.items() if k > 1} | set(_stored(loops))
        self.stored = stored
        self.places = _PlacesInText(body)
        self.assigned_inside = {name for s in body for f in ast.walk(s) if isinstance(f, FUNCTIONS) for name in nonlocals(f)}
        self.inner = _Inner(body, stored)
        self.made: dict[str, Lifted] = {}
        self.again: list[tuple[Lifted, str]] = []

    def named(self) -> dict[str, set[str]]:
        """The names that stand for inner functions only, with what these capture; marks the definitions."""
        out: dict[str, set[str]] = {}
        for name, values in self.definitions.items():
            if len(values) == self.stored[name]:
                out[name] = {n for v in values for n in v.lifted.names}
                for v in values:
                    v.named, v.captured = True, []
        return out

    def visit_Assign(self, n: ast.Assign) -> Any:
        target: Any = n.targets[0]
        if isinstance(n.value, ast.Lambda) and len(n.targets) == 1 and isinstance(target, ast.Name):
            if any(isinstance(m, ast.Name) and m.id == target.id for m in ast.walk(n.value.body)):  # it may call itself
                body = ast.copy_location(ast.Return(n.value.body), n.value)
                made: Any = ast.copy_location(ast.FunctionDef(target.id, n.value.args, [body], [], None), n.value)
                self.inner.replace(n.value, made)
                return self.visit_FunctionDef(made)
        self.generic_visit(n)
        if isinstance(n.value, LocalFunction) and len(n.targets) == 1 and isinstance(n.targets[0], ast.Name):
            self.definitions.setdefault(n.targets[0].id, []).append(n.value)
        return n

    def visit_LocalFunction(self, n: LocalFunction) -> Any:
        return n

    def visit_Lambda(self, n: ast.Lambda) -> Any:
        return self.value(n, "<lambda>")

    def visit_FunctionDef(self, n: ast.FunctionDef) -> Any:
        keeps = cached_functions.keeps_results(self.source, n)
        moving = cached_functions.read_by(self.source, n) & (self.rebound | self.assigned_inside) if keeps else set()
        if n.decorator_list and not (keeps and not moving and cached_functions.is_same_again(self.source, n)):
            hint = "define the function at the top of the module, or without the decorator"
            if keeps:
                hint = "leave the decorator out: the function gives the same without it, as long as what it reads stays as it is"
            text = "a decorated function inside of a compiled one is not supported"
            raise UnsupportedError(text, place=self.source.place(n), hint=hint)
        value = self.value(n, n.name)
        value.lifted.fn.irad_keeps = keeps
        vars(value.lifted.fn).update(getattr(n, "irad_attributes", {}))
        made = ast.Assign([ast.Name(n.name, ast.Store())], value)
        self.definitions.setdefault(n.name, []).append(value)
        return ast.fix_missing_locations(ast.copy_location(made, n))

    def value(self, n: Any, name: str) -> Any:
        self.count += 1
        a = n.args
        by_position = [*a.posonlyargs, *a.args]
        pairs = list(zip(by_position[len(by_position) - len(a.defaults) :], a.defaults, strict=True))
        pairs += [(p, d) for p, d in zip(a.kwonlyargs, a.kw_defaults, strict=True) if d is not None]
        made: dict[str, str] = {}
        constants: dict[str, Any] = {}
        defaults = []
        for p, default in pairs:
            try:
                constants[p.arg] = ast.literal_eval(default)
            except ValueError:
                made[p.arg] = f"{p.arg}{INNER}of{self.count}"
                defaults.append(self.visit(default))
        again, own = self.inner.made_again(n), self.inner.name_of(n)
        group = [n, *again.values()]
        outer: set[str] = set().union(*map(_bound_outside, group))
        captured = sorted((outer.union(*map(_read_outside, group)) & self.own) - {name, own, *again})
        itself = name not in again and name in free_names(n) and name in self.own
        tree = self._apart(n, {*captured, *again} & own_names(n)) if again else n
        fn, signature = self._function(tree, n.args, name, captured, constants, made)
        found = Lifted(name, self.source.fn, fn, tuple(captured), signature, made)
        fn.irad_nonlocals, fn.irad_outer, fn.irad_lifted = frozenset(outer & set(captured)), self.source.fn, found
        if itself:
            _name(found, found, found.name)
        self.made[own] = found
        self.again += [(found, other) for other in again]
        if not found.names:
            fn.__defaults__ = tuple(constants[p.arg] for p in [*a.posonlyargs, *a.args] if p.arg in constants) or None
            fn.__kwdefaults__ = {p.arg: constants[p.arg] for p in a.kwonlyargs if p.arg in constants} or None
        out = LocalFunction([ast.Name(c, ast.Load()) for c in found.names], defaults, found)
        moving = self.assigned_inside | {name for name in set(captured) & self.rebound if self.places.bound_later(name, n)}
        found.early = bool(set(captured) & moving)
        return ast.fix_missing_locations(ast.copy_location(out, n))

    def _apart(self, n: Any, names: set[str]) -> Any:
        """A function whose own variables do not have the names of those that it captures for others."""
        if names & {p.arg for p in n.args.kwonlyargs}:
            text = f"the parameter '{min(names)}' has the name of a variable that is bound anew by a function called here"
            raise UnsupportedError(text, place=self.source.place(n), hint="use another name")
        return Renamed({old: f"{old}{INNER}own{self.count}" for old in names}).function(copy.deepcopy(n)) if names else n

    def _function(
        self, n: Any, given: ast.arguments, name: str, captured: list[str], constants: dict[str, Any], made: dict[str, str]
    ) -> tuple[Any, inspect.Signature]:
        """A Python function that takes the captured names first, and the signature of the original."""
        outer = self.source.fn
        args = copy.deepcopy(n.args)
        args.defaults, args.kw_defaults = [], [None] * len(args.kwonlyargs)
        for p in ast.walk(args):
            if isinstance(p, ast.arg):
                p.annotation = None
        own = inspect.Signature(_listed(given, {**constants, **dict.fromkeys(made)}))
        first = args.posonlyargs if args.posonlyargs else args.args
        first[:0] = [ast.arg(c) for c in captured]
        body = [ast.copy_location(ast.Return(n.body), n)] if isinstance(n, ast.Lambda) else _WithoutNonlocal(captured).own(n.body)
        plain = name if name.isidentifier() else "function"
        tree: Any = ast.FunctionDef(plain, args, body, [], None, lineno=n.lineno, col_offset=n.col_offset)
        if hasattr(ast, "type_param"):
            tree.type_params = []
        ast.fix_missing_locations(tree)
        fn = function_of(tree, outer, name)
        fn.__qualname__ = f"{outer.__qualname__}.<locals>.{name}"
        register(fn, replace(self.source, fn=fn, node=tree))
        return fn, own

    def make_again(self) -> None:
        """In the bodies of functions the names of others stand for these, with what they have captured (`_Inner`)."""
        for found, other in self.again:
            function = self.inner.functions[other]
            made = function.lifted if isinstance(function, LocalFunction) else self.made[other]
            if made.made:
                text = f"{found.name}() calls {other}(), which binds variables anew or calls it, and computes a default"
                raise UnsupportedError(text, place=self.source.place(function), hint="give the argument at each call")
            _name(found, made, other)


def _name(within: Lifted, found: Lifted, name: str) -> None:
    """In the body of a function a name stands for another function, or itself; both have captured the same."""
    tree = source_of(within.fn).node
    again = LocalFunction([], [], replace(found, within=within.fn))
    first = ast.Assign([ast.Name(name, ast.Store())], again)
    tree.body.insert(0, ast.fix_missing_locations(ast.copy_location(first, tree)))


def _read_outside(n: Any) -> set[str]:
    """The variables of functions around it that a function reads."""
    return set(n.lifted.names) if isinstance(n, LocalFunction) else free_names(n)


def _bound_outside(n: Any) -> set[str]:
    """The variables of functions around it that a function binds anew."""
    return set(n.lifted.nonlocals) if isinstance(n, LocalFunction) else nonlocals(n)


class _Inner:
    """The functions that are defined once, and which of them each one calls.

    One that calls others which bind variables of the function around them anew, or which call it in turn, does not capture these:
    it captures what they capture, and they are made again in its body.  So all of them share the variables.
    """

    def __init__(self, body: list[Any], stored: Counter[str]) -> None:
        self.functions: dict[str, Any] = {}
        todo = list(body)
        while todo:
            n = todo.pop()
            if isinstance(n, ast.FunctionDef) and stored[n.name] == 1:
                self.functions[n.name] = n
            if isinstance(n, ast.Assign) and isinstance(n.value, (ast.Lambda, LocalFunction)) and len(n.targets) == 1:
                target = n.targets[0]
                if isinstance(target, ast.Name) and stored[target.id] == 1:
                    self.functions[target.id] = n.value
            todo += [] if isinstance(n, FUNCTIONS) else ast.iter_child_nodes(n)
        self.named = {name: _read_outside(n) & self.functions.keys() for name, n in self.functions.items()}

    def name_of(self, n: Any) -> str:
        """The name that stands for a function, empty for others."""
        return next((name for name, f in self.functions.items() if f is n), "")

    def replace(self, old: Any, new: Any) -> None:
        """A lambda is written as a ``def``."""
        if name := self.name_of(old):
            self.functions[name] = new

    def made_again(self, n: Any) -> dict[str, Any]:
        """The functions that are made again in the body of ``n``, perhaps itself."""
        name = self.name_of(n)
        named = self.named if name else {**self.named, name: _read_outside(n) & self.functions.keys()}
        reached = _closure(name, named)
        others = reached - {name}
        binds = any(map(_bound_outside, [n, *(self.functions[m] for m in others)]))
        if not others or not (binds or any(name in _closure(m, named) for m in others)):
            return {}
        return {m: self.functions[m] for m in sorted(reached)}


class _PlacesInText:
    """Where names are bound in the statements of a function, those of functions inside apart."""

    def __init__(self, body: list[Any]) -> None:
        self.bound: dict[str, list[Any]] = {}  # the nodes that bind a name
        self.statement: dict[int, Any] = {}  # the innermost statement around a node
        self.loops: dict[int, set[int]] = {}  # the loops around a node
        for s in body:
            self._look(s, s, frozenset())

    def _look(self, n: Any, statement: Any, loops: frozenset[int]) -> None:
        statement = n if isinstance(n, ast.stmt) else statement
        self.statement[id(n)], self.loops[id(n)] = statement, set(loops)
        names = {n.id} if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) else captured_by_pattern(n)
        for name in names | ({n.name} if isinstance(n, ast.FunctionDef) else set()):
            self.bound.setdefault(name, []).append(n)
        if isinstance(n, FUNCTIONS):
            return
        loops = loops | {id(n)} if isinstance(n, (ast.For, ast.While)) else loops
        for child in ast.iter_child_nodes(n):
            self._look(child, statement, loops)

    def bound_later(self, name: str, at: Any) -> bool:
        """Whether a name may be bound when, or after, the function ``at`` is made."""
        here = self.statement.get(id(at))
        if here is None or not hasattr(here, "lineno"):
            return True
        for n in self.bound.get(name, ()):
            end = getattr(self.statement[id(n)], "end_lineno", None)
            if end is None or end >= here.lineno or self.loops[id(n)] & self.loops[id(at)]:
                return True
        return False


class _WithoutNonlocal(ast.NodeTransformer):
    """Takes ``nonlocal`` out of a function, for names that are parameters of it, and of those inside that assign to them."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def own(self, body: list[Any]) -> list[Any]:
        """The statements without it."""
        out = [self.visit(s) for s in body]
        return [s for s in out if s is not None] or [ast.Pass(lineno=body[0].lineno, col_offset=body[0].col_offset)]

    def visit_Nonlocal(self, n: ast.Nonlocal) -> Any:
        left = [name for name in n.names if name not in self.names]
        return ast.copy_location(ast.Nonlocal(left) if left else ast.Pass(), n)

    def visit_FunctionDef(self, n: ast.FunctionDef) -> Any:
        return n

    def visit_Lambda(self, n: ast.Lambda) -> Any:
        return n


def _listed(args: ast.arguments, defaults: dict[str, Any]) -> list[inspect.Parameter]:
    """The parameters of a function."""
    kinds = inspect.Parameter
    empty = kinds.empty
    out = [kinds(p.arg, kinds.POSITIONAL_ONLY, default=defaults.get(p.arg, empty)) for p in args.posonlyargs]
    out += [kinds(p.arg, kinds.POSITIONAL_OR_KEYWORD, default=defaults.get(p.arg, empty)) for p in args.args]
    out += [kinds(args.vararg.arg, kinds.VAR_POSITIONAL)] if args.vararg else []
    out += [kinds(p.arg, kinds.KEYWORD_ONLY, default=defaults.get(p.arg, empty)) for p in args.kwonlyargs]
    return out + ([kinds(args.kwarg.arg, kinds.VAR_KEYWORD)] if args.kwarg else [])


def _stored(nodes: list[Any]) -> list[str]:
    """The names that nodes bind, once for each place, without those that functions inside bind."""
    out: list[str] = []
    for n in nodes:
        if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load):
            out.append(n.id)
        elif isinstance(n, ast.FunctionDef):
            out.append(n.name)
        else:
            out += captured_by_pattern(n)
        if not isinstance(n, FUNCTIONS):
            out += _stored(list(ast.iter_child_nodes(n)))
    return out
