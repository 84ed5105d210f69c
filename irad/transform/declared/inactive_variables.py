"""Variables that are declared inactive: values that pass through them are made constants before LLVM forwards stores to loads.

Where a number is stored and loaded again, LLVM forwards the number itself, which hides that it passed through such a variable. So
what is stored in one, and what is loaded, passes ``__irad_stop_gradient`` first, which is a no-op in the final program. Functions
that are passed an address in one are not inlined there, so that the analysis sees which variable it leads to.
"""

from __future__ import annotations

from collections.abc import Collection

from irad.analysis.memory.memory_graph import called_function
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import DOUBLE, FLOAT, I32, X86_FP80, FloatType, Type, VectorType, function
from irad.ir.values import ConstantExpr, Function, GlobalVariable, Instruction, Module, Value
from irad.rules.tables.directives import STOP_GRADIENT

_STOPS: dict[Type, str] = {DOUBLE: STOP_GRADIENT, FLOAT: STOP_GRADIENT + "f", X86_FP80: STOP_GRADIENT + "l"}
_ON_ADDRESSES = ("getelementptr", "bitcast", "addrspacecast")


def protect(module: Module, names: Collection[str]) -> None:
    """Make all numbers that are stored in, or loaded from, the variables ``names`` constants."""
    variables = [name for name in names if name in module.globals_]
    for inst in [i for fn in module.functions.values() for i in fn.instructions()] if variables else ():
        _protect(module, inst, variables)


def _protect(module: Module, inst: Instruction, names: Collection[str]) -> None:
    if inst.opcode == "load" and _leads_to(inst.operands[0], names) and inst.type.scalar in _STOPS:
        block = inst.block
        assert block is not None
        users = inst.users()
        b = Builder(None)
        b.position_before(block.instructions[block.instructions.index(inst) + 1])
        constant = _stopped(module, b, inst)
        for user in users:
            for i, operand in enumerate(user.operands):
                if operand is inst:
                    user.set_operand(i, constant)
    elif inst.opcode == "store" and _leads_to(inst.operands[1], names) and inst.operands[0].type.scalar in _STOPS:
        b = Builder(None)
        b.position_before(inst)
        inst.set_operand(0, _stopped(module, b, inst.operands[0]))
    elif inst.opcode in ("call", "invoke") and any(a.type.is_ptr and _leads_to(a, names) for a in inst.args):
        inst.attrs["fn_attrs"] = f"{inst.attrs['fn_attrs']} noinline".strip()


def _leads_to(pointer: Value, names: Collection[str]) -> bool:
    while isinstance(pointer, (ConstantExpr, Instruction)) and (pointer.opcode in _ON_ADDRESSES or _is_local(pointer)):
        pointer = pointer.operands[0]
    return isinstance(pointer, GlobalVariable) and pointer.name in names


def _is_local(pointer: Value) -> bool:
    """Whether it is the address of a thread-local variable."""
    callee = called_function(pointer) if isinstance(pointer, Instruction) and pointer.opcode == "call" else None
    return callee is not None and callee.name.startswith("llvm.threadlocal.address")


def _stopped(module: Module, b: Builder, value: Value) -> Value:
    if not isinstance(value.type, VectorType):
        return b.call_function(_stop(module, value.type), [value])
    out = value
    for i in range(value.type.count):
        element = b.extract_element(value, const_int(I32, i))
        out = b.insert_element(out, b.call_function(_stop(module, element.type), [element]), const_int(I32, i))
    return out


def _stop(module: Module, t: Type) -> Function:
    assert isinstance(t, FloatType)
    found = module.functions.get(_STOPS[t])
    return found if found is not None else module.add_function(_STOPS[t], function(t, (t,)))
