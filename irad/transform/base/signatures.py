"""Types, parameter names and result fields of derivative functions (docs/dev/architecture.md, "Derivatives")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irad.analysis.activity.activity import Activity
from irad.analysis.activity.carriers import float_part
from irad.errors import ActivityError
from irad.ir.types import PTR, FunctionType, Type, function
from irad.ir.values import Function
from irad.transform.base.request import CONST, FORWARD, Key, Param, has_arena, result_type

Fields = list[str | int]


@dataclass(frozen=True)
class DerivativeSignature:
    """The type of one derivative function, the names of its parameters, and the fields of its result."""

    ftype: FunctionType
    names: list[str]
    fields: Fields


def forward_signature(fn: Function, key: Key, tangent: bool) -> DerivativeSignature:
    """``tangent``: whether the derivative returns a tangent (or the shadow of a pointer)."""
    ftype, fields = forward_type(fn.ftype, key, has_arena(fn), tangent)
    return DerivativeSignature(ftype, parameter_names(fn, key), fields)


def forward_type(primal: FunctionType, key: Key, arena: bool, tangent: bool) -> tuple[FunctionType, Fields]:
    ret = primal.ret
    fields: Fields = [] if ret.is_void else ["primal"]
    types = [] if ret.is_void else [ret]
    if tangent:
        types += [ret] * key.width
        fields += ["tangent"] * key.width
    return function(result_type(types), _with_shadows(primal.params, key, arena)), fields


def recorder_signature(fn: Function, key: Key) -> DerivativeSignature:
    """The recording half of a forward derivative in two halves: the primal's own parameters."""
    ret = fn.ftype.ret
    own = [PTR, *fn.ftype.params] if not has_arena(fn) else list(fn.ftype.params)
    names = parameter_names(fn, Key(fn.name, FORWARD, (CONST,) * len(key.params), False))
    return DerivativeSignature(
        function(result_type([] if ret.is_void else [ret]), tuple(own)), names, [] if ret.is_void else ["primal"]
    )


def gradient_signature(fn: Function, key: Key, act: Activity) -> DerivativeSignature:
    params = list(_with_shadows(fn.ftype.params, key, has_arena(fn)))
    names = parameter_names(fn, key)
    ret = fn.ftype.ret
    if key.ret:
        adjoint = returned_adjoint(fn, act)
        if adjoint is None:
            raise ActivityError(f"@{fn.name} returns {ret}, which has no derivative")
        params += [adjoint] * key.width
        names += lane_names("seed", key.width)
    fields: Fields = [] if ret.is_void or not key.primal else ["primal"]
    types = [] if ret.is_void or not key.primal else [ret]
    for i, p in enumerate(key.params):
        if p.active:
            t = act.carriers.of(fn.args[i])
            assert t is not None
            fields += [i] * key.width
            types += [t] * key.width
    return DerivativeSignature(function(result_type(types), tuple(params)), names, fields)


def split_signatures(fn: Function, key: Key, act: Activity) -> tuple[DerivativeSignature, DerivativeSignature]:
    """The signatures of the augmented and of the reverse function."""
    adjoint = {i: t for i, p in enumerate(key.params) if p.active and (t := act.carriers.of(fn.args[i])) is not None}
    ret_shadow = returns_shadow(fn, act) or (key.nodes is None and fn.ftype.ret.is_ptr and key.whole)
    ahead_type, ahead_fields, back_type, back_fields = split_types(
        fn.ftype, key, adjoint, has_arena(fn), ret_shadow, returned_adjoint(fn, act)
    )
    again = [n for i, p in enumerate(key.params) if p.shadow and key.again for n in lane_names(f"d.p{i}", key.width)]
    names = ["arena", "tape", *again] + (lane_names("seed", key.width) if len(back_type.params) > 2 + len(again) else [])
    return DerivativeSignature(ahead_type, parameter_names(fn, key), ahead_fields), DerivativeSignature(
        back_type, names, back_fields
    )


def split_types(
    fn: FunctionType, key: Key, adjoint: dict[int, Type], arena: bool, ret_shadow: bool, ret_adjoint: Type | None
) -> tuple[FunctionType, Fields, FunctionType, Fields]:
    """Types and result fields of the augmented and the reverse function."""
    fields: Fields = [] if fn.ret.is_void else ["primal"]
    types: list[Type] = [] if fn.ret.is_void else [fn.ret]
    if ret_shadow:
        fields += ["shadow"] * key.width
        types += [fn.ret] * key.width
    augmented = function(result_type([*types, PTR]), _with_shadows(fn.params, key, arena), False)
    back: list[Type] = [PTR, PTR]
    if key.again:
        back += [t for t, p in zip(fn.params, key.params, strict=True) if p.shadow for _ in range(key.width)]
    if key.ret and ret_adjoint is not None:
        back += [ret_adjoint] * key.width
    actives = [i for i, p in enumerate(key.params) if p.active for _ in range(key.width)]
    reverse = function(result_type([adjoint[i] for i in actives]), tuple(back), False)
    return augmented, [*fields, "tape"], reverse, list(actives)


def canonical_key(name: str, ftype: FunctionType, mode: str) -> Key:
    """How a function is differentiated for calls through pointers: every pointer and every float is active."""
    if mode == FORWARD:
        params = tuple(Param(shadow=t.is_ptr or float_part(t) is not None) for t in ftype.params)
    else:
        params = tuple(Param(shadow=t.is_ptr, active=float_part(t) is not None) for t in ftype.params)
    return Key(name, mode, params, float_part(ftype.ret) is not None, None, whole=True)


def returned_adjoint(fn: Function, act: Activity) -> Type | None:
    """The type of the adjoint of the result of ``fn``; an integer may hold the bits of a float."""
    if not fn.ftype.ret.is_int:
        return float_part(fn.ftype.ret)
    found = {act.carriers.of(block.terminator.operands[0]) for block in fn.blocks if block.terminator.opcode == "ret"}
    return found.pop() if len(found) == 1 else None


def returns_shadow(fn: Function, act: Activity) -> bool:
    """Whether the function returns a pointer into shadowed memory."""
    if not (fn.ftype.ret.is_ptr or fn.ftype.ret.is_aggregate):
        return False
    pointee = act.memory.returns[fn].find().pointee
    return pointee is not None and act.shadowed(pointee.root())


def parameter_names(fn: Function, key: Key) -> list[str]:
    names = [] if has_arena(fn) else ["arena"]
    for i, (arg, p) in enumerate(zip(fn.args, key.params, strict=True)):
        name = arg.name if arg.name and not arg.name.isdigit() else f"p{i}"
        names += [name, *lane_names(f"d.{name}", key.width)] if p.shadow else [name]
    return names


def lane_names(name: str, width: int) -> list[str]:
    return [name] if width == 1 else [f"{name}.{k}" for k in range(width)]


def _with_shadows(params: Sequence[Type], key: Key, arena: bool) -> tuple[Type, ...]:
    """The arena, if the primal has none, and the primal's parameters with as many shadows as there are lanes."""
    out: list[Type] = [] if arena else [PTR]
    for t, p in zip(params, key.params, strict=True):
        out += [t] * (1 + key.width) if p.shadow else [t]
    return tuple(out)
