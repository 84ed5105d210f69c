"""The memory graphs of all functions of a module, callees before callers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from irad.analysis.memory.constraints import Constraints
from irad.analysis.memory.memory_graph import CallEffect, Memory, called_function
from irad.analysis.memory.objects import Cell, Graph, Node
from irad.analysis.memory.punning import Punning
from irad.analysis.memory.unknown_functions import callbacks, shared_variables
from irad.ir.values import Constant, ConstantAggregate, ConstantExpr, Function, GlobalVariable, Instruction, Module, Value
from irad.rules import lookup_function


@dataclass(frozen=True)
class Given:
    """The values in ``caller`` that a marked call passes for parameters of a function, by their numbers."""

    caller: Function
    values: tuple[tuple[int, Value], ...]


class ModuleMemory:
    """Memory facts about all defined functions of a module, computed on demand, callees first."""

    def __init__(self, module: Module, exact: bool = False) -> None:
        self.module = module
        self._exact = exact
        self._twin: ModuleMemory | None = None
        self._informed: list[tuple[Function, Sequence[str], Given | None]] = []
        self.address_taken = address_taken(module)
        self._of: dict[Function, Memory] = {}
        self._constraints: dict[Memory, Constraints] = {}  # callees before callers
        self._callees: dict[Function, list[Function]] = {}
        self._functions = list(module.functions.values())

    @cached_property
    def punning(self) -> Punning:
        """Which integers and pointers that functions pass are bits of other data; derivatives in the module are left out."""
        return Punning(self.module, self._functions, self.called)

    def called(self, call: Instruction) -> list[Function]:
        """Defined functions without a rule that one call may call."""
        callee = called_function(call)
        if callee is not None:
            return [callee] if not callee.is_declaration and lookup_function(callee) is None else []
        return [f for f in self.address_taken if f.ftype == call.attrs["ftype"] and not f.is_declaration]

    @cached_property
    def shared(self) -> list[GlobalVariable]:
        """Variables that functions in other files may access, too."""
        return shared_variables(self.module)

    def of(self, fn: Function) -> Memory:
        """The graph of the group of mutually recursive functions that ``fn`` belongs to."""
        if fn not in self._of:
            for group in self._groups(fn):
                memory = Memory(self.module, group, Graph(self._exact))
                if not self._exact:
                    memory.twin = partial(self._exactly, group[0])
                for f in group:
                    self._of[f] = memory
                self._constraints[memory] = Constraints(memory, self)
                self._constraints[memory].run()
        return self._of[fn]

    def _exactly(self, fn: Function) -> Memory:
        """The graph with exact offsets, made when a question needs it."""
        if self._twin is None:
            self._twin = ModuleMemory(self.module, exact=True)
            for f, elements, given in self._informed:
                self._twin.inform(f, elements, given)
        return self._twin.of(fn)

    def inform(self, fn: Function, elements: Sequence[str], given: Given | None = None) -> None:
        """Tell ``fn`` what its caller knows about the memory its parameters point to ("double" ... or ""), and callees in turn.

        A helper that only copies bytes cannot tell doubles from integers; its callers can.  ``given``: the values that a marked
        call passes, shadows included, which have the same layout as what they belong to.
        """
        self._informed.append((fn, elements, given))
        if self._twin is not None:
            self._twin.inform(fn, elements, given)
        memory = self.of(fn)
        if given is not None:
            known: dict[tuple[Node, int], tuple[int, set[str], int]] = {}
            for index, value in given.values:
                nodes = _beside(memory, fn.args[index], self.of(given.caller), value)
                _pass_down(self.of(given.caller), CallEffect(fn, nodes), known, self._exact)
            self._constraints[memory].learn(known)
        for arg, element in zip(fn.args, elements, strict=False):
            if element and arg.type.is_ptr:
                self._constraints[memory].declare(arg, element)
        self._constraints[memory].settle()
        facts: dict[Memory, dict[tuple[Node, int], tuple[int, set[str], int]]] = {}
        for memory, constraints in reversed(self._constraints.items()):
            if memory in facts:
                constraints.learn(facts.pop(memory))
            for effects in memory.effects.values():
                for effect in effects:
                    if effect.callee not in memory.functions:
                        _pass_down(memory, effect, facts.setdefault(self.of(effect.callee), {}), self._exact)

    def callees(self, fn: Function) -> list[Function]:
        """Defined functions that ``fn`` may call."""
        if fn not in self._callees:
            calls = [i for i in fn.instructions() if i.opcode in ("call", "invoke")]
            self._callees[fn] = list(dict.fromkeys(f for call in calls for f in (*self.called(call), *callbacks(call))))
        return self._callees[fn]

    def _groups(self, root: Function) -> list[list[Function]]:
        """Strongly connected components of the call graph below ``root``, callees first (Tarjan 1972)."""
        index: dict[Function, int] = {}
        low: dict[Function, int] = {}
        stack: list[Function] = []
        out: list[list[Function]] = []
        work: list[tuple[Function, list[Function]]] = []

        def enter(fn: Function) -> None:
            index[fn] = low[fn] = len(index)
            stack.append(fn)
            work.append((fn, [c for c in self.callees(fn) if c not in self._of]))

        enter(root)
        while work:
            fn, rest = work[-1]
            if rest:
                callee = rest.pop()
                if callee not in index:
                    enter(callee)
                elif callee in stack:
                    low[fn] = min(low[fn], index[callee])
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[fn])
            if low[fn] == index[fn]:
                at = stack.index(fn)
                out.append(stack[at:])
                del stack[at:]
        return out


def _beside(memory: Memory, param: Value, outside: Memory, value: Value) -> dict[Node, Cell]:
    """The nodes reachable from a parameter, and the caller's cells that they stand for."""
    out: dict[Node, Cell] = {}
    work = [(memory.cell_of(param), outside.cell_of(value))]
    while work:
        theirs, ours = work.pop()
        if theirs is None or ours is None:
            continue
        node, start = theirs.find()
        if node in out:
            continue
        out[node] = ours.moved(-start)
        for offset, (content, _) in node.fields.items():
            pointee = content.find().pointee
            at = ours.moved(offset - start).find()
            there = at[0].fields.get(at[1])
            if pointee is not None and there is not None:
                work.append((pointee, there[0].find().pointee))
    return out


def _pass_down(
    memory: Memory, effect: CallEffect, facts: dict[tuple[Node, int], tuple[int, set[str], int]], everything: bool
) -> None:
    """What the caller knows about memory whose contents are unknown to the callee, or which it moves in bulk.

    With ``everything``: about all memory.
    """
    for theirs, cell in effect.nodes.items():
        node, start = Cell(theirs).find()
        ours, at = cell.find()
        node.told |= {(begin - at + start, stride, kind) for begin, stride, kind in ours.told}
        if not everything and "bulk" not in node.flags and any(content.find().kinds for content, _ in node.fields.values()):
            blank = [(o, w) for o, (content, w) in node.fields.items() if not content.find().kinds]
            found = [(o + k, w, kinds) for o, width in blank for k, w, kinds in memory.kinds_at(cell.moved(o - start), width)]
            stride = 0
        else:
            known = [(o - at + start, w, content.find().kinds) for o, (content, w) in ours.fields.items()]
            found = [(o, w, frozenset(kinds)) for o, w, kinds in known if kinds]
            stride = ours.stride
        for offset, width, kinds in found:
            if stride:
                offset %= stride
            old = facts.setdefault((node, offset), (width, set(), stride))
            old[1].update(kinds)


def address_taken(module: Module, except_by: Callable[[Instruction], bool] = lambda inst: False) -> list[Function]:
    """Functions whose address is used other than as a callee (and other than by instructions that ``except_by`` names)."""
    taken: dict[Function, None] = {}

    def constants(value: Value) -> None:
        if isinstance(value, Function):
            taken[value] = None
        elif isinstance(value, (ConstantExpr,)):
            for op in value.operands:
                constants(op)
        elif isinstance(value, ConstantAggregate):
            for e in value.elements:
                constants(e)

    for var in module.globals_.values():
        if var.initializer is not None:
            constants(var.initializer)
    for fn in module.functions.values():
        for inst in fn.instructions():
            last = len(inst.operands) - 1
            for i, op in enumerate(inst.operands):
                if inst.opcode in ("call", "invoke") and i == last:
                    continue
                if isinstance(op, Constant) and not except_by(inst):
                    constants(op)
    return list(taken)
