"""The normal form that is differentiated: scalar optimisation without vectorising and unrolling, simple loops.

What is optimised before differentiation need not be differentiated; what is vectorised or unrolled is harder to
differentiate, and is done afterwards.  Contract of `normalize`:

* the O2 pipeline has run, with loop and SLP vectorising, interleaving and unrolling off, whatever pragmas say: loops stay
  loops; ``optnone`` is ignored, so that -O0 input gets into SSA form as well;
* each function has one return block, loops are in loop-simplify form, and in LCSSA;
* functions in ``roots`` exist and have their signature;
* marked calls stand where they stood: two of them in the branches of an ``if`` are not merged into one;
* arrays on the stack of a program are apart from other memory (`irad/llvm/border/reserved_arrays.py`);
* values are compared for equality through fences (`irad/llvm/border/equality_fences.py`), which the caller takes off;
* there is no ``indirectbr``: jumps to addresses of labels have become switches over numbers of labels.

It does not depend on the machine it runs on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import llvmlite.binding as llvm

from irad.llvm.border.equality_fences import fence_compared
from irad.llvm.border.head_text import externalize, internalize
from irad.llvm.border.normal_text import keep_apart, number_labels, strip_loop_hints
from irad.llvm.border.passes import pass_builder, run_passes
from irad.llvm.border.reserved_arrays import mark_arrays, unmark_arrays
from irad.llvm.border.session import link_in, parse, strip_optnone, strip_target


def normalize(text: str, roots: Sequence[str] = (), libraries: Sequence[str] = (), unrolls: bool = False) -> str:
    """The normal form of a module; ``libraries``: modules that are linked in; ``unrolls``: hints about loops are followed."""
    text = strip_optnone(strip_target(text))
    text = text if unrolls else strip_loop_hints(text)
    text = fence_compared(mark_arrays(number_labels(keep_apart(text))))
    module = parse(externalize(text, frozenset(roots)))
    for library in libraries:
        link_in(module, library)
    builder = pass_builder(None, 2, vectorize=False)
    run_passes(builder.getModulePassManager(), module, builder)
    _shape(module, builder)
    return unmark_arrays(str(module))


def tidy(text: str) -> str:
    """Restore SSA form and loop shape after the model was changed; only what SSA form makes dead is removed.

    (Otherwise a dead copy of bytes of unknown type would remain, which the transform would have to refuse.)
    """
    module = parse(text)
    builder = pass_builder(None, 1)
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    manager.add_dead_store_elimination_pass()
    manager.add_dead_code_elimination_pass()
    run_passes(manager, module, builder)
    _shape(module, builder)
    return str(module)


def ssa_form(text: str) -> str:
    """Promote local variables to SSA values, and do nothing else: accesses of other memory stay as the program has them."""
    module = parse(text)
    manager = llvm.create_new_module_pass_manager()
    manager.add_sroa_pass()
    run_passes(manager, module, pass_builder(None, 1))
    return str(module)


def reachable(text: str, root: str) -> str:
    """The module with one visible function, its visible variables, and what they need; nothing else is changed."""
    module = parse(internalize(text, frozenset((root,))))
    manager = llvm.create_new_module_pass_manager()
    manager.add_global_dead_code_eliminate_pass()
    manager.add_strip_dead_prototype_pass()
    run_passes(manager, module, pass_builder(None, 0))
    return str(module)


def _shape(module: Any, builder: Any) -> None:
    manager = llvm.create_new_module_pass_manager()
    manager.add_unify_function_exit_nodes_pass()
    manager.add_loop_simplify_pass()
    manager.add_lcssa_pass()
    run_passes(manager, module, builder)
