"""The reverse of masked vector loads and stores: gathers, scatters, and those of contiguous elements."""

from __future__ import annotations

from irad.ir.constants import const_int, zero
from irad.ir.types import I1, I32, VOID, VectorType, function, vector
from irad.ir.values import Instruction, Value
from irad.rules.formulas.formula_calls import mangled
from irad.transform.adjoint.adjoints import Adjoints
from irad.transform.refused.refusals import fail

_STORE_OF = {"load": "store", "gather": "scatter", "expandload": "compressstore"}
_LOAD_OF = {store: load for load, store in _STORE_OF.items()}
_ONE = vector(1, I1)


def reverse_masked(adjoints: Adjoints, inst: Instruction, name: str) -> None:
    """As load and store, lane by lane under the mask."""
    kind = name.split(".")[2]
    mask = inst.args[-2 if kind in _STORE_OF else -1].type
    if kind in ("gather", "scatter") and isinstance(mask, VectorType) and mask.scalable:
        raise fail(inst, f"{name} of vectors whose length is not known")
    if kind in _LOAD_OF:
        _reverse_store(adjoints, inst, kind)
    elif adjoints.has(inst):
        _reverse_load(adjoints, inst, kind)


def _call(adjoints: Adjoints, kind: str, t: VectorType, args: list[Value]) -> Value:
    """A masked load or store of vectors of type ``t``."""
    suffix = {"load": ".p0", "store": ".p0", "gather": f".v{t.count}p0", "scatter": f".v{t.count}p0"}.get(kind, "")
    ftype = function(t if kind in _STORE_OF else VOID, tuple(a.type for a in args))
    name = f"llvm.masked.{kind}.{mangled(t)}{suffix}"
    return adjoints.b.call_function(adjoints.emit.runtime.external(name, ftype), args)


class _Lane:
    """One lane of a gather or scatter: several may have the same address, so each is read and written separately."""

    def __init__(self, adjoints: Adjoints, base: Value, mask: Value, t: VectorType, lane: int) -> None:
        self.adjoints, self.t = adjoints, vector(1, t.element)
        self.k = const_int(I32, lane)
        self.at = adjoints.b.extract_element(base, self.k)
        on = adjoints.b.extract_element(mask, self.k)
        self.bits = adjoints.b.insert_element(zero(_ONE), on, const_int(I32, 0))

    def load(self) -> Value:
        old = _call(self.adjoints, "load", self.t, [self.at, self.bits, zero(self.t)])
        return self.adjoints.b.extract_element(old, const_int(I32, 0))

    def store(self, x: Value) -> None:
        new = self.adjoints.b.insert_element(zero(self.t), x, const_int(I32, 0))
        _call(self.adjoints, "store", self.t, [new, self.at, self.bits])


def _reverse_load(adjoints: Adjoints, inst: Instruction, kind: str) -> None:
    pointer, mask, passthru = inst.operands[0], inst.args[-2], inst.args[-1]
    d = adjoints.take(inst)
    t = d.type
    assert isinstance(t, VectorType)
    m = adjoints.r.get(adjoints.emit.value(mask))
    if adjoints.act.node(adjoints.act.memory.node_of(pointer)):
        base = adjoints.r.get(adjoints.emit.shadow(pointer))
        if kind == "gather":
            for k in range(t.count):
                lane = _Lane(adjoints, base, m, t, k)
                lane.store(adjoints.add(lane.load(), adjoints.b.extract_element(d, lane.k)))
        else:
            old = _call(adjoints, kind, t, [base, m, zero(t)])
            _call(adjoints, _STORE_OF[kind], t, [adjoints.add(old, d), base, m])
    adjoints.accumulate(passthru, adjoints.b.select(m, zero(t), d))


def _reverse_store(adjoints: Adjoints, inst: Instruction, kind: str) -> None:
    value, pointer, mask = inst.operands[0], inst.operands[1], inst.args[-1]
    t = value.type
    if not adjoints.act.node(adjoints.act.memory.node_of(pointer)) or not t.scalar.is_float:
        return
    assert isinstance(t, VectorType)
    base = adjoints.r.get(adjoints.emit.shadow(pointer))
    m = adjoints.r.get(adjoints.emit.value(mask))
    if kind != "scatter":
        adjoints.accumulate(value, _call(adjoints, _LOAD_OF[kind], t, [base, m, zero(t)]))
        _call(adjoints, kind, t, [zero(t), base, m])
        return
    d: Value = zero(t)
    for k in reversed(range(t.count)):  # where several lanes have the same address, the last one's value remains
        lane = _Lane(adjoints, base, m, t, k)
        d = adjoints.b.insert_element(d, lane.load(), lane.k)
        lane.store(zero(t.element))
    adjoints.accumulate(value, d)
