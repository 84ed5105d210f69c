"""What each analysis tells of a function, in words that stand beside instructions in files of annotated IR (`test_facts.py`).

With `loop_analyses.py` the one place where tests of facts import the analyses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property

import irad.blas_rules  # noqa: F401  (registers its routines)
from irad.analysis.activity.activity import Activity, Seeds, Varied, analyse_activity, closure, copy_call
from irad.analysis.activity.carriers import Carriers
from irad.analysis.activity.certain_use import Certainty
from irad.analysis.activity.outcomes import Outcomes
from irad.analysis.activity.to_be_recorded import ToBeRecorded
from irad.analysis.elements.element_lifetimes import ElementLifetimes
from irad.analysis.flow.addresses import base_of, constant_choices, divisors, gep_offset
from irad.analysis.flow.cfg import ControlFlow, Loop
from irad.analysis.flow.invariant_trips import conditions, together
from irad.analysis.flow.trips import TripCount, affine_phis, trip_count
from irad.analysis.memory.constant_floats import makes_floats, reach_no_floats, uses_floats
from irad.analysis.memory.handed_memory import HandedMemory
from irad.analysis.memory.memory_graph import Memory, called_function
from irad.analysis.memory.module_memory import ModuleMemory
from irad.analysis.memory.objects import Cell, Node
from irad.analysis.memory.tbaa import access_kind, is_member, tag_of
from irad.analysis.memory.unknown_functions import callbacks, uses_variables
from irad.analysis.reuse.commuting import Commuting
from irad.analysis.reuse.effects import Effects
from irad.analysis.reuse.error_edges import error_edges as edges_of_errors
from irad.analysis.reuse.forwarding import Forwarding
from irad.analysis.reuse.polynomial import AtLeastZero, Excess, IterationNumber, Polynomial, Polynomials, Unsigned
from irad.analysis.reuse.reload_safety import Aliasing, ReloadSafety
from irad.analysis.reuse.repeatable_loops import RepeatableLoops
from irad.analysis.reuse.signs import NONNEGATIVE, POSITIVE, Signs
from irad.ir.reader import read_module
from irad.ir.values import Block, Constant, ConstantInt, Function, GlobalValue, Instruction, Module, Value
from irad.rules import DeallocationRule, lookup_function

__all__ = ["DESCRIPTIONS", "Subject", "read_module"]

Facts = dict[object, str]  # by instruction, block or function
_SAID = re.compile(r"^; params: ([\w, ]*)$", re.M)
_ELEMENTS = re.compile(r"^; elements: ([\w, ]*)$", re.M)


def called(v: Value) -> str:
    """A value as it is written in an operand."""
    if isinstance(v, ConstantInt):
        return str(v.value)
    if isinstance(v, Constant) and not isinstance(v, GlobalValue):
        return str(getattr(v, "value", getattr(v, "kind", v)))
    return f"@{v.name}" if isinstance(v, GlobalValue) else f"%{v.name}"


def listed(words: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(words))


@dataclass(eq=False)
class Subject:
    """A function, and the analyses of it as the transform puts them together.

    A line ``; params: dup, const`` says how the function's parameters take part: ``const``, ``active`` (by value), ``dup``
    (with a shadow); without it floats are active and pointers have shadows.  The result is active if it is a float.
    ``; elements: double`` says what the caller knows to lie behind parameters, ``; noalias`` that the caller keeps arrays apart,
    ``; split`` that the reverse sweep comes in a call of its own, ``; called`` that the derivative is one that another one calls.
    """

    module: Module
    fn: Function
    text: str

    @cached_property
    def first(self) -> Function:
        """The function that what the file says is about."""
        return next(f for f in self.module.functions.values() if not f.is_declaration)

    @cached_property
    def params(self) -> list[str]:
        said = _SAID.search(self.text)
        if said is not None and self.fn is self.first:
            return said[1].split(", ")
        return ["active" if a.type.is_float else "dup" if a.type.is_ptr else "const" for a in self.fn.args]

    @cached_property
    def flow(self) -> ControlFlow:
        return ControlFlow(self.fn)

    @cached_property
    def whole(self) -> ModuleMemory:
        found = ModuleMemory(self.module)
        if said := _ELEMENTS.search(self.text):
            found.inform(self.first, said[1].split(", "))
        return found

    @cached_property
    def memory(self) -> Memory:
        return self.whole.of(self.fn)

    @cached_property
    def outcomes(self) -> Outcomes:
        return Outcomes(self.whole)

    @cached_property
    def activity(self) -> Activity:
        pairs = list(zip(self.fn.args, self.params, strict=True))
        active = frozenset(i for i, (_, p) in enumerate(pairs) if p == "active")
        nodes = frozenset(n for a, p in pairs if p == "dup" for n in closure(self.memory, a))
        return analyse_activity(self.fn, self.memory, Seeds(active, self.fn.ftype.ret.is_float, nodes), self.outcomes)

    def is_active(self, access: Instruction) -> bool:
        """Does the reverse of a load or store look at shadows?"""
        pointer = access.operands[0 if access.opcode == "load" else 1]
        active = self.activity.node(self.memory.node_of(pointer))
        return active and (access.opcode == "store" or self.activity.value(access))

    @cached_property
    def aliasing(self) -> Aliasing:
        return Aliasing(self.fn, self.memory, "; noalias\n" in self.text)

    @cached_property
    def effects(self) -> Effects:
        return Effects(self.fn, self.memory, lambda f: any(map(_gives_back, f.instructions())))

    @cached_property
    def reload_safety(self) -> ReloadSafety:
        return ReloadSafety(self.aliasing, self.effects, self.flow, "; split\n" in self.text, lambda inst: False)

    @cached_property
    def dead(self) -> set[tuple[Block, Block]]:
        return edges_of_errors(self.fn, self.flow)

    def is_error(self, inside: Block, outside: Block) -> bool:
        return (inside, outside) in self.dead

    @cached_property
    def polynomials(self) -> Polynomials:
        return Polynomials(self.flow, self.is_error)

    @cached_property
    def elements(self) -> ElementLifetimes:
        return ElementLifetimes(self.flow, self.reload_safety, self.is_error)

    @property
    def instructions(self) -> list[Instruction]:
        return list(self.fn.instructions())

    def name_of(self, node: Node) -> str:
        """The first parameter, variable or instruction that points into a node."""
        node = Cell(node).root()
        candidates: list[Value] = [*self.fn.args, *self.module.globals_.values(), *self.instructions]
        return next((called(v) for v in candidates if v.type.is_ptr and self.memory.node_of(v) is node), "elsewhere")

    def names_of(self, nodes: Iterable[Node]) -> str:
        return listed(sorted(self.name_of(n) for n in nodes))


def _gives_back(inst: Instruction) -> bool:
    callee = called_function(inst) if inst.opcode == "call" else None
    return callee is not None and isinstance(lookup_function(callee), DeallocationRule)


# ---- control flow


def cfg(s: Subject) -> Facts:
    """Labels: the immediate dominator and postdominator, the loop, the depth; the function: edges that make it irreducible."""
    out: Facts = {}
    for b in s.flow.rpo:
        words = []
        if (above := s.flow.idom[b]) is not None:
            words.append(f"idom {above.name}")
        if (below := s.flow.ipdom.get(b)) is not None:
            words.append(f"ipdom {below.name}")
        if (loop := s.flow.loop_of[b]) is not None:
            words.append(f"loop {loop.header.name} of depth {loop.depth}" + (", latch" if b in loop.latches else ""))
        out[b] = listed(words)
    if s.flow.irreducible:
        out[s.fn] = "irreducible: " + listed(f"{a.name} -> {b.name}" for a, b in s.flow.irreducible)
    return out


def first_tested(t: TripCount) -> str:
    if isinstance(t.start, ConstantInt):
        return str(t.start.value + t.add)
    return called(t.start) + (f" + {t.add}" if t.add > 0 else f" - {-t.add}" if t.add else "")


def trips(s: Subject) -> Facts:
    """Labels of headers: how often the loop goes on, phis: their value in iteration k."""
    out: Facts = {}
    for loop in s.flow.loops:
        t = trip_count(loop, s.flow, s.is_error)
        if t is not None and t.kind == "equal":
            out[loop.header] = f"until {first_tested(t)} + {t.step} k = {called(t.bound)}"
        elif t is not None:
            sign = ("<" if t.step > 0 else ">") + ("=" if t.inclusive else "")
            kind = "" if t.signed else ", unsigned"
            out[loop.header] = f"while {first_tested(t)} + {t.step} k {sign} {called(t.bound)}{kind}"
        for phi, a in affine_phis(loop).items():
            out[phi] = f"{called(a.start)} + {a.step} k"
    return out


def invariant_trips(s: Subject) -> Facts:
    """Labels of headers: which loops around are counted together with it, and under which conditions it runs there."""
    out: Facts = {}
    for loop in s.flow.loops:
        nest = together(loop, s.flow, lambda around: True, s.is_error)
        if len(nest) > 1:
            told = [f"with {listed(outer.header.name for outer in nest[:-1])}"]
            for value, holds in conditions(loop, nest[0], s.flow, s.is_error) or ():
                told.append(("if " if holds else "unless ") + called(value))
            out[loop.header] = listed(told)
    return out


def error_edges(s: Subject) -> Facts:
    """Labels: is it an error that goes from there to the return?"""
    return {inside: "error" for inside, _ in s.dead}


# ---- numbers


def signs(s: Subject) -> Facts:
    """Integers: how large they can be; floats: whether they can be negative."""
    out: Facts = {}
    for inst in s.instructions:
        facts = Signs()
        if inst.type.is_int and (bits := facts.bits(inst)) is not None:
            out[inst] = f"0 <= it < 2^{bits}"
        if inst.type.is_float:
            out[inst] = {POSITIVE: "positive", NONNEGATIVE: "not negative", 0: ""}[facts.sign(inst)]
    return out


def shown(p: Polynomial) -> str:
    """A polynomial with its terms in the order of their names."""

    def word(name: Hashable) -> str:
        if isinstance(name, IterationNumber):
            return f"it.{name.loop.header.name}"
        if isinstance(name, Unsigned):
            return f"unsigned {called(name.value)}"
        if isinstance(name, Excess):
            return f"excess of {called(name.value)}"
        if isinstance(name, AtLeastZero):
            return f"[{shown(name.of)}]"
        assert isinstance(name, Value)
        return called(name)

    terms = sorted((" ".join(sorted(map(word, names))), factor) for names, factor in p.terms)
    words = [name if factor == 1 else f"{factor} {name}" for name, factor in terms]
    return " + ".join([*([str(p.constant)] if p.constant or not words else []), *words])


def polynomial(s: Subject) -> Facts:
    """Integers and addresses as polynomials, where they are more than a name; labels of headers: the last iteration."""
    out: Facts = {}
    for inst in s.instructions:
        if inst.type.is_ptr:
            address = s.polynomials.address(inst)
            if address.base is not inst:
                out[inst] = f"{called(address.base)} + {shown(address.offset)}"
        elif inst.type.is_int:
            text = shown(s.polynomials.of(inst))
            out[inst] = "" if text == called(inst) else text
    for loop in s.flow.loops:
        if (last := s.polynomials.last(loop)) is not None:
            out[loop.header] = f"last {shown(last)}"
    return out


def addresses(s: Subject) -> Facts:
    """Of getelementptr the offset in bytes and the base; of integers the few constants they are, or what divides them."""
    out: Facts = {}
    for inst in s.instructions:
        if inst.opcode == "getelementptr":
            constant, terms = gep_offset(inst)
            base = base_of(inst)
            words = [f"{scale} {called(v)}" for v, scale in terms]
            out[inst] = " + ".join([called(base) if base is not None else "?", str(constant), *words])
        elif inst.type.is_int:
            choices, (n, pairs) = constant_choices(inst), divisors(inst)
            distances = [f"{called(a)} - {called(b)}" for a, b in pairs]
            if choices:
                out[inst] = "one of " + listed(map(str, choices))
            elif n > 1 or distances:
                out[inst] = "multiple of " + listed([*([str(n)] if n else []), *distances])
    return out


def tbaa(s: Subject) -> Facts:
    """Accesses: what their tag says they access."""
    out: Facts = {}
    for inst in s.instructions:
        tag = tag_of(inst.metadata)
        if tag and (kind := access_kind(tag, s.module.metadata)) is not None:
            out[inst] = kind + (", member" if is_member(tag, s.module.metadata) else "")
    return out


# ---- memory


def memory_graph(s: Subject) -> Facts:
    """Accesses and addresses: the object, the offset in it, and what lies there."""
    out: Facts = {}
    for inst in s.instructions:
        pointer = {"load": 0, "store": 1}.get(inst.opcode)
        value = inst if inst.opcode == "getelementptr" else inst.operands[pointer] if pointer is not None else None
        cell = s.memory.cell_of(value) if value is not None else None
        if cell is None:
            continue
        node, at = cell.find()
        place = s.name_of(node) + (f" + {at}" if at else "") + (f", every {node.stride}" if node.stride else "")
        kinds = sorted(node.fields[at][0].find().kinds) if at in node.fields else []
        unknown = ", unknown" if "unknown" in node.flags else ""
        out[inst] = place + (": " + "/".join(kinds) if kinds else "") + unknown
    return out


def carriers(s: Subject) -> Facts:
    """Integers that carry bits of floats, and what a store of an integer is a store of."""
    found, out = Carriers(s.memory), {}
    for inst in s.instructions:
        t = found.of(inst) if inst.type.is_int else found.stored(inst) if inst.opcode == "store" else None
        if t is not None and not (inst.opcode == "store" and inst.operands[0].type.is_float):
            out[inst] = str(t)
    return dict(out)


def effects(s: Subject) -> Facts:
    """What instructions read, write and give back."""
    out: Facts = {}
    for inst in s.instructions:
        words = []
        for what, nodes in (("reads", s.effects.reads), ("writes", s.effects.writes), ("frees", s.effects.frees)):
            if nodes.get(inst):
                words.append(f"{what} {s.names_of(nodes[inst])}")
        if inst in s.effects.unknown:
            words.append("unknown")
        out[inst] = "; ".join(words)
    return out


def unknown_functions(s: Subject) -> Facts:
    """Calls of functions that are only declared: what they may call, whether they may use variables."""
    out: Facts = {}
    for inst in s.instructions:
        callee = called_function(inst) if inst.opcode == "call" else None
        if callee is not None and callee.is_declaration and lookup_function(callee) is None:
            words = [f"may call {listed(map(called, callbacks(inst)))}"] if callbacks(inst) else []
            out[inst] = listed([*words, *(["may use variables"] if uses_variables(callee) else [])])
    return out


def handed_memory(s: Subject) -> Facts:
    """Calls: the memory that they hand on to calls through pointers."""
    found = HandedMemory(s.whole)
    calls = [i for i in s.instructions if i.opcode == "call"]
    return {i: f"hands on {s.names_of(found.nodes(i))}" for i in calls if found.nodes(i)}


def punning(s: Subject) -> Facts:
    """The function: does it hide floats or addresses in integers or pointers?"""
    return {s.fn: "hides" if s.whole.punning.hides(s.fn) else ""}


def constant_floats(s: Subject) -> Facts:
    """The function: are there floats in memory, may some be made, do its parameters lead to some?"""
    words = [w for w, holds in (("uses", uses_floats(s.module)), ("makes", makes_floats(s.module))) if holds]
    return {s.fn: listed([*words, *([] if reach_no_floats(s.whole, s.fn, s.fn.args) else ["reaches"])])}


# ---- what has a derivative


def activity(s: Subject) -> Facts:
    """Values: active, or one half of it; stores into active memory; addresses with a shadow."""
    out: Facts = {}
    for inst in s.instructions:
        act = s.activity
        if inst.opcode == "store" or copy_call(inst if inst.opcode == "call" else Instruction("freeze", inst.type, [inst])):
            target = inst.operands[1 if inst.opcode == "store" else 0]
            out[inst] = "active" if act.node(act.memory.node_of(target)) else ""
        elif inst.type.is_ptr:
            out[inst] = "shadow" if act.pointer(inst) else ""
        else:
            both = [w for w, where in (("varied", act.varied), ("useful", act.useful)) if inst in where]
            out[inst] = "active" if len(both) == 2 else listed(both)
    return out


def outcomes(s: Subject) -> Facts:
    """Calls: what they make varied, when all that is varied before them is given, and what they may write."""
    out: Facts = {}
    for inst in s.instructions:
        if inst.opcode != "call" or called_function(inst) is None or called_function(inst).is_declaration:  # type: ignore[union-attr]
            continue
        before = Activity(s.fn, s.memory, Carriers(s.memory), s.activity.seeds, outcomes=s.outcomes)
        Varied(before).run()
        found = s.outcomes.of(inst, before.varied, s.activity.seeds.nodes)  # type: ignore[arg-type]
        if found is None:
            out[inst] = "unknown"
            continue
        words = [*(["result"] if found[0] else []), *sorted(s.name_of(n) for n in found[1])]
        written = s.outcomes.written(inst)
        told = [f"varies {listed(words)}"] if words else []
        out[inst] = "; ".join([*told, *([f"writes {s.names_of(written)}"] if written else [])])
    return out


def to_be_recorded(s: Subject) -> Facts:
    """The values of the primal that the reverse of an instruction asks for."""
    found = ToBeRecorded(s.fn, s.activity)
    return {i: f"needs {listed(map(called, wanted))}" for i in s.instructions if (wanted := found.of(i))}


def certain_use(s: Subject) -> Facts:
    """Floats that may not be wanted."""
    found = Certainty(s.fn, s.flow)
    return {i: "uncertain" for i in s.instructions if i.type.scalar.is_float and not found.of(i)}


# ---- the order of the two sweeps


def reload_safety(s: Subject) -> Facts:
    """Loads that give the same value in the reverse sweep."""
    return {i: "reload" for i in s.instructions if i.opcode == "load" and s.reload_safety.of(i)}


def forwarding(s: Subject) -> Facts:
    """Loads of what an earlier loop has stored in its iteration of the same number."""
    found = Forwarding(s.flow, s.reload_safety, s.polynomials, s.is_error)
    loads = [(i, f) for i in s.instructions if i.opcode == "load" and (f := found.of(i)) is not None]
    return {i: f"{called(f.value)} of {f.loop.header.name}" for i, f in loads}


def commuting(s: Subject) -> Facts:
    """Labels of headers: can the iterations be reversed first to last, and do they touch different shadows?"""
    asked_for = "; called\n" not in s.text
    found = Commuting(s.flow, s.activity, s.aliasing, s.polynomials, s.is_error, asked_for, s.elements.never_meet)
    own: list[Loop] = [loop for loop in s.flow.loops if found.of(loop)]
    return {loop.header: "commutes" + (", parallel" if found.parallel(loop) else "") for loop in own}


def repeatable_loops(s: Subject) -> Facts:
    """Labels of headers: can an iteration run again in the reverse sweep, and what has to be saved?"""
    found = RepeatableLoops(s.flow, s.effects, s.reload_safety, s.is_error, s.aliasing.private.__contains__)
    out: Facts = {}
    for loop in s.flow.loops:
        if found.obstacle(loop, None) == "":
            saved = s.names_of(save.piece.node for save in found.saves.get(loop, ()))
            out[loop.header] = "again" + (f", saves {saved}" if saved else "")
    return out


DESCRIPTIONS: dict[str, Callable[[Subject], Facts]] = {
    f.__name__: f
    for f in (
        activity, addresses, carriers, certain_use, cfg, commuting, constant_floats, effects, error_edges,
        forwarding, handed_memory, invariant_trips, memory_graph, outcomes, polynomial, punning,
        reload_safety, repeatable_loops, signs, tbaa, to_be_recorded, trips, unknown_functions,
    )
}  # fmt: skip
# Parts of the memory analysis are seen through its graph.
_PARTS = "access_constraints constraints enzyme_types module_memory objects passing settling value_constraints"
for part in _PARTS.split():
    DESCRIPTIONS[part] = memory_graph
