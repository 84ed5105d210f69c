"""Which values and which memory carry derivatives.

A value is *varied* when it depends on an active input, *useful* when an active output depends on it, and *active* when it is both
(Hascoet, Naumann and Pascual, "'To be recorded' analysis in reverse-mode automatic differentiation", 2005).  Memory is classified
per node of the graph in `objects.py`, flow-insensitively: sound, and imprecise only where one array holds active and inactive
data in turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from irad.analysis.activity.carriers import Carriers
from irad.analysis.memory.handed_memory import HandedMemory, is_opaque, reached
from irad.analysis.memory.memory_graph import CallEffect, Memory, called_function
from irad.analysis.memory.module_memory import ModuleMemory
from irad.analysis.memory.objects import Cell, Node, reachable
from irad.ir.masked_accesses import masked_access, masked_pointer
from irad.ir.opcodes import OPCODES, Kind
from irad.ir.types import FLOAT
from irad.ir.values import Constant, Function, Instruction, Module, Value
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, MathRule, lookup_function, lookup_instruction
from irad.rules.formulas.external import ExternalRule

_CARRY = (Kind.MOVE, Kind.BITS)  # the result is the operands' data, or bits of it


@dataclass(frozen=True)
class Seeds:
    """What is active at a function's interface: parameters (by index), return value, and nodes of the memory graph."""

    params: frozenset[int]
    ret: bool
    nodes: frozenset[Node]
    leading: frozenset[Node] = frozenset()  # nodes from which something active is reachable in the caller


class CallOutcomes(Protocol):
    """The effects of a call on activity, found by analysing the callee (`outcomes.py`)."""

    @property
    def memory(self) -> ModuleMemory:
        """The graphs of all functions."""

    @property
    def handed(self) -> HandedMemory:
        """The memory that calls pass on to functions called through pointers."""

    def of(self, call: Instruction, values: set[Value], nodes: set[Node]) -> tuple[bool, list[Node]] | None:
        """Whether the result is varied, and which nodes are, if these values and nodes are; None where that is unknown."""

    def written(self, call: Instruction) -> list[Node] | None:
        """The nodes that a call may write to; None if unknown."""


@dataclass(eq=False)
class Activity:
    """The result: ask `value`, `node`, `shadowed`."""

    fn: Function
    memory: Memory
    carriers: Carriers
    seeds: Seeds
    varied: set[Value] = field(default_factory=set)
    useful: set[Value] = field(default_factory=set)
    varied_nodes: set[Node] = field(default_factory=set)
    useful_nodes: set[Node] = field(default_factory=set)
    outcomes: CallOutcomes | None = None
    _shadowed: dict[Node, bool] = field(default_factory=dict)

    def value(self, v: Value) -> bool:
        """Whether ``v`` needs an adjoint."""
        return v in self.varied and v in self.useful

    def node(self, n: Node | None) -> bool:
        """Whether float data in ``n`` has a derivative, so that there is shadow memory with adjoints."""
        if n is None:
            return False
        n = Cell(n).root()
        return n in self.varied_nodes and n in self.useful_nodes

    def shadowed(self, n: Node | None) -> bool:
        """Whether ``n`` has shadow memory: it is active itself, or leads to something active or to a function."""
        if n is None:
            return False
        n = Cell(n).root()
        if n not in self._shadowed:
            leading = self._leading()
            self._shadowed[n] = any(self.node(r) or r.functions or r in leading for r in reachable([n]))
        return self._shadowed[n]

    def _leading(self) -> set[Node]:
        """The memory where callers keep pointers with shadows, and the memory that it is copied to."""
        found = {Cell(r).root() for r in self.seeds.leading}
        copies = [(to.root(), source.root()) for to, source, _ in self.memory.copies] if found else []
        while more := {to for to, source in copies if source in found} - found:
            found |= more
        return found

    def pointer(self, v: Value) -> bool:
        """Whether the pointer (or pointer-carrying) value ``v`` needs a shadow pointer."""
        return self.shadowed(self.memory.node_of(v))

    def carries_shadow(self, v: Value) -> bool:
        """Whether ``v``, a pointer or an integer made of one, leads to memory with a shadow."""
        if v.type.is_float or v.type.scalar.is_float or v.type.is_void:
            return False
        if v.type.is_int:
            content = self.memory.content(v)
            if content is None or ("ptr" not in content.kinds and not from_pointer(v)):
                return False
        return self.pointer(v)

    def call_is_active(self, inst: Instruction) -> bool:
        """Whether a call touches anything with a derivative.  (It may read it, if nothing active comes of that.)"""
        if self.value(inst):
            return True
        written = self.outcomes.written(inst) if self.outcomes is not None else None
        if written is not None and not any(map(self.shadowed, written)) and not (inst.type.is_ptr and self.pointer(inst)):
            return False
        if any(self.value(a) for a in inst.args):
            return True
        nodes = self.call_nodes(inst)
        return any(self.node(n) for n in nodes)

    def call_stores_addresses(self, inst: Instruction) -> bool:
        """Whether a call may store an address that has a shadow into memory that has one.

        It need not touch anything with a derivative: a constructor stores the address of a table of functions, whatever numbers
        it is given.
        """
        for effect in self.memory.effects.get(inst, ()):
            if effect.callee.is_declaration:
                continue
            recursive = effect.callee in self.memory.functions
            pairs = [(n, n) for n in self.call_nodes(inst)] if recursive else [(n, c.root()) for n, c in effect.nodes.items()]
            if any("mod" in Cell(theirs).root().flags and self._holds_shadows(ours) for theirs, ours in pairs):
                return True
        return False

    def _holds_shadows(self, n: Node) -> bool:
        """Whether pointers with shadows are stored in ``n``."""
        found = (content.find() for content, _ in Cell(n).root().fields.values())
        return any("ptr" in c.kinds and c.pointee is not None and self.shadowed(c.pointee.root()) for c in found)

    def call_nodes(self, inst: Instruction) -> list[Node]:
        """All nodes that a call may reach."""
        return reached(self.memory, inst)


def from_pointer(v: Value) -> bool:
    return isinstance(v, Instruction) and v.opcode == "ptrtoint"


def closure(memory: Memory, value: Value) -> list[Node]:
    """The nodes that a pointer argument reaches."""
    node = memory.node_of(value)
    return [] if node is None else reachable([node])


def analyse_activity(fn: Function, memory: Memory, seeds: Seeds, outcomes: CallOutcomes) -> Activity:
    """Varied forward, useful backward, each to its fixed point."""
    carriers = Carriers(memory)
    result = Activity(fn, memory, carriers, seeds, outcomes=outcomes)
    calls = {i: outcomes.handed.nodes(i) for i in fn.instructions() if OPCODES[i.opcode].kind is Kind.CALL}
    opaque = {i for i in calls if is_opaque(i)}
    while True:
        Varied(result).run()
        _Useful(result).run()
        # Functions called through pointers get shadows of all memory, rules in the program those of all floats.
        missing = {
            n
            for i, nodes in calls.items()
            if nodes and result.call_is_active(i)
            for n in nodes
            if not result.node(n) and (i not in opaque or may_hold_floats(n)) and not declared_inactive(n, memory.module)
        }
        if not missing - result.varied_nodes and not missing - result.useful_nodes:
            result._shadowed.clear()  # answers given before the fixed point was reached
            return result
        result.varied_nodes |= missing
        result.useful_nodes |= missing
        result._shadowed.clear()


class _ActivityPass:
    def __init__(self, activity: Activity) -> None:
        self.a = activity
        self.m = activity.memory
        self.changed = False
        self.arena = _arena(activity.fn, activity.memory)

    def run(self) -> None:
        raise NotImplementedError

    def _iterate(self, order: list[Instruction]) -> None:
        self.changed = True
        while self.changed:
            self.changed = False
            for inst in order:
                self.visit(inst)

    def visit(self, inst: Instruction) -> None:
        raise NotImplementedError

    def add(self, where: set[Value], value: Value) -> None:
        if value not in where and not (value.type.scalar is FLOAT and self.m.module.constant_floats):
            where.add(value)
            self.changed = True

    def add_node(self, where: set[Node], node: Node | None) -> None:
        if node is not None and node not in where and node is not self.arena and not declared_inactive(node, self.m.module):
            where.add(node)
            self.changed = True

    def written(self, effects: Iterable[CallEffect], flag: str, reach: list[Node]) -> list[Node]:
        """The nodes among ``reach`` that the callees may modify (flag "mod") or read ("ref")."""
        return [n for n in reach if flag in n.flags and may_hold_floats(n)]


def _arena(fn: Function, memory: Memory) -> Node | None:
    """The memory of the arena itself, if nothing else may lie there: what it says of the tape and of errors has no derivative."""
    pointers = [a for a in fn.args if a.type.is_ptr]
    if not pointers or pointers[0] is not fn.args[0] or '"irad-arena"' not in pointers[0].attrs:
        return None
    node = memory.node_of(pointers[0])
    if node is None or node.flags & {"stack", "heap", "global"}:
        return None
    return node if all(memory.node_of(a) is not node for a in pointers[1:]) else None


def declared_inactive(node: Node, module: Module) -> bool:
    """Whether ``node`` consists only of variables that the program declares to have no derivative."""
    names = node.names
    return bool(names) and names <= module.inactive and not node.flags - {"global", "read", "ref", "mod", "bulk", "copied"}


def may_hold_floats(node: Node) -> bool:
    """Whether there may be floating-point data in ``node``.  (Not where all accesses are to numbers and pointers.)"""
    if "unknown" in node.flags:
        return True
    kinds = [c.find().kinds for c, _ in node.fields.values()]
    if not kinds:
        return "copied" in node.flags  # bytes are copied from it or to it
    return any(not k or k & {"double", "float", "x86_fp80", "half", "bfloat", "fp128"} for k in kinds)


def copy_call(inst: Instruction) -> str:
    """``"copy"`` for memcpy and memmove, ``"set"`` for memset, else ``""``."""
    callee = called_function(inst)
    name = callee.name if callee is not None else ""
    if name.startswith(("llvm.memcpy", "llvm.memmove")) or name in ("memcpy", "memmove"):
        return "copy"
    return "set" if name.startswith("llvm.memset") or name == "memset" else ""


def _accessed(memory: Memory, inst: Instruction, rule: ExternalRule, how: str) -> list[Node | None]:
    """The nodes of memory in which a library routine reads ("r") or writes ("w") floats."""
    floats = ("double", "float")
    pairs = [(a, o) for a, o in zip(inst.args, rule.operands, strict=False) if how in o.access]
    out = [memory.node_of(a) for a, o in pairs if o.kind in floats]
    for a, o in pairs:
        if o.hands is not None and o.hands.kind in floats:
            place = memory.node_of(a)
            out += [n for n in closure(memory, a) if n is not place]
    return out


class Varied(_ActivityPass):
    """What depends on something active, computed to its fixed point."""

    _elsewhere: list[Node] | None = None  # memory accessible to unknown functions

    def run(self) -> None:
        for i in self.a.seeds.params:
            self.a.varied.add(self.a.fn.args[i])
        self.a.varied_nodes |= self.a.seeds.nodes
        self._iterate(list(self.a.fn.instructions()))

    def is_varied(self, v: Value) -> bool:
        return v in self.a.varied

    def visit(self, inst: Instruction) -> None:
        op, row = inst.opcode, OPCODES[inst.opcode]
        varied = self.a.varied
        if row.kind in _CARRY:
            if any(v in varied for v in row.carried(inst)):
                self.add(varied, inst)
        elif op == "load":
            node = self.m.node_of(inst.operands[0])
            if node in self.a.varied_nodes and self.a.carriers.of(inst) is not None:
                self.add(varied, inst)
        elif op == "store":
            if inst.operands[0] in varied:
                self.add_node(self.a.varied_nodes, self.m.node_of(inst.operands[1]))
        elif row.kind is Kind.ATOMIC:
            node = self.m.node_of(inst.operands[0])
            if any(v in varied for v in row.carried(inst)):
                self.add_node(self.a.varied_nodes, node)
            if node in self.a.varied_nodes and self.a.carriers.of(inst) is not None:
                self.add(varied, inst)
        elif row.kind is Kind.CALL:
            self._call(inst)
        elif row.kind is Kind.VARIABLE:
            nodes = closure(self.m, inst.operands[0])
            if self.a.carriers.of(inst) is not None and any(n in self.a.varied_nodes for n in nodes):
                self.add(varied, inst)
        elif row.kind is Kind.ARITHMETIC:
            rule = lookup_instruction(inst)
            if rule is not None and any(inst.operands[k] in varied for k, _ in rule.inputs(inst)):
                self.add(varied, inst)

    def _call(self, inst: Instruction) -> None:
        kind = copy_call(inst)
        varied_nodes = self.a.varied_nodes
        if kind == "copy":
            if self.m.node_of(inst.operands[1]) in varied_nodes:
                self.add_node(varied_nodes, self.m.node_of(inst.operands[0]))
            return
        if kind == "set":
            return
        callee = called_function(inst)
        name = callee.name if callee is not None else ""
        if access := masked_access(name):
            self._masked(inst, access)
            return
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, MathRule):
            if any(inst.operands[k] in self.a.varied for k, _ in rule.inputs(inst)):
                self.add(self.a.varied, inst)
            return
        if isinstance(rule, InactiveRule):
            self._files(inst, rule)
            return
        if isinstance(rule, (DeallocationRule, AllocationRule)):
            return
        if isinstance(rule, ExternalRule) and not rule.opaque:
            if any(a in self.a.varied for a in inst.args) or any(
                n in varied_nodes for n in _accessed(self.m, inst, rule, "r")
            ):
                if self.a.carriers.of(inst) is not None:
                    self.add(self.a.varied, inst)
                for n in _accessed(self.m, inst, rule, "w"):
                    self.add_node(varied_nodes, n)
            return
        reach = self.a.call_nodes(inst)
        if any(a in self.a.varied for a in inst.args) or any(n in varied_nodes for n in reach):
            outcome = self.a.outcomes.of(inst, self.a.varied, varied_nodes) if self.a.outcomes is not None else None
            if outcome is not None:
                if outcome[0] and self.a.carriers.of(inst) is not None:
                    self.add(self.a.varied, inst)
                for n in outcome[1]:
                    self.add_node(varied_nodes, n)
                return
            if self.a.carriers.of(inst) is not None:
                self.add(self.a.varied, inst)
            one_way = callee is None or isinstance(rule, ExternalRule)  # all memory passed to it has shadows
            for n in reach if one_way else self.written(self.m.effects.get(inst, ()), "mod", reach):
                self.add_node(varied_nodes, n)
            if inst in self.m.unknown_calls:
                self._leak()

    def _files(self, inst: Instruction, rule: InactiveRule) -> None:
        """Bytes that are written to files may be read back."""
        nodes = self.a.varied_nodes
        if any(self.m.node_of(inst.args[k]) in nodes for k in rule.sends):
            self._leak()
        if rule.receives and self.m.outside().root() in nodes:
            for k in rule.receives:
                self.add_node(nodes, self.m.node_of(inst.args[k]))

    def _leak(self) -> None:
        """Unknown functions can reach something varied: it may be in any memory accessible to them."""
        if self._elsewhere is None:
            cells = [content.find().pointee for content in self.m.contents.values()]
            cells += [*self.m.globals_.values(), self.m.outside()]
            self._elsewhere = [n for n in reachable([c.root() for c in cells if c is not None]) if "unknown" in n.flags]
        for node in self._elsewhere:
            self.add_node(self.a.varied_nodes, node)

    def _masked(self, inst: Instruction, access: str) -> None:
        node = self.m.node_of(masked_pointer(inst, access))
        if access == "load":
            passthru = inst.args[-1]
            if node in self.a.varied_nodes or passthru in self.a.varied:
                self.add(self.a.varied, inst)
        elif inst.operands[0] in self.a.varied:
            self.add_node(self.a.varied_nodes, node)


class _Useful(_ActivityPass):
    def run(self) -> None:
        self.a.useful_nodes |= self.a.seeds.nodes
        self._iterate(list(self.a.fn.instructions())[::-1])

    def want(self, value: Value) -> None:
        if not isinstance(value, Constant):
            self.add(self.a.useful, value)

    def visit(self, inst: Instruction) -> None:
        op, row = inst.opcode, OPCODES[inst.opcode]
        useful = self.a.useful
        if row.kind in _CARRY:
            if inst in useful:
                for v in row.carried(inst):
                    self.want(v)
        elif op == "ret":
            if inst.operands and self.a.seeds.ret:
                self.want(inst.operands[0])
        elif op == "load":
            if inst in useful and self.a.carriers.of(inst) is not None:
                self.add_node(self.a.useful_nodes, self.m.node_of(inst.operands[0]))
        elif op == "store":
            if self.m.node_of(inst.operands[1]) in self.a.useful_nodes:
                if self.a.carriers.stored(inst) is not None:
                    self.want(inst.operands[0])
        elif row.kind is Kind.ATOMIC:
            node = self.m.node_of(inst.operands[0])
            if inst in useful:
                self.add_node(self.a.useful_nodes, node)
            if node in self.a.useful_nodes:
                for v in row.carried(inst):
                    self.want(v)
        elif row.kind is Kind.CALL:
            self._call(inst)
        elif row.kind is Kind.VARIABLE:
            for n in closure(self.m, inst.operands[0]) if inst in useful else ():
                self.add_node(self.a.useful_nodes, n)
        elif row.kind is Kind.ARITHMETIC:
            rule = lookup_instruction(inst)
            if rule is not None and inst in useful:
                for k, _ in rule.inputs(inst):
                    self.want(inst.operands[k])

    def _call(self, inst: Instruction) -> None:
        kind = copy_call(inst)
        useful_nodes = self.a.useful_nodes
        if kind == "copy":
            if self.m.node_of(inst.operands[0]) in useful_nodes:
                self.add_node(useful_nodes, self.m.node_of(inst.operands[1]))
            return
        if kind == "set":
            return
        callee = called_function(inst)
        name = callee.name if callee is not None else ""
        if access := masked_access(name):
            self._masked(inst, access)
            return
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, MathRule):
            if inst in self.a.useful:
                for k, _ in rule.inputs(inst):
                    self.want(inst.operands[k])
            return
        if isinstance(rule, (InactiveRule, DeallocationRule, AllocationRule)):
            return
        if isinstance(rule, ExternalRule) and not rule.opaque:
            if inst in self.a.useful or any(n in useful_nodes for n in _accessed(self.m, inst, rule, "w")):
                for arg in inst.args:
                    if self.a.carriers.of(arg) is not None:
                        self.want(arg)
                for n in _accessed(self.m, inst, rule, "r"):
                    self.add_node(useful_nodes, n)
            return
        reach = self.a.call_nodes(inst)
        whole = callee is None or isinstance(rule, ExternalRule)
        written = reach if whole else self.written(self.m.effects.get(inst, ()), "mod", reach)
        if inst in self.a.useful or any(n in useful_nodes for n in written):
            for arg in inst.args:
                if self.a.carriers.of(arg) is not None:
                    self.want(arg)
            for n in reach if whole else self.written(self.m.effects.get(inst, ()), "ref", reach):
                self.add_node(useful_nodes, n)

    def _masked(self, inst: Instruction, access: str) -> None:
        node = self.m.node_of(masked_pointer(inst, access))
        if access == "load":
            if inst in self.a.useful:
                self.add_node(self.a.useful_nodes, node)
                self.want(inst.args[-1])
        elif node in self.a.useful_nodes:
            self.want(inst.operands[0])
