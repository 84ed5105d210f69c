"""Calls in derivative functions: which derivative of the callee is called, and with what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from irad.analysis.carriers import float_part
from irad.ir.constants import const_int
from irad.ir.types import I64, PTR, FunctionType, Type, function
from irad.ir.values import Function, Instruction, Value
from irad.transform.request import FORWARD, Key, Param, result_type

if TYPE_CHECKING:
    from irad.transform.body import Body
    from irad.transform.reverse import ReverseBody

# The shadow of a function pointer points to three functions: augmented, reverse, forward.
PAIR_AUGMENTED, PAIR_REVERSE, PAIR_FORWARD = 0, 8, 16


@dataclass(frozen=True)
class ActiveCall:
    """What the reverse of a call needs: tape and reverse function (values of the forward part) and the layout."""

    tape: Value
    reverse: Value
    reverse_type: FunctionType
    fields: tuple[str | int, ...]
    ret: bool


def split_types(
    fn: FunctionType, key: Key, adjoint: dict[int, Type], arena: bool, ret_shadow: bool, ret_adjoint: Type | None
) -> tuple[FunctionType, list[str | int], FunctionType, list[str | int]]:
    """Types and result fields of the augmented and the reverse function (architecture.md, "Derivatives")."""
    params: list[Type] = [] if arena else [PTR]
    for t, p in zip(fn.params, key.params, strict=True):
        params += [t, t] if p.shadow else [t]
    fields: list[str | int] = [] if fn.ret.is_void else ["primal"]
    types: list[Type] = [] if fn.ret.is_void else [fn.ret]
    if ret_shadow:
        fields.append("shadow")
        types.append(fn.ret)
    augmented = function(result_type([*types, PTR]), tuple(params), False)
    back: list[Type] = [PTR, PTR]
    if key.ret and ret_adjoint is not None:
        back.append(ret_adjoint)
    actives = [i for i, p in enumerate(key.params) if p.active]
    reverse = function(result_type([adjoint[i] for i in actives]), tuple(back), False)
    return augmented, [*fields, "tape"], reverse, list(actives)


def canonical_key(name: str, ftype: FunctionType, mode: str) -> Key:
    """How a function is differentiated for calls through pointers: every pointer and every float takes part."""
    if mode == FORWARD:
        params = tuple(Param(shadow=t.is_ptr or float_part(t) is not None) for t in ftype.params)
    else:
        params = tuple(Param(shadow=t.is_ptr, active=float_part(t) is not None) for t in ftype.params)
    return Key(name, mode, params, float_part(ftype.ret) is not None, None)


def augmented_call(body: ReverseBody, inst: Instruction, callee: Function | None) -> ActiveCall:
    """Call the augmented function in place of the primal one; remember how to reverse it."""
    driver = body.driver
    b = body.b
    ftype: FunctionType = inst.attrs["ftype"]
    if callee is not None:
        key = body.callee_key(inst, callee, "split")
        augmented, reverse = driver.split(callee, key)
        args = arguments(body, inst, key)
        result = b.call(augmented.function, augmented.function.ftype, args)
        fields, back_fields = augmented.fields, tuple(reverse.fields)
        back: Value = reverse.function
        back_type = reverse.function.ftype
    else:
        key = canonical_key("", ftype, "split")
        adjoint = {i: t for i, p in enumerate(ftype.params) if (t := float_part(p)) is not None}
        ahead_type, fields, back_type, actives = split_types(
            ftype, key, adjoint, False, ftype.ret.is_ptr, float_part(ftype.ret)
        )
        table = body.shadow(inst.callee)
        ahead = b.load(PTR, table)
        back = b.load(PTR, b.gep(PTR, table, [const_int(I64, 1)]))
        result = b.call(ahead, ahead_type, arguments(body, inst, key))
        back_fields = tuple(actives)
    if "primal" in fields:
        body.map[inst] = b.extract_value(result, [fields.index("primal")])
    if "shadow" in fields:
        body.shadows[inst] = b.extract_value(result, [fields.index("shadow")])
    tape = b.extract_value(result, [fields.index("tape")])
    return ActiveCall(tape, back, back_type, back_fields, key.ret)


def arguments(body: Body, inst: Instruction, key: Key) -> list[Value]:
    """The arguments of an augmented or forward call: the arena, then primal and shadow in turn."""
    args: list[Value] = [] if body.driver.has_arena_arg(inst) else [body.arena]
    for arg, p in zip(inst.args, key.params, strict=True):
        args.append(body.value(arg))
        if p.shadow:
            args.append(body.tangent_or_shadow(arg))
    return args
