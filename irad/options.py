"""Options of the compiler, in one frozen object."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Options:
    """What a user may choose about differentiation and compilation.

    ``strict``: adjoint contributions are added in the order of the reverse sweep, without reassociation, and adjoints
    below the smallest normal double are not taken for zero.
    ``cache_everything``: the slow reference: every value the reverse sweep needs is cached, nothing is computed again.
    ``run_again``: iterations of loops run again in the reverse sweep wherever they can, which saves memory, not time.
    ``noalias``: distinct pointer parameters point to distinct memory (checked by the caller).
    ``limited``: the memory of tapes is limited: long loops are checkpointed as the limit demands.
    ``fastmath``: LLVM may change the primal's arithmetic (`irad.llvm.border.fastmath`).
    ``index_sets``: forward mode makes index sets of so many bits (32, 64) in place of tangents
    (`irad.transform.forward.index_sets`).
    ``tape_stack``: the arena's stack that holds the tape (a
    derivative of a derivative uses the next one).  ``level``: LLVM's optimisation level for the final code.
    """

    strict: bool = False
    cache_everything: bool = False
    run_again: bool = False
    limited: bool = False
    fastmath: bool = False
    noalias: bool = False
    index_sets: int = 0
    tape_stack: int = 1
    level: int = 3
