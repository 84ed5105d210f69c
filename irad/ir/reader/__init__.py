"""Reads LLVM's canonical text into the model."""

from irad.ir.reader.mentions import Mentions, calls_of, mentions
from irad.ir.reader.module_reader import add_declarations, read_bodies, read_module

__all__ = ["Mentions", "add_declarations", "calls_of", "mentions", "read_bodies", "read_module"]
