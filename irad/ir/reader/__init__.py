"""Reads LLVM's canonical IR text into the model: `read_module`."""

from irad.ir.reader.module import read_module

__all__ = ["read_module"]
