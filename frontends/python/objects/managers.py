"""Context managers of a program's own: objects with ``__enter__`` and ``__exit__``, `contextlib.contextmanager`.

``with manager as name: body`` stands for ``name = manager.__enter__()`` and the body in a ``try`` statement; of a generator, the
body is lowered in the place of its ``yield``.
"""

from __future__ import annotations

import ast
import contextlib
import types
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, Val
from irad.frontends.python.objects import classes
from irad.frontends.python.objects.computed_expr import ComputedExpr
from irad.frontends.python.sources.python_source import source_of
from irad.frontends.python.trees.scopes import INNER, in_text

_HELPER = contextlib.contextmanager(lambda: iter(())).__code__


def generator_of(low: Lowering, call: Any) -> tuple[Any, list[Any]] | None:
    """The generator function under ``contextlib.contextmanager`` that a call is one of, and the object that it is a method of."""
    if not isinstance(call, ast.Call):
        return None
    if isinstance(call.func, ast.Attribute):
        owner = low.expr.owner(call.func.value)
        cls = classes.class_of(low, owner)
        if cls is not None:
            stored = classes.looked_up(cls, call.func.attr)[1]
            return (unwrapped(stored), [owner]) if is_helper(stored) else None
    fn = low.expr.value(call.func)
    return (unwrapped(fn.value), []) if isinstance(fn, KnownV) and is_helper(fn.value) else None


def unwrapped(fn: Any) -> Any:
    """The function under a decorator."""
    return getattr(fn, "__wrapped__", None)


def is_helper(fn: Any) -> bool:
    """Whether a function is what ``contextlib.contextmanager`` makes of a generator function."""
    made = isinstance(fn, types.FunctionType) and fn.__code__ is _HELPER and isinstance(unwrapped(fn), types.FunctionType)
    return made and not is_of_numpy(fn)


def is_of_numpy(fn: Any) -> bool:
    """Whether a context manager is NumPy's own, whose code changes how NumPy works in Python."""
    return isinstance(fn, types.FunctionType) and fn.__code__ is _HELPER and fn.__module__.startswith("numpy")


def is_manager(cls: Any) -> bool:
    """Whether instances of a class are context managers that somebody wrote."""
    return classes.is_user_class(cls) and hasattr(cls, "__enter__") and hasattr(cls, "__exit__")


def leaves_around(body: list[Any]) -> Any:
    """A ``break`` or ``continue`` in these statements that belongs to a loop around them."""
    todo = list(body)
    while todo:
        n = todo.pop()
        if isinstance(n, (ast.Break, ast.Continue)):
            return n
        if isinstance(n, (ast.For, ast.While)):
            todo += n.orelse
        elif not isinstance(n, (ast.FunctionDef, ast.Lambda)):
            todo += ast.iter_child_nodes(n)
    return None


def entered(low: Lowering, v: Val, item: Any, body: list[Any], s: Any) -> list[Any]:
    """The statements that a body in an object as a context manager stands for."""
    cls = classes.class_of(low, v)
    assert cls is not None
    name = f"handled{INNER}{in_text(item.context_expr)}"
    low.instance.local_names.add(name)
    low.instance.names_read.add(name)
    manager = ComputedExpr(v, item.context_expr)
    _check_exit(low, cls, item)

    def call(method: str, *args: Any) -> Any:
        return ast.Call(ast.Attribute(manager, method, ast.Load()), list(args), [])

    def handled(flag: bool) -> Any:
        return ast.Assign([ast.Name(name, ast.Store())], ast.Constant(flag))

    def none() -> Any:
        return ast.Constant(None)

    enter = call("__enter__")
    first = ast.Expr(enter) if item.optional_vars is None else ast.Assign([item.optional_vars], enter)
    kind = ComputedExpr(KnownV(Exception), item.context_expr)
    caught = [handled(True), ast.If(ast.UnaryOp(ast.Not(), call("__exit__", kind, none(), none())), [ast.Raise()], [])]
    handler = ast.ExceptHandler(ComputedExpr(KnownV(BaseException), item.context_expr), None, caught)
    inner = ast.Try(body, [handler], [], [])
    left = ast.If(ast.UnaryOp(ast.Not(), ast.Name(name, ast.Load())), [ast.Expr(call("__exit__", none(), none(), none()))], [])
    made = [first, handled(False), ast.Try([inner], [], [], [left])]
    for n in made:
        for part in ast.walk(n):
            if isinstance(part, (ast.expr, ast.stmt, ast.ExceptHandler)) and not hasattr(part, "lineno"):
                ast.copy_location(part, s)
    return made


def _check_exit(low: Lowering, cls: type, item: Any) -> None:
    """What ``__exit__`` is given of an exception is not known: it can only be compared with None."""
    fn = classes.looked_up(cls, "__exit__")[1]
    if not isinstance(fn, types.FunctionType):
        low.unsupported(item.context_expr, f"{cls.__name__}.__exit__ is not a Python function that can be compiled")
    node = source_of(fn).node
    given = {a.arg for a in [*node.args.posonlyargs, *node.args.args][1:]}
    given |= {node.args.vararg.arg} if node.args.vararg is not None else set()
    compared: set[int] = set()
    for n in ast.walk(node):
        operands = [n.left, *n.comparators] if isinstance(n, ast.Compare) else []
        if len(operands) == 2 and isinstance(operands[1], ast.Constant) and operands[1].value is None:
            compared.add(id(operands[0]))
    kind = [a.arg for a in [*node.args.posonlyargs, *node.args.args]][1:2]
    for n in ast.walk(node):
        if isinstance(n, ast.Name) and n.id in given and not (id(n) in compared and n.id in kind):
            text = f"{cls.__name__}.__exit__() uses '{n.id}', and which exception it is given is known at run time only"
            low.unsupported(item.context_expr, text, "compare the first one with None only, or write try: ... except ...:")
