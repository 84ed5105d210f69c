"""What the functions of `scipy.optimize` return, and arguments that several of them have."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.frontends.python.library.shared.compiler_words import refused


class Solution:
    """The result of a solver."""

    irad_compiled = True

    def __init__(self, x: Any, fun: Any, status: int, success: Any, message: Any, nfev: int, nit: int) -> None:
        self.x, self.fun, self.status, self.success, self.message = x, fun, status, success, message
        self.nfev, self.nit = nfev, nit

    def __getitem__(self, name: Any) -> Any:
        return getattr(self, name)

    def to_python(self) -> Any:
        """What Python is given as a result."""
        from scipy.optimize import OptimizeResult

        return OptimizeResult(vars(self))


def as_tuple(args: Any) -> Any:
    """``args=`` of a solver as a tuple."""
    return args if isinstance(args, tuple) else (args,)


def start_of(x0: Any) -> Any:
    """The place where a solver begins, as a new array with one axis."""
    given = np.asarray(x0)
    if given.dtype.kind == "c":
        refused("solvers of complex unknowns are not supported in compiled functions", "write real and imaginary parts")
    return np.ravel(given * 1.0).copy()


def option(options: Any, name: str, default: Any) -> Any:
    """One of ``options=``."""
    if options is None:
        return default
    return options.get(name, default)
