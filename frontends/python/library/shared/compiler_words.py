"""What functions of this library say to the compiler; `library_table` lowers calls of these."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np


def constant(x: Any) -> Any:
    """``x`` without its derivative."""
    return x


constant.irad_constant = True  # type: ignore[attr-defined]


def gradient_at(f: Any, x: Any) -> Any:
    """The gradient of a function of an array at ``x``: exact in compiled code, here by differences."""
    steps = 1e-6 * np.maximum(np.abs(x), 1.0)
    return np.array([(f(x + h) - f(x - h)) / (2.0 * h.sum()) for h in np.diag(steps)])


def jacobian_at(f: Any, x: Any) -> Any:
    """The Jacobian of a function of an array that returns an array: exact in compiled code, here by differences."""
    steps = 1e-6 * np.maximum(np.abs(x), 1.0)
    return np.array([(f(x + h) - f(x - h)) / (2.0 * h.sum()) for h in np.diag(steps)]).T


def parameter_count(f: Any) -> int:
    """The number of parameters of a function, which is known when compiling."""
    return len(inspect.signature(f).parameters)


def items_for(x: Any, f: Any) -> Any:
    """The elements of an array that has one for each parameter of a function but the first, as a tuple."""
    return tuple(x)


def in_order_of(found: Any, given: Any) -> Any:
    """``found`` with its axes in memory as those of ``given`` are, as in `np.empty_like`."""
    out = np.empty_like(given, dtype=found.dtype, shape=found.shape)
    out[...] = found
    return out


def refused(text: str, hint: str = "") -> Any:
    """An error of compilation at the user's call: for arguments that are not supported, where that is known when compiling."""
    raise NotImplementedError(f"{text}: {hint}")
