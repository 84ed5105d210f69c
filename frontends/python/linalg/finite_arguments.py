"""Arguments of `scipy.linalg`, which has a ValueError for infinities and nan unless it is not to look (`check_finite`)."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, TupleV, Val
from irad.frontends.python.core.texts import UNKNOWN, known_value
from irad.frontends.python.sources.dtypes import DTYPES

Handler = Callable[[Lowering, list[Val], dict[str, Val], Any], Val]
_IN_DOUBLES = ("solve_toeplitz", "matmul_toeplitz", "lstsq")  # which take narrow integers as float64, as others do not


def checked(fn: Any, handler: Handler, keywords: bool = True) -> Handler:
    """How a call of a function of `scipy.linalg` is lowered; ``keywords``: its ``handler`` takes those that say how."""
    if not _looks(fn):
        return handler
    name = fn.__name__

    def call(low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
        kw = dict(kw)
        wanted = known_value(kw["check_finite"]) if "check_finite" in kw else True
        if wanted is UNKNOWN:
            low.unsupported(node, f"scipy.linalg.{name}(check_finite=) has to be known when compiling", "True or False")
        if not keywords:
            for how in ("check_finite", "overwrite_a", "overwrite_b"):
                kw.pop(how, None)
        args = [_seen(low, v, name, bool(wanted), node) for v in args]
        return handler(low, args, {k: _seen(low, v, name, bool(wanted), node) for k, v in kw.items()}, node)

    return call


@cache
def _looks(fn: Any) -> bool:
    own: Any = getattr(sys.modules.get("scipy.linalg"), getattr(fn, "__name__", ""), None)
    how = inspect.signature(own).parameters.get("check_finite") if callable(own) and own is fn else None
    return how is not None and how.default is True


def _seen(low: Lowering, v: Val, name: str, finite: bool, node: Any) -> Val:
    """An argument that has been looked at."""
    if isinstance(v, TupleV):
        return replace(v, items=[_seen(low, item, name, finite, node) for item in v.items])
    if not isinstance(v, (ArrayV, LazyV)):
        return v
    kind = DTYPES[v.ty.dtype]
    if not kind.is_inexact:
        if kind.bits < 32 and name not in _IN_DOUBLES:
            text = f"scipy.linalg.{name}() of arrays of {v.ty.dtype}, which SciPy takes as float32, is not supported"
            low.unsupported(node, text, "convert it: a.astype(np.float32)")
        return v
    if not finite:
        return v
    given = low.arrays.in_memory(v)
    all_finite = low.expr.apply(np.all, [low.expr.apply(np.isfinite, [given], {}, node)], {}, node)
    low.check(low.truth(all_finite, node), ValueError, "array must not contain infs or NaNs", node)
    return given
