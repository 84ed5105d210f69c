"""Index sets in place of tangents: on which inputs a value depends, along the path that was taken.

Forward mode where the tangent of a float is a set, one bit per input (64 in place of a double, 32 in place of a float).  The set
of an operation's result is the union of those of its operands, without operands whose partial derivative is zero everywhere: a
partial derivative that happens to be zero at this point counts.  Everything that only moves tangents is as in forward mode: sets
travel as floats, through loads, stores, copies, phis and calls, none of which changes a bit.  Only unions treat them as integers.

The sets contain the pattern of the Jacobian (Griewank & Walther, "Evaluating Derivatives", 2008, chapter 7); they are larger
where derivatives cancel, as in x - x.
"""

from __future__ import annotations

import functools

from irad.ir.types import DOUBLE, FLOAT, I32, I64, Type, VectorType, vector
from irad.ir.values import Function, Instruction, Value
from irad.rules import MathRule, lookup_function
from irad.rules.formulas.external import ExternalRule
from irad.transform.forward.forward_mode import ForwardBody
from irad.transform.refused.refusals import fail

_INTEGERS: dict[Type, Type] = {DOUBLE: I64, FLOAT: I32}


class IndexSetBody(ForwardBody):
    """See the module's docstring."""

    packs = False

    def build(self) -> None:
        super().build()
        for lane in self.emit.lanes:
            for inst in lane.values():  # the bits of a set may be those of a NaN, which `nnan` would turn into poison
                if isinstance(inst, Instruction) and inst.opcode in ("phi", "select", "call") and inst.type.scalar.is_float:
                    inst.attrs = {**inst.attrs, "flags": ()}

    # ---- what is done to sets

    def partial(self, inst: Instruction, rule: MathRule, j: int, i: int, t: Value, strong: bool) -> Value:
        """The contribution of an input to the output's set: its whole set."""
        (path,) = rule.outputs(inst)[j : j + 1]
        result = inst.type
        if path:
            result = result.element if result.is_vector else result.elements[path[0]]  # type: ignore[attr-defined]
        return self.as_float(inst, self.as_integer(inst, t), result)

    def sum(self, x: Value, y: Value) -> Value:
        if x.type.scalar not in _INTEGERS:
            raise AssertionError(f"no set in {x.type}")
        whole = _integer(x.type)
        return self.b.cast("bitcast", self.b.or_(*(self.b.cast("bitcast", v, whole) for v in (x, y))), x.type)

    def of_sign(self, inst: Instruction, what: str) -> Value:
        return self.emit.twin(inst.operands[0])

    def as_integer(self, inst: Instruction, t: Value) -> Value:
        self._check(inst, t.type)
        return self.b.cast("bitcast", t, _integer(t.type))

    def as_float(self, inst: Instruction, bits: Value, t: Type) -> Value:
        """A set in place of a number of type ``t``, which may be wider or narrower than the one it came from."""
        self._check(inst, t)
        whole = _integer(t)
        if bits.type is not whole:
            wider = whole.scalar.bits > bits.type.scalar.bits  # type: ignore[attr-defined]
            bits = self.b.cast("zext" if wider else "trunc", bits, whole)
        return self.b.cast("bitcast", bits, t)

    def _check(self, inst: Instruction, t: Type) -> None:
        if t.scalar not in _INTEGERS:
            raise fail(inst, f"index sets are not known for numbers of type {t.scalar}")
        if t.scalar.bits < self.services.options.index_sets:  # type: ignore[attr-defined]
            raise fail(inst, f"a set of {self.services.options.index_sets} bits does not fit into a number of type {t.scalar}")

    # ---- instructions

    def _atomicrmw(self, inst: Instruction) -> None:
        if inst.attrs["op"] not in ("fadd", "fsub"):
            super()._atomicrmw(inst)
            return
        self.emit.copy(inst)
        pointer, value = inst.operands
        if self.refuse.atomic(inst, pointer, value):
            added = self.as_integer(inst, self.emit.twin(value))
            new = Instruction("atomicrmw", added.type, [self.emit.shadow(pointer), added], {**inst.attrs, "op": "or"})
            self.emit.shadows[inst] = self.as_float(inst, self.b.insert(new), inst.type)

    def active_call(self, inst: Instruction, callee: Function | None) -> None:
        rule = lookup_function(callee) if callee is not None else None
        if not isinstance(rule, ExternalRule):
            super().active_call(inst, callee)
            return
        numbers = not any(a.type.is_ptr for a in inst.args) and inst.type in _INTEGERS
        if not numbers:
            raise fail(inst, f"it is not known which of its outputs depend on which inputs of {rule.name}", "give the pattern")
        for _ in self.emit.each_lane():
            self.emit.copy(inst)
            if self.emit.has_tangent(inst):
                given = [self.as_integer(inst, self.emit.shadow(a)) for a in inst.args if self.emit.has_tangent(a)]
                self.emit.shadows[inst] = functools.reduce(self.sum, [self.as_float(inst, bits, inst.type) for bits in given])


def _integer(t: Type) -> Type:
    """The integer, or vector of integers, with the bits of a float type."""
    if isinstance(t, VectorType):
        return vector(t.count, _INTEGERS[t.element], t.scalable)
    return _INTEGERS[t]
