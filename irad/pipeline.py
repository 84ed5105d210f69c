"""From IR text to machine code with derivatives, in one direction.

    text -> heads -> marked calls -> set aside -> normal form -> versions -> preparation -> differentiation -> restored -> code

Read this first: `irad.stages.stage_table` says in a line what each stage does, and which file to open.  `derive` and
`expand_marked` go as far as "restored", `finish` does the rest.  ``IRAD_VERIFY=1`` in the environment (as in the tests) verifies
the model after each stage, ``IRAD_DUMP=FOLDER`` writes it to a file (`irad.stages.observers`).
"""

from __future__ import annotations

import irad.blas_rules  # noqa: F401  (registers its routines with irad.rules.formulas.external)
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.values import Module
from irad.llvm.normalize import normalize
from irad.options import Options
from irad.stages.differentiation import Derived, derive
from irad.stages.heads import read_heads
from irad.stages.machine_code import finish
from irad.stages.marked_expansion import Statistics, expand_all, expands_whole
from irad.stages.normal_form import normal_form
from irad.transform.lower.compared_values import remove_fences
from irad.transform.lower.counted.loop_versioning import make_versions
from irad.transform.lower.routine_bodies import c_suffix, define_fortran

__all__ = ["Derived", "derive", "expand_marked", "expand_program", "finish", "normal_form", "read_heads", "undifferentiated"]


def expand_marked(source: str | Module, options: Options = Options(), statistics: Statistics | None = None) -> Module:
    """Replace ``__enzyme_autodiff`` and its like by derivatives, those of the innermost functions first.

    The differentiator's statistics of each function are added to ``statistics``.
    """
    return expand_all(source, options, statistics if statistics is not None else [])[0]


def expand_program(source: str | Module, options: Options = Options()) -> Module:
    """As `expand_marked`, for objects that are linked later: in a program that calls only ``cblas_*``, so do the derivatives."""
    module = read_heads(source)
    suffix = c_suffix(module) if any("cblas_" in name for name in module.functions) else None
    declared = [f.name for f in module.functions.values() if not f.has_body]
    module = expand_marked(module, options)
    if suffix is not None:
        define_fortran(module, suffix, declared)
    return module


def undifferentiated(source: str | Module, root: str, options: Options = Options()) -> tuple[Module, Statistics]:
    """A module for calls of ``root`` itself, and the statistics of the derivatives in it.

    Marked calls are expanded, and loops have their versions without bounds checks, as in derivatives.
    """
    statistics: Statistics = []
    heads = read_heads(source)
    done = expands_whole(heads)
    module = expand_marked(heads, options, statistics=statistics)
    if done or not any('"irad-status"' in f.attributes for f in module.functions.values()):
        return module, statistics
    normal = read_module(normalize(print_module(module), roots=[root]))
    remove_fences(normal)
    return normal if make_versions(normal) else module, statistics
