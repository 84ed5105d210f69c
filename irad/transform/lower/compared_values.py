"""Comparisons for equality after the normal form was made: see `irad/llvm/border/equality_fences.py`."""

from __future__ import annotations

from irad.analysis.memory.memory_graph import called_function
from irad.ir.values import Constant, Instruction, Module


def remove_fences(module: Module) -> bool:
    """Compare the values themselves again; True if one of them has become a constant, so that LLVM can decide the comparison."""
    decided = False
    for fn in module.functions.values():
        for fence in [i for i in fn.instructions() if i.opcode == "call" and _is_fence(i)]:
            if all(user.opcode == "fcmp" for user in fence.users()):
                decided |= isinstance(fence.args[0], Constant)
                fence.replace_all_uses_with(fence.args[0])
                fence.erase()
    return decided


def _is_fence(call: Instruction) -> bool:
    callee = called_function(call)
    return callee is not None and callee.name.startswith("llvm.arithmetic.fence.")
