"""Values that are compared and checked as such: subclasses of arrays, modes, ranges and slices."""

from __future__ import annotations

from typing import Any

import numpy as np

from irad.annotations import Mode
from irad.errors import TypingError


def check_plain(value: np.ndarray) -> None:
    """Refuse arrays whose operations are not NumPy's ordinary ones (np.matrix, masked arrays)."""
    if type(value) is not np.ndarray and not isinstance(value, np.memmap):
        raise TypingError(
            f"{type(value).__name__} has rules of its own, which compiled functions do not know",
            hint="pass an ordinary array: np.asarray(a)",
        )


def is_mode(value: Any) -> bool:
    """Whether ``value`` is a mode of differentiation, such as ``irad.Reverse``."""
    return isinstance(value, Mode)


def interned(value: Any) -> Any:
    """The one object that stands for a range or slice with these bounds."""
    return _INTERNED.setdefault(repr(value), value)


_INTERNED: dict[str, Any] = {}
