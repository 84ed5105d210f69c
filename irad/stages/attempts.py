"""Differentiation, and again with single-precision numbers as constants where that is sound (`constant_floats.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import irad.blas_rules  # noqa: F401  (registers its routines with irad.rules.formulas.external)
from irad.analysis.memory.constant_floats import makes_floats, reach_no_floats, set_constant_floats, uses_floats
from irad.analysis.memory.module_memory import ModuleMemory
from irad.errors import DifferentiationError
from irad.ir.values import Function, Module, Value

T = TypeVar("T")


def attempted(
    form: Callable[[], Module], attempt: Callable[[Module], T], given: Callable[[Module], list[tuple[Function, Sequence[Value]]]]
) -> T:
    """``attempt(form())``; where that is an error, again with all values of type ``float`` as constants, if that is sound.

    ``given(module)``: the values that carry derivatives into each function.
    """
    module = form()
    try:
        return attempt(module)
    except DifferentiationError:
        if not uses_floats(module):
            raise
        module = form()
        memory = ModuleMemory(module)
        if makes_floats(module) or not all(reach_no_floats(memory, fn, values) for fn, values in given(module)):
            raise
        set_constant_floats(module)
        return attempt(module)
