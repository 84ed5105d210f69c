"""What a call gives: its value, or the error that it raises; counts of what random programs give."""

from __future__ import annotations

import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
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


def count_outcomes(program: Callable[[int], str], outcome: Callable[[str, Path], str], stem: str) -> None:
    """The command ``FIRST COUNT [FOLDER]`` of a generator: prints what is not right, and how often each outcome comes.

    Programs that are not right stay in FOLDER, as files that begin with ``stem``.
    """
    first, total = int(sys.argv[1]), int(sys.argv[2])
    folder = Path(sys.argv[3] if len(sys.argv) > 3 else tempfile.mkdtemp())
    folder.mkdir(exist_ok=True)
    counts: Counter[str] = Counter()
    for number in range(first, first + total):
        path = folder / f"{stem}{number}.py"
        told = outcome(program(number), path)
        counts[told.split()[0] if told.startswith(("WRONG", "DEFECT")) else told] += 1
        if told in ("right", "invalid"):
            path.unlink()
        else:
            print(number, told, flush=True)
    for told, times in counts.most_common():
        print(times, told)
