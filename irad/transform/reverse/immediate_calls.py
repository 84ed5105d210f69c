"""Calls whose derivative runs immediately: forward and reverse together, in the forward sweep, without a tape.

That is possible if the adjoint of the call's result is known before the call, because all uses of the result are linear: adding
it to a sum that is returned, or multiplying it by something already available.  A recursion over such calls needs only a tape
proportional to its depth.  The shadows that the callee adds to must not be accessed by the rest of the reverse sweep.

A result may also be returned in separate memory, as in functions that return a status: then the adjoint is stored in the shadow
of that memory before the call.  If there is an error after that, all shadows have to be restored (`optimistic_gradient.py`).
"""

from __future__ import annotations

from dataclasses import replace

from irad.analysis.memory.objects import Cell
from irad.analysis.reuse.commuting import adds_up
from irad.analysis.reuse.effects import is_fused
from irad.ir.constants import const_float
from irad.ir.values import Argument, Block, Constant, Function, Instruction, Value
from irad.transform.base.derivative_provider import Derivatives
from irad.transform.base.request import GRADIENT, Key
from irad.transform.primal.derivative_calls import ActiveCall, arguments, hands_out_pointers, passes_arena
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.reverse_facts import ReverseFacts

RESULT = '"irad-result"'  # on a parameter: separate memory for a result
_MOST_USES = 32
_ARITHMETIC = frozenset(("fadd", "fsub", "fmul", "fneg"))
Results = dict[Value, list[Instruction]]


class EarlyReversals:
    """Adjoints of one function that are known before their values are."""

    def __init__(self, facts: ReverseFacts, emit: ContextEmitter, derivatives: Derivatives, throws: bool) -> None:
        self.facts, self.emitter, self.derivatives, self.throws = facts, emit, derivatives, throws
        self.act = facts.act
        self.flow = facts.flow
        self.found_late = False  # whether errors are found after shadows have been written
        self.loads: set[Instruction] = set()  # of results whose adjoints were passed to a call

    def call(self, inst: Instruction, callee: Function, key: Key) -> ActiveCall | None:
        """Run the callee's derivative immediately, if possible; ``key``: the derivative that would run later otherwise."""
        emit, optimistic = self.emitter, self.facts.key.optimistic
        key = replace(key, mode=GRADIENT, optimistic=optimistic)
        results = self._results(inst, callee)
        if results is None or not self._possible(inst, callee, key, results):
            return None
        b = emit.b
        derivative = self.derivatives.gradient(callee, key)
        for place, loads in results.items():
            total = self.emit(loads[0], inst)
            for load in loads[1:]:
                total = b.fadd(total, self.emit(load, inst))
            b.store(total, emit.shadow(place))
            self.loads.update(loads)
        self.found_late |= optimistic
        args = arguments(emit, inst, key)
        if key.ret:
            args.append(self.emit(inst, inst))
        result = b.call(derivative.function, derivative.function.ftype, args)
        if "primal" in derivative.fields:
            emit.map[inst] = b.extract_value(result, [derivative.index("primal")])
        done = [(f, b.extract_value(result, [k])) for k, f in enumerate(derivative.fields) if isinstance(f, int)]
        return ActiveCall(result, result, derivative.function.ftype, (), key.ret, done=tuple(done))

    def _possible(self, inst: Instruction, callee: Function, key: Key, results: Results) -> bool:
        options = self.facts.options
        if self.facts.split or options.cache_everything or options.strict or self.throws or key.width > 1 or key.again:
            return False
        errors = any('"irad-status"' in f.attributes for f in (self.facts.fn, callee))
        if (errors and not key.optimistic) or callee.is_declaration:
            return False
        if callee.ftype.ret.is_ptr or callee.ftype.ret.is_aggregate or not self._shadows_rest(inst, callee, results):
            return False
        if self._hands_out_pointers(inst):
            return False
        loads = [load for found in results.values() for load in found]
        return not (key.ret and not self.known(inst, inst, [0])) and all(self.known(load, inst, [0]) for load in loads)

    def _hands_out_pointers(self, inst: Instruction) -> bool:
        """Whether the call stores pointers, perhaps to memory that it allocates, which its reverse sweep would free."""
        arena = self.act.memory.node_of(inst.args[0]) if passes_arena(inst) else None
        return hands_out_pointers(self.facts.effects.writes.get(inst, frozenset()) - {arena})

    def _results(self, inst: Instruction, callee: Function) -> Results | None:
        """Memory that the callee stores results to, with the loads that fetch them; None if it has other uses."""
        out: Results = {}
        for place, param in zip(inst.args, callee.args, strict=False):
            if RESULT not in param.attrs or not self.act.node(self.act.memory.node_of(place)):
                continue
            loads = [u for u in place.users() if u is not inst]
            local = isinstance(place, Instruction) and place.opcode == "alloca" and place.block is self.facts.fn.entry
            if not local or not loads or not all(self._fetches(load, place, inst) for load in loads):
                return None
            out[place] = loads
        return out

    def _fetches(self, load: Instruction, place: Value, inst: Instruction) -> bool:
        """Whether a load gives what the call before it, in the same iteration, has stored there."""
        assert isinstance(place, Instruction)
        whole = load.opcode == "load" and load.type is place.attrs["allocated_type"] and not load.attrs["volatile"]
        if not whole or load.block is None or inst.block is None or not self._has(load):
            return False
        return self.flow.loop_of[load.block] is self.flow.loop_of[inst.block] and self._there(inst, load)

    def _shadows_rest(self, inst: Instruction, callee: Function, results: Results) -> bool:
        """Whether the callee only adds to shadows, and nothing after the call stores to that memory.

        (The shadow of memory that it returns must exist for the rest of the reverse sweep.)
        """
        if self.act.call_stores_addresses(inst):
            return False
        memory = self.act.memory
        own = {n for place in results if (n := memory.node_of(place)) is not None}
        touched = set()
        for effect in memory.effects.get(inst, ()):
            if effect.callee in memory.functions:
                touched |= {n for n in self.act.call_nodes(inst) if self.act.node(n)}
            else:
                read = [c.root() for n, c in effect.nodes.items() if "ref" in Cell(n).root().flags]
                touched |= {n for n in read if self.act.node(n)}
        effects = self.facts.effects
        written = {n for n in effects.writes.get(inst, ()) if self.act.node(n)}
        if inst in effects.unknown or inst in effects.frees or written - own:
            return False
        context = self.emitter.contexts.of(inst.block)
        return all(self.facts.reload_safety.node(n, inst, context) for n in touched - own)

    # ---- adjoints

    def known(self, v: Instruction, at: Instruction, steps: list[int]) -> bool:
        """Whether the adjoint of ``v`` is known at an instruction."""
        steps[0] += 1
        return steps[0] < _MOST_USES and all(self._known_through(use, v, at, steps) for use in self._uses(v))

    def _uses(self, v: Instruction) -> list[Instruction]:
        """The uses of a value that count: for a sum, those after its loop."""
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
            return self.facts.key.ret
        if op == "store":
            return self._is_result(use, v, at)
        if op in ("fadd", "fsub", "fneg") or (op == "phi" and self._always_taken(use, v, at)):
            return count == 1 and self.known(use, at, steps)
        if op == "fmul":
            other = use.operands[1 - use.operands.index(v)]
            return count == 1 and self._computable(other, at) and self.known(use, at, steps)
        if is_fused(use):
            a, b, c = use.operands[:3]
            factor = [x for x in (a, b) if x is not v]
            there = c is v or all(self._there(x, at) for x in factor)
            return count == 1 and there and self.known(use, at, steps)
        return False

    def _once(self, use: Instruction, v: Instruction) -> bool:
        """Whether each computed value reaches one use.  Of those that leave a loop only the last does, unless they are summed."""
        inner, outer = (self.flow.loop_of[i.block] for i in (v, use) if i.block is not None)
        if inner is outer:
            return True
        if use.opcode != "phi" or inner is None or outer is not inner.parent:
            return False
        return any(self._is_sum(phi, v) for phi in inner.header.phis())

    def _always_taken(self, phi: Instruction, v: Instruction, at: Instruction) -> bool:
        """Whether control, from ``at`` on, certainly reaches the phi by the edge that brings ``v``."""
        edges = [block for x, block in phi.incoming() if x is v]
        assert at.block is not None and phi.block is not None
        loop = self.flow.loop_of[phi.block]
        inner = self.flow.loop_of[at.block]
        around = loop is None or (inner is not None and loop in inner.chain())
        header = loop is not None and loop.header is phi.block
        return len(edges) == 1 and around and not header and self._takes((edges[0], phi.block), at.block)

    def _takes(self, edge: tuple[Block, Block], start: Block) -> bool:
        """Whether control, from ``start`` on, certainly takes an edge, and enters the block behind by no other.

        That is in the same iteration of a loop around both, and if there is no error.
        """
        loop = self.flow.loop_of[edge[1]]
        seen, work = {start}, [start]
        ends = {edge[1]} if loop is None else {edge[1], loop.header}
        for block in work:
            following = [s for s in self.flow.succs[block] if (block, s) != edge and not self._is_error(block, s)]
            if block.terminator.opcode == "ret" or not ends.isdisjoint(following):
                return False
            work += [s for s in following if s not in seen]
            seen.update(following)
        return True

    def _is_error(self, block: Block, following: Block) -> bool:
        """Whether only errors take this edge, after which all shadows are restored."""
        return self.facts.key.optimistic and self.facts.gives_up(block, following)

    def _comes_to(self, target: Block, start: Block) -> bool:
        """Whether control certainly reaches ``target`` from ``start``, if there is no error."""
        if not self.facts.key.optimistic:
            return self.flow.postdominates(target, start)
        seen, work = {start, target}, [start]
        for block in work if start is not target else []:
            following = [s for s in self.flow.succs[block] if not self._is_error(block, s)]
            if block.terminator.opcode == "ret":
                return False
            work += [s for s in following if s not in seen]
            seen.update(following)
        return True

    def _is_result(self, store: Instruction, v: Instruction, at: Instruction) -> bool:
        """Whether ``v`` is the last value that this function stores to the memory of its result."""
        pointer = store.operands[1]
        if not isinstance(pointer, Argument) or RESULT not in pointer.attrs or store.operands[0] is not v:
            return False
        assert store.block is not None and at.block is not None
        others = [u for u in pointer.users() if u is not store]
        if any(u.opcode != "store" or u.operands[1] is not pointer for u in others) or self.flow.loop_of[store.block] is not None:
            return False
        behind = {store.block}
        work = [store.block]
        for block in work:
            following = [s for s in self.flow.succs[block] if s not in behind]
            behind.update(following)
            work += following
        return self._comes_to(store.block, at.block) and not any(u.block in behind for u in others)

    def _computable(self, v: Value, at: Instruction, deep: int = 4) -> bool:
        """Whether ``v`` is available, or cheaply computed from what is.  LLVM sinks products below calls."""
        if self._there(v, at):
            return True
        if not isinstance(v, Instruction) or v.opcode not in _ARITHMETIC or deep == 0:
            return False
        return all(self._computable(o, at, deep - 1) for o in v.operands)

    def _compute(self, v: Value, at: Instruction) -> Value:
        if self._there(v, at):
            return self.emitter.value(v)
        assert isinstance(v, Instruction)
        return self.emitter.b.insert(Instruction(v.opcode, v.type, [self._compute(o, at) for o in v.operands], dict(v.attrs)))

    def _there(self, v: Value, at: Instruction) -> bool:
        if isinstance(v, (Constant, Argument)):
            return True
        if not isinstance(v, Instruction) or v.block is None or at.block is None:
            return False
        if v.block is at.block:
            return v.block.instructions.index(v) < at.block.instructions.index(at)
        return self.flow.dominates(v.block, at.block)

    def emit(self, v: Instruction, at: Instruction) -> Value:
        """Emit the adjoint of ``v`` at the current position of the forward part."""
        parts = [self._emit_through(use, v, at) for use in self._uses(v)]
        t = self.act.carriers.of(v)
        assert t is not None
        out = parts[0] if parts else const_float(t, 0.0)
        for part in parts[1:]:
            out = self.emitter.b.fadd(out, part)
        return out

    def _emit_through(self, use: Instruction, v: Instruction, at: Instruction) -> Value:
        b = self.emitter.b
        if use.opcode == "ret":
            return self.emitter.rev.args[-1]
        if use.opcode == "store":
            return b.load(v.type, self.emitter.shadow(use.operands[1]))
        d = self.emit(use, at)
        if use.opcode == "fneg" or (use.opcode == "fsub" and use.operands[1] is v):
            return b.fneg(d)
        if use.opcode == "fmul":
            return b.fmul(d, self._compute(use.operands[1 - use.operands.index(v)], at))
        if is_fused(use) and use.operands[2] is not v:
            return b.fmul(d, self.emitter.value(use.operands[1 - use.operands.index(v)]))
        return d
