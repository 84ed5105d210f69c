"""Calls in derivative functions: which derivative of the callee is called, and with which arguments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from irad.analysis.activity.activity import Activity
from irad.analysis.activity.carriers import float_part
from irad.analysis.memory.handed_memory import is_opaque
from irad.analysis.memory.memory_graph import called_function
from irad.analysis.memory.module_memory import ModuleMemory
from irad.analysis.memory.objects import Cell, Node, reachable
from irad.analysis.reuse.reload_safety import ReloadSafety
from irad.errors import DifferentiationError
from irad.ir.constants import null
from irad.ir.debug import place_of
from irad.ir.types import PTR, FunctionType
from irad.ir.values import ConstantSimple, Function, Instruction, Value
from irad.rules import lookup_function
from irad.rules.formulas.external import ExternalRule
from irad.transform.base.derivative_provider import Derivatives, Flags
from irad.transform.base.request import FORWARD, Derivative, Key, Param, has_arena
from irad.transform.base.signatures import canonical_key, split_types
from irad.transform.primal.emitter import Emitter


@dataclass(frozen=True)
class ActiveCall:
    """What the reverse of a call needs: tape and reverse function (values of the forward part) and the layout."""

    tape: Value
    reverse: Value
    reverse_type: FunctionType
    fields: tuple[str | int, ...]
    ret: bool
    shadows: tuple[Value, ...] = ()  # shadows that are passed to the reverse function anew
    again: Derivative | None = None  # recomputed at the user's request (recomputed_calls.py): what the reverse sweep calls
    done: tuple[tuple[int, Value], ...] | None = None  # the reverse has run (immediate_calls.py): derivatives of arguments
    copies: tuple[str, ...] | None = None  # operands of a library routine that are kept


def augmented_call(
    emit: Emitter, derivatives: Derivatives, inst: Instruction, callee: Function | None, key: Key, keep: Flags
) -> ActiveCall:
    """Call the augmented function in place of the primal one; record how to reverse it.

    ``key``: which derivative is called (`split_key`); ``keep``: operands of a routine that may be overwritten before its reverse.
    """
    if callee is None:
        return _augmented_indirect(emit, derivatives, inst, key)
    rule = lookup_function(callee)
    copies: tuple[str, ...] | None = None
    if isinstance(rule, ExternalRule):
        augmented, reverse, copies = derivatives.external_split(callee, key, rule, keep, unread(inst))
    else:
        augmented, reverse = derivatives.split(callee, key)
    args = arguments(emit, inst, key)
    shadows: tuple[Value, ...] = ()
    if key.again:
        pairs = zip(inst.args, key.params, strict=True)
        shadows = tuple(emit.shadow(a) for a, p in pairs if p.shadow for _ in emit.each_lane())
    result = emit.b.call(augmented.function, augmented.function.ftype, args)
    tape = _take_results(emit, inst, result, augmented.fields)
    back = reverse.function
    return ActiveCall(tape, back, back.ftype, tuple(reverse.fields), key.ret, shadows, copies=copies)


def _augmented_indirect(emit: Emitter, derivatives: Derivatives, inst: Instruction, key: Key) -> ActiveCall:
    """The same for a call through a pointer."""
    ftype: FunctionType = inst.attrs["ftype"]
    adjoint = {i: t for i, p in enumerate(ftype.params) if (t := float_part(p)) is not None}
    _, fields, back_type, actives = split_types(ftype, key, adjoint, False, ftype.ret.is_ptr, float_part(ftype.ret))
    helper = derivatives.indirect(ftype, key)
    given = arguments(emit, inst, key)
    result = emit.b.call_function(helper, [given[0], emit.shadow(inst.callee), emit.value(inst.callee), *given[1:]])
    back = emit.b.extract_value(result, [len(fields)])
    tape = _take_results(emit, inst, result, fields)
    return ActiveCall(tape, back, back_type, tuple(actives), key.ret)


def _take_results(emit: Emitter, inst: Instruction, result: Value, fields: Sequence[str | int]) -> Value:
    """Extract the primal's result and its shadows from what an augmented function returns; return the tape."""
    if "primal" in fields:
        emit.map[inst] = emit.b.extract_value(result, [fields.index("primal")])
    if "shadow" in fields:
        first = fields.index("shadow")
        for lane in emit.each_lane():
            emit.shadows[inst] = emit.b.extract_value(result, [first + lane])
    return emit.b.extract_value(result, [fields.index("tape")])


def split_key(
    emit: Emitter, memory: ModuleMemory, inst: Instruction, callee: Function | None, outside: frozenset[Node] | None
) -> Key:
    """The key of the derivative for a call that is reversed later."""
    if callee is None:
        check_width(emit.key, inst)
        return canonical_key("", inst.attrs["ftype"], "split")
    rule = lookup_function(callee)
    if isinstance(rule, ExternalRule):
        return external_key(emit.act, emit.key, inst, callee, "split", rule)
    return callee_key(emit, memory, inst, callee, "split", outside)


def external_key(act: Activity, key: Key, inst: Instruction, callee: Function, mode: str, rule: ExternalRule) -> Key:
    """The key of the derivative of a library routine that the derivative ``key`` needs: shadows for active matrices only."""
    if not rule.lanes:
        check_width(key, inst)
    if is_opaque(inst):
        return canonical_key(callee.name, callee.ftype, mode)
    params = []
    handed = {i for i, operand in enumerate(rule.operands) if operand.hands is not None}
    for i, arg in enumerate(inst.args):
        active = act.value(arg) and act.carriers.of(arg) is not None
        shadow = arg.type.is_ptr and (act.node(act.memory.node_of(arg)) or (i in handed and act.pointer(arg)))
        params.append(Param(shadow=shadow or (active and mode == FORWARD), active=active and mode != FORWARD))
    ret = act.value(inst) and act.carriers.of(inst) is not None
    return Key(callee.name, mode, tuple(params), ret, frozenset(), width=key.width)


def callee_key(
    emit: Emitter, memory: ModuleMemory, inst: Instruction, callee: Function, mode: str, outside: frozenset[Node] | None = None
) -> Key:
    """The key of the derivative of ``callee`` that this call needs; ``outside``: see `Key`."""
    act = emit.act
    nodes = []
    leading: list[Node] = []
    for effect in act.memory.effects.get(inst, ()):
        if effect.callee is callee:
            leading = [n for n, cell in effect.nodes.items() if act.shadowed(cell.root()) and not act.node(cell.root())]
            nodes = [n for n, cell in effect.nodes.items() if act.node(cell.root())]
            if callee in act.memory.functions:  # recursion: one graph
                roots = [act.memory.node_of(a) for a in [*inst.args, inst]]
                roots += [cell.root() for cell in act.memory.globals_.values()]
                nodes = [n for n in reachable([r for r in roots if r is not None]) if act.node(n)]
    params = []
    for i, arg in enumerate(inst.args):
        active = act.value(arg) and act.carriers.of(arg) is not None
        shadow = emit.carries_shadow(arg) or (
            # a null pointer, to what would have a shadow if it existed
            arg.type.is_ptr and isinstance(arg, ConstantSimple) and _reaches(memory, callee, i, [*nodes, *leading])
        )
        if mode == FORWARD:
            params.append(Param(shadow=active or shadow))
        else:
            params.append(Param(shadow=shadow, active=active))
    ret = act.value(inst) and act.carriers.of(inst) is not None
    key = emit.key
    return Key(
        callee.name, mode, tuple(params), ret, frozenset(nodes),
        leading=frozenset(leading), width=key.width, again=key.again, outside=outside,
    )  # fmt: skip


def _reaches(memory: ModuleMemory, callee: Function, i: int, nodes: list[Node]) -> bool:
    """Whether the i-th parameter of a function leads to one of these nodes of its graph, or to functions."""
    node = memory.of(callee).node_of(callee.args[i]) if i < len(callee.args) else None
    if node is None:
        return False
    reached = reachable([node])
    return any(n.functions for n in reached) or not {Cell(n).root() for n in nodes}.isdisjoint(reached)


def kept(reload_safety: ReloadSafety, inst: Instruction) -> tuple[bool, ...]:
    """Per argument: whether the memory at it may be overwritten before the reverse runs."""
    return tuple(a.type.is_ptr and not reload_safety.pointer(a, inst) for a in inst.args)


def unread(inst: Instruction) -> tuple[bool, ...]:
    """Per argument: whether it is the caller's own memory, whose contents are not read after the call."""
    return tuple(_is_unread(a, inst) for a in inst.args)


def _is_unread(arg: Value, call: Instruction) -> bool:
    if not isinstance(arg, Instruction) or arg.opcode != "alloca":
        return False
    others = [u for u in arg.users() if u is not call]
    return all(u.opcode == "call" and getattr(u.callee, "name", "").startswith("llvm.lifetime.") for u in others)


def arguments(emit: Emitter, inst: Instruction, key: Key) -> list[Value]:
    """The arguments of an augmented or forward call: the arena, then primal and shadow in turn."""
    args: list[Value] = [] if passes_arena(inst) else [emit.arena]
    for arg, p in zip(inst.args, key.params, strict=True):
        args.append(emit.value(arg))
        if p.shadow and arg.type.is_ptr and not emit.act.pointer(arg) and is_opaque(inst):
            args.append(null(PTR))  # no floats there: a registered rule does not use its shadow
        elif p.shadow:
            args += [emit.extra_argument(arg) for _ in emit.each_lane()]
    return args


def hands_out_pointers(written: Iterable[Node]) -> bool:
    """Whether a call that writes to these nodes stores pointers, to memory that it allocates or to other."""
    return any("ptr" in content.find().kinds for node in written for content, _ in node.fields.values())


def passes_arena(inst: Instruction) -> bool:
    """Whether a call passes an arena on."""
    callee = called_function(inst)
    return callee is not None and has_arena(callee)


def check_width(key: Key, inst: Instruction) -> None:
    """Refuse several lanes: rules for routines and function pointers support one lane only."""
    if key.width > 1:
        what = called_function(inst)
        name = f"the routine {what.name}" if what is not None else "a function called through a pointer"
        raise DifferentiationError(
            f"{name} cannot be differentiated in {key.width} directions at once",
            place=place_of(inst),
            hint="leave out enzyme_width, and call once per direction",
        )
