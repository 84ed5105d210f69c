"""Whether no ``float`` of a module can have a derivative; single-precision numbers in memory then count as integers.

Programs in double precision contain some all the same: the load factor of an ``unordered_map`` is stored among active data, and
where an analysis merges the two, a word's bits do not tell which of them it is.
"""

from __future__ import annotations

from collections.abc import Iterable

from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.module_memory import ModuleMemory
from irad.analysis.memory.objects import reachable
from irad.ir.types import FLOAT, Type
from irad.ir.values import Function, Instruction, Module, Value
from irad.rules import lookup_function


def uses_floats(module: Module) -> bool:
    """Whether there are single-precision numbers in memory."""
    accesses = (i for f in module.functions.values() for i in f.instructions() if i.opcode in ("load", "store"))
    return any(v.type.scalar is FLOAT for i in accesses for v in (i, *i.operands))


def makes_floats(module: Module) -> bool:
    """Whether single-precision numbers may be made of other active values: numbers or bits, or by what the program registers."""
    instructions = (i for f in module.functions.values() for i in f.instructions())
    return bool(module.rules or module.shadows) or any(map(_makes_float, instructions))


def _makes_float(inst: Instruction) -> bool:
    if inst.type.scalar is not FLOAT and not _has_float(inst.type):
        return False
    if inst.opcode in ("fptrunc", "bitcast"):
        return inst.operands[0].type.scalar is not FLOAT
    if inst.opcode not in ("call", "invoke"):
        return inst.opcode not in _MADE_OF_FLOATS
    callee = called_function(inst)
    if callee is None or not callee.is_declaration or lookup_function(callee) is not None:
        return False
    return not callee.name.startswith("llvm.")


_MADE_OF_FLOATS = frozenset(
    "load phi select freeze fneg fadd fsub fmul fdiv frem sitofp uitofp extractvalue insertvalue extractelement insertelement "
    "shufflevector".split()
)


def _has_float(t: Type) -> bool:
    return t.is_aggregate and "float" in str(t)


def reach_no_floats(memory: ModuleMemory, fn: Function, values: Iterable[Value]) -> bool:
    """Whether none of the values, in ``fn``, is a ``float`` or leads to memory that holds one."""
    graph = memory.of(fn)
    values = list(values)
    nodes = reachable([n for v in values if (n := graph.node_of(v)) is not None])
    kinds = {kind for n in nodes for content, _ in n.fields.values() for kind in content.find().kinds}
    return "float" not in kinds and not any(v.type.scalar is FLOAT or _has_float(v.type) for v in values)


def set_constant_floats(module: Module) -> None:
    """From here on single-precision numbers in memory count as integers."""
    module.constant_floats = True
    module.metadata = {name: text.replace('!"float"', '!"int"') for name, text in module.metadata.items()}
