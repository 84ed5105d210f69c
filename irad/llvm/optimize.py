"""The final optimisation: everything LLVM has, vectorising included."""

from __future__ import annotations

import re
from collections.abc import Sequence

import llvmlite.binding as llvm

from irad.errors import UnsupportedError
from irad.llvm import names
from irad.llvm.passes import pass_builder, run_passes
from irad.llvm.session import parse, strip_target

_CLASSES = re.compile(r"\bnofpclass\([\w ]*\) ")


def optimize(
    text: str,
    level: int = 3,
    cpu: str | None = "host",
    vectorize: bool = True,
    internalize_except: Sequence[str] | None = None,
) -> str:
    """Optimise a module for ``cpu`` ("host", LLVM's name of one, None for the baseline), at ``level`` 0 to 3.

    With ``internalize_except`` only those functions stay visible, so that what nobody calls is dropped.  ``vectorize``
    switches unrolling and interleaving as well.
    """
    text = strip_target(text)
    if internalize_except is not None:
        text = names.internalize(text, frozenset(internalize_except))
    # LLVM 22 may leave IR behind that it does not read again: what a function marked `nofpclass(nan inf)` returns, and
    # has `fmul x, 0.0` in it, gets a copysign that stands after its use.  Such a module is done again without the marks.
    for attempt, attempted in ((text, level), (_CLASSES.sub("", text), level), (text, 0)):
        module = parse(attempt)
        builder = pass_builder(cpu, attempted, vectorize)
        run_passes(builder.getModulePassManager(), module, builder)
        try:
            module.verify()
        except RuntimeError as error:
            failure = str(error).strip()
        else:
            return str(module)
    raise UnsupportedError(f"LLVM's optimiser leaves IR that LLVM itself does not accept: {failure}")


def inline(text: str, cpu: str | None = "host") -> str:
    """Inline what is always inlined, drop what is not needed then, and tidy up; for code that is optimised already.

    (Not NewGVN: in LLVM 22 it ends the process now and then, with an assertion of its own, and code is no faster for it.)
    """
    module = parse(strip_target(text))
    builder = pass_builder(cpu, 1)
    manager = llvm.create_new_module_pass_manager()
    manager.add_always_inliner_pass()
    manager.add_global_dead_code_eliminate_pass()
    manager.add_sroa_pass()
    manager.add_instruction_combine_pass()
    manager.add_simplify_cfg_pass()
    run_passes(manager, module, builder)
    return str(module)
