"""The memory that calls of defined functions access, as ranges behind their pointer arguments.

The hull of each access in the callee, over all its loops, is a polynomial in the callee's parameters; at a call the arguments
take their place.  Where the callee is a checkpointed loop, cells stand for what they hold when it begins.  Where that cannot be
done for one access, nothing is known of the call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from irad.analysis.activity.activity import copy_call
from irad.analysis.flow.cfg import ControlFlow
from irad.analysis.memory.memory_graph import Memory
from irad.analysis.memory.objects import Cell, Node
from irad.analysis.memory.outlined_functions import CELL, is_checkpointed
from irad.analysis.reuse.affine_guards import AffineGuards
from irad.analysis.reuse.effects import Effects
from irad.analysis.reuse.error_edges import error_edges
from irad.analysis.reuse.masked_numbers import bounded
from irad.analysis.reuse.pointer_groups import in_cell, parameter_of, pointer_group
from irad.analysis.reuse.pointer_origins import stored_in
from irad.analysis.reuse.polynomial import AtLeastZero, Polynomial, Polynomials, Unsigned, named, number
from irad.analysis.reuse.reload_safety import Aliasing, ReloadSafety
from irad.analysis.reuse.repeatable_loops import RepeatableLoops
from irad.ir.types import I64
from irad.ir.values import Argument, Block, Function, Instruction, Value


@dataclass(frozen=True)
class ArgumentRange:
    """The bytes at offsets from ``low`` to ``high`` from a pointer; names in these are values of the function that has it.

    ``held``: from the pointer that a cell, to which ``pointer`` points, holds when the function begins.
    """

    pointer: Value
    low: Polynomial
    high: Polynomial
    held: bool = False


class CallRanges:
    """``memory_of``: the graph of a function; ``may_free``: whether a function frees memory of its caller."""

    def __init__(self, memory_of: Callable[[Function], Memory], may_free: Callable[[Function], bool]) -> None:
        self.memory_of, self.may_free = memory_of, may_free
        self._loops: dict[Function, RepeatableLoops] = {}
        self._known: dict[tuple[Function, Node], list[ArgumentRange] | None] = {}

    def of(self, call: Instruction, memory: Memory, node: Node, polynomials: Polynomials) -> list[ArgumentRange] | None:
        """What a call accesses of ``node``, a node of the caller's graph ``memory``; None where that is not known."""
        out: list[ArgumentRange] = []
        effects = memory.effects.get(call, ())
        if not effects or call in memory.unknown_calls:
            return None
        for effect in effects:
            if effect.callee in memory.functions:
                return None
            theirs = {Cell(n).root() for n, cell in effect.nodes.items() if cell.root() is node}
            for other in theirs:
                accessed = self._accessed(effect.callee, other)
                found = [self._at(call, r, polynomials) for r in accessed or ()]
                if accessed is None or None in found:
                    return None
                out += [r for ranges in found for r in ranges or ()]
        return out

    def _at(self, call: Instruction, r: ArgumentRange, polynomials: Polynomials) -> list[ArgumentRange] | None:
        """A range of the callee's, in terms of the caller."""
        assert isinstance(r.pointer, Argument)
        low, high = (self._translated(call, p, polynomials) for p in (r.low, r.high))
        given = call.args[r.pointer.index]
        pointers = stored_in(given) if r.held else [given]
        if low is None or high is None or pointers is None:
            return None
        return [ArgumentRange(pointer, low, high) for pointer in pointers]

    @staticmethod
    def _translated(call: Instruction, p: Polynomial, polynomials: Polynomials) -> Polynomial | None:
        for name in p.names():
            if isinstance(name, AtLeastZero):
                inner = CallRanges._translated(call, name.of, polynomials)
                if inner is None:
                    return None
                p = p.replace(name, named(AtLeastZero(inner)) if inner.terms else number(max(0, inner.constant)))
                continue
            value = _given(call, name.value if isinstance(name, Unsigned) else name)
            if value is None:
                return None
            p = p.replace(name, named(Unsigned(value)) if isinstance(name, Unsigned) else polynomials.of(value))
        return p

    def _accessed(self, fn: Function, node: Node) -> list[ArgumentRange] | None:
        key = (fn, node)
        if key not in self._known:
            self._known[key] = None  # recursion
            self._known[key] = self._find(fn, node)
        return self._known[key]

    def _find(self, fn: Function, node: Node) -> list[ArgumentRange] | None:
        if fn.is_declaration:
            return None
        loops = self._analysed(fn)
        out: list[ArgumentRange] = []
        for inst in fn.instructions():
            touched = loops.effects.reads.get(inst, frozenset()) | loops.effects.writes.get(inst, frozenset())
            if node in touched:
                found = self._behind_parameters(inst, node, loops)
                if found is None:
                    return None
                out += found
        return out

    def _analysed(self, fn: Function) -> RepeatableLoops:
        if fn not in self._loops:
            memory, flow = self.memory_of(fn), ControlFlow(fn)
            effects, dead = Effects(fn, memory, self.may_free), error_edges(fn, flow)
            safety = ReloadSafety(Aliasing(fn, memory, False), effects, flow, False, lambda inst: False)
            self._loops[fn] = RepeatableLoops(flow, effects, safety, lambda a, b: (a, b) in dead, lambda n: False)
            self._loops[fn].polynomials.counts_inequalities = True
        return self._loops[fn]

    def _behind_parameters(self, inst: Instruction, node: Node, loops: RepeatableLoops) -> list[ArgumentRange] | None:
        """What one instruction accesses while the function runs."""
        p = loops.polynomials
        out = []
        found = self.accesses(inst, node, loops)
        if found is None or inst.block is None:
            return None
        for r in found:
            address = p.address(r.pointer)
            at = loops.flow.loop_of.get(inst.block)
            limits = AffineGuards(loops.flow, p, loops.error_exit).of(inst.block, None).limits
            ends = [p.hull(address.offset + q, 0, at, None, True, limits) for q in (r.low, r.high)]
            bases = _parameters(loops, address.base)
            if ends[0] is None or ends[1] is None or bases is None:
                return None
            low, high = ends[0][0], ends[1][1]
            if at is not None:
                low, high = p.signed(low, at), p.signed(high, at)
                low, high = bounded(low, False, p, at, _of_parameters), bounded(high, True, p, at, _of_parameters)
            if not all(map(_of_parameters, (*low.names(), *high.names()))):
                return None
            out += [ArgumentRange(base, low, high, base is not address.base and _is_cell(base)) for base in bases]
        return out

    def accesses(self, inst: Instruction, node: Node, loops: RepeatableLoops) -> list[ArgumentRange] | None:
        """What one execution of an instruction accesses of a node, in terms of its function."""
        access = loops.access(inst, node)
        if access is not None:
            pointer, size, length = access
            return [ArgumentRange(pointer, Polynomial(), Polynomial(size) + length)]
        if copy_call(inst) == "copy" and inst.operands[2].type is I64:  # from one place of the node to another
            length = loops.polynomials.of(inst.operands[2])
            return [ArgumentRange(pointer, Polynomial(), length) for pointer in inst.operands[:2]]
        return self.of(inst, loops.effects.memory, node, loops.polynomials) if inst.opcode == "call" else None


def _parameters(loops: RepeatableLoops, base: Value) -> list[Argument] | None:
    """The parameters of which one has the pointer, or, in a checkpointed loop, the cells of which one does when it begins."""
    if isinstance(base, Argument):
        return [base]
    outermost = [loop for loop in loops.flow.loops if loop.parent is None]
    if not is_checkpointed(loops.flow.fn):
        return _chosen_from(base)
    if len(outermost) != 1:
        return None
    group = pointer_group(outermost[0], base) or (base,)
    found = [parameter_of(outermost[0], v) for v in group]
    return None if None in found else [a for a in found if a is not None]


def _is_cell(a: Argument) -> bool:
    return a.attributes.value(CELL) is not None


def _chosen_from(pointer: Value) -> list[Argument] | None:
    """The parameters of an ordinary function to one of which a pointer is equal."""
    out: dict[Argument, None] = {}
    work = [pointer]
    seen: set[Value] = set()
    for v in work:
        if v in seen:
            continue
        seen.add(v)
        held = in_cell(v.operands[0]) if isinstance(v, Instruction) and v.opcode == "load" else None
        if isinstance(v, Argument):
            out[v] = None
        elif isinstance(v, Instruction) and v.opcode in ("phi", "select"):
            work += [o for o in v.operands if not isinstance(o, Block) and o.type.is_ptr]
        elif held is not None:
            work += held
        else:
            return None
    return list(out)


def _of_parameters(name: object) -> bool:
    value = name.value if isinstance(name, Unsigned) else name
    return isinstance(name, AtLeastZero) or isinstance(value, Argument) or _first_held(value) is not None


def _first_held(value: object) -> Argument | None:
    """The cell of which it is the value when the loop begins."""
    if not isinstance(value, Instruction) or value.opcode != "load" or value.block is not value.function.entry:
        return None
    cell = value.operands[0]
    return cell if isinstance(cell, Argument) and _is_cell(cell) else None


def _given(call: Instruction, name: object) -> Value | None:
    """What a call gives for a parameter, or as the value of a cell."""
    if isinstance(name, Argument):
        return call.args[name.index]
    cell = _first_held(name)
    held = stored_in(call.args[cell.index]) if cell is not None else None
    return held[0] if held is not None and len(held) == 1 else None
