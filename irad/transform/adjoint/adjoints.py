"""Adjoint variables: each value that carries a derivative has one.

To reverse the instruction that defines a value: *take* its adjoint (read it and set it to zero), then *accumulate* into the
operands.
"""

from __future__ import annotations

from irad.analysis.activity.activity import Activity
from irad.analysis.flow.addresses import leaves
from irad.ir.builder import Builder
from irad.ir.constants import const_float, const_int, zero
from irad.ir.types import I32, I64, Type
from irad.ir.values import Constant, Instruction, Value
from irad.transform.primal.emitter import Emitter
from irad.transform.refused.refusals import fail
from irad.transform.tape.rematerialization import Rematerialization

_CHAIN = ("reassoc", "contract")


class Adjoints:
    """The adjoint variables of one function; code is emitted at the replay's current position."""

    def __init__(self, act: Activity, emit: Emitter, remat: Rematerialization, strict: bool) -> None:
        self.act = act
        self.emit = emit
        self.r = remat
        self.lanes: list[dict[Value, Value]] = [{} for _ in emit.lanes]
        self.flags = () if strict else _CHAIN

    @property
    def b(self) -> Builder:
        return self.r.b

    @property
    def variables(self) -> dict[Value, Value]:
        """The adjoint variables of the lane that is being written."""
        return self.lanes[self.emit.lane]

    def type(self, v: Value) -> Type | None:
        return self.act.carriers.of(v)

    def has(self, v: Value) -> bool:
        """Whether ``v`` has an adjoint."""
        return not isinstance(v, Constant) and self.act.value(v) and self.type(v) is not None

    def variable(self, v: Value) -> Value:
        found = self.variables.get(v)
        if found is None:
            t = self.type(v)
            assert t is not None
            found = self.variables[v] = self.r.tape.stack.variable(t, nothing(t))
        return found

    def take(self, v: Value) -> Value:
        """The adjoint of ``v``, which is zero from here on."""
        t = self.type(v)
        assert t is not None
        d = self.b.load(t, self.variable(v))
        self.b.store(nothing(t), self.variable(v))
        return d

    def accumulate(self, v: Value, d: Value | None, path: tuple[int, ...] = ()) -> None:
        """Add ``d`` to the adjoint of ``v`` (of its component ``path``); nothing if ``v`` is not active."""
        if d is None or not self.has(v):
            return
        t = self.type(v)
        assert t is not None
        pointer: Value = self.variable(v)
        at = t
        for i in path:
            at = at.elements[i] if at.is_struct else at.element  # type: ignore[attr-defined]
        if path and not t.is_vector:
            pointer = self.b.gep(t, pointer, [const_int(I64, 0), *(const_int(I32, i) for i in path)])
        elif path:
            old = self.b.load(t, pointer)
            new = self.add(self.b.extract_element(old, const_int(I64, path[0])), d)
            self.b.store(self.b.insert_element(old, new, const_int(I64, path[0])), pointer)
            return
        if at.is_aggregate:
            for inner, _, leaf in leaves(at):
                if leaf.scalar.is_float:
                    self.accumulate(v, self.component(d, inner), path + inner)
            return
        self.b.store(self.add(self.b.load(at, pointer), self.converted(d, at, v)), pointer)

    def converted(self, d: Value, t: Type, v: Value) -> Value:
        if d.type is not t:
            if isinstance(v, Instruction):
                raise fail(v, f"a value of type {t} is copied as {d.type}")
            raise AssertionError(f"adjoint of type {d.type} for a value of type {t}")
        return d

    def add(self, a: Value, b: Value) -> Value:
        return self.b.fadd(a, b, flags=self.flags)

    def component(self, d: Value, path: tuple[int, ...]) -> Value:
        if not path:
            return d
        if d.type.is_vector:
            return self.b.extract_element(d, const_int(I64, path[0]))
        return self.b.extract_value(d, list(path))

    def final(self, b: Builder, v: Value) -> Value:
        """The derivative to return for parameter ``v`` (a zero is +0.0)."""
        t = self.type(v)
        assert t is not None
        if v not in self.variables:
            return zero(t)
        d = b.load(t, self.variable(v))
        return d if t.is_aggregate else b.fadd(d, const_float(t, 0.0))


def nothing(t: Type) -> Value:
    """The neutral start of an adjoint: -0.0, since -0.0 + x is x bit for bit (and folds)."""
    return zero(t) if t.is_aggregate else const_float(t, -0.0)
