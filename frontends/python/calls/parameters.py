"""Signatures of the functions that the compiler knows: calls are checked, and their arguments put in order.

The parameters are written as those of a lambda.  An argument that a function takes in Python but not here is refused where it is
given, so that none is silently ignored.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import TupleV
from irad.frontends.python.objects.computed_expr import ComputedExpr

Takes = Callable[..., int]

_ONE: Takes = lambda x, /: 0  # noqa: E731
_TWO: Takes = lambda x, y, /: 0  # noqa: E731
_THREE: Takes = lambda x, y, z, /: 0  # noqa: E731
_FOUR: Takes = lambda x, y, z, w, /: 0  # noqa: E731
_UFUNC_1: Takes = lambda x, out=None: 0  # noqa: E731
_UFUNC_2: Takes = lambda x1, x2, out=None: 0  # noqa: E731
_PLACE: Takes = lambda a, axis=None, out=None, *, keepdims=None: 0  # noqa: E731
_EXTREME: Takes = lambda a, axis=None, out=None, keepdims=None, initial=None, where=None: 0  # noqa: E731
_TRUTH: Takes = lambda a, axis=None, out=None, keepdims=None, *, where=None: 0  # noqa: E731
_MEAN: Takes = lambda a, axis=None, dtype=None, out=None, keepdims=None, *, where=None: 0  # noqa: E731
_SUM: Takes = lambda a, axis=None, dtype=None, out=None, keepdims=None, initial=None, where=None: 0  # noqa: E731
_SPREAD: Takes = lambda a, axis=None, dtype=None, out=None, ddof=0, keepdims=None, *, where=None, mean=None, correction=None: 0  # noqa: E731

BUILTIN: dict[Any, Takes] = {
    abs: _ONE, len: _ONE, divmod: _TWO, reversed: _ONE,
    int: lambda x=None, /, base=None: 0,
    float: lambda x=None, /: 0,
    bool: lambda x=None, /: 0,
    round: lambda number, ndigits=None: 0,
    pow: lambda base, exp, mod=None: 0,
    min: lambda first, /, *others, key=None, default=None: 0,
    max: lambda first, /, *others, key=None, default=None: 0,
    range: lambda start, stop=None, step=None, /: 0,
    slice: lambda start, stop=None, step=None, /: 0,
    sum: lambda iterable, /, start=None: 0,
    tuple: lambda iterable=None, /: 0,
    list: lambda iterable=None, /: 0,
    set: lambda iterable=None, /: 0,
    frozenset: lambda iterable=None, /: 0,
    enumerate: lambda iterable, start=None: 0,
    zip: lambda *iterables, strict=None: 0,
    map: lambda function, first, /, *others: 0,
    filter: lambda function, iterable, /: 0,
    sorted: lambda iterable, /, *, key=None, reverse=None: 0,
    any: _ONE, all: _ONE,
    iter: _ONE,
    next: lambda iterator, default=None, /: 0,
}  # fmt: skip

_NUMPY: dict[str, Takes] = {
    "zeros": lambda shape, dtype=None, order=None: 0,
    "ones": lambda shape, dtype=None, order=None: 0,
    "empty": lambda shape, dtype=None, order=None: 0,
    "full": lambda shape, fill_value, dtype=None, order=None: 0,
    "arange": lambda start, stop=None, step=None, /, *, dtype=None: 0,
    "linspace": lambda start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0: 0,
    "where": lambda condition, x=None, y=None, /: 0,
    "clip": lambda a, a_min=None, a_max=None, out=None, *, min=None, max=None: 0,
    "shape": lambda a: 0,
    **dict.fromkeys(("sum", "prod"), _SUM),
    "mean": _MEAN,
    **dict.fromkeys(("min", "max", "amin", "amax"), _EXTREME),
    **dict.fromkeys(("any", "all"), _TRUTH),
    **dict.fromkeys(("argmin", "argmax"), _PLACE),
    **dict.fromkeys(("var", "std"), _SPREAD),
    **dict.fromkeys(("sign", "square", "isnan", "isinf", "isfinite"), _UFUNC_1),
    **dict.fromkeys(("minimum", "maximum", "fmin", "fmax"), _UFUNC_2),
}

METHODS: dict[str, Takes] = {
    "fill": lambda value, /: 0,
    "item": lambda *args: 0,
}


def of_numpy(name: str, operands: int) -> Takes | None:
    """The parameters of ``np.name``; ``operands``: the number of arrays that it combines elementwise, 0 if it does not."""
    return _NUMPY.get(name) or {1: _UFUNC_1, 2: _UFUNC_2}.get(operands)


def of_operands(count: int) -> Takes:
    """The parameters of a function of ``math``."""
    return (_ONE, _TWO, _THREE, _FOUR)[count - 1]


def named(low: Lowering, node: Any) -> dict[str, Any]:
    """The keyword arguments of a call."""
    found: dict[str, Any] = {}
    for k in node.keywords:
        if k.arg is not None:
            found[k.arg] = k.value
            continue
        v = low.expr.value(k.value)
        form = v.form if isinstance(v, TupleV) else None
        if not isinstance(v, TupleV) or form is None or form.kind != "dict" or not all(isinstance(n, str) for n in form.names):
            low.unsupported(node, f"**keywords of {v.ty} are not supported", "a dict of which the keys are known is")
            raise AssertionError
        found |= {n: ComputedExpr(i, node) for n, i in zip(form.names, v.items, strict=True)}
    return found


def bound(low: Lowering, name: str, takes: Takes, args: list[Any], kw: dict[str, Any], node: Any) -> inspect.BoundArguments:
    """The arguments of a call of ``name``, each at its parameter."""
    signature = inspect.signature(takes)
    hint = f"what is supported: {name}{str(signature).replace('=None', '=...')}"
    named = {n for n, p in signature.parameters.items() if p.kind not in (p.POSITIONAL_ONLY, p.VAR_POSITIONAL)}
    for k in kw:
        if k not in named:
            low.unsupported(node, f"the keyword '{k}' of {name}() is not supported here", hint)
    try:
        return signature.bind(*args, **kw)
    except TypeError as error:
        low.wrong(node, f"{name}(): {error}", hint)
        raise AssertionError from None
