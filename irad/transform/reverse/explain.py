"""Explanations of the decisions about a function's reverse sweep, for ``irad dump --stage plan`` and ``F.stats()``."""

from __future__ import annotations

from irad.analysis.flow.cfg import Loop
from irad.analysis.memory.memory_graph import called_function
from irad.ir.debug import place_of
from irad.ir.types import LAYOUT
from irad.ir.values import Argument, Instruction, Value
from irad.transform.adjoint.recomputed_calls import RECOMPUTED
from irad.transform.loops.caching_overrides import kept_values
from irad.transform.loops.plan import NOTHING
from irad.transform.primal.reverse_facts import RUN_AGAIN, Decision
from irad.transform.reverse.reverse_mode import ReverseDerivative
from irad.transform.tape.tape_regions import Region


def statistics(d: ReverseDerivative) -> dict[str, int | str]:
    """What is cached and what is recomputed."""
    r = d.remat
    cached = {v for v, _ in r.tape.slots}
    wanted = {q.value for q in r.requests}
    sizes = [size for region in r.regions.values() if region.loop is not None and (size := region.bytes)]
    return {
        "function": d.fn.name,
        "cached": len(cached),
        "recomputed": len([v for v in wanted if v not in cached]),
        "loops": len(d.flow.loops),
        "loops with tape": len(sizes),
        "bytes per iteration": sum(sizes),
        "loops run again": len(d.emit.contexts.loops),
        "forward sweeps left out": len(d.left_out),
        "operands copied": sum(len(call.copies or ()) for call in d.forward.calls.values()),
        "plan": "\n".join(explain(d)),
    }


def explain(d: ReverseDerivative) -> list[str]:
    """One line per decision: loops from the outside in, calls, and the contents of the tape."""
    lines = [f"@{d.fn.name}: forward and reverse sweep {'apart' if d.facts.split else 'in one function'}"]
    decisions = {decision.loop: decision for decision in d.facts.plan.decisions} if d.facts.plan is not None else {}
    for loop in sorted(d.flow.loops, key=lambda x: d.flow.index[x.header]):
        if loop.header not in d.facts.live:
            continue
        found = decisions.get(loop)
        if found is None:
            what = "keeps what its reverse needs on the tape"
        elif found.what == RUN_AGAIN:
            rest = "; its forward sweep is left out" if loop in d.left_out else ""
            what = f"iterations run again in the reverse sweep{rest}: {found.why}{_costs(found)}"
        elif found.why == NOTHING:
            what = found.why
        else:
            what = f"keeps what its reverse needs: {found.why}{_costs(found)}"
        lines.append(f"{'  ' * loop.depth}{_name(loop)}: {what}")
        region = d.remat.regions[loop]
        if region.rlast is not None:
            lines.append(f"{'  ' * loop.depth}  reversed first to last")
        if loop in d.skipping.loops:
            where = " and ".join(_stored(s) for s in d.skipping.loops[loop])
            lines.append(f"{'  ' * loop.depth}  iterations are not reversed where the adjoint of {where} is zero")
        lines += [f"{'  ' * loop.depth}  tape: {t}" for t in _tape(d, region)]
    outside = _tape(d, d.remat.regions[None])
    lines += [f"  tape, once per call: {t}" for t in outside]
    for inst, call in d.forward.calls.items():
        if call.copies is not None:
            callee = called_function(inst)
            place = place_of(inst)
            where = f" at {place}" if place is not None else ""
            what = f"a copy of {' and of '.join(call.copies)}" if call.copies else "no copies"
            lines.append(f"  {callee.name if callee is not None else 'call'}{where}: keeps {what}")
        if call.again is not None:
            lines.append(f"  {_value(inst)}: {RECOMPUTED}")
        if call.done is not None:
            lines.append(f"  {_value(inst)}: derivative run at once, without a tape: the adjoint of its result is known before")
    return lines


def _costs(d: Decision) -> str:
    """The costs that were compared, in quarters of a cycle (`loop_costs.py`)."""
    if not d.forward and not d.tape:
        return ""
    work = f"{d.forward:.0f}" + (f" x {d.factor:.0f}" if d.factor != 1 else "") + (f" + {d.carried:.0f}" if d.carried else "")
    return f" (cost of an iteration: running it again {work}, taping what its reverse asks for {d.tape:.0f})"


def _name(loop: Loop) -> str:
    for inst in [loop.latches[0].terminator, *loop.header.instructions]:
        place = place_of(inst)
        if place is not None:
            return f"loop at {place}"
    return f"loop {loop.header.name}"


def _tape(d: ReverseDerivative, region: Region) -> list[str]:
    origin = {new: old for old, new in d.emit.map.items()}
    kept = kept_values(d.facts.marks, d.emit.value)
    out = []
    for (v, where), slot in d.remat.tape.slots.items():
        if where is region and slot.local is None:
            asked = "; kept because the user asks for it (irad.cache)" if v in kept else ""
            why = d.why_taped(v)
            out.append(f"{_value(origin.get(v, v))}, {LAYOUT.size_of(slot.type)} bytes{asked}{f' ({why})' if why else ''}")
    return out


def _stored(store: Instruction) -> str:
    place = place_of(store)
    return f"what is stored at {place}" if place is not None else "what it stores"


def _value(v: Value) -> str:
    """A value as its user may recognise it."""
    if isinstance(v, Argument):
        return f"parameter {v.name or v.index}"
    if not isinstance(v, Instruction):
        return str(v)
    place = place_of(v)
    callee = called_function(v) if v.opcode == "call" else None
    what = f"result of {callee.name}" if callee is not None else f"{v.opcode} %{v.name}" if v.name else v.opcode
    if callee is not None and callee.name == "irad_reserve":
        what = "address of a part of the tape"
    return f"{what} ({v.type}){f' at {place}' if place is not None else ''}"
