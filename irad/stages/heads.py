"""The first stage: reads the heads and initialisers of a text, and notes Enzyme's annotations in them."""

from __future__ import annotations

import irad.blas_rules  # noqa: F401  (registers its routines with irad.rules.formulas.external)
from irad.errors import ParseError
from irad.ir.reader import read_module
from irad.ir.values import Module
from irad.llvm.border.session import ascii_text, canonical
from irad.stages.observers import reached
from irad.stages.stage_table import HEADS
from irad.transform.declared.enzyme_attributes import follow
from irad.transform.declared.registered_rules import (
    separate_inactive_calls,
)
from irad.transform.declared.registrations import metadata_as_registrations


def read_heads(source: str | Module) -> Module:
    """The module of a text, with its heads read and its bodies left as text."""
    if isinstance(source, Module):
        return source
    source = ascii_text(source)
    try:
        module = read_module(source, bodies=False)
    except ParseError:  # written by hand
        module = read_module(canonical(source), bodies=False)
    if "enzyme_" in source or "irad_" in source:
        follow(module)
        separate_inactive_calls(module)
        metadata_as_registrations(module)
    reached(HEADS, module)
    return module
