"""Expressions with exceptions: those that are made and kept in a name, and questions about those that are caught."""

from __future__ import annotations

import ast
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import I64, CaughtV, ErrorV, KnownV, ScalarV, TupleV, Val
from irad.frontends.python.core.texts import Message
from irad.frontends.python.sources.error_classes import is_exception, is_plain
from irad.frontends.python.sources.python_types import FLAG


def check_raisable(low: Lowering, kind: Any, node: Any) -> None:
    """Refuse classes whose instances compiled code cannot hand to Python."""
    if not issubclass(kind, Exception):
        hint = 'write: raise ValueError("...")'
        low.unsupported(node, f"{kind.__name__} is no Exception: it cannot be raised in compiled code", hint)
    if not is_plain(kind):
        text = f"{kind.__name__} is made by code of its own (__init__, __str__ ...), which compiled code does not run"
        low.unsupported(node, text, "raise a class that takes its message alone")


def message_of(low: Lowering, call: Any) -> Any:
    """The expression of the message that an exception is made with, None without one."""
    if call.keywords or len(call.args) > 1 or any(isinstance(a, ast.Starred) for a in call.args):
        text = "an exception in compiled code is made with one argument, its message, or none"
        low.unsupported(call, text, 'put the values into the message: f"... {x}"')
    return call.args[0] if call.args else None


def make(low: Lowering, kind: Any, call: Any) -> Val:
    """``ValueError("...")`` in an expression."""
    check_raisable(low, kind, call)
    text = Message(low)
    message = message_of(low, call)
    if message is not None:
        text.add(message)
    places = [low.alloca(I64) for _ in text.details]
    for value, place in zip(text.details, places, strict=True):
        low.b.store(value, place)
    return ErrorV(kind, text.template, places, low.source.place(call))


def is_instance(low: Lowering, v: CaughtV, asked: Val, node: Any) -> Val:
    """``isinstance(e, ...)`` of a caught exception."""
    kinds = asked.items if isinstance(asked, TupleV) else [asked]
    classes = tuple(k.value for k in kinds if isinstance(k, KnownV) and is_exception(k.value))
    if len(classes) != len(kinds):
        low.wrong(node, "isinstance() of an exception takes a class of exceptions, or a tuple of them")
    return ScalarV(FLAG, low.b.call(low.instance.compiler.catcher(classes), [v.status]))
