"""What functions of this library say to the compiler; `library_table` lowers calls of these."""

from __future__ import annotations

from typing import Any


def constant(x: Any) -> Any:
    """``x`` without its derivative."""
    return x


constant.irad_constant = True  # type: ignore[attr-defined]

def refused(text: str, hint: str = "") -> Any:
    """An error of compilation at the user's call: for arguments that are not supported, where that is known when compiling."""
    raise NotImplementedError(f"{text}: {hint}")
