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
        if node is not None and act.node(node) and _holds_active(act, fn, node, inst):
            callee = called_function(inst)
            name = callee.name.removesuffix(".irad.inactive") if callee is not None else rule.name
            raise fail(
                inst,
                f"{name.rpartition('.')[0] or name}() has no derivative, but may write into memory that has one",
                "let it return what it computes, or give it a rule (irad.reverse, irad.forward); if it only reads there, "
                'define it in the same module, or say so: annotate("irad_inactive=reads"), __irad_inactivefn_f[] = {f, "reads"}',
            )


def _holds_active(act: Activity, fn: Function, node: Node, call: Instruction) -> bool:
    """Whether memory may hold data that depends on active values when a call is executed."""
    if node in act.seeds.nodes or node.flags & {"param", "global", "unknown"}:
        return True
    return any(_stores_active(act, node, i) and _reaches(i, call) for i in fn.instructions())


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
    return node in act.call_nodes(inst)


def _reaches(first: Instruction, then: Instruction) -> bool:
    """Whether control may flow from one instruction to the other."""
    home, goal = first.block, then.block
    assert home is not None and goal is not None
    if home is goal and home.instructions.index(first) < home.instructions.index(then):
        return True
    seen: set[Block] = set()
    work = list(home.successors())
    for block in work:
        if block is goal:
            return True
        if block not in seen:
            seen.add(block)
            work += block.successors()
    return False
