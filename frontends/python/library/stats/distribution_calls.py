"""How calls of methods of SciPy's distributions are lowered: ``norm.logpdf(x, loc=mu)``.

Of distributions that have been given their parameters outside, SciPy's own methods are compiled, which call these.
"""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir

from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import DOUBLE, KnownV, ScalarV, TupleV, Val
from irad.frontends.python.library.distributions import (
    counted_numbers,
    durations,
    extremes,
    from_zero,
    lifetimes,
    located,
    on_the_line,
    parts,
    powers,
    skewed,
    symmetric,
    whole_numbers,
)  # fmt: skip
from irad.frontends.python.library.stats import fits
from irad.frontends.python.sources.python_types import Scalar

Handler = Callable[[Lowering, list[Val], dict[str, Val], Any], Val]
_FLOAT = Scalar("float64")
_CONTINUOUS = (on_the_line, from_zero, lifetimes, extremes, powers, durations, parts, skewed, symmetric)
_OF_WHOLE = (whole_numbers, counted_numbers)
_SUPPORT = "_support"


def _with_support(modules: tuple[types.ModuleType, ...]) -> dict[str, Any]:
    """The distributions of the modules, by name."""
    return {n.removesuffix(_SUPPORT): m for m in modules for n in vars(m) if n.endswith(_SUPPORT)}


_WHOLE = _with_support(_OF_WHOLE)
_HOMES: dict[str, Any] = _with_support(_CONTINUOUS) | _WHOLE
_OF_X = "pdf logpdf cdf logcdf sf logsf ppf isf pmf logpmf".split()
_OF_NONE = "mean var std entropy median".split()
_DIFFERENCES = ("skewnorm",)  # whose probabilities are differences, without correct digits in a tail
_LOGARITHMS = {"logcdf": ("cdf", "sf"), "logsf": ("sf", "cdf")}  # what the logarithm is of, and 1 less that
_FROM = {"pdf": "logpdf", "pmf": "logpmf", "std": "var"}  # the function that the method is computed from


def distribution_of(value: Any) -> str:
    """The name of a distribution of `scipy.stats` that is written here, "" for anything else."""
    stats = sys.modules.get("scipy.stats")
    name = getattr(value, "name", None)
    if stats is None or not isinstance(name, str) or name not in _HOMES:
        return ""
    return name if type(getattr(stats, name)) is type(value) else ""


def handler(fn: Any) -> Handler | None:
    """The function that lowers a call of ``fn``, if that is a method of a distribution."""
    if not isinstance(fn, types.MethodType) or not distribution_of(fn.__self__):
        return None
    owner, name = fn.__self__, fn.__name__
    if name == "fit":
        fit = getattr(fits, f"{distribution_of(owner)}_fit", None)
        return None if fit is None else lambda low, args, kw, node: call_python(low, fit, args, kw, node)
    if name == "interval":
        below = _written(distribution_of(owner), "ppf")
        return None if below is None else lambda low, args, kw, node: _interval(low, owner, below, args, kw, node)
    found = _written(distribution_of(owner), name)
    return None if found is None else lambda low, args, kw, node: _call(low, owner, name, found, args, kw, node)


def _written(of: str, name: str) -> tuple[Any, ...] | None:
    """What computes a method for one element: a function, and what it is given first."""
    home, whole = _HOMES[of], of in _WHOLE
    support = getattr(home, f"{of}_support")
    if name not in (*_OF_X, *_OF_NONE) or (name in ("pdf", "logpdf", "ppf", "isf", "median", "entropy") and whole):
        return None
    if name in ("pmf", "logpmf") and not whole:
        return None
    prefix = "discrete_" if whole and name not in ("pmf", "logpmf") else ""
    standard = getattr(home, f"{of}_{_FROM.get(name, 'ppf' if name == 'median' else name)}", None)
    if standard is not None:
        method = getattr(located, f"{prefix}{'ppf' if name == 'median' else name}")
        return method, standard, support
    if name not in _LOGARITHMS or of in _DIFFERENCES:
        return None
    log = located.discrete_log if whole else located.log_of
    pairs = [(getattr(home, f"{of}_{plain}", None), getattr(located, f"{prefix}{plain}")) for plain in _LOGARITHMS[name]]
    if any(standard is None for standard, _ in pairs):
        return None
    return log, *pairs[0], *pairs[1], support


def _ends(confidence: Any) -> Any:
    """The probabilities below the ends of the interval around the median."""
    c = np.asarray(confidence) * 1.0
    if np.any((c > 1) | (c < 0)):
        raise ValueError("confidence must be between 0 and 1 inclusive")
    return (1.0 - c) / 2, (1.0 + c) / 2


def _interval(low: Lowering, dist: Any, found: tuple[Any, ...], args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """Where this share of the distribution is, around its median."""
    given = [kw.pop("confidence"), *args] if "confidence" in kw else list(args)
    if not given:
        low.wrong(node, f"scipy.stats.{distribution_of(dist)}.interval() needs confidence=")
    ends = call_python(low, _ends, given[:1], {}, node)
    assert isinstance(ends, TupleV)
    return TupleV([_call(low, dist, "ppf", found, [q, *given[1:]], dict(kw), node) for q in ends.items])


def _call(low: Lowering, dist: Any, name: str, found: tuple[Any, ...], args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    """The method, for each element of its arguments."""
    first = [] if name in _OF_NONE else ["k" if name in ("pmf", "logpmf") else "q" if name in ("ppf", "isf") else "x"]
    shapes = [s.strip() for s in (dist.shapes or "").split(",") if s.strip()]
    whole = distribution_of(dist) in _WHOLE
    defaults = {"loc": 0.0} if whole else {"loc": 0.0, "scale": 1.0}
    names = [*first, *shapes, *defaults]
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    given = [inspect.Parameter(n, kind, default=defaults.get(n, inspect.Parameter.empty)) for n in names]
    if whole and first and "x" in first:
        kw = {"x" if k == "k" else k: v for k, v in kw.items()}
    try:
        bound = inspect.Signature(given).bind(*args, **kw)
    except TypeError as error:
        low.wrong(node, f"scipy.stats.{distribution_of(dist)}.{name}(): {error}", f"its parameters are {', '.join(names)}")
        raise AssertionError from None
    values = [bound.arguments.get(n, ScalarV(_FLOAT, ir.Constant(DOUBLE, defaults.get(n, 0.0)))) for n in names]
    if name == "median":
        values = [ScalarV(_FLOAT, ir.Constant(DOUBLE, 0.5)), *values]
        first = ["q"]
    order = [*range(len(first)), *range(len(first) + len(shapes), len(values)), *range(len(first), len(first) + len(shapes))]
    listed = [values[k] for k in order]
    fixed: list[Val] = [KnownV(f) for f in found[1:]]

    def one(p: list[ScalarV]) -> ScalarV:
        for v in p:
            if v.ty.is_complex:
                low.unsupported(node, f"scipy.stats.{distribution_of(dist)}.{name} of complex numbers is not supported")
        made = call_python(low, found[0], [*fixed, *(low.convert(v, _FLOAT) for v in p)], {}, node)
        return low.convert(low.expr.as_scalar(made, node), _FLOAT)

    return low.expr.elementwise(listed, one, node)
