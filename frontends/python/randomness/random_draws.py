"""Draws of random numbers in compiled code: calls of NumPy's methods, with the arguments and shapes that these take."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.arrays.array_arguments import array_of
from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, KnownV, LazyV, NoneV, ScalarV, TupleV, Val
from irad.frontends.python.objects.outside_changes import note_drawn
from irad.frontends.python.sources import generators
from irad.frontends.python.sources.function_notes import called_by_python
from irad.frontends.python.sources.generators import GENERATORS
from irad.frontends.python.sources.python_types import RANDOM, WHOLE, Scalar

Args = list[Val]
Keywords = dict[str, Val]
Given = dict[str, Val | None]
_FLOAT = Scalar("float64", weak=True)


def is_generator(v: Val) -> bool:
    """Whether a value is a generator of random numbers."""
    if isinstance(v, TupleV):
        return v.form is not None and v.form.kind == RANDOM
    return isinstance(v, KnownV) and isinstance(v.value, GENERATORS)


def is_legacy(v: Val) -> bool:
    """Whether a generator is a `np.random.RandomState`."""
    if isinstance(v, TupleV):
        return v.form is not None and v.form.cls is np.random.RandomState
    return isinstance(v, KnownV) and isinstance(v.value, np.random.RandomState)


def bound(low: Lowering, name: str, names: tuple[str, ...], args: Args, keywords: Keywords, node: Any) -> Given:
    """The arguments by name."""
    if len(args) > len(names):
        low.wrong(node, f"{name}() takes at most {len(names)} arguments ({len(args)} given)")
    found: Given = dict.fromkeys(names)
    found.update(zip(names, args, strict=False))
    for key, v in keywords.items():
        if key not in names or found[key] is not None:
            what = f"got an unexpected keyword argument '{key}'" if key not in names else f"got '{key}' twice"
            low.wrong(node, f"{name}() {what}")
        found[key] = v
    return {k: low.expr.stable(v) if v is not None else None for k, v in found.items()}


def called(low: Lowering, name: str, fn: Callable[..., Any], values: list[Val], returns: str, node: Any, key: Any) -> Val:
    """A call of ordinary Python, of which nothing has a derivative."""
    known = low.instance.compiler.put_backs
    key = ("random", name, key, returns, len(values))
    if key not in known:
        known[key] = called_by_python(fn, name, len(values), returns)
    return call_python(low, known[key], values, {}, node, inactive=True)


def draw_numbers(
    low: Lowering, owner: Val, name: str, draw: Callable[..., Any], values: list[Val], shape: Any, kind: str, node: Any
) -> Val:
    """Numbers that a generator draws: an array of a shape, or a number of Python's (``shape`` None)."""
    dims = [] if shape is None else [TupleV(list(shape))]
    if shape is None:
        drawn: Callable[..., Any] = lambda g, *given: draw(g, *given, None)  # noqa: E731
    else:
        drawn = lambda g, *given: np.asarray(draw(g, *given[:-1], tuple(int(n) for n in given[-1])))  # noqa: E731
    first: list[Val] = []
    generator = owner.value if isinstance(owner, KnownV) else None
    if generator is not None:
        note_drawn(low, generator, node)
    else:
        assert isinstance(owner, TupleV)
        first = [owner.item(0)]
    returns = kind if shape is None else f"{kind}[{', '.join(':' * len(shape))}]"
    key = (draw, id(generator), len(shape) if shape is not None else None)
    return called(low, name, generators.drawing(generator, drawn), [*first, *values, *dims], returns, node, key)


# ---- shapes


def size_of(low: Lowering, v: Val | None, node: Any) -> list[Val] | None:
    """The shape that ``size=`` stands for, None for a number."""
    if v is None or isinstance(v, NoneV):
        return None
    items = [v.item(k) for k in range(len(v.items))] if isinstance(v, TupleV) else [v]
    out: list[Val] = []
    for item in items:
        n = low.expr.as_scalar(item, node) if isinstance(item, (ArrayV, LazyV)) else item
        if not isinstance(n, ScalarV) or not n.ty.is_integer:
            low.wrong(node, f"size= must be an integer or a tuple of integers, not {item.ty}")
        assert isinstance(n, ScalarV)
        out.append(ScalarV(WHOLE, low.word(n)))
    return out


def as_float(low: Lowering, v: Val | None, default: float, node: Any) -> Val:
    """A parameter of a distribution, as float64."""
    if v is None:
        return low.expr.constant(default, node)
    if isinstance(v, TupleV):
        v = array_of(low, v, node, None)
    if isinstance(v, ScalarV):
        return low.convert(v, _FLOAT)
    if not isinstance(v, (ArrayV, LazyV)) or v.ty.dtype == "complex128":
        low.wrong(node, f"a parameter of a distribution is a number or an array of numbers, not {v.ty}")
    return v


def shape_for(low: Lowering, params: list[Val], size: list[Val] | None, node: Any) -> list[Val] | None:
    """The shape of numbers with these parameters; checks that they fit ``size``."""
    arrays = [p for p in params if isinstance(p, (ArrayV, LazyV))]
    if size is None:
        if not arrays:
            return None
        whole: Val = arrays[0]
        for other in arrays[1:]:
            whole = low.expr.binary(ast.Add(), whole, other, node)
        assert isinstance(whole, (ArrayV, LazyV))
        return [ScalarV(WHOLE, n) for n in whole.shape]
    for a in arrays:
        if len(a.shape) > len(size):
            low.wrong(node, f"size= has {len(size)} axes, and a parameter {len(a.shape)}")
        for n, s in zip(reversed(a.shape), reversed(size), strict=False):
            assert isinstance(s, ScalarV)
            fits = low.b.or_(low.b.icmp_signed("==", n, s.v), low.b.icmp_signed("==", n, ir.Constant(n.type, 1)))
            low.check(fits, ValueError, "Output size is not compatible with broadcast dimensions of inputs.", node)
    return size


def moved(low: Lowering, start: Val | None, factor: Val, z: Val, node: Any) -> Val:
    """``start + factor * z``, in NumPy's order."""
    out = low.expr.binary(ast.Mult(), factor, z, node)
    return low.expr.stable(low.expr.binary(ast.Add(), start, out, node) if start is not None else out)


def whole(low: Lowering, v: Val | None, node: Any) -> Val:
    if not isinstance(v, ScalarV) or not v.ty.is_integer:
        low.unsupported(node, "bounds that are no integers are not supported in compiled functions", "give integers")
    assert isinstance(v, ScalarV)
    return ScalarV(WHOLE, low.word(v))
