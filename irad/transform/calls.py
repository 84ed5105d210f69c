"""Calls in derivative functions: which derivative of the callee is called, and with what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from irad.analysis.carriers import float_part
from irad.analysis.handed import is_opaque
from irad.analysis.memory import called_function
from irad.errors import DifferentiationError
from irad.ir.constants import null
from irad.ir.debug import place_of
from irad.ir.types import PTR, FunctionType
from irad.ir.values import Function, Instruction, Value
from irad.rules import lookup_function
from irad.rules.external import ExternalRule
from irad.transform.request import FORWARD, Derivative, Key, Param, has_arena
from irad.transform.signatures import canonical_key, split_types

if TYPE_CHECKING:
    from irad.transform.body import Body
    from irad.transform.reverse import ReverseBody


@dataclass(frozen=True)
class ActiveCall:
    """What the reverse of a call needs: tape and reverse function (values of the forward part) and the layout."""

    tape: Value
    reverse: Value
    reverse_type: FunctionType
    fields: tuple[str | int, ...]
    ret: bool
    shadows: tuple[Value, ...] = ()  # what the reverse function is given anew
    again: Derivative | None = None  # the user wants it run again (recompute.py): what the reverse sweep calls
    done: tuple[tuple[int, Value], ...] | None = None  # the reverse has run already (early.py): derivatives of arguments
    copies: tuple[str, ...] | None = None  # operands of a library routine that are kept


def augmented_call(body: ReverseBody, inst: Instruction, callee: Function | None) -> ActiveCall:
    """Call the augmented function in place of the primal one; remember how to reverse it."""
    driver = body.driver
    b = body.b
    shadows: tuple[Value, ...] = ()
    copies: tuple[str, ...] | None = None
    ftype: FunctionType = inst.attrs["ftype"]
    if callee is not None:
        rule = lookup_function(callee)
        if isinstance(rule, ExternalRule):
            key = external_key(body, inst, callee, "split", rule)
            augmented, reverse, copies = driver.external_split(callee, key, rule, kept(body, inst), unread(inst))
        else:
            key = body.callee_key(inst, callee, "split")
            augmented, reverse = driver.split(callee, key)
        args = arguments(body, inst, key)
        if key.again:
            pairs = zip(inst.args, key.params, strict=True)
            shadows = tuple(body.shadow(a) for a, p in pairs if p.shadow for _ in body.each_lane())
        result = b.call(augmented.function, augmented.function.ftype, args)
        fields, back_fields = augmented.fields, tuple(reverse.fields)
        back: Value = reverse.function
        back_type = reverse.function.ftype
    else:
        check_width(body, inst)
        key = canonical_key("", ftype, "split")
        adjoint = {i: t for i, p in enumerate(ftype.params) if (t := float_part(p)) is not None}
        _, fields, back_type, actives = split_types(ftype, key, adjoint, False, ftype.ret.is_ptr, float_part(ftype.ret))
        helper = driver.indirect(ftype, key)
        given = arguments(body, inst, key)
        result = b.call_function(helper, [given[0], body.shadow(inst.callee), body.value(inst.callee), *given[1:]])
        back = b.extract_value(result, [len(fields)])
        back_fields = tuple(actives)
    if "primal" in fields:
        body.map[inst] = b.extract_value(result, [fields.index("primal")])
    if "shadow" in fields:
        first = fields.index("shadow")
        for lane in body.each_lane():
            body.shadows[inst] = b.extract_value(result, [first + lane])
    tape = b.extract_value(result, [fields.index("tape")])
    return ActiveCall(tape, back, back_type, back_fields, key.ret, shadows, copies=copies)


def external_key(body: Body, inst: Instruction, callee: Function, mode: str, rule: ExternalRule) -> Key:
    """Which derivative of a library routine is needed: shadows for active matrices only."""
    act = body.act
    if not rule.lanes:
        check_width(body, inst)
    if is_opaque(inst):
        return canonical_key(callee.name, callee.ftype, mode)
    params = []
    handed = {i for i, operand in enumerate(rule.operands) if operand.hands is not None}
    for i, arg in enumerate(inst.args):
        active = act.value(arg) and act.carriers.of(arg) is not None
        shadow = arg.type.is_ptr and (act.node(act.memory.node_of(arg)) or (i in handed and act.pointer(arg)))
        params.append(Param(shadow=shadow or (active and mode == FORWARD), active=active and mode != FORWARD))
    ret = act.value(inst) and act.carriers.of(inst) is not None
    return Key(callee.name, mode, tuple(params), ret, frozenset(), width=body.key.width)


def kept(body: ReverseBody, inst: Instruction) -> tuple[bool, ...]:
    """Per argument: may the memory behind it be overwritten before the reverse runs?"""
    unchanged = body.unchanged()
    return tuple(a.type.is_ptr and not unchanged.pointer(a, inst) for a in inst.args)


def unread(inst: Instruction) -> tuple[bool, ...]:
    """Per argument: is it memory of the caller's own in which nobody looks for what the call leaves there?"""
    return tuple(_is_unread(a, inst) for a in inst.args)


def _is_unread(arg: Value, call: Instruction) -> bool:
    if not isinstance(arg, Instruction) or arg.opcode != "alloca":
        return False
    others = [u for u in arg.users() if u is not call]
    return all(u.opcode == "call" and getattr(u.callee, "name", "").startswith("llvm.lifetime.") for u in others)


def arguments(body: Body, inst: Instruction, key: Key) -> list[Value]:
    """The arguments of an augmented or forward call: the arena, then primal and shadow in turn."""
    args: list[Value] = [] if passes_arena(inst) else [body.arena]
    for arg, p in zip(inst.args, key.params, strict=True):
        args.append(body.value(arg))
        if p.shadow and arg.type.is_ptr and not body.act.pointer(arg) and is_opaque(inst):
            args.append(null(PTR))  # no floats there: a rule of the program has nothing to do with its shadow
        elif p.shadow:
            args += [body.tangent_or_shadow(arg) for _ in body.each_lane()]
    return args


def passes_arena(inst: Instruction) -> bool:
    """Does a call hand on an arena?"""
    callee = called_function(inst)
    return callee is not None and has_arena(callee)


def check_width(body: Body, inst: Instruction) -> None:
    """Rules for routines and function pointers know one lane only."""
    if body.key.width > 1:
        what = called_function(inst)
        name = f"the routine {what.name}" if what is not None else "a function called through a pointer"
        raise DifferentiationError(
            f"{name} cannot be differentiated in {body.key.width} directions at once",
            place=place_of(inst),
            hint="leave out enzyme_width, and call once per direction",
        )
