"""Rules that users write for their own Python functions, and their other declarations (docs/custom-rules.md).

A rule belongs to the function object: wherever a compiled function calls it, and where it is differentiated itself, the rule is
used in place of a derivative of its body.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ParamSpec, TypeVar, overload

import numpy as np

from irad.errors import RuleError
from irad.frontends.python.sources.function_notes import note
from irad.frontends.python.sources.python_source import bare
from irad.frontends.python.sources.rule_sets import RuleSet

P = ParamSpec("P")
T = TypeVar("T")
Rule = TypeVar("Rule", bound=Callable[..., object])


@dataclass(frozen=True)
class Host:
    """A function that runs as ordinary Python; ``returns`` is a type as in signatures ("" : None)."""

    returns: str = ""


def _add(f: object, **rules: object) -> None:
    """Add to the rules of a function; the set is replaced, by which compiled code notices the change."""
    fn = _python(f)
    fn.irad_rules = replace(note(fn, "irad_rules") or RuleSet(), **rules)


def _python(f: object) -> Any:
    """The Python function that rules are attached to."""
    inner = getattr(getattr(f, "irad_function", None), "fn", f)
    if not hasattr(inner, "__code__") or hasattr(inner, "__self__"):
        raise RuleError(f"{getattr(f, '__name__', f)!s} is not a Python function, to which a rule could belong")
    return inner


def augmented_primal(f: Callable[..., object]) -> Callable[[Rule], Rule]:
    """Decorator: what runs in place of ``f`` in a forward sweep.

    Args:
        f: the function, a Python function.

    Returns:
        A decorator for ``rule(config, *annotated arguments) -> AugmentedReturn``, which leaves the rule as it is.  Each
        argument is an `Active`, `Duplicated` or `Const` with ``.val`` and, but for `Active`, ``.dval``.

    Raises:
        RuleError: ``f`` is no Python function; when used: there is no `reverse`, or the rule returns something else.

    >>> import irad
    >>> def square(x):
    ...     return x * x
    >>> @irad.augmented_primal(square)
    ... def augmented(config, x):
    ...     return irad.AugmentedReturn(x.val * x.val, None, x.val)
    >>> @irad.reverse(square)
    ... def reverse(config, dret, tape, x):
    ...     return (2.0 * tape * dret,)
    >>> irad.grad(square)(3.0)
    6.0
    """

    def decorate(rule: Rule) -> Rule:
        _add(f, augmented=rule, reverse_style="enzyme")
        return rule

    return decorate


def reverse(f: Callable[..., object]) -> Callable[[Rule], Rule]:
    """Decorator: the reverse of a call of ``f``.

    Args:
        f: the function, a Python function.

    Returns:
        A decorator for ``rule(config, dret, tape, *annotated arguments)``, which leaves the rule as it is.  ``dret`` is the
        adjoint of the result, ``tape`` that of the `AugmentedReturn`.  The rule adds to the shadows of what ``f`` reads, and
        sets those of what ``f`` overwrites to zero.  It returns one entry per argument: the derivative of an `Active` one, None
        of others; None if there are no Active ones.

    Raises:
        RuleError: ``f`` is no Python function; when used: there is no `augmented_primal`, or the result does not fit.

    >>> import irad
    >>> def shift(x, y):
    ...     return x + 2.0 * y
    >>> @irad.augmented_primal(shift)
    ... def augmented(config, x, y):
    ...     return irad.AugmentedReturn(x.val + 2.0 * y.val)
    >>> @irad.reverse(shift)
    ... def reverse(config, dret, tape, x, y):
    ...     return dret, 2.0 * dret
    >>> irad.grad(shift, (0, 1))(1.0, 1.0)
    (1.0, 2.0)
    """

    def decorate(rule: Rule) -> Rule:
        _add(f, reverse=rule, reverse_style="enzyme")
        return rule

    return decorate


def forward(f: Callable[..., object]) -> Callable[[Rule], Rule]:
    """Decorator: the forward derivative of a call of ``f``.

    Args:
        f: the function, a Python function.

    Returns:
        A decorator for ``rule(config, *annotated arguments) -> tangent`` of the result, which leaves the rule as it is.  The rule
        sees the arguments as they are before the call, and changes the tangents of what ``f`` overwrites.  ``f`` itself runs
        afterwards (what the rule does to primal values is undone first), unless the rule has done that as well and returns
        ``Duplicated(primal, tangent)``.

    Raises:
        RuleError: ``f`` is no Python function; when used: the result does not fit.

    >>> import irad
    >>> def square(x):
    ...     return x * x
    >>> @irad.forward(square)
    ... def tangent(config, x):
    ...     return 2.0 * x.val * x.dval
    >>> irad.jvp(square, (3.0,), (1.0,))
    (9.0, 6.0)
    """

    def decorate(rule: Rule) -> Rule:
        _add(f, forward=rule, forward_style="enzyme")
        return rule

    return decorate


def custom(f: T) -> T:
    """``f``, with methods for rules as in JAX.

    Args:
        f: a function that does not change its arguments.

    Returns:
        ``f`` itself, with two methods.  ``f.defvjp(fwd, bwd)``: ``fwd(*args) -> (result, residuals)``, ``bwd(residuals,
        cotangent) -> cotangents of the arguments``.  ``f.defjvp(rule)``: ``rule(primals, tangents) -> (result, tangent)``.

    Raises:
        RuleError: ``f`` is no Python function; when used: what a rule returns does not fit.

    >>> import irad, math
    >>> @irad.custom
    ... def log1pexp(x):
    ...     return math.log(1 + math.exp(x))
    >>> _ = log1pexp.defjvp(lambda primals, tangents: (log1pexp(primals[0]), tangents[0] / (1 + math.exp(-primals[0]))))
    >>> irad.jvp(log1pexp, (0.0,), (1.0,))[1]
    0.5
    """
    def defvjp(fwd: Callable[..., object], bwd: Callable[..., object]) -> None:
        _add(f, augmented=fwd, reverse=bwd, reverse_style="jax")

    def defjvp(rule: Rule) -> Rule:
        _add(f, forward=rule, forward_style="jax")
        return rule

    inner = _python(f)
    inner.defvjp, inner.defjvp = defvjp, defjvp
    return f


@overload
def host_rule(f: Rule, *, returns: str = "") -> Rule: ...


@overload
def host_rule(f: None = None, *, returns: str = "") -> Callable[[Rule], Rule]: ...


def host_rule(f: Rule | None = None, *, returns: str = "") -> Rule | Callable[[Rule], Rule]:
    """Decorator: where compiled code calls ``f`` (a rule, or any other function), it runs as ordinary Python.

    Args:
        f: the function; None for a decorator with arguments.
        returns: the type of what a function that is no rule returns, as in signatures ("float64", "float64[:]",
            "(float64, int64)"); "" for None.

    Returns:
        ``f`` itself.  Arrays are handed over as NumPy arrays of the same memory.

    Raises:
        RuleError: ``f`` is no Python function.
        TypeError, ValueError: (when called) what it returns is not of the declared type.

    >>> import irad, math
    >>> @irad.host_rule(returns="float64")
    ... def table(x):
    ...     return {1.0: 0.5}.get(x, 0.0)
    >>> irad.jit(lambda x: 2.0 * table(x))(1.0)
    1.0
    """

    def decorate(g: Rule) -> Rule:
        _python(g).irad_host = Host(returns)
        return g

    return decorate if f is None else decorate(f)


@overload
def pure_host(f: Callable[P, T], *, returns: str = "") -> Callable[P, T]: ...


@overload
def pure_host(f: None = None, *, returns: str = "") -> Callable[[Callable[P, T]], Callable[P, T]]: ...


def pure_host(f: Callable[..., Any] | None = None, *, returns: str = "") -> Any:
    """Decorator: where compiled code calls ``f``, it runs as ordinary Python, and its result counts as constant.

    It is `host_rule` and `inactive` in one: for what irad does not know and whose derivative is not wanted (a look-up in a table,
    a solver for a starting point, a time).

    Args:
        f: any callable: a Python function, a function of a library, a method; None for a decorator with arguments.
        returns: the type of its result as in signatures ("float64", "float64[:]", "(float64, int64)"); "" for None.

    Returns:
        A function that does the same.  In compiled code its arrays are read-only NumPy arrays of the same memory, and each call
        counts as a call of Python code.

    Raises:
        RuleError: it cannot be told how many arguments ``f`` takes.
        TypeError, ValueError: (when called) the result is not of the declared type; whatever ``f`` raises.

    >>> import irad, numpy as np
    >>> @irad.pure_host(returns="float64")
    ... def middle(x):
    ...     return float(np.partition(x, len(x) // 2)[len(x) // 2])
    >>> irad.grad(lambda x: middle(x) * x.sum())(np.array([3.0, 1.0, 2.0]))
    array([2., 2., 2.])
    """

    def decorate(g: Callable[..., Any]) -> Callable[..., Any]:
        inner = bare(g) if isinstance(g, types.FunctionType) else _function_of(g)
        inner.irad_host = Host(returns)
        return _marked(functools.update_wrapper(inner, g), "inactive")

    return decorate if f is None else decorate(f)


def _function_of(f: Callable[..., Any]) -> Any:
    """A Python function that calls something else with the same parameters."""
    if isinstance(f, np.ufunc):
        names = [f"x{k}" for k in range(f.nin)]
    else:
        try:
            given = inspect.signature(f).parameters.values()
        except (TypeError, ValueError):
            given = None
        if given is None or any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in given):
            name = getattr(f, "__name__", type(f).__name__)
            hint = "write a function that calls it: def g(x): return f(x)"
            raise RuleError(f"how many arguments {name} takes cannot be told", hint=hint)
        names = [p.name for p in given if p.default is p.empty]
    listed = ", ".join(names)
    return eval(compile(f"lambda {listed}: f_({listed})", "<irad.pure_host>", "eval"), {"f_": f})


@dataclass(frozen=True)
class Marking:
    """The mark that `inactive` and `noalias` attach to a function: the function, and which of the two."""

    fn: Callable[..., object]
    kind: str


def inactive(f: Callable[P, T]) -> Callable[P, T]:
    """``f``, calls of which have no derivative: what they return, and what they write, counts as constant.

    Args:
        f: a function.

    Returns:
        A function that does the same.

    Raises:
        TypingError: (when used in a compiled function) ``f`` is no Python function.

    >>> import irad
    >>> def level(x):
    ...     return 2.0 * x
    >>> irad.grad(lambda x: x * irad.inactive(level)(x))(3.0)
    6.0
    """
    return _marked(f, "inactive")


def noalias(f: Callable[P, T]) -> Callable[P, T]:
    """``f``, of which you promise that the arrays it gets never overlap.  If they do, results and derivatives are undefined.

    Args:
        f: a function.

    Returns:
        A function that does the same.

    Raises:
        TypingError: (when used in a compiled function) ``f`` is no Python function.

    >>> import irad, numpy as np
    >>> def add(x, y):
    ...     y += x * x
    >>> def total(x):
    ...     y = np.zeros(len(x))
    ...     irad.noalias(add)(x, y)
    ...     return y.sum()
    >>> irad.grad(total)(np.array([1.0, 2.0]))
    array([2., 4.])
    """
    return _marked(f, "noalias")


def _marked(f: Callable[P, T], kind: str) -> Callable[P, T]:
    @functools.wraps(f)
    def wrapper(*args: P.args, **keywords: P.kwargs) -> T:
        return f(*args, **keywords)

    wrapper.irad_marking = Marking(f, kind)  # type: ignore[attr-defined]
    return wrapper
