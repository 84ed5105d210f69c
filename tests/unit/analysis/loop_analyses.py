"""As `analyses.py`: analyses of what loops access, and of the pointers that they hand on."""

from __future__ import annotations

from collections.abc import Callable

from irad.analysis.flow.cfg import Loop
from irad.analysis.flow.rare_blocks import rare_blocks
from irad.analysis.reuse.affine_guards import AffineGuards
from irad.analysis.reuse.call_ranges import CallRanges
from irad.analysis.reuse.loop_state import LoopState
from irad.analysis.reuse.masked_numbers import bounded
from irad.analysis.reuse.pointer_groups import pointer_group
from irad.analysis.reuse.pointer_origins import pointer_origins
from irad.analysis.reuse.repeatable_loops import RepeatableLoops
from tests.unit.analysis.analyses import Facts, Subject, called, shown


def rare_blocks_(s: Subject) -> Facts:
    """Labels: is the block seldom executed?"""
    return dict.fromkeys(rare_blocks(s.module, s.fn, s.flow), "rare")


def affine_guards(s: Subject) -> Facts:
    """Labels of blocks in outermost loops: on which conditions do they run?"""
    guards = AffineGuards(s.flow, s.polynomials, s.is_error)
    out: Facts = {}
    for loop in _outermost(s):
        for block in loop.blocks:
            found = guards.of(block, loop)
            words = [f"if {called(v)}" if holds else f"unless {called(v)}" for v, holds in found.before]
            for at, (lower, upper) in found.limits.items():
                words += [f"from {at.header.name} {shown(p)}" for p in lower]
                words += [f"to {at.header.name} {shown(p)}" for p in upper]
            out[block] = ", ".join([*words, *([] if found.certain else ["sometimes"])])
    return {k: v for k, v in out.items() if v}


def pointer_origins_(s: Subject) -> Facts:
    """Pointers in outermost loops: from which parameters are they computed?"""
    out: Facts = {}
    for loop in _outermost(s):
        for inst in [i for b in loop.blocks for i in b.instructions if i.type.is_ptr]:
            found = pointer_origins(loop, inst)
            out[inst] = f"from {', '.join(sorted(a.name for a in found))}" if found is not None else ""
    return {k: v for k, v in out.items() if v}


def masked_numbers(s: Subject) -> Facts:
    """Integers in loops: upper bounds, where they are not the numbers themselves."""
    out: Facts = {}
    for inst in [i for i in s.instructions if i.type.is_int and i.block in s.flow.loop_of]:
        loop = s.flow.loop_of[inst.block]  # type: ignore[index]
        itself = s.polynomials.of(inst)
        most = bounded(itself, True, s.polynomials, loop, lambda name: False) if loop is not None else itself
        out[inst] = f"at most {shown(most)}" if most != itself else ""
    return {k: v for k, v in out.items() if v}


def _outermost(s: Subject) -> list[Loop]:
    return [found for found in s.flow.loops if found.parent is None]


def call_ranges(s: Subject) -> Facts:
    """Of calls of functions with a body: the bytes that they access, from which pointer on."""
    found = CallRanges(s.whole.of, lambda fn: False)
    out: Facts = {}
    for call in [i for i in s.instructions if i.opcode == "call"]:
        nodes = s.effects.reads.get(call, frozenset()) | s.effects.writes.get(call, frozenset())
        words = []
        for node in sorted(nodes, key=s.name_of):
            ranges = found.of(call, s.memory, node, s.polynomials)
            known = [f"{called(r.pointer)} {shown(r.low)} to {shown(r.high)}" for r in ranges or ()]
            words.append(", ".join(known) if ranges is not None else f"anything of {s.name_of(node)}")
        out[call] = "; ".join(words)
    return out


def loop_state(s: Subject) -> Facts:
    """Labels of outermost loops: from what memory can it go on at any iteration, and is it known how much that is?"""
    repeatable = RepeatableLoops(s.flow, s.effects, s.reload_safety, s.is_error, lambda node: False)
    out: Facts = {}
    for loop in [found for found in s.flow.loops if found.parent is None]:
        state = LoopState(loop, repeatable, s.effects, s.aliasing, CallRanges(s.whole.of, lambda fn: False), set(s.flow.rpo))
        carried = state.carried()
        said = [f"carries {s.names_of(carried)}"] if carried else []
        unknown = [n for n in carried if not isinstance(state.ranges(n, reads=False), list)]
        said += [f"unknown size of {s.names_of(unknown)}"] if unknown else []
        once = [n for n in state.writers if state.written_once(n)]
        said += [f"writes {s.names_of(once)} once"] if once else []
        for phi in [p for p in loop.header.phis() if p.type.is_ptr]:
            group = state.group(phi)
            if group is not None:
                said.append(f"{phi.name} is one of {', '.join(sorted(v.name for v in group))}")
        out[loop.header] = "; ".join(said)
    return {k: v for k, v in out.items() if v}


def pointer_groups(s: Subject) -> Facts:
    """Labels of loops: among which pointers do they hand those of their headers around?"""
    out: Facts = {}
    for loop in s.flow.loops:
        found = {p: pointer_group(loop, p) for p in loop.header.phis() if p.type.is_ptr}
        words = [f"{p.name} is one of {', '.join(sorted(v.name for v in g))}" for p, g in found.items() if g is not None]
        out[loop.header] = "; ".join(words)
    return {k: v for k, v in out.items() if v}


LOOP_DESCRIPTIONS: dict[str, Callable[[Subject], Facts]] = {
    f.__name__.rstrip("_"): f
    for f in (affine_guards, call_ranges, loop_state, masked_numbers, pointer_groups, pointer_origins_, rare_blocks_)
}
LOOP_DESCRIPTIONS["outlined_functions"] = loop_state  # what marks them
