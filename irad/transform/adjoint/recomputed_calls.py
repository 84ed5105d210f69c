"""Calls that the user wants recomputed in the reverse sweep (``irad.recompute``), so that they keep nothing on the tape.

The forward sweep calls the function as the primal does.  The reverse sweep calls its combined gradient with the same arguments:
that runs it a second time, and back.  This is correct only if the second run does what the first one did, and if its effects are
unobservable; any obstacle is reported as an error:

- what the function reads is the same when the reverse sweep comes to the call (`analysis.reuse.reload_safety`), and it does
  not overwrite that itself;
- what it writes, others see as the primal has left it: nothing that anybody looks at afterwards is written there later.  A
  variable on the caller's stack that only takes the result is replaced by another one for the second run;
- it returns no pointers (their shadows would be needed in the forward sweep), and has no other side effects.
"""

from __future__ import annotations

from dataclasses import replace

from irad.analysis.flow.addresses import leaves
from irad.analysis.flow.cfg import Loop
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.objects import Node, reachable
from irad.errors import DifferentiationError
from irad.ir.constants import zero
from irad.ir.debug import place_of
from irad.ir.reader.attributes import RECOMPUTE, place_said
from irad.ir.values import ConstantInt, Function, Instruction, Value
from irad.transform.adjoint.adjoints import Adjoints
from irad.transform.base.heap_ownership import Ownership
from irad.transform.base.request import GRADIENT, Derivative, Key
from irad.transform.base.second_runs import functions_called, second_run_obstacle
from irad.transform.primal.derivative_calls import hands_out_pointers, passes_arena
from irad.transform.primal.emitter import ContextEmitter
from irad.transform.primal.reverse_facts import ReverseFacts
from irad.transform.primal.services import Services
from irad.transform.tape.tape_stack import TapeStack

RECOMPUTED = "run again in the reverse sweep, keeps nothing: the user asks for it (irad.recompute)"
_MADE = '"irad_made"'


def is_recomputed(callee: Function | None) -> bool:
    """Whether the user asks for calls of a function to be recomputed."""
    return callee is not None and RECOMPUTE in callee.attributes and not callee.is_declaration


def call_again(
    facts: ReverseFacts, emit: ContextEmitter, services: Services, inst: Instruction, callee: Function, key: Key
) -> Derivative | None:
    """Emit the forward sweep's part, the call as it is in the primal; return the gradient that the reverse sweep will call.

    None for a call in code made by irad (a derivative that is differentiated again), if there is an obstacle.  ``key``: which
    derivative would be called otherwise.
    """
    obstacle = _Question(facts, emit.contexts.of(inst.block), services.ownership, inst, callee).answer()
    if obstacle and _is_made(inst):
        return None
    if obstacle:
        raise DifferentiationError(
            f"the call of {callee.name} cannot be run again in the reverse sweep, as irad.recompute asks: {obstacle}",
            place=place_of(inst) or place_said(callee),
            hint="give it what nobody changes (and say `restrict` in C), or call it without irad.recompute",
        )
    key = replace(key, mode=GRADIENT, again=False, primal='"irad-status"' in callee.attributes)
    derivative = services.derivatives.gradient(callee, key)
    copy = emit.copy(inst)
    copy.attrs["fn_attrs"] = f"{copy.attrs['fn_attrs']} {_MADE}".strip()
    return derivative


def _is_made(inst: Instruction) -> bool:
    """Whether a call is part of a derivative, made from a call that the user has written."""
    module = inst.function.module
    assert module is not None
    words = inst.attrs["fn_attrs"].split()
    return _MADE in words or any(_MADE in module.attribute_groups.get(w, ()) for w in words)


def reverse_again(
    facts: ReverseFacts, emit: ContextEmitter, ownership: Ownership, adjoints: Adjoints, inst: Instruction, derivative: Derivative
) -> None:
    """Emit the reverse sweep's part: run the call forwards and backwards, with its original arguments."""
    r, stack = adjoints.r, adjoints.r.tape.stack
    key = derivative.key
    callee = called_function(inst)
    assert callee is not None
    question = _Question(facts, emit.contexts.of(inst.block), ownership, inst, callee)
    spare = question.spare()
    args: list[Value] = [] if passes_arena(inst) else [stack.arena]
    for arg, p in zip(inst.args, key.params, strict=True):
        args.append(_another(stack, arg) if arg in spare else r.get(emit.value(arg)))
        if p.shadow:
            args += [r.get(emit.shadow(arg)) for _ in emit.each_lane()]
    if key.ret:
        t = derivative.function.ftype.params[-1]
        args += [adjoints.take(inst) if adjoints.has(inst) else zero(t) for _ in emit.each_lane()]
    result = r.b.call(derivative.function, derivative.function.ftype, args)
    if "primal" in derivative.fields and question.looks_at_stack():  # the stack may be too deep only here
        status = r.b.extract_value(result, [derivative.index("primal")])
        r.b.call_function(emit.runtime.function("irad_check_depth"), [stack.arena, status])
    for name in dict.fromkeys(f for f in derivative.fields if isinstance(f, int)):
        first = derivative.index(name)
        for lane in emit.each_lane():
            adjoints.accumulate(inst.args[name], r.b.extract_value(result, [first + lane]))


def _another(stack: TapeStack, variable: Value) -> Value:
    """A variable on the reverse sweep's stack that corresponds to ``variable`` on the forward sweep's."""
    assert isinstance(variable, Instruction)
    found = stack.variable(variable.attrs["allocated_type"], None)
    found.attrs["align"] = variable.attrs["align"]
    return found


class _Question:
    """Whether one call may be executed a second time."""

    def __init__(
        self, facts: ReverseFacts, context: Loop | None, ownership: Ownership, inst: Instruction, callee: Function
    ) -> None:
        self.facts, self.context, self.ownership, self.inst, self.callee = facts, context, ownership, inst, callee
        self.memory = facts.act.memory
        self.reload_safety = facts.reload_safety
        self.aliasing = self.reload_safety.aliasing
        arena = self.memory.node_of(inst.args[0]) if passes_arena(inst) else None
        effects = self.reload_safety.effects  # (errors are written into the arena, and there were none)
        self.reads = effects.reads.get(inst, frozenset()) - {arena}
        self.writes = effects.writes.get(inst, frozenset()) - {arena}

    def answer(self) -> str:
        """The obstacle; "" if there is none."""
        obstacle = second_run_obstacle(self.callee, self.ownership)
        if obstacle:
            return obstacle
        if self.inst in self.reload_safety.effects.unknown:
            return "it does something of which nothing is known"
        return self._pointers() or self._read() or self._written()

    def looks_at_stack(self) -> bool:
        """Whether it ends with an error where the stack is too small (recursive functions in Python)."""
        called = [called_function(i) for fn in functions_called(self.callee) for i in fn.instructions() if i.opcode == "call"]
        return any(fn is not None and fn.name.startswith("llvm.frameaddress") for fn in called)

    def spare(self) -> set[Value]:
        """Arguments that only take results, and are replaceable by other memory: variables of the caller."""
        out = set()
        for arg in self.inst.args:
            node = self.memory.node_of(arg) if arg.type.is_ptr else None
            if node is not None and node in self.writes - self.reads and node in self.aliasing.private and _is_variable(arg):
                out.add(arg)
        return out

    # ---- memory

    def _pointers(self) -> str:
        t = self.inst.type
        if t.is_ptr or (t.is_aggregate and any(leaf.scalar.is_ptr for _, _, leaf in leaves(t))):
            return "it returns a pointer"
        if hands_out_pointers(self.writes):
            return "it hands out pointers, to arrays that it makes or otherwise"
        return ""

    def _read(self) -> str:
        for node in self.reads:
            if any(self.aliasing.may_overlap(node, other) for other in self.writes):
                return "it overwrites memory that it reads, as far as can be told"
            if not self.reload_safety.node(node, self.inst, self.context):
                return f"it reads memory that may be changed before that{self._apart()}"
        return ""

    def _written(self) -> str:
        replaced = self._replaced()
        for node in self.writes - replaced:
            if node not in self.aliasing.private:
                if not self.reload_safety.node(node, self.inst, self.context):
                    return f"it writes to memory that may be written to later as well{self._apart()}"
            elif self.facts.split or self._is_gone(node):
                return "it writes to memory that is gone by then"
        return ""

    def _apart(self) -> str:
        if self.facts.split and self.context is None:
            return f" (the caller, @{self.facts.fn.name}, is differentiated in two halves: what happens in between is not known)"
        return ""

    def _replaced(self) -> set[Node]:
        """The memory that the second run does not see."""
        spare = self.spare()
        nodes = [(arg, self.memory.node_of(arg)) for arg in self.inst.args if arg.type.is_ptr]
        rest = reachable([n for arg, n in nodes if n is not None and arg not in spare])
        return {n for arg, n in nodes if n is not None and arg in spare} - set(rest)

    def _is_gone(self, node: Node) -> bool:
        """Whether the memory may be freed between the call and its reverse."""
        block = self.inst.block
        assert block is not None
        after = self.reload_safety.after(block, self.context)
        for other, freed in self.reload_safety.effects.frees.items():
            if self.facts.deferred(other) or other.block is None:
                continue
            later = other.block is block and block.instructions.index(other) > block.instructions.index(self.inst)
            if (later or other.block in after) and any(self.aliasing.may_overlap(node, n) for n in freed):
                return True
        return False


def _is_variable(v: Value) -> bool:
    """Whether it is a single variable on a function's stack."""
    one = isinstance(v, Instruction) and v.opcode == "alloca"
    return one and all(isinstance(o, ConstantInt) and o.value == 1 for o in v.operands)  # type: ignore[attr-defined]
