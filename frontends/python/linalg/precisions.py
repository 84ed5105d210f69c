"""Functions of matrices of single precision by way of double precision."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.calls.instance_calls import call_python
from irad.frontends.python.core.lowering import Lowering
from irad.frontends.python.core.python_values import ArrayV, LazyV, ScalarV, TupleV, Val
from irad.frontends.python.linalg.factorised import Handler, Keywords
from irad.frontends.python.sources.python_types import Scalar


def _as_float64(a: Any) -> Any:
    return a.astype(np.float64)


def _as_float32(a: Any) -> Any:
    return a.astype(np.float32)


def _as_complex128(a: Any) -> Any:
    return a.astype(np.complex128)


def _as_complex64(a: Any) -> Any:
    return a.astype(np.complex64)


_WIDE = {"complex64": _as_complex128, "float32": _as_float64}
_NARROW = {"complex128": _as_complex64, "float64": _as_float32}


def in_double_precision(low: Lowering, call: Handler, args: list[Val], kw: Keywords, back: bool, node: Any) -> Val:
    """A function of numbers of single precision; ``back``: whether its results are of single precision, too."""

    def wide(v: Val) -> Val:
        convert = _WIDE.get(v.ty.dtype) if isinstance(v, (ArrayV, LazyV)) else None
        return v if convert is None else call_python(low, convert, [v], {}, node)

    def narrow(v: Val) -> Val:
        if isinstance(v, ScalarV) and v.ty.kind in _NARROW:
            return low.convert(v, Scalar({"complex128": "complex64", "float64": "float32"}[v.ty.kind]))
        convert = _NARROW.get(v.ty.dtype) if isinstance(v, (ArrayV, LazyV)) else None
        return v if convert is None else call_python(low, convert, [v], {}, node)

    made = call(low, [wide(v) for v in args], {k: wide(v) for k, v in kw.items()}, node)
    if not back:
        return made
    return TupleV([narrow(v) for v in made.items], made.form) if isinstance(made, TupleV) else narrow(made)
