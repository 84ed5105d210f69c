"""Functions without a derivative that write to memory: what they store is a constant, and overwrites what was there."""

from __future__ import annotations

from irad.analysis.activity.activity import Activity, copy_call
from irad.analysis.memory.handed_memory import is_opaque
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.objects import Node
from irad.ir.types import FLOATS, LAYOUT
from irad.ir.values import Block, Function, Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, MathRule, lookup_function
from irad.transform.refused.refusals import fail


def overwritten(act: Activity, inst: Instruction, rule: InactiveRule) -> list[tuple[Value, int]]:
    """Pointers, and the sizes of the active numbers at them that ``inst`` overwrites."""
    memory = act.memory
    out = []
    for i in rule.writes:
        pointer = inst.args[i] if i < len(inst.args) else None
        if pointer is None or not pointer.type.is_ptr or not act.node(memory.node_of(pointer)):
            continue
        cell = memory.cell_of(pointer)
        found = memory.kinds_at(cell, 1) if cell is not None else []
        kinds = {k for offset, _, what in found if offset == 0 for k in what}
        sizes = {LAYOUT.size_of(FLOATS[k]) for k in kinds if k in FLOATS}
        if len(sizes) == 1:
            out.append((pointer, sizes.pop()))
    return out


def check(act: Activity, fn: Function, inst: Instruction, rule: InactiveRule) -> None:
    """Refuse a call that may overwrite what depends on active values: it is unknown which elements, or whether it does."""
    for i in rule.guarded:
        node = act.memory.node_of(inst.args[i]) if i < len(inst.args) else None
        if node is not None and act.node(node) and _holds_active(act, fn, node, inst.args[i], inst):
            callee = called_function(inst)
            name = callee.name.removesuffix(".irad.inactive") if callee is not None else rule.name
            raise fail(
                inst,
                f"{name.rpartition('.')[0] or name}() has no derivative, but may write into memory that has one",
                "let it return what it computes, or give it a rule (irad.reverse, irad.forward); if it only reads there, "
                'define it in the same module, or say so: annotate("irad_inactive=reads"), __irad_inactivefn_f[] = {f, "reads"}',
            )


def _holds_active(act: Activity, fn: Function, node: Node, pointer: Value, call: Instruction) -> bool:
    """Whether memory may hold data that depends on active values when a call is executed."""
    made = _allocation(pointer)
    if made is None and (node in act.seeds.nodes or node.flags & {"param", "global", "unknown"}):
        return True
    return any(_stores_active(act, node, i) and _reaches(i, call, made) for i in fn.instructions())


def _allocation(pointer: Value) -> Instruction | None:
    """The allocation whose memory, new each time, a pointer leads to."""
    while isinstance(pointer, Instruction) and pointer.opcode == "getelementptr" and not pointer.type.is_vector:
        pointer = pointer.operands[0]
    if not isinstance(pointer, Instruction) or pointer.opcode not in ("alloca", "call"):
        return None
    callee = called_function(pointer) if pointer.opcode == "call" else None
    rule = lookup_function(callee) if callee is not None else None
    fresh = isinstance(rule, AllocationRule) and rule.kind != "realloc"
    return pointer if pointer.opcode == "alloca" or fresh else None


def _stores_active(act: Activity, node: Node, inst: Instruction) -> bool:
    memory = act.memory
    if inst.opcode == "store":
        return inst.operands[0] in act.varied and memory.node_of(inst.operands[1]) is node
    if inst.opcode in ("atomicrmw", "cmpxchg"):
        return memory.node_of(inst.operands[0]) is node
    if inst.opcode not in ("call", "invoke"):
        return False
    if copy_call(inst):
        return copy_call(inst) == "copy" and memory.node_of(inst.operands[0]) is node
    callee = called_function(inst)
    rule = lookup_function(callee) if callee is not None else None
    if isinstance(rule, (InactiveRule, AllocationRule, DeallocationRule, MathRule)) and not is_opaque(inst):
        return isinstance(rule, MathRule) and rule.writes_memory
    written = act.outcomes.written(inst) if act.outcomes is not None else None
    return node in (act.call_nodes(inst) if written is None else written)


def _reaches(first: Instruction, then: Instruction, made: Instruction | None) -> bool:
    """Whether control may flow from one instruction to another, and not by way of ``made``."""
    home = first.block
    assert home is not None
    seen: set[Block] = set()
    work = [(home, home.instructions[home.instructions.index(first) + 1 :])]
    while work:
        at, instructions = work.pop()
        met = next((i for i in instructions if i is then or i is made), None)
        if met is then:
            return True
        for block in at.successors() if met is None else ():
            if block not in seen:
                seen.add(block)
                work.append((block, block.instructions))
    return False
