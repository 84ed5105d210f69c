"""The code of functions that Python can evaluate when compiling: proven pure by their syntax trees, and bounded.

A function is rebuilt from its tree with everything in it replaced that could have an effect, depend on something else, or take
long (`bounded_steps.py`); its names are looked up here, once, and stand for copies.  What is not on the lists here is not
evaluated: `NotEvaluated`.  So what evaluated code can reach are its arguments and copies of constants; whether it changes these
is looked at afterwards (`EvaluableCode.unchanged`).
"""

from __future__ import annotations

import ast
import copy
import dis
import functools
import sys
import types
from collections.abc import Iterator
from typing import Any

from irad.errors import IradError
from irad.frontends.python.evaluated import bounded_steps
from irad.frontends.python.evaluated.bounded_steps import Bounds, Opaque, beyond, stands_for
from irad.frontends.python.messages.callable_names import is_foreign
from irad.frontends.python.sources.function_notes import note
from irad.frontends.python.sources.made_functions import unwrapped
from irad.frontends.python.sources.outside import Outside, default_of, named
from irad.frontends.python.sources.python_source import current_source, lookup
from irad.frontends.python.sources.rule_sets import rules_of
from irad.frontends.python.trees.local_functions import LocalFunction

_NAME = "irad function"
_MARGIN = 50  # calls that evaluated code makes beside its own
_PLAIN = (str, int, float, bool, type(None))
_NOTES = ("irad_host", "irad_recompute", "irad_of", "irad_transform", "irad_gives_up")
_ALLOWED = (
    ast.FunctionDef, ast.arguments, ast.arg, ast.keyword, ast.Lambda,
    ast.Return, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete, ast.Expr, ast.Pass, ast.Break, ast.Continue,
    ast.If, ast.While, ast.For, ast.Raise, ast.Try, ast.ExceptHandler, ast.Assert, ast.Nonlocal,
    ast.Match, ast.match_case, ast.MatchValue, ast.MatchSingleton, ast.MatchSequence, ast.MatchStar, ast.MatchAs, ast.MatchOr,
    ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Starred, ast.Subscript, ast.Slice, ast.Attribute,
    ast.Call, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.NamedExpr, ast.JoinedStr, ast.FormattedValue,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.comprehension,
    ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop,
)  # fmt: skip
_OPERATORS = {
    ast.Add: bounded_steps.ADDED, ast.Mult: bounded_steps.PRODUCT, ast.Pow: bounded_steps.POWER,
    ast.LShift: bounded_steps.SHIFTED, ast.Mod: bounded_steps.REMAINDER,
}  # fmt: skip
_OF_SETS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)


def _hidden(name: str, *args: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


class _Bounded(ast.NodeTransformer):
    """Puts bounded operations into a tree; `NotEvaluated` where there is something else than can be evaluated."""

    def __init__(self, fn: Any, node: Any) -> None:
        self.fn, self.inside = fn, 0
        bound = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
        bound |= {n.arg for n in ast.walk(node) if isinstance(n, ast.arg)}
        bound |= {n.name for n in ast.walk(node) if isinstance(n, ast.FunctionDef) and n is not node}
        self.modules = {}
        for name in _outer_names(fn.__code__) - bound:
            there, value = lookup(fn, name)
            if there and isinstance(value, types.ModuleType):
                self.modules[name] = value
        self.of_modules: dict[str, Any] = {}
        self.reads_text = False  # whether a text stands in it, but in errors
        self.loops = False

    def visit(self, n: Any) -> Any:
        return super().visit(n) if isinstance(n, _ALLOWED) else beyond()

    def body(self, body: list[Any]) -> list[Any]:
        out = []
        for s in body:
            found = self.visit(s)
            out += found if isinstance(found, list) else [found]
        return out

    def visit_FunctionDef(self, n: ast.FunctionDef) -> Any:
        if (n.decorator_list and self.inside) or getattr(n, "type_params", None):
            beyond()
        n.decorator_list, n.returns, n.type_comment = [], None, None
        self.inside += 1
        n.args = self.visit(n.args)
        body = n.body
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:] or [ast.Pass()]
        inner = self.body(body)
        self.inside -= 1
        enter, leave = (ast.Expr(_hidden(name)) for name in (bounded_steps.ENTER, bounded_steps.LEAVE))
        nonlocals = [s for s in inner if isinstance(s, ast.Nonlocal)]
        n.body = [*nonlocals, enter, ast.Try([s for s in inner if s not in nonlocals] or [ast.Pass()], [], [], [leave])]
        return n

    def visit_arg(self, n: ast.arg) -> Any:
        n.annotation, n.type_comment = None, None
        return n

    def visit_arguments(self, n: ast.arguments) -> Any:
        if self.inside == 1:  # those of the function itself are what it has
            n.defaults, n.kw_defaults = [], [None] * len(n.kwonlyargs)
        return self.generic_visit(n)

    def visit_Lambda(self, n: ast.Lambda) -> Any:
        self.inside += 1
        n = ast.Lambda(self.visit(n.args), ast.BoolOp(ast.And(), [_hidden(bounded_steps.TICK), self.visit(n.body)]))
        self.inside -= 1
        return n

    def visit_Nonlocal(self, n: ast.Nonlocal) -> Any:
        return n if self.inside > 1 else beyond()

    def visit_AnnAssign(self, n: ast.AnnAssign) -> Any:
        return self.visit(ast.Assign([n.target], n.value)) if n.value is not None else ast.Pass()

    def visit_Assign(self, n: ast.Assign) -> Any:
        self.generic_visit(n)
        if any(isinstance(t, ast.Subscript) and isinstance(t.slice, ast.Slice) for t in n.targets):
            n.value = _hidden(bounded_steps.WEIGHED, n.value)
        return n

    def visit_AugAssign(self, n: ast.AugAssign) -> Any:
        self.generic_visit(n)
        if isinstance(n.op, ast.Add):
            n.value = _hidden(bounded_steps.WEIGHED, n.value)
        elif type(n.op) in _OPERATORS:
            if not isinstance(n.target, ast.Name):
                beyond()
            name = bounded_steps.PRODUCT_IN_PLACE if isinstance(n.op, ast.Mult) else _OPERATORS[type(n.op)]
            return ast.Assign([n.target], _hidden(name, ast.Name(n.target.id, ast.Load()), n.value))
        if isinstance(n.op, _OF_SETS) and isinstance(n.target, ast.Name):
            return [n, ast.Assign([n.target], _hidden(bounded_steps.KEPT, ast.Name(n.target.id, ast.Load())))]
        return n

    def visit_While(self, n: Any) -> Any:
        self.loops = True
        n = self.generic_visit(n)
        n.body.insert(0, ast.Expr(_hidden(bounded_steps.TICK)))
        return n

    def visit_For(self, n: ast.For) -> Any:
        return self.visit_While(n)

    def visit_comprehension(self, n: ast.comprehension) -> Any:
        self.loops = True
        self.generic_visit(n)
        n.ifs.insert(0, _hidden(bounded_steps.TICK))
        return n if not n.is_async else beyond()

    def visit_Raise(self, n: ast.Raise) -> Any:
        return self._without_texts(n)

    def visit_Assert(self, n: ast.Assert) -> Any:
        return self._without_texts(n)

    def _without_texts(self, n: Any) -> Any:
        before = self.reads_text
        n = self.generic_visit(n)
        self.reads_text = before
        return n

    def visit_Try(self, n: ast.Try) -> Any:
        leaving = (ast.Return, ast.Break, ast.Continue)
        if any(isinstance(x, leaving) for s in n.finalbody for x in ast.walk(s)) or any(h.type is None for h in n.handlers):
            beyond()
        self.generic_visit(n)
        if n.handlers:
            give_up: list[ast.stmt] = [ast.Expr(_hidden(bounded_steps.BEYOND))]
            n.handlers.insert(0, ast.ExceptHandler(ast.Name(bounded_steps.TOO_DEEP, ast.Load()), None, give_up))
        return n

    def visit_Constant(self, n: ast.Constant) -> Any:
        self.reads_text |= isinstance(n.value, str)
        return n if type(n.value) in _PLAIN else beyond()

    def visit_Set(self, n: ast.Set) -> Any:
        return _hidden(bounded_steps.SET, self.visit(ast.List(n.elts, ast.Load())))

    def visit_SetComp(self, n: ast.SetComp) -> Any:
        return _hidden(bounded_steps.SET, self.visit(ast.GeneratorExp(n.elt, n.generators)))

    def visit_Starred(self, n: ast.Starred) -> Any:
        self.generic_visit(n)
        if isinstance(n.ctx, ast.Load):
            n.value = _hidden(bounded_steps.WEIGHED, n.value)
        return n

    def visit_BinOp(self, n: ast.BinOp) -> Any:
        self.generic_visit(n)
        if isinstance(n.op, _OF_SETS):  # of keys of dicts, too
            return _hidden(bounded_steps.KEPT, n)
        return _hidden(_OPERATORS[type(n.op)], n.left, n.right) if type(n.op) in _OPERATORS else n

    def visit_Compare(self, n: ast.Compare) -> Any:
        for op, sides in zip(n.ops, zip([n.left, *n.comparators], n.comparators, strict=False), strict=True):
            single = any(isinstance(s, ast.Constant) and not isinstance(s.value, (str, int, float)) for s in sides)
            single = single or any(isinstance(s, ast.Constant) and isinstance(s.value, bool) for s in sides)
            if isinstance(op, (ast.Is, ast.IsNot)) and not single:
                beyond()
        return self.generic_visit(n)

    def visit_FormattedValue(self, n: ast.FormattedValue) -> Any:
        spec = n.format_spec
        text = spec.values[0].value if isinstance(spec, ast.JoinedStr) and len(spec.values) == 1 else ""  # type: ignore[attr-defined]
        if spec is not None and (not isinstance(text, str) or not text or bounded_steps.is_wide(text)):
            beyond()
        n.value = _hidden(bounded_steps.WEIGHED, self.visit(n.value))
        return n

    def visit_Attribute(self, n: ast.Attribute) -> Any:
        if not isinstance(n.ctx, ast.Load):
            beyond()
        if isinstance(n.value, ast.Name) and n.value.id in self.modules:
            name = f"irad {n.value.id}.{n.attr}"
            self.of_modules[name] = bounded_steps.of_module(self.modules[n.value.id], n.attr)
            return ast.Name(name, ast.Load())
        return _hidden(bounded_steps.METHOD, self.visit(n.value), ast.Constant(n.attr))

    def visit_Call(self, n: ast.Call) -> Any:
        self.generic_visit(n)
        return _hidden(bounded_steps.WEIGHED, n)


def _outer_names(code: types.CodeType) -> set[str]:
    """The names from outside that a function reads, or one inside of it."""
    out = {i.argval for i in dis.get_instructions(code) if i.opname in ("LOAD_GLOBAL", "LOAD_NAME")} | set(code.co_freevars)
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            out |= _outer_names(inner) - set(code.co_varnames) - set(code.co_cellvars)
    return out


class EvaluableCode:
    """A function rebuilt, with those that it calls.

    ``reads``: what it reads from outside: path, value, copy.  ``functions``: all that are in it.  ``texts``: whether it reads
    texts, or is given some.
    """

    def __init__(self, fn: Any) -> None:
        self.bounds = Bounds()
        self.reads: list[tuple[Outside, Any, Any]] = []
        self.given: list[tuple[Any, Any]] = []
        self.functions: dict[int, Any] = {}
        self.made: dict[int, Any] = {}
        self.own: set[int] = set()  # containers that are not the code's own
        self.texts = False
        self.itself: list[tuple[dict[str, Any], str, Any, int]] = []  # inner functions that call themselves
        self.fn = self.function(fn)

    def function(self, fn: Any) -> Any:
        """The function that stands for one of Python."""
        if id(fn) in self.made:
            return self.made[id(fn)]
        if not isinstance(fn, types.FunctionType) or is_foreign(fn) or rules_of(fn) is not None:
            beyond()
        if any(note(fn, name) is not None for name in _NOTES) or getattr(fn, "irad_nonlocals", None):
            beyond()
        if fn.__globals__.get("__name__", "").partition(".")[0] == "irad":
            beyond()
        try:
            node = current_source(fn).node
        except IradError:
            beyond()
        if isinstance(node, ast.Lambda):
            node = ast.FunctionDef(name=_NAME, args=node.args, body=[ast.Return(node.body)], decorator_list=[])
        node = copy.deepcopy(node)
        lifted = _itself(node)
        if lifted is not None:
            node.body = node.body[1:] or [ast.Pass()]
        bounded = _Bounded(fn, node)
        tree = bounded.visit(node)
        tree.name = _NAME
        for n in ast.walk(tree):
            if isinstance(n, (ast.expr, ast.stmt, ast.excepthandler, ast.arg, ast.keyword, ast.pattern)):
                n.lineno, n.col_offset, n.end_lineno, n.end_col_offset = 1, 0, 1, 0
        names: dict[str, Any] = {**self.bounds.names(), **bounded.of_modules, "__builtins__": {}}
        try:
            exec(compile(ast.Module([tree], []), "<evaluated>", "exec", dont_inherit=True), names)
        except (SyntaxError, ValueError, RecursionError):
            beyond()
        made = self.made[id(fn)] = names[_NAME]
        self.functions[id(fn)] = fn
        self.texts |= bounded.reads_text and bounded.loops
        for name in sorted(_outer_names(made.__code__) - names.keys()):
            if lifted is not None and name == lifted.name:
                self.itself.append((names, name, made, len(lifted.captured)))
                continue
            names[name] = self.value_of(fn, name)
        made.__defaults__ = self._defaults(fn, fn.__defaults__)
        made.__kwdefaults__ = {k: self.copied(v, default_of(fn, k)) for k, v in (fn.__kwdefaults__ or {}).items()} or None
        return made

    def _defaults(self, fn: Any, values: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        code = fn.__code__
        names = code.co_varnames[: code.co_argcount][code.co_argcount - len(values or ()) :]
        found = [self.copied(v, default_of(fn, name)) for name, v in zip(names, values or (), strict=True)]
        return tuple(found) or None

    def value_of(self, fn: Any, name: str) -> Any:
        """What a name from outside stands for."""
        there, value = lookup(fn, name)
        if not there:
            beyond()
        of_python = self.bounds.builtin(name)
        if of_python is not None and name not in fn.__code__.co_freevars and name not in fn.__globals__:
            return of_python
        known = bounded_steps.FUNCTIONS.get(id(value))
        if known is not None:
            return known
        inner = unwrapped(value) or value
        inner = inner.irad_function.fn if hasattr(inner, "irad_function") else inner
        if isinstance(inner, types.FunctionType):
            return self.function(inner)
        if name not in fn.__code__.co_freevars and name not in fn.__globals__:
            beyond()
        return self.copied(value, named(fn, name))

    def copied(self, value: Any, path: Outside | None) -> Any:
        """A copy of a value that is not the code's own; ``path``: where it lies."""
        made = self._copy(value)
        if path is not None:
            self.reads.append((path, value, made))
        else:
            self.given.append((value, made))
        return made

    def _copy(self, value: Any) -> Any:
        kind = type(value)
        if kind in _PLAIN:
            self.texts |= kind is str
            return value
        if kind is tuple:
            return tuple(map(self._copy, value))
        made: Any = None
        if kind is list:
            made = list(map(self._copy, value))
        elif kind is dict:
            if not all(map(_is_key, value)):
                return Opaque(value)
            self.texts |= any(isinstance(k, str) for k in value)
            made = {k: self._copy(v) for k, v in value.items()}
        elif kind in (set, frozenset) and all(map(_is_key, value)):
            self.texts |= any(isinstance(k, str) for k in value)
            made = bounded_steps.UnorderedSet(value) if kind is set else bounded_steps.UnorderedFrozenSet(value)
        else:
            made = Opaque(value)
        self.own.add(id(made))
        return made

    def argument(self, value: Any, path: Outside | None) -> Any:
        """What the function is given for a value: a function rebuilt, a copy of anything else."""
        return self.function(value) if isinstance(value, types.FunctionType) else self.copied(value, path)

    def run(self, given: list[Any], named: dict[str, Any], more: int) -> Any:
        """What the function gives for these arguments, which are copies; ``more``: calls that are already in progress."""
        if more + 2 * bounded_steps.MOST_DEPTH + _MARGIN > sys.getrecursionlimit():
            beyond()
        for names, name, made, captured in self.itself:
            if made is not self.fn:
                beyond()
            names[name] = functools.partial(made, *given[:captured])
        return self.fn(*given, **named)

    def unchanged(self) -> bool:
        """Whether the arguments, and what was read from outside, are as they were."""
        pairs = [*self.given, *((value, made) for _, value, made in self.reads)]
        return not self.bounds.broken and all(_same(value, made) for value, made in pairs)


def _is_key(v: Any) -> bool:
    return type(v) in _PLAIN or (type(v) is tuple and all(map(_is_key, v)))


def _itself(node: Any) -> Any:
    """The inner function whose tree this is, if it calls itself (`local_functions.py` names it in its first statement)."""
    first = node.body[0] if node.body else None
    if isinstance(first, ast.Assign) and isinstance(first.value, LocalFunction) and not first.value.lifted.made:
        return first.value.lifted
    return None


def _same(value: Any, made: Any) -> bool:
    """Whether a copy still is what it was made of."""
    if type(made) is Opaque:
        return stands_for(made) is value
    if isinstance(value, (set, frozenset)):
        return set(value) == set(bounded_steps.list_of(made))
    if type(value) is not type(made):
        return False
    if isinstance(value, (list, tuple)):
        return len(value) == len(made) and all(map(_same, value, made))
    if isinstance(value, dict):
        return list(value) == list(made) and all(_same(v, made[k]) for k, v in value.items())
    return repr(value) == repr(made)


def parts_in(v: Any) -> Iterator[Any]:
    """All that a value holds, itself first."""
    yield v
    for part in [*v, *v.values()] if isinstance(v, dict) else v if isinstance(v, (list, tuple)) else ():
        yield from parts_in(part)

