"""``with``: of the context managers that mean something in compiled code, or nothing."""

from __future__ import annotations

import ast
import contextlib
import warnings
from abc import ABC
from dataclasses import replace
from types import FunctionType
from typing import Any

import numpy as np

from irad.frontends.python.calls.generator_calls import begun
from irad.frontends.python.core.python_values import KnownV, TupleV, Val
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.functions.function_calls import given_arguments, is_known
from irad.frontends.python.messages.callable_names import HOST_HINT, full_name, instead
from irad.frontends.python.objects import classes, managers
from irad.frontends.python.sources.error_classes import MANAGERS
from irad.frontends.python.statements.exception_statements import ExceptionLowering
from irad.frontends.python.trees.scopes import INNER, in_text

_HINT = "those of np.errstate, contextlib.suppress, contextlib.nullcontext() and warnings.catch_warnings() are"
_STATES = ("ignore", "warn", None)
_KINDS = ("all", "divide", "over", "under", "invalid")


def manager_refused(item: Any, manager: Any) -> tuple[str, str] | None:
    """The message and the hint if a context manager is refused; ``manager``: what is called for it, None if that is not known."""
    known = any(manager is m for m in MANAGERS)
    if (known and item.optional_vars is None) or managers.is_manager(manager) or managers.is_helper(manager):
        return None
    call = item.context_expr
    shown = ast.unparse(call) + (f" as {ast.unparse(item.optional_vars)}" if item.optional_vars is not None else "")
    hint = _HINT
    if manager is not None and not known and not isinstance(manager, type):
        other = instead(full_name(manager, call.func), manager, is_known)
        hint = _HINT if other == HOST_HINT else other
    return f"'with {shown}' is not supported in compiled functions", hint


class WithLowering(ExceptionLowering, ABC):
    """``with`` statements."""

    def _With(self, s: Any) -> None:
        self.within(s.items, s)

    def within(self, items: list[Any], s: Any) -> None:
        """The statements of a ``with`` statement, in the context managers ``items``."""
        if not items:
            self.block(s.body)
            return
        first, *rest = items
        call = first.context_expr
        generator = managers.generator_of(self, call)
        if generator is not None:
            self.within_generator(*generator, first, self._rest(rest, s), s)
            return
        if not isinstance(call, ast.Call) or not self._is_library(call):
            v = self.expr.stable(self.expr.value(call))
            if managers.is_manager(classes.class_of(self, v)):
                held = v
                if isinstance(v, TupleV) and v.place is None:
                    held = replace(v, place=self.hold_new(v, call))
                self.block(managers.entered(self, held, first, self._rest(rest, s), s))
                return
        found = self.expr.value(call.func) if isinstance(call, ast.Call) else None
        manager: Any = found.value if isinstance(found, KnownV) else None
        refused = manager_refused(first, manager)
        if refused is not None:
            self.unsupported(call, *refused)
        if manager is contextlib.suppress:
            self.suppressed(call, rest, s)
            return
        if manager is np.errstate:
            self.check_states(call)
        elif call.args or call.keywords:
            self.unsupported(call, f"arguments of {manager.__name__}() are not supported in compiled functions")
        self.quiet += manager is warnings.catch_warnings
        try:
            self.within(rest, s)
        finally:
            self.quiet -= manager is warnings.catch_warnings

    def _rest(self, rest: list[Any], s: Any) -> list[Any]:
        """The body in the context managers behind the first."""
        return [ast.copy_location(ast.With(rest, s.body), s)] if rest else s.body

    def _is_library(self, call: ast.Call) -> bool:
        """Whether a call is one of a context manager that is known, or of another function of a library."""
        fn = self.dry(lambda: self.expr.value(call.func))
        if not isinstance(fn, KnownV):
            return False
        known = any(fn.value is m for m in MANAGERS) or managers.is_of_numpy(fn.value)
        return known or not (managers.is_manager(fn.value) or isinstance(fn.value, FunctionType))

    def within_generator(self, fn: Any, owner: list[Val], item: Any, body: list[Any], s: Any) -> None:
        """The statements in a context manager that a generator is."""
        call = item.context_expr
        leaving = managers.leaves_around(body)
        if leaving is not None:
            word = "break" if isinstance(leaving, ast.Break) else "continue"
            text = f"{word} out of a with statement of {fn.__name__}(), a generator, is not supported"
            self.unsupported(leaving, text, "write try: ... finally: ...")
        target = item.optional_vars
        if target is None:
            target = ast.copy_location(ast.Name(f"entered{INNER}{in_text(call)}", ast.Store()), call)
            self.instance.local_names.add(target.id)
        args, kw = given_arguments(self, call)
        gen = begun(self, fn, [*owner, *args], kw, call)
        gen.managed = True
        key = id(item)
        loops = self.instance.compiler.managed
        if key not in loops:
            loops[key] = item, ast.copy_location(ast.For(target, call, body, []), s)
        self.over_generator(loops[key][1], gen)

    def suppressed(self, call: Any, rest: list[Any], s: Any) -> None:
        """``contextlib.suppress(...)``: a handler that does nothing."""
        if call.keywords or any(isinstance(a, ast.Starred) for a in call.args):
            self.unsupported(call, "contextlib.suppress() takes classes of exceptions here")
        inner = s if not rest else ast.copy_location(ast.With(rest, s.body), s)
        body = s.body if not rest else [inner]
        handler = ast.ExceptHandler(ast.Tuple(call.args, ast.Load()), None, [ast.Pass()])
        made = ast.Try(body, [handler], [], [])
        self._Try(ast.fix_missing_locations(ast.copy_location(made, s)))

    def check_states(self, call: Any) -> None:
        """``np.errstate``: what is computed is the same, compiled code never warns, and never raises for floats."""
        if call.args:
            self.unsupported(call, "np.errstate() takes keywords here")
        for k in call.keywords:
            state = known_value(self.expr.value(k.value))
            if k.arg not in _KINDS or state is UNKNOWN or state not in _STATES:
                shown = f"{k.arg}={ast.unparse(k.value)}"
                hint = "'ignore' and 'warn' are; test the result: if not np.isfinite(x).all(): raise FloatingPointError(...)"
                self.unsupported(call, f"np.errstate({shown}) is not supported in compiled functions", hint)
