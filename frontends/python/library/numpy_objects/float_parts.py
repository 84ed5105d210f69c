"""Numbers by their digits and exponents: ``np.frexp``, ``ldexp``, ``nextafter``, ``spacing``."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.of_python import math_written


def _floats(x: Any) -> Any:
    given = np.asarray(x)
    if given.dtype.kind not in "f":
        if given.dtype.kind == "c":
            raise TypeError("the ufunc is not supported for the input types, and the inputs could not be safely coerced")
        if given.dtype.itemsize < 4:
            raise NotImplementedError("digits of narrow integers in compiled code: write x.astype(float)")
        given = given.astype(np.float64)
    if given.dtype.itemsize < 4:
        raise NotImplementedError("digits of float16 in compiled code: write x.astype(np.float32)")
    return given


def frexp(x: Any) -> Any:
    """The mantissas, at least 0.5 and below 1, and the exponents."""
    given = _floats(x)
    line = given.ravel()
    mantissas, exponents = np.empty(len(line), dtype=given.dtype), np.empty(len(line), dtype=np.int32)
    for k in range(len(line)):
        m, e = math_written.frexp(line[k])
        mantissas[k], exponents[k] = m, e
    return mantissas.reshape(given.shape)[()], exponents.reshape(given.shape)[()]


def ldexp(x1: Any, x2: Any) -> Any:
    """x1 times 2 to the x2."""
    given = _floats(x1)
    exponents = np.asarray(x2)
    if exponents.dtype.kind not in "iub":
        raise TypeError("ufunc 'ldexp' not supported for the input types")
    x, n = np.broadcast_arrays(given, exponents)
    first, second = x.flatten(), n.flatten()
    found = np.empty(len(first), dtype=given.dtype)
    for k in range(len(first)):
        found[k] = math_written.scaled(float(first[k]), int(second[k]))
    return found.reshape(x.shape)[()]


def nextafter(x1: Any, x2: Any) -> Any:
    """The floats behind x1 on the way to x2."""
    a = np.asarray(x1) if isinstance(x1, (list, tuple)) else x1
    b = np.asarray(x2) if isinstance(x2, (list, tuple)) else x2
    common = np.result_type(a, b)
    kind = _floats(np.zeros(0, dtype=common)).dtype
    x, y = np.broadcast_arrays(np.asarray(a, dtype=kind), np.asarray(b, dtype=kind))
    digits, least = (24, -149) if kind == np.float32 else (53, -1074)
    first, second = x.flatten(), y.flatten()
    found = np.empty(len(first), dtype=kind)
    for k in range(len(first)):
        found[k] = math_written.behind(float(first[k]), float(second[k]), digits, least)
    return found.reshape(x.shape)[()]


def spacing(x: Any) -> Any:
    """The distances to the next floats away from 0, with the sign of x."""
    given = _floats(x)
    digits, least = (24, -149) if given.dtype == np.float32 else (53, -1074)
    line = given.ravel()
    found = np.empty(len(line), dtype=given.dtype)
    for k in range(len(line)):
        a = float(line[k])
        if abs(a) == np.finfo(given.dtype).max:
            found[k] = np.copysign(np.inf, a)
            continue
        found[k] = np.nan if np.isinf(a) else np.copysign(math_written.width(a, digits, least), a + 0.0)
    return found.reshape(given.shape)[()]
