"""Reverse of masked vector loads, stores, gathers and scatters."""

from __future__ import annotations

from irad.ir.constants import const_int, zero
from irad.ir.types import I32, PTR, VOID, function, vector
from irad.ir.values import Instruction, Value
from irad.transform.adjoint.adjoints import Adjoints
from irad.transform.refused.refusals import fail


def reverse_masked(adjoints: Adjoints, inst: Instruction, name: str) -> None:
    """``llvm.masked.load/store/gather/scatter``: as load and store, lane by lane under the mask."""
    kind = name.split(".")[2]
    if kind in ("load", "gather"):
        if adjoints.has(inst):
            _reverse_load(adjoints, inst, kind)
    elif kind in ("store", "scatter"):
        _reverse_store(adjoints, inst, kind)
    elif adjoints.has(inst):
        raise fail(inst, f"{name} on active memory")


def _call(adjoints: Adjoints, name: str, ret: object, args: list[Value]) -> Value:
    runtime = adjoints.emit.runtime
    ftype = function(ret, tuple(a.type for a in args))  # type: ignore[arg-type]
    return adjoints.b.call_function(runtime.external(name, ftype), args)


def _suffix(kind: str, t: object) -> str:
    count, element = t.count, t.element  # type: ignore[attr-defined]
    text = f"v{count}" + {"double": "f64", "float": "f32"}[str(element)]
    return text + (f".v{count}p0" if kind in ("gather", "scatter") else ".p0")


def _add_lanes(adjoints: Adjoints, base: Value, mask: Value, d: Value, gathered: bool) -> None:
    t = d.type
    nothing = zero(t)
    if gathered:  # two lanes may name one address: add one after the other
        raise_if_wide = t.count  # type: ignore[attr-defined]
        for lane in range(raise_if_wide):
            k = const_int(I32, lane)
            at = adjoints.b.extract_element(base, k)
            on = adjoints.b.extract_element(mask, k)
            one = vector(1, t.scalar)
            old = _call(adjoints, f"llvm.masked.load.{_suffix('load', one)}", one, [
                at, adjoints.b.insert_element(zero(vector(1, mask.type.scalar)), on, const_int(I32, 0)), zero(one)])  # fmt: skip
            new = adjoints.add(adjoints.b.extract_element(old, const_int(I32, 0)), adjoints.b.extract_element(d, k))
            stored = adjoints.b.insert_element(zero(one), new, const_int(I32, 0))
            bits = adjoints.b.insert_element(zero(vector(1, mask.type.scalar)), on, const_int(I32, 0))
            _call(adjoints, f"llvm.masked.store.{_suffix('store', one)}", VOID, [stored, at, bits])
        return
    old = _call(adjoints, f"llvm.masked.load.{_suffix('load', t)}", t, [base, mask, nothing])
    _call(adjoints, f"llvm.masked.store.{_suffix('store', t)}", VOID, [adjoints.add(old, d), base, mask])


def _reverse_load(adjoints: Adjoints, inst: Instruction, kind: str) -> None:
    pointer, mask, passthru = inst.operands[0], inst.args[-2], inst.args[-1]
    d = adjoints.take(inst)
    m = adjoints.r.get(adjoints.emit.value(mask))
    if adjoints.act.node(adjoints.act.memory.node_of(pointer)):
        base = adjoints.r.get(adjoints.emit.shadow(pointer))
        _add_lanes(adjoints, base, m, d, kind == "gather")
    adjoints.accumulate(passthru, adjoints.b.select(m, zero(d.type), d))


def _reverse_store(adjoints: Adjoints, inst: Instruction, kind: str) -> None:
    value, pointer, mask = inst.operands[0], inst.operands[1], inst.args[-1]
    if not adjoints.act.node(adjoints.act.memory.node_of(pointer)) or not value.type.scalar.is_float:
        return
    base = adjoints.r.get(adjoints.emit.shadow(pointer))
    m = adjoints.r.get(adjoints.emit.value(mask))
    t = value.type
    ret = PTR if t.is_ptr else t
    get, put = ("gather", "scatter") if kind == "scatter" else ("load", "store")
    d = _call(adjoints, f"llvm.masked.{get}.{_suffix(get, t)}", ret, [base, m, zero(t)])
    adjoints.accumulate(value, d)
    _call(adjoints, f"llvm.masked.{put}.{_suffix(put, t)}", VOID, [zero(t), base, m])
