"""Functions whose calls are to be recomputed in the reverse sweep: LLVM must not inline them before differentiation.

They carry `RECOMPUTE`: in the Python frontend's output from the start; those that a program annotates
(``annotate("irad_recompute")``) get it from `mark_recomputed`.  After differentiation `forget_recomputed` removes it.
"""

from __future__ import annotations

from collections.abc import Iterable

from irad.errors import RuleError
from irad.ir.reader.attributes import PLACE, RECOMPUTE
from irad.ir.values import Module


def mark_recomputed(module: Module, names: Iterable[str]) -> None:
    """Give the definitions of ``names`` the attribute."""
    for name in names:
        fn = module.functions.get(name)
        if fn is None or not fn.has_body:
            continue
        if "alwaysinline" in fn.attributes:
            raise RuleError(f"calls of {name} are to be run again in the reverse sweep, so that it cannot be always_inline")
        fn.attributes = fn.attributes.adding("noinline", RECOMPUTE)


def forget_recomputed(module: Module) -> None:
    """Remove the attribute, and let LLVM inline."""
    for fn in module.functions.values():
        if RECOMPUTE in fn.attributes:
            fn.attributes = fn.attributes.without(RECOMPUTE.strip('"'), PLACE, "noinline")
