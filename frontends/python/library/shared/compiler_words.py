"""What functions of this library say to the compiler; `library_table` lowers calls of these."""

from __future__ import annotations

from typing import Any

import numpy as np


def constant(x: Any) -> Any:
    """``x`` without its derivative."""
    return x


constant.irad_constant = True  # type: ignore[attr-defined]



def in_order_of(found: Any, given: Any) -> Any:
    """``found`` with its axes in memory as those of ``given`` are, as in `np.empty_like`."""
    out = np.empty_like(given, dtype=found.dtype, shape=found.shape)
    out[...] = found
    return out


def refused(text: str, hint: str = "") -> Any:
    """An error of compilation at the user's call: for arguments that are not supported, where that is known when compiling."""
    raise NotImplementedError(f"{text}: {hint}")
