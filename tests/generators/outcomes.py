"""What a call gives: its value, or the error that it raises."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from irad.errors import IradError

ERRORS = (ArithmeticError, ValueError, IndexError, UnboundLocalError, TypeError, IradError)
_NOT_HERE = ("math range error", "too large", "out of range", "math domain error", "expected a finite input")


def run(f: Any, args: tuple[Any, ...]) -> Any:
    """The value of ``f(*args)``, without warnings of NumPy's, or its error."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return f(*args)
    except ERRORS as error:
        return error


def is_range_error(error: Any) -> bool:
    """Is it one of Python's errors that compiled functions do not raise (docs/python.md): floats too large, sines of infinities?

    For programs that call functions of `math` that are defined for all finite numbers.
    """
    return isinstance(error, (OverflowError, ValueError)) and any(text in str(error) for text in _NOT_HERE)
