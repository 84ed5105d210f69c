"""Tests of `scipy.stats` of ranks, which change in steps and have no derivative: SciPy's own numbers, by a call of Python."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import KnownV, NoneV, ScalarV, Val, known_number
from irad.frontends.python.library.stats.sample_tests import Association, OfSmirnov, Significance
from irad.frontends.python.sources.python_source import synthetic

_OF_TWO = "kendalltau weightedtau ks_2samp mannwhitneyu wilcoxon ansari mood brunnermunzel"
_OF_ALL = "kruskal friedmanchisquare fligner"
_NAMES = {*_OF_TWO.split(), *_OF_ALL.split()}
_RESULTS: dict[str, Any] = {"kendalltau": Association, "weightedtau": Association, "ks_2samp": OfSmirnov}
_MORE = {"ks_2samp": ("statistic_location", "statistic_sign")}  # what a result has beside its statistic and p value
_AS_SAMPLES = {*"mannwhitneyu wilcoxon ansari mood kruskal friedmanchisquare fligner".split()}  # of their precision
_ANY_AXIS = ("axis", "keepdims", "nan_policy")


def handler(fn: Any) -> Callable[..., Val] | None:
    """The function that lowers a call of ``fn``, if that is one of these."""
    name = getattr(fn, "__name__", "")
    if name not in _NAMES or getattr(sys.modules.get("scipy.stats"), name, None) is not fn:
        return None
    return partial(_tested, fn, name)


def _tested(fn: Any, name: str, low: Lowering, args: list[Val], kw: dict[str, Val], node: Any) -> Val:
    settings: dict[str, Any] = {}
    if name in _OF_ALL.split():
        samples = list(args)
    else:
        listed = list(inspect.signature(fn).parameters)
        named = dict(zip(listed, args, strict=False)) | kw
        samples = [named.pop(n) for n in listed[:2] if n in named and not isinstance(named[n], NoneV)]
        kw = named
    for k, v in kw.items():
        known = v.value if isinstance(v, KnownV) else known_number(v.v) if isinstance(v, ScalarV) else None
        if k in _ANY_AXIS and not (k == "axis" and known in (0, -1, None)):
            low.unsupported(node, f"scipy.stats.{name}() with {k}= is not supported in compiled functions", "leave it out")
        if isinstance(v, NoneV) or k == "axis":
            continue
        if not isinstance(known, (bool, int, float, str)):
            low.unsupported(node, f"scipy.stats.{name}(): {k}= must be known when compiling")
        settings[k] = bool(known) if isinstance(v, ScalarV) and v.ty.kind == "bool" else known
    if not samples:
        low.wrong(node, f"scipy.stats.{name}() needs samples")
    return call_python(low, _written(name, len(samples), tuple(sorted(settings.items()))), samples, {}, node)


@cache
def _written(name: str, count: int, settings: tuple[tuple[str, Any], ...]) -> Any:
    """The function in compiled code, with these settings."""
    from scipy import stats

    fields = ("statistic", "pvalue", *_MORE.get(name, ()))

    def host(*samples: Any) -> Any:
        found = getattr(stats, name)(*samples, **dict(settings))
        return np.array([getattr(found, field) for field in fields], dtype=float)

    names = ", ".join(f"x{k}" for k in range(count))
    of_python = synthetic(name, names, f"irad_f({names})", {"irad_f": host}, handler)
    of_python.irad_host = SimpleNamespace(returns="float64[:]")
    of_python.irad_constant = True
    space = {"np": np, "irad_f": of_python, "irad_flat": _flat, "irad_made": _RESULTS.get(name, Significance)}
    values = [f"v[{k}]" for k in range(len(fields))]
    given = ", ".join(f"irad_flat(x{k})" for k in range(count))
    if name == "weightedtau":  # which has no p value: nan, of the precision of the samples
        values[1] = f"v[1:].astype(np.result_type({given}))[0]"
    made = f"irad_made({', '.join(values)})"
    kind = f".astype(np.result_type({given}))" if name in _AS_SAMPLES else ""
    return synthetic(name, names, made, space, handler, before=f"    v = irad_f({given}){kind}\n")


def _flat(x: Any) -> Any:
    given = np.atleast_1d(x) * 1.0
    if given.ndim != 1:
        raise NotImplementedError("tests of samples of several axes in compiled functions")
    return given
