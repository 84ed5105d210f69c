"""Functions that are only declared and have no rule: what they may access besides their arguments."""

from __future__ import annotations

from irad.analysis.memory.memory_graph import called_function
from irad.ir.values import Function, GlobalVariable, Instruction, Module
from irad.rules import lookup_function

# Names of compilers, of C's and C++'s libraries, of Fortran's run-time libraries.
_RESERVED = ("llvm.", "__", "_ZS", "_ZNS", "_ZNKS", "_ZN9__gnu", "_Zd", "_Zn", "_gfortran_", "_Fortran", "irad")


def callbacks(call: Instruction) -> list[Function]:
    """The functions that are passed to an unknown function, which may call them."""
    callee = called_function(call)
    if callee is None or not callee.is_declaration or lookup_function(callee) is not None:
        return []
    return [a for a in call.args if isinstance(a, Function) and not a.is_declaration]


def uses_variables(callee: Function) -> bool:
    """Whether an unknown function may access variables of the program.

    It may not if it never returns, if its attributes rule that out, or if its name is reserved for compilers and libraries.
    """
    if callee.name.startswith(_RESERVED) or "noreturn" in callee.attributes:
        return False
    return not any(a.startswith(("memory(none", "memory(argmem")) for a in callee.attributes)


def shared_variables(module: Module) -> list[GlobalVariable]:
    """Variables that functions in other files may access, too."""
    return [v for v in module.globals_.values() if not v.constant and not v.is_local and not v.name.startswith("llvm.")]
