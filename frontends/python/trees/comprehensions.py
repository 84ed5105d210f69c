"""Comprehensions and generator expressions as the loops that they stand for.

``[f(x) for x in xs if x > 0]`` becomes a `Comprehension`, an expression with the statements

    items = []
    for x in xs:
        if x > 0:
            items.append(f(x))

where ``items`` and ``x`` have names that nothing else in the function has.  ``sum(...)``, ``any(...)``, ``all(...)`` and
``next(...)`` of a generator expression become a `Reduction`: a loop that adds up, or that is left where the result is known.
What is put behind a list item by item, ``xs.extend(f(x) for x in ys)``, becomes an `Extension`.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from irad.frontends.python.trees.scopes import COMPREHENSIONS, FUNCTIONS, INNER, BodyTransformer, ScopeNames, in_text, own_names

LIST = f"items{INNER}"
_REDUCED = ("sum", "any", "all", "next")
_STRUCTURES = ("tuple", "dict", "set", "frozenset")
_CONSUMING = ("min", "max", "sum", "list", "sorted", *_STRUCTURES)
_ARRAYS = ("array", "asarray", "stack", "vstack")  # of NumPy: lists in lists become rows


class Comprehension(ast.expr):
    """``kind``: "list", "generator", "set" or "dict"; ``name``: the list that the statements fill.

    The innermost statement has the item (`item_of`).  ``row``: it is an item of what is made an array.  ``consumed``: a
    generator goes straight to a builtin function (a second time it would be empty, unlike the list that stands for it).
    ``known``: the number of items must be known when compiling, as it is for ranges with known bounds.
    """

    _fields = ("statements",)

    def __init__(self, kind: str, name: str, statements: list[ast.stmt]) -> None:
        super().__init__()
        self.kind, self.name, self.statements = kind, name, statements
        self.row = self.consumed = self.known = False

    def __deepcopy__(self, memo: dict[int, Any]) -> Comprehension:
        out = Comprehension(self.kind, self.name, copy.deepcopy(self.statements, memo))
        out.row, out.consumed, out.known = self.row, self.consumed, self.known
        return ast.copy_location(out, self)

    @property
    def item(self) -> Any:
        """What the innermost statement computes."""
        s: Any = self.statements[1]
        while isinstance(s, (ast.For, ast.If)):
            s = s.body[0]
        return item_of(s)


class Reduction(ast.expr):
    """``function``: the name of the builtin function; ``result``: the variable that holds the value behind the statements.

    ``items``: the same as a `Comprehension`, for containers of known structure.
    """

    _fields = ("function", "items", "start", "statements", "result")
    second_form = "items"

    def __init__(
        self, function: ast.Name, items: Comprehension, start: list[ast.expr], statements: list[ast.stmt], result: ast.Name
    ) -> None:
        super().__init__()
        self.function, self.items, self.start, self.statements, self.result = function, items, start, statements, result

    def __deepcopy__(self, memo: dict[int, Any]) -> Reduction:
        parts: list[Any] = [copy.deepcopy(getattr(self, f), memo) for f in self._fields]
        return ast.copy_location(Reduction(*parts), self)


class Extension(ast.stmt):
    """``xs.extend(items)`` or ``xs += items``, the statement ``whole``; ``loop``: the same for a list, and items one by one."""

    _fields = ("whole", "loop")
    second_form = "loop"

    def __init__(self, whole: Any, loop: Any) -> None:
        super().__init__()
        self.whole, self.loop = whole, loop

    def __deepcopy__(self, memo: dict[int, Any]) -> Extension:
        return ast.copy_location(Extension(copy.deepcopy(self.whole, memo), copy.deepcopy(self.loop, memo)), self)

    @property
    def owner(self) -> Any:
        """What is extended."""
        return self.whole.target if isinstance(self.whole, ast.AugAssign) else self.whole.value.func.value

    @property
    def items(self) -> Any:
        """What is put behind it."""
        return self.loop.iter


def is_made_list(name: str) -> bool:
    """Whether a name is that of the list of a comprehension."""
    return name.startswith(LIST)


def item_of(s: Any) -> Any:
    """What the innermost statement of a comprehension computes; for a dict a tuple of key and value."""
    return s.value.args[0]


def as_loops(node: Any) -> Any:
    """The function with loops in place of its comprehensions; the tree itself where it has none.

    Functions inside have trees of their own: there only names of variables of comprehensions around them change.
    """
    if not any(isinstance(n, COMPREHENSIONS) or _extends(n) is not None for n in ast.walk(node)):
        return node
    out = copy.deepcopy(node)
    _Rewriting(own_names(out)).visit_body(out)
    return ast.fix_missing_locations(out)


class _Rewriting(BodyTransformer):
    def __init__(self, local: set[str]) -> None:
        self.local = local
        self.names: list[dict[str, str]] = []

    def visit_Name(self, n: ast.Name) -> ast.Name:
        for names in reversed(self.names):
            if n.id in names:
                n.id = names[n.id]
                break
        return n

    def visit_Call(self, n: ast.Call) -> Any:
        if not self._is_reduction(n):
            self.generic_visit(n)
            builtin = isinstance(n.func, ast.Name) and n.func.id in _CONSUMING and n.func.id not in self.local
            for a in n.args if builtin else []:
                if isinstance(a, Comprehension):
                    a.consumed = True
                    a.known = getattr(n.func, "id", "") in _STRUCTURES
            if isinstance(n.func, ast.Attribute) and n.func.attr in _ARRAYS and n.args:
                inner: Any = n.args[0]
                while isinstance(inner, Comprehension):
                    inner = inner.item
                    if isinstance(inner, Comprehension):
                        inner.row = True
            return n
        start = [self.visit(a) for a in n.args[1:]]
        assert isinstance(n.func, ast.Name)
        items = self._loops(n.args[0])
        result = f"{n.func.id}{INNER}{in_text(n)}"
        again = copy.deepcopy(items)
        statements = _reducing(n.func.id, result, again.statements[1:], start, isinstance(n.args[0], ast.GeneratorExp))
        made = Reduction(n.func, items, start, statements, ast.Name(result, ast.Load()))
        return _placed(made, n)

    def _is_reduction(self, n: ast.Call) -> bool:
        fits = isinstance(n.func, ast.Name) and n.func.id in _REDUCED and n.func.id not in self.local and not n.keywords
        if not fits or not 1 <= len(n.args) <= 2 or not isinstance(n.args[0], (ast.GeneratorExp, ast.ListComp)):
            return False
        return n.func.id != "next" or (len(n.args) == 2 and len(n.args[0].generators) == 1 and _is_generator(n))  # type: ignore[attr-defined]

    def _extension(self, s: Any) -> Any:
        """A statement that puts items behind what may be a list."""
        owner, items = _extends(s) or (None, None)
        name = f"item{INNER}{in_text(s)}"
        s = self.generic_visit(s)
        if owner is None:
            return s
        given = _load(copy.deepcopy(s.target if isinstance(s, ast.AugAssign) else s.value.func.value))
        call = ast.Call(ast.Attribute(given, "append", ast.Load()), [ast.Name(name, ast.Load())], [])
        items = copy.deepcopy(s.value if isinstance(s, ast.AugAssign) else s.value.args[0])
        return _placed(Extension(s, ast.For(ast.Name(name, ast.Store()), items, [ast.Expr(call)], [])), s)

    visit_Expr = visit_AugAssign = _extension  # type: ignore[assignment]

    def visit(self, n: Any) -> Any:
        if isinstance(n, COMPREHENSIONS):
            return self._loops(n)
        return self._function(n) if isinstance(n, FUNCTIONS) else super().visit(n)

    def _loops(self, n: Any) -> Comprehension:
        own: dict[str, str] = {}
        mark = f"{INNER}{in_text(n)}"
        heads = []
        for k, g in enumerate(n.generators):
            if k:
                self.names.append(own)
            iterated = self.visit(g.iter)
            if k:
                self.names.pop()
            own.update({name: name + mark for name in sorted(ScopeNames([g.target]).bound)})
            self.names.append(own)
            heads.append((self.visit(g.target), iterated, [self.visit(test) for test in g.ifs]))
            self.names.pop()
        self.names.append(own)
        if isinstance(n, ast.DictComp):
            item: ast.expr = ast.Tuple([self.visit(n.key), self.visit(n.value)], ast.Load())
        else:
            item = self.visit(n.elt)
        self.names.pop()
        name = f"{LIST}{in_text(n)}"
        s = _append(name, item)
        for target, iterated, tests in reversed(heads):
            for test in reversed(tests):
                s = ast.If(test, [s], [])
            s = ast.For(target, iterated, [s], [])
        first = ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load()))
        kind = {ast.DictComp: "dict", ast.SetComp: "set", ast.GeneratorExp: "generator"}.get(type(n), "list")
        made: Comprehension = _placed(Comprehension(kind, name, [first, s]), n)
        return made

    def _function(self, n: Any) -> Any:
        n.args.defaults = [self.visit(d) for d in n.args.defaults]
        if self.names:
            _Renaming([*self.names, {name: name for name in own_names(n)}]).visit_body(n)
        return n


class _Renaming(BodyTransformer):
    """Names in a function inside of a comprehension."""

    def __init__(self, names: list[dict[str, str]]) -> None:
        self.names = names

    def visit_Name(self, n: ast.Name) -> ast.Name:
        n.id = next((names[n.id] for names in reversed(self.names) if n.id in names), n.id)
        return n

    def visit(self, n: Any) -> Any:
        if not isinstance(n, (*COMPREHENSIONS, *FUNCTIONS)):
            return super().visit(n)
        targets = [g.target for g in n.generators] if isinstance(n, COMPREHENSIONS) else None
        self.names.append({name: name for name in (own_names(n) if targets is None else ScopeNames(targets).bound)})
        self.generic_visit(n)
        self.names.pop()
        return n


def _is_generator(n: ast.Call) -> bool:
    return isinstance(n.args[0], ast.GeneratorExp)


def _extends(s: Any) -> tuple[Any, Any] | None:
    """The list and the items, if a statement may put items behind a list one by one."""
    owner: Any = None
    if isinstance(s, ast.AugAssign) and isinstance(s.op, ast.Add):
        owner, items = s.target, s.value
        if not isinstance(items, ast.GeneratorExp):
            return None
    elif isinstance(s, ast.Expr) and isinstance(call := s.value, ast.Call) and isinstance(call.func, ast.Attribute):
        if call.func.attr == "extend" and len(call.args) == 1 and not call.keywords:
            owner, items = call.func.value, call.args[0]
    at = owner
    while isinstance(at, ast.Attribute):
        at = at.value
    if not isinstance(at, ast.Name) or not isinstance(items, (ast.GeneratorExp, ast.Call)):
        return None
    return owner, items


def _load(node: Any) -> Any:
    node.ctx = ast.Load()
    return node


def _placed(made: Any, at: Any) -> Any:
    """The node, and all of it that has no place, at the place of another one."""
    for n in ast.walk(made):
        if isinstance(n, (ast.expr, ast.stmt)) and not hasattr(n, "lineno"):
            ast.copy_location(n, at)
    return made


def _append(name: str, item: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Attribute(ast.Name(name, ast.Load()), "append", ast.Load()), [item], []))


def _reducing(function: str, result: str, loops: list[ast.stmt], start: list[ast.expr], leaves: bool) -> list[ast.stmt]:
    """The statements of ``sum``, ``any``, ``all`` or ``next``; ``leaves``: the loop ends as soon as the result is known."""
    first = copy.deepcopy(start[0]) if start else ast.Constant(0 if function == "sum" else function == "all")
    return [ast.Assign([ast.Name(result, ast.Store())], first), *(_reduced(function, result, s, leaves) for s in loops)]


def _reduced(function: str, result: str, s: Any, leaves: bool) -> Any:
    if isinstance(s, ast.Expr):
        item = item_of(s)
        if function == "sum":
            total = ast.BinOp(ast.Name(result, ast.Load()), ast.Add(), item)
            return ast.Assign([ast.Name(result, ast.Store())], total)
        if function == "next":
            taken = ast.Assign([ast.Name(result, ast.Store())], item)
            return ast.If(ast.Constant(True), [taken, ast.Break()], [])
        known = ast.Assign([ast.Name(result, ast.Store())], ast.Constant(function == "any"))
        return ast.If(
            item if function == "any" else ast.UnaryOp(ast.Not(), item), [known, *([ast.Break()] if leaves else [])], []
        )
    inner = _reduced(function, result, s.body[0], leaves)
    if isinstance(s, ast.If):
        return ast.If(s.test, [inner], [])
    behind: list[ast.stmt] = []
    if function != "sum" and leaves and _has_loop(s.body[0]):
        found: ast.expr = ast.Name(result, ast.Load())
        behind = [ast.If(found if function == "any" else ast.UnaryOp(ast.Not(), found), [ast.Break()], [])]
    return ast.For(s.target, s.iter, [inner, *behind], [])


def _has_loop(s: Any) -> bool:
    return any(isinstance(n, ast.For) for n in ast.walk(s))
