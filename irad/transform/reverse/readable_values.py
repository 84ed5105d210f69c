"""Values that the reverse sweep need not keep, since they lie in memory, or in what is kept of another loop."""

from __future__ import annotations

from irad.analysis.elements.carried_values import carried_value, starts_in_memory, stride
from irad.analysis.flow.cfg import Loop
from irad.analysis.reuse.forwarding import Forwarding
from irad.ir.values import Instruction, Value
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.reverse_facts import ReverseFacts
from irad.transform.tape.rematerialization import Handed, Rematerialization


def find_forwarded(facts: ReverseFacts, emit: ContextEmitter, remat: Rematerialization) -> None:
    """Find loads that need not be kept, since the value that an earlier loop has stored there is kept or recomputed."""
    if facts.plan is None:
        return
    reload_safety = facts.reload_safety
    forwarding = Forwarding(facts.flow, reload_safety, facts.plan.repeatable_loops.polynomials, facts.error_exit)
    for inst in facts.fn.instructions():
        if inst.opcode != "load" or not inst.type.is_float or inst.block not in facts.live or reload_safety.of(inst):
            continue
        found = forwarding.of(inst)
        if found is not None and _taped(emit, remat, found.loop) and _taped(emit, remat, facts.flow.loop_of[inst.block]):  # type: ignore[index]
            remat.forwarded[emit.map[inst]] = (emit.value(found.value), found.loop)


def find_stored(facts: ReverseFacts, emit: ContextEmitter, remat: Rematerialization) -> None:
    """Find values that the forward sweep leaves in memory which does not change any more: they are read there, not kept twice."""
    safety = facts.reload_safety
    if facts.plan is None:
        return
    for block in facts.flow.rpo:
        if block not in facts.live or emit.contexts.of(block) is not None:
            continue
        for inst in block.instructions:
            if inst.opcode != "store" or not inst.operands[0].type.is_float or not isinstance(inst.operands[0], Instruction):
                continue
            value, node = inst.operands[0], facts.act.memory.node_of(inst.operands[1])
            if value.opcode == "load" or node is None or node in facts.unobservable or emit.map[value] in remat.stored:
                continue
            home, copy = value.block, emit.map[inst]
            if home is None or facts.flow.loop_of[home] is not facts.flow.loop_of[block] or not isinstance(copy, Instruction):
                continue
            if facts.certainly_reached(block, home) and safety.element(inst):
                remat.stored[emit.map[value]] = copy


def find_handed(facts: ReverseFacts, emit: ContextEmitter, remat: Rematerialization) -> None:
    """Find header phis that have what a load or store accessed some iterations ago: where that is still there, they are read."""
    if facts.plan is None:
        return
    accesses: dict[Value, list[Instruction]] = {}
    for inst in facts.fn.instructions():
        if inst.opcode == "store" and inst.block in facts.live and emit.map.get(inst.operands[0]) in remat.stored:
            accesses.setdefault(inst.operands[0], []).append(inst)
    for loop in facts.flow.loops:
        if loop.header not in facts.live or emit.contexts.of(loop.header) is not None:
            continue
        for phi in loop.header.phis():
            carried = carried_value(phi, loop) if phi.type.is_float else None
            if carried is None:
                continue
            source = carried.source
            stored = next((i for i in accesses.get(source, ()) if emit.map[i] is remat.stored[emit.map[source]]), None)
            access = source if source.opcode == "load" else stored
            step = stride(facts.elements, access, loop) if access is not None else None
            if access is not None and step:
                starts = tuple(emit.value(v) for v in carried.starts)
                before = starts_in_memory(facts.elements, carried, access, step)
                final = bool(before) and all(map(facts.reload_safety.of, before))
                new = emit.map[access]
                assert isinstance(new, Instruction)
                remat.handed[emit.map[phi]] = Handed(loop, starts, new, emit.map[source], step, before, final)


def _taped(emit: ContextEmitter, remat: Rematerialization, loop: Loop | None) -> bool:
    """True if a loop keeps what its reverse needs in arrays."""
    return loop is not None and remat.regions[loop].counted and loop not in emit.contexts.loops
