"""The memory that each instruction of a function may read, write or free, as nodes of its graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from irad.analysis.activity.activity import copy_call
from irad.analysis.memory.memory_graph import Memory, called_function
from irad.analysis.memory.objects import Cell, Node, reachable
from irad.ir.masked_accesses import masked_access
from irad.ir.opcodes import OPCODES, Kind
from irad.ir.values import Function, InlineAsm, Instruction, Value
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, MathRule, lookup_function
from irad.rules.formulas.external import ExternalRule
from irad.rules.tables.directives import CACHE

HARMLESS = (
    "llvm.lifetime.", "llvm.dbg.", "llvm.assume", "llvm.experimental.noalias", "llvm.invariant.", "llvm.stack",
    "llvm.prefetch", "llvm.donothing", "irad_thread_arena", "irad_is_newer", "irad_distance", "__irad_checkpoint",
)  # fmt: skip
_NONE: frozenset[Node] = frozenset()
_EXCEPTIONS = ("__cxa_allocate_exception", "__cxa_begin_catch", "__cxa_get_exception_ptr")


class Effects:
    """``reads``, ``writes`` and ``frees`` of every instruction; all are over-approximations."""

    def __init__(self, fn: Function, memory: Memory, may_free: Callable[[Function], bool]) -> None:
        self.memory = memory
        self.may_free = may_free
        self.reads: dict[Instruction, frozenset[Node]] = {}
        self.writes: dict[Instruction, frozenset[Node]] = {}
        self.frees: dict[Instruction, frozenset[Node]] = {}
        self.unknown: set[Instruction] = set()  # calls with unknown side effects, not safe to repeat
        self._acting: dict[Function, bool] = {}
        for inst in fn.instructions():
            self._visit(inst)

    def _visit(self, inst: Instruction) -> None:
        row = OPCODES[inst.opcode]
        if row.kind is Kind.CALL:
            self._call(inst)
        elif row.kind in (Kind.VARIABLE, Kind.ORDER):
            self._anything(inst)
        elif row.address is not None:
            nodes = self._nodes([inst.operands[row.address]])
            if row.reads:
                self.reads[inst] = nodes
            if row.writes:
                self.writes[inst] = nodes

    def _nodes(self, pointers: Iterable[Value]) -> frozenset[Node]:
        return frozenset(n for p in pointers if p.type.is_ptr and (n := self.memory.node_of(p)) is not None)

    def _call(self, inst: Instruction) -> None:
        callee = called_function(inst)
        name = callee.name if callee is not None else ""
        if name.startswith(HARMLESS):
            return
        kind = copy_call(inst)
        if kind:
            self.writes[inst] = self._nodes([inst.operands[0]])
            self.reads[inst] = self._nodes([inst.operands[1]]) if kind == "copy" else _NONE
            return
        rule = lookup_function(callee) if callee is not None else None
        if isinstance(rule, MathRule) and not rule.writes_memory:
            return
        if isinstance(rule, AllocationRule):
            if rule.kind == "realloc":
                self.frees[inst] = self._nodes([inst.operands[0]])
            elif rule.kind != "malloc" and rule.kind not in ("calloc", "new", "reserve"):
                self._anything(inst)
        elif isinstance(rule, DeallocationRule):
            if rule.name != "irad_release":
                self.frees[inst] = self._nodes([inst.operands[rule.pointer]])
        elif isinstance(rule, InactiveRule) and not rule.whole:
            self.writes[inst] = self._nodes(inst.args[i] for i in rule.writes if i < len(inst.args))
            self.reads[inst] = frozenset(self._reached(inst)) if rule.reads else _NONE
            if rule.ends:
                self.frees[inst] = given_back(inst, self.memory)
            if not only_reads(inst, callee):
                self.unknown.add(inst)
        elif isinstance(rule, ExternalRule) and not rule.opaque:
            pairs = list(zip(inst.args, rule.operands, strict=False))
            self.reads[inst] = self._nodes(a for a, o in pairs if "r" in o.access or (a.type.is_ptr and not o.access))
            handed = [n for a, o in pairs if o.hands is not None for n in self._reached_from(a)]
            self.writes[inst] = self._nodes(a for a, o in pairs if "w" in o.access) | frozenset(handed)
        elif isinstance(rule, ExternalRule) and only_reads(inst, callee):
            self.reads[inst] = _NONE if only_computes(inst, callee) else frozenset(self._reached(inst))
        elif inst in self.memory.effects and inst not in self.memory.unknown_calls and rule is None:
            self._defined(inst)
        else:
            self._anything(inst)

    def _defined(self, inst: Instruction) -> None:
        reads: set[Node] = set()
        writes: set[Node] = set()
        if any(self.may_free(effect.callee) for effect in self.memory.effects[inst]):
            self.frees[inst] = frozenset(self._reached(inst))
        if any(self._acts(effect.callee) for effect in self.memory.effects[inst]):
            self.unknown.add(inst)
        for effect in self.memory.effects[inst]:
            if effect.callee in self.memory.functions:  # recursion: one graph
                pairs = [(n, n) for n in self._reached(inst)]
            else:
                pairs = [(Cell(n).root(), cell.root()) for n, cell in effect.nodes.items()]
            reads |= {ours for theirs, ours in pairs if "ref" in theirs.flags}
            writes |= {ours for theirs, ours in pairs if "mod" in theirs.flags}
            if any("unknown" in ours.flags for _, ours in pairs):
                self.unknown.add(inst)
        self.reads[inst], self.writes[inst] = frozenset(reads), frozenset(writes)

    def _acts(self, fn: Function) -> bool:
        """Whether a function, directly or in its callees, may have side effects that it is not known to be safe to repeat."""
        if fn not in self._acting:
            self._acting[fn] = False  # recursion
            comes_back = "noreturn" not in fn.attributes  # (else it is never repeated)
            self._acting[fn] = comes_back and (fn.is_declaration or any(map(self._is_act, fn.instructions())))
        return self._acting[fn]

    def _is_act(self, inst: Instruction) -> bool:
        kind = OPCODES[inst.opcode].kind
        if kind is not Kind.CALL:
            return kind in (Kind.VARIABLE, Kind.ORDER)
        callee = called_function(inst)
        if callee is None:
            return isinstance(inst.callee, InlineAsm)
        rule = lookup_function(callee)
        if callee.name.startswith(HARMLESS) or copy_call(inst) or masked_access(callee.name) or only_reads(inst, callee):
            return False
        if isinstance(rule, InactiveRule):
            return not rule.noreturn
        return self._acts(callee) if rule is None else getattr(rule, "opaque", False)

    def _anything(self, inst: Instruction) -> None:
        self.unknown.add(inst)
        self.reads[inst] = self.writes[inst] = self.frees[inst] = frozenset(self._reached(inst))

    def _reached_from(self, pointer: Value) -> list[Node]:
        node = self.memory.node_of(pointer)
        return reachable([node]) if node is not None else []

    def _reached(self, inst: Instruction) -> list[Node]:
        roots = [n for a in inst.operands if (n := self.memory.node_of(a)) is not None]
        roots += [cell.root() for cell in self.memory.globals_.values()]
        return reachable(roots)


def given_back(inst: Instruction, memory: Memory) -> frozenset[Node]:
    """What the C++ runtime frees with exceptions: those that the call's function throws or catches, with all that they reach."""
    roots: list[Value] = list(inst.args)
    for other in inst.function.instructions():
        callee = called_function(other) if other.opcode == "call" else None
        if callee is not None and callee.name in _EXCEPTIONS:
            roots += [other, *(a for a in other.args if a.type.is_ptr)]
    nodes = reachable([n for v in roots if (n := memory.node_of(v)) is not None])
    return frozenset(n for n in nodes if n.flags & {"heap", "param", "global", "unknown"})  # (other memory is out of reach here)


def only_reads(inst: Instruction, callee: Function | None) -> bool:
    """Whether a library function writes nothing, according to LLVM or to the program."""
    words = _said(inst, callee)
    return any(w in words for w in ("memory(none)", "memory(read)", "memory(argmem: read)"))


def only_computes(inst: Instruction, callee: Function | None) -> bool:
    """Whether a function uses no memory, according to LLVM or to the program."""
    return "memory(none)" in _said(inst, callee)


def _said(inst: Instruction, callee: Function | None) -> str:
    return str(inst.attrs["fn_attrs"]) + " " + (" ".join(callee.attributes) if callee is not None else "")


def is_pure_call(inst: Instruction) -> bool:
    """Whether it is a call of a function in the rule tables that only computes."""
    callee = called_function(inst)
    rule = lookup_function(callee) if callee is not None else None
    return isinstance(rule, MathRule) and not rule.writes_memory


def cache_mark(v: Value) -> Instruction | None:
    """``v`` if it is the result of ``irad.cache`` (``__irad_cache``): its operand, which is never to be recomputed."""
    if not isinstance(v, Instruction) or v.opcode != "call":
        return None
    callee = called_function(v)
    marked = callee is not None and callee.name.startswith(CACHE) and lookup_function(callee) is not None
    return v if marked else None


def unmarked(v: Value) -> Value:
    """The value itself, with marks stripped."""
    while (mark := cache_mark(v)) is not None:
        v = mark.operands[0]
    return v


def is_fused(inst: Instruction) -> bool:
    """Whether it is ``a * b + c`` in one call."""
    callee = called_function(inst) if inst.opcode == "call" else None
    return callee is not None and callee.name.startswith(("llvm.fmuladd.", "llvm.fma."))
