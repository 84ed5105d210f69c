"""Calls whose derivative is run at once: forward and reverse in one go, in the forward sweep, without a tape.

That can be done where the adjoint of the call's result is known before the call, because all that is done with the result is
linear: adding it to a sum that is returned, or multiplying it by something that is there already.  A recursion over such calls
needs no tape but that of its depth.  The shadows that the callee adds to must not be looked at by the rest of the reverse sweep.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from irad.analysis.commuting import adds_up
from irad.analysis.effects import is_fused
from irad.analysis.objects import Cell
from irad.ir.constants import const_float
from irad.ir.values import Argument, Constant, Function, Instruction, Value
from irad.transform.calls import ActiveCall, arguments
from irad.transform.request import GRADIENT, Key

if TYPE_CHECKING:
    from irad.transform.reverse import ReverseBody

_MOST_USES = 32


class Early:
    """Adjoints of one function that are known before their values are."""

    def __init__(self, body: ReverseBody) -> None:
        self.body = body
        self.act = body.act
        self.flow = body.flow

    def call(self, inst: Instruction, callee: Function) -> ActiveCall | None:
        """Run the callee's derivative at once, where that is possible."""
        body = self.body
        key = replace(body.callee_key(inst, callee, "split"), mode=GRADIENT)
        if not self._possible(inst, callee, key):
            return None
        b = body.b
        derivative = body.driver.gradient(callee, key)
        args = arguments(body, inst, key)
        if key.ret:
            args.append(self.emit(inst, inst))
        result = b.call(derivative.function, derivative.function.ftype, args)
        if "primal" in derivative.fields:
            body.map[inst] = b.extract_value(result, [derivative.index("primal")])
        done = [(f, b.extract_value(result, [k])) for k, f in enumerate(derivative.fields) if isinstance(f, int)]
        return ActiveCall(result, result, derivative.function.ftype, (), key.ret, done=tuple(done))

    def _possible(self, inst: Instruction, callee: Function, key: Key) -> bool:
        body = self.body
        options = body.driver.options
        if body.split or options.cache_everything or options.strict or body.driver.throws or key.width > 1 or key.again:
            return False
        if '"irad-status"' in body.fn.attributes or '"irad-status"' in callee.attributes or callee.is_declaration:
            return False
        if callee.ftype.ret.is_ptr or callee.ftype.ret.is_aggregate or not self._shadows_rest(inst, callee):
            return False
        return not key.ret or self.known(inst, inst, [0])

    def _shadows_rest(self, inst: Instruction, callee: Function) -> bool:
        """Does the callee only add to shadows, and does nothing that comes after the call store to that memory?"""
        memory = self.act.memory
        touched = set()
        for effect in memory.effects.get(inst, ()):
            if effect.callee in memory.functions:
                touched |= {n for n in self.act.call_nodes(inst) if self.act.node(n)}
            else:
                read = [c.root() for n, c in effect.nodes.items() if "ref" in Cell(n).root().flags]
                touched |= {n for n in read if self.act.node(n)}
        effects = self.body.unchanged().effects
        if inst in effects.unknown or inst in effects.frees or any(map(self.act.node, effects.writes.get(inst, ()))):
            return False
        context = self.body.contexts.of(inst.block)
        return all(self.body.unchanged().node(n, inst, context) for n in touched)

    # ---- adjoints

    def known(self, v: Instruction, at: Instruction, steps: list[int]) -> bool:
        """Is the adjoint of ``v`` known at an instruction?"""
        steps[0] += 1
        return steps[0] < _MOST_USES and all(self._known_through(use, v, at, steps) for use in self._uses(v))

    def _uses(self, v: Instruction) -> list[Instruction]:
        """The uses of a value that count: of a sum, those behind its loop."""
        uses = [u for u in v.users() if u.opcode == "ret" or self._has(u) or self._active_store(u)]
        phi = next((u for u in uses if self._is_sum(u, v)), None)
        return [u for u in uses if u is not phi]

    def _is_sum(self, phi: Instruction, v: Instruction) -> bool:
        loop = self.flow.loop_of[phi.block] if phi.opcode == "phi" and phi.block is not None else None
        if loop is None or loop.header is not phi.block or len(loop.latches) != 1:
            return False
        return adds_up(phi, loop) and (v, loop.latches[0]) in list(phi.incoming())

    def _has(self, v: Instruction) -> bool:
        return self.act.value(v) and self.act.carriers.of(v) is not None

    def _active_store(self, inst: Instruction) -> bool:
        return inst.opcode not in ("br", "switch", "fcmp") and self.act.carriers.of(inst) is None

    def _known_through(self, use: Instruction, v: Instruction, at: Instruction, steps: list[int]) -> bool:
        op, count = use.opcode, use.operands.count(v)
        if not self._once(use, v):
            return False
        if op == "ret":
            return self.body.key.ret
        if op in ("fadd", "fsub", "fneg") or (op == "phi" and self._always_taken(use, v, at)):
            return count == 1 and self.known(use, at, steps)
        if op == "fmul":
            other = use.operands[1 - use.operands.index(v)]
            return count == 1 and self._there(other, at) and self.known(use, at, steps)
        if is_fused(use):
            a, b, c = use.operands[:3]
            factor = [x for x in (a, b) if x is not v]
            there = c is v or all(self._there(x, at) for x in factor)
            return count == 1 and there and self.known(use, at, steps)
        return False

    def _once(self, use: Instruction, v: Instruction) -> bool:
        """Does each value that is computed go into one use?  Of what leaves a loop only the last does, if it is not a sum."""
        inner, outer = (self.flow.loop_of[i.block] for i in (v, use) if i.block is not None)
        if inner is outer:
            return True
        if use.opcode != "phi" or inner is None or outer is not inner.parent:
            return False
        return any(self._is_sum(phi, v) for phi in inner.header.phis())

    def _always_taken(self, phi: Instruction, v: Instruction, at: Instruction) -> bool:
        """Does control, from ``at`` on, surely come to the phi by the edge that brings ``v``?"""
        edges = [block for x, block in phi.incoming() if x is v]
        assert at.block is not None and phi.block is not None
        loop = self.flow.loop_of[phi.block]
        inner = self.flow.loop_of[at.block]
        around = loop is None or (inner is not None and loop in inner.chain())
        header = loop is not None and loop.header is phi.block
        return len(edges) == 1 and around and not header and self.flow.postdominates(edges[0], at.block)

    def _there(self, v: Value, at: Instruction) -> bool:
        if isinstance(v, (Constant, Argument)):
            return True
        if not isinstance(v, Instruction) or v.block is None or at.block is None:
            return False
        if v.block is at.block:
            return v.block.instructions.index(v) < at.block.instructions.index(at)
        return self.flow.dominates(v.block, at.block)

    def emit(self, v: Instruction, at: Instruction) -> Value:
        """The adjoint of ``v``, as code where the forward part is being written."""
        parts = [self._emit_through(use, v, at) for use in self._uses(v)]
        t = self.act.carriers.of(v)
        assert t is not None
        out = parts[0] if parts else const_float(t, 0.0)
        for part in parts[1:]:
            out = self.body.b.fadd(out, part)
        return out

    def _emit_through(self, use: Instruction, v: Instruction, at: Instruction) -> Value:
        b = self.body.b
        if use.opcode == "ret":
            return self.body.rev.args[-1]
        d = self.emit(use, at)
        if use.opcode == "fneg" or (use.opcode == "fsub" and use.operands[1] is v):
            return b.fneg(d)
        if use.opcode == "fmul":
            return b.fmul(d, self.body.value(use.operands[1 - use.operands.index(v)]))
        if is_fused(use) and use.operands[2] is not v:
            return b.fmul(d, self.body.value(use.operands[1 - use.operands.index(v)]))
        return d
