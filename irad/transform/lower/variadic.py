"""Functions with variable arguments, one copy with fixed parameters per list of types that they are called with.

In such a copy ``va_start`` finds all variable arguments in the function's own memory, consecutively, as the System V ABI for
x86-64 lays out those that do not fit into registers.  The code that reads them (``va_arg``, also in functions that the list is
passed to) is ordinary code for that layout; it sees all registers as used up.  On other targets nothing is done.
"""

from __future__ import annotations

from irad.analysis.memory.memory_graph import called_function
from irad.ir.builder import Builder
from irad.ir.clone import clone_blocks, copy_attributes
from irad.ir.constants import const_int
from irad.ir.types import I1, I8, I32, I64, LAYOUT, PTR, VOID, FloatType, FunctionType, IntType, Type, array, function
from irad.ir.values import Argument, Function, Instruction, Module, Value

_REGISTERS_USED = (48, 176)  # gp_offset and fp_offset after the last register
_LIST_SIZE = 24


def expand_variadic(module: Module) -> bool:
    """Give calls of variadic functions with a body callees with fixed parameters; True if there was one."""
    if not any("x86_64" in line and "linux" in line for line in module.header):
        return False
    changed = False
    made: dict[tuple[Function, tuple[Type, ...]], Function] = {}
    work = [fn for fn in module.functions.values() if not fn.is_declaration]
    while work:
        fn = work.pop()
        for inst in list(fn.instructions()):
            if inst.opcode != "call":
                continue
            callee = called_function(inst)
            if callee is None or callee.is_declaration or not callee.ftype.vararg or not _plain(inst, callee):
                continue
            key = (callee, tuple(a.type for a in inst.args[len(callee.args) :]))
            if key not in made:
                made[key] = _fixed(module, callee, key[1])
                work.append(made[key])
            _call_instead(inst, made[key])
            changed = True
    return changed


def _plain(inst: Instruction, callee: Function) -> bool:
    """Whether the call's variable arguments are numbers and pointers, not structures passed in memory."""
    if inst.attrs["ftype"] is not callee.ftype or inst.attrs["bundles"]:
        return False
    count = len(callee.args)
    types = [a.type for a in inst.args[count:]]
    plain = all(t.is_ptr or (isinstance(t, IntType) and t.bits <= 64) or isinstance(t, FloatType) for t in types)
    return plain and not any("byval" in attrs for attrs in inst.attrs["param_attrs"][count:])


def _fixed(module: Module, fn: Function, extra: tuple[Type, ...]) -> Function:
    number = 1
    while module.get(f"{fn.name}.fixed.{number}") is not None:
        number += 1
    new = module.add_function(f"{fn.name}.fixed.{number}", function(fn.ftype.ret, (*fn.ftype.params, *extra)))
    new.linkage = "internal"
    new.ret_attrs = fn.ret_attrs
    copy_attributes(fn, new)
    renamed: dict[Value, Value] = {}
    for old, arg in zip(fn.args, new.args, strict=False):
        arg.attrs, arg.name = old.attrs, old.name
        renamed[old] = arg
    clone_blocks(new, fn.blocks, "")
    for inst in new.instructions():
        for i, op in enumerate(inst.operands):
            if op in renamed:
                inst.set_operand(i, renamed[op])
    _lists(module, new, new.args[len(fn.args) :])
    return new


def _lists(module: Module, fn: Function, variable: list[Argument]) -> None:
    """Store the variable arguments consecutively, and let ``va_start`` point there."""
    b = Builder(fn.entry)
    b.position_before(fn.entry.instructions[0])
    offsets, size = [], 0
    for arg in variable:
        align = 16 if LAYOUT.align_of(arg.type) > 8 else 8
        offsets.append(-(-size // align) * align)
        size = offsets[-1] + max(8, LAYOUT.size_of(arg.type))
    row = b.alloca(array(size + 8, I8))
    row.attrs["align"] = 16
    for arg, offset in zip(variable, offsets, strict=True):
        b.store(arg, b.gep(I8, row, [const_int(I64, offset)]), align=8)
    for inst in list(fn.instructions()):
        callee = called_function(inst) if inst.opcode == "call" else None
        name = callee.name if callee is not None else ""
        b.position_before(inst)
        if name.startswith("llvm.va_start"):
            for i, used in enumerate(_REGISTERS_USED):
                b.store(const_int(I32, used), b.gep(I8, inst.args[0], [const_int(I64, 4 * i)]))
            for offset in (8, 16):
                b.store(row, b.gep(I8, inst.args[0], [const_int(I64, offset)]))
        elif name.startswith("llvm.va_copy"):
            memcpy = "llvm.memcpy.p0.p0.i64"
            copy = module.functions.get(memcpy) or module.add_function(memcpy, function(VOID, (PTR, PTR, I64, I1)))
            b.call_function(copy, [*inst.args, const_int(I64, _LIST_SIZE), const_int(I1, 0)])
        elif not name.startswith("llvm.va_end"):
            continue
        inst.erase()


def _call_instead(inst: Instruction, callee: Function) -> None:
    ftype: FunctionType = callee.ftype
    attrs = {**inst.attrs, "ftype": ftype}
    new = Instruction("call", inst.type, [*inst.args, callee], attrs, inst.name, dict(inst.metadata))
    assert inst.block is not None
    inst.block.insert(inst.block.instructions.index(inst), new)
    inst.replace_all_uses_with(new)
    inst.erase()
