"""The last stage: links the runtime and helper functions, and lets LLVM optimise; the caller chooses the kind of output."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import irad.blas_rules  # noqa: F401  (registers its routines with irad.rules.formulas.external)
from irad.errors import DifferentiationError
from irad.ir.printer import print_module
from irad.ir.values import Module
from irad.llvm.border.normal_text import strip_lines
from irad.llvm.border.reserved_arrays import mark_arrays
from irad.llvm.border.vectors import offer
from irad.llvm.final import Final
from irad.llvm.runtime_ir.container_bodies import containers
from irad.llvm.runtime_ir.schedules import schedules
from irad.options import Options
from irad.rules.formulas.formula_helpers import text_for
from irad.stages.cold_functions import leave_rare_loops_rolled, shrink_cold_functions
from irad.stages.heads import read_heads
from irad.stages.observers import reached
from irad.stages.stage_table import CODE
from irad.transform.declared.process_marks import call_loops, decide
from irad.transform.declared.reach import asks_for_derivatives
from irad.transform.declared.recompute_marks import forget_recomputed
from irad.transform.declared.registered_rules import (
    BODY,
    define_leftovers,
)
from irad.transform.lower.routine_bodies import define_routines
from irad.transform.outline.marks import forget_outlined


def finish(
    source: str | Module,
    exports: Sequence[str] | None,
    options: Options = Options(),
    cpu: str | None = "host",
    thread_local: bool = False,
    vectors: bool = False,
    also: Sequence[str] = (),
    jit: bool = False,
    lines: bool = True,
) -> Final:
    """Link the runtime and the rules' helper functions, and optimise; only ``exports`` stay visible (None: all that is).

    ``thread_local``: for programs, whose marked calls take an arena of their thread.  ``vectors``: calls that may be approximate
    may be calls of libmvec, which is there when the code runs.  ``also``: modules that are linked in before optimisation.
    ``jit``: this process loads the code, and has the functions of the runtime that are not inlined.  Without ``lines`` there is
    no debug information in the result.
    """
    module = read_heads(source)
    decide(module)
    if jit:
        call_loops(module)
    if not thread_local:  # a program is linked with the library that has them
        define_routines(module)
    if asks_for_derivatives(module):
        raise DifferentiationError("a marked call is left over: a defect of irad, please report it")
    define_leftovers(module)
    forget_recomputed(module)
    forget_outlined(module)
    for fn in module.functions.values():
        if fn.has_body and fn.name.endswith(BODY):  # copies that only differentiation needed
            fn.linkage, fn.visibility, fn.comdat = "internal", "", ""
    if exports is not None:
        shrink_cold_functions(module, frozenset(exports), also)
    leave_rare_loops_rolled(module)
    declared = [f.name for f in module.functions.values() if not f.has_body]
    own_arena = thread_local and "irad_thread_arena" in declared
    libraries = [text_for(declared), *also, *schedules(module), *(containers(module) if not thread_local else ())]
    reached(CODE, module)
    text = mark_arrays(print_module(module))
    if not lines:
        text = strip_lines(text)
    final = Final(offer(text, cpu) if vectors else text, libraries, exports)
    link_runtime = final.link_inlined_runtime if jit else partial(final.link_runtime, own_arena)
    if options.level == 0:
        link_runtime()
        final.drop_unneeded()
        final.optimize(0, cpu)
        return final
    # The runtime comes last: as long as its functions are calls, LLVM knows more of the memory they give.
    final.optimize(options.level, cpu)
    link_runtime()
    final.inline(cpu)
    return final
