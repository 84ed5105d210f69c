"""Control flow changes that turn exceptions into branches (`exception_lowering.py`)."""

from __future__ import annotations

from irad.analysis.flow.cfg import remove_incoming
from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.clone import clone_function
from irad.ir.reader.attributes import RECOMPUTE, THROWS
from irad.ir.types import PTR
from irad.ir.values import Argument, Block, Function, Instruction, Value
from irad.transform.exceptions.exception_helpers import safe_attributes, split_after, to_call


def split_call(inst: Instruction) -> Block | None:
    """Split the block after a call or invoke, so that only a branch follows it; return its landing pad, if it had one."""
    block = inst.block
    assert block is not None
    if inst.opcode == "invoke":
        normal, unwind = to_call(inst)
        Builder(block).br(normal)
        return unwind
    rest = block.function.append_block(f"{block.name}.rest" if block.name else "", after=block)  # type: ignore[union-attr]
    split_after(inst, rest)
    Builder(block).br(rest)
    return None


def never_unwinds(inst: Instruction) -> None:
    """Replace an invoke that does not throw by a call."""
    block = inst.block
    assert block is not None
    normal, unwind = to_call(inst)
    Builder(block).br(normal)
    for phi in unwind.phis():
        remove_incoming(phi, block)


def branch_instead(block: Block, condition: Value | None, yes: Block) -> None:
    """Replace the branch that ends ``block``: to ``yes`` if ``condition`` (None: always), else as before."""
    jump = block.terminator
    after = block.successors()
    jump.erase()
    if condition is not None and after:
        Builder(block).cond_br(condition, yes, after[0])
        return
    for successor in after:
        for phi in successor.phis():
            remove_incoming(phi, block)
    Builder(block).br(yes)


def rename_predecessor(block: Block, old: Block, new: Block) -> None:
    """In phis of ``block``, replace the predecessor ``old`` by ``new``."""
    for phi in block.phis():
        for i in range(1, len(phi.operands), 2):
            if phi.operands[i] is old:
                phi.set_operand(i, new)


def call_and_return(block: Block, fn: Function, args: list[Argument]) -> None:
    b = Builder(block)
    call = b.call_function(fn, args)
    b.ret(None if call.type.is_void else call)


def with_exception_parameter(fn: Function) -> Function:
    """A copy with an additional parameter; attributes about how it ends are dropped."""
    module = fn.module
    assert module is not None
    name, n = f"{fn.name}.caught", 1
    while module.get(name) is not None:
        n += 1
        name = f"{fn.name}.caught{n}"
    new = clone_function(fn, name, PTR)
    new.linkage = "internal"
    for arg in new.args:
        arg.attrs = safe_attributes(arg.attrs)
    if RECOMPUTE in fn.attributes:
        new.attributes = AttributeSet(("noinline", RECOMPUTE, THROWS))
    return new
