"""Loads and stores of vectors under a mask: which intrinsics they are, and their operands."""

from __future__ import annotations

from irad.ir.values import Instruction, Value

_LOADS = ("load", "gather", "expandload")
_STORES = ("store", "scatter", "compressstore")


def masked_access(name: str) -> str:
    """``"load"`` or ``"store"`` for a function of this name that reads or writes memory under a mask, else ``""``."""
    if not name.startswith("llvm.masked."):
        return ""
    kind = name.split(".")[2]
    return "load" if kind in _LOADS else "store" if kind in _STORES else ""


def masked_pointer(call: Instruction, access: str) -> Value:
    """The address operand of a masked load or store: one pointer, or a vector of them."""
    return call.operands[0 if access == "load" else 1]
