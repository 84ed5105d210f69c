"""Shadows of pointers that the C++ runtime returns: of an exception, the object thrown with it, a part of an object."""

from __future__ import annotations

from irad.ir.constants import const_int, null
from irad.ir.types import I8, I64, PTR
from irad.ir.values import Instruction, Value
from irad.transform.primal.emitter import Emitter

_NOWHERE = 1 << 12  # an address that is not null and that no access succeeds with


def foreign_shadow(emit: Emitter, inst: Instruction, name: str) -> None:
    """Emit the shadow of the result of ``inst``, a call of ``name``."""
    b = emit.b
    nowhere = const_int(I64, _NOWHERE)
    if name == "irad.foreign":  # thrown by a library: its shadow is not used
        emit.shadows[inst] = b.cast("inttoptr", nowhere, PTR)
        return
    if name == "irad.unknown":  # null where it is known after all
        b.call_function(emit.runtime.function("irad_check_shadow"), [emit.arena, emit.value(inst), null(PTR)])
        emit.shadows[inst] = null(PTR)
        return
    exception = inst.args[0]  # (or an object that is cast)
    if name == "__dynamic_cast":
        emit.shadows[inst] = shadow_beside(emit, inst, exception)
        return
    distance = emit.distance(inst, exception)
    inside = b.icmp("ult", distance, nowhere)  # a thrown pointer may point anywhere
    emit.shadows[inst] = b.select(inside, b.gep(I8, emit.shadow(exception), [distance]), null(PTR))


def shadow_beside(emit: Emitter, place: Value, start: Value) -> Value:
    """The shadow of a pointer into an object that begins at another pointer, or null if it is null."""
    distance = emit.distance(place, start)
    found = emit.b.icmp("ne", emit.value(place), null(PTR))
    return emit.b.select(found, emit.b.gep(I8, emit.shadow(start), [distance]), null(PTR))
