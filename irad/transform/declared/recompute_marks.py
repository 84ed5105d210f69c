"""Functions of which calls are to be run again in the reverse sweep: until then LLVM must not inline them.

They carry `RECOMPUTE`, in the texts of the Python frontend from the beginning; those that a program has annotated
(``annotate("irad_recompute")``) get it from `mark_recomputed`.  Behind differentiation `forget_recomputed` takes it back.
"""

from __future__ import annotations

from collections.abc import Iterable

from irad.errors import RuleError
from irad.ir.reader.attributes import PLACE, RECOMPUTE
from irad.ir.values import Module


def mark_recomputed(module: Module, names: Iterable[str]) -> None:
    """Let the definitions of ``names`` carry the attribute."""
    for name in names:
        fn = module.functions.get(name)
        if fn is None or not fn.has_body:
            continue
        if "alwaysinline" in fn.attributes:
            raise RuleError(f"calls of {name} are to be run again in the reverse sweep, so that it cannot be always_inline")
        fn.attributes = fn.attributes.adding("noinline", RECOMPUTE)


def forget_recomputed(module: Module) -> None:
    """Take the attribute away, and let LLVM inline."""
    for fn in module.functions.values():
        if RECOMPUTE in fn.attributes:
            fn.attributes = fn.attributes.without(RECOMPUTE.strip('"'), PLACE, "noinline")
