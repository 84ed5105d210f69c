"""The reverse of instructions on values: arithmetic, by its rules, and moves of floats."""

from __future__ import annotations

from collections.abc import Sequence

from irad.analysis.activity.certain_use import Certainty
from irad.analysis.flow.addresses import leaves
from irad.analysis.memory.memory_graph import called_function
from irad.ir.builder import Builder
from irad.ir.constants import const_int
from irad.ir.types import I64, Type
from irad.ir.values import Constant, Instruction, Value
from irad.rules import MathRule, lookup_function, lookup_instruction
from irad.rules.formulas.strong_zero import decides, is_strong_zero, strong_zero
from irad.transform.adjoint.adjoints import Adjoints, nothing
from irad.transform.adjoint.primal_reuse import PrimalReuse
from irad.transform.primal.emitter import Emitter
from irad.transform.primal.sign_bits import adjoint, sign_operation
from irad.transform.refused.refusals import fail


class ValueReversal:
    """Reverses arithmetic and moves of values.

    ``certain``: which values are certainly consumed; for all others a zero adjoint contributes exactly zero (strong zero).
    """

    def __init__(self, adjoints: Adjoints, emit: Emitter, certain: Certainty, primal_reuse: PrimalReuse) -> None:
        self.adjoints, self.emit, self.r = adjoints, emit, adjoints.r
        self.certain = certain
        self.primal_reuse = primal_reuse

    @property
    def b(self) -> Builder:
        return self.r.b

    def arithmetic(self, inst: Instruction) -> None:
        if not self.adjoints.has(inst):
            return
        rule = lookup_instruction(inst)
        what = sign_operation(inst, self.adjoints.type(inst)) if rule is None else ""
        if what and self.adjoints.has(inst.operands[0]):
            x = inst.operands[0]
            d = self.adjoints.take(inst)
            dx = self.b.fneg(d) if what == "flip" else adjoint(self.b, what, d, self.r.get(self.emit.value(x)))
            self.adjoints.accumulate(x, dx)
            return
        if rule is None:
            raise fail(inst, f"no derivative is known for the active operation '{inst.opcode}' on floating-point bits")
        self.formula(inst, rule)

    def _kept(self, inst: Instruction) -> None:
        """See `irad.rules.formulas.strong_zero`.  A number that decides and has no derivative is zero in its neighbourhood as
        well."""
        d = self.adjoints.take(inst)
        decides, x = inst.args
        if not self.adjoints.has(decides):
            d = strong_zero(self.b, self.r.get(self.emit.value(decides)), d)
        self.adjoints.accumulate(x, d)

    def formula(self, inst: Instruction, rule: MathRule) -> None:
        if is_strong_zero(inst):
            self._kept(inst)
            return
        d = self.adjoints.take(inst)
        outputs = rule.outputs(inst)
        strong = rule.singular or not self.certain.of(inst)
        for i, (k, path) in enumerate(rule.inputs(inst)):
            if not self.adjoints.has(inst.operands[k]):
                continue
            for j, out in enumerate(outputs):
                if rule.is_zero(inst, j, i):
                    continue
                dj = self.adjoints.component(d, out)
                self.adjoints.accumulate(inst.operands[k], self.partial(inst, rule, j, i, dj, strong), path)

    def partial(self, inst: Instruction, rule: MathRule, j: int, i: int, d: Value, strong: bool) -> Value:
        """The contribution of output ``j`` to input ``i``: exactly zero where ``d`` is, if ``strong``."""
        used, result = rule.needs(inst, j, i)
        operands = [self.r.get(self.emit.value(o)) if k in used else None for k, o in enumerate(inst.operands)]
        primal = self.r.get(self.emit.value(inst)) if result else None
        block = self.b.block
        assert block is not None
        before = len(block.instructions)
        x = rule.apply(self.b, inst, j, i, d, operands, primal, self.adjoints.flags[1:])
        if block is self.b.block:
            x = self._share(x, inst, operands, block.instructions[before:])
        if strong and (used or result):
            x = strong_zero(self.b, d, x)
            factor = self._factor(inst, i, operands, primal)
            if factor is not None:
                x = strong_zero(self.b, factor, x)
        return x

    def _factor(self, inst: Instruction, i: int, operands: Sequence[Value | None], primal: Value | None) -> Value | None:
        """In a product that is differentiated again, the factor whose zero makes a contribution zero, whatever the adjoint.

        The adjoint of an unused value is zero, but the adjoint of that adjoint may be anything.  It reaches no further than the
        select where the value is chosen: any other factor there is multiplied by the zero.
        """
        if not self.certain.kept:
            return None
        if inst.opcode == "fmul" and _may_be_adjoint(inst.operands[1 - i]):
            return operands[1 - i]
        return primal if inst.opcode == "fdiv" and i == 1 and _may_be_adjoint(inst.operands[0]) else None

    def _share(self, x: Value, inst: Instruction, operands: Sequence[Value | None], made: list[Instruction]) -> Value:
        """Reuse the primal's result in place of a call in the formula of a contribution ``x``, if the primal computes it."""
        origin = {v: o for v, o in zip(operands, inst.operands, strict=True) if v is not None}
        for call in made:
            if call.opcode != "call" or not all(v in origin or isinstance(v, Constant) for v in call.args):
                continue
            twin = self.primal_reuse.of(call, [origin.get(v, v) for v in call.args], inst)
            if twin is None:
                continue
            self.b.position_before(call)
            value = self.r.get(self.emit.value(twin))
            call.replace_all_uses_with(value)
            x = value if x is call else x
            block = call.block
            call.erase()
            assert block is not None
            self.b.position_at_end(block)
        return x

    def select(self, inst: Instruction) -> None:
        if not self.adjoints.has(inst):
            return
        d = self.adjoints.take(inst)
        cond, yes, no = inst.operands
        if self.adjoints.has(yes) or self.adjoints.has(no):
            c = self.r.get(self.emit.value(cond))
            for path, t in float_leaves(d.type):
                x = self.adjoints.component(d, path)
                none = nothing(t)
                if self.adjoints.has(yes):
                    self.adjoints.accumulate(yes, self.b.select(c, x, none), path)
                if self.adjoints.has(no):
                    self.adjoints.accumulate(no, self.b.select(c, none, x), path)

    def move(self, inst: Instruction) -> None:
        if self.adjoints.has(inst):
            self.adjoints.accumulate(inst.operands[0], self.adjoints.take(inst))

    def bitcast(self, inst: Instruction) -> None:
        if not self.adjoints.has(inst):
            return
        d = self.adjoints.take(inst)
        t = self.adjoints.type(inst.operands[0])
        if t is not None and t is not d.type:
            if t.scalar is not d.type.scalar:
                raise fail(inst, f"the bits of a {t} are read as {d.type}")
            d = self.b.cast("bitcast", d, t)
        self.adjoints.accumulate(inst.operands[0], d)

    def extractvalue(self, inst: Instruction) -> None:
        if self.adjoints.has(inst):
            self.adjoints.accumulate(inst.operands[0], self.adjoints.take(inst), tuple(inst.attrs["indices"]))

    def insertvalue(self, inst: Instruction) -> None:
        if not self.adjoints.has(inst):
            return
        d = self.adjoints.take(inst)
        at = tuple(inst.attrs["indices"])
        agg, part = inst.operands
        if self.adjoints.has(part):
            self.adjoints.accumulate(part, self.adjoints.component(d, at))
        for path, _ in float_leaves(d.type):
            if path[: len(at)] != at:
                self.adjoints.accumulate(agg, self.adjoints.component(d, path), path)

    def extractelement(self, inst: Instruction) -> None:
        if not self.adjoints.has(inst):
            return
        d = self.adjoints.take(inst)
        vec, index = inst.operands
        if self.adjoints.has(vec):
            pointer = self.adjoints.variable(vec)
            t = self.adjoints.type(vec)
            assert t is not None
            k = self.r.get(self.emit.value(index))
            old = self.b.load(t, pointer)
            new = self.adjoints.add(self.b.extract_element(old, k), d)
            self.b.store(self.b.insert_element(old, new, k), pointer)

    def insertelement(self, inst: Instruction) -> None:
        if not self.adjoints.has(inst):
            return
        d = self.adjoints.take(inst)
        vec, part, index = inst.operands
        k = self.r.get(self.emit.value(index))
        self.adjoints.accumulate(part, self.b.extract_element(d, k))
        self.adjoints.accumulate(vec, self.b.insert_element(d, nothing(d.type.scalar), k))

    def shufflevector(self, inst: Instruction) -> None:
        if not self.adjoints.has(inst):
            return
        d = self.adjoints.take(inst)
        count = inst.operands[0].type.count  # type: ignore[attr-defined]
        for lane, source in enumerate(inst.attrs["mask"]):
            if source >= 0:
                x = self.b.extract_element(d, const_int(I64, lane))
                self.adjoints.accumulate(inst.operands[source // count], x, (source % count,))


def _may_be_adjoint(v: Value, depth: int = 4) -> bool:
    """Whether a value of a derivative may be an adjoint.  Adjoints are sums of products, linear in the seed of the sweep."""
    if isinstance(v, Instruction) and v.opcode == "call":
        callee = called_function(v)
        rule = lookup_function(callee) if callee is not None else None
        return not isinstance(rule, MathRule) or decides(v)
    if isinstance(v, Instruction) and v.opcode in ("fmul", "fdiv") and depth:
        return any(_may_be_adjoint(o, depth - 1) for o in v.operands[: 2 if v.opcode == "fmul" else 1])
    return not isinstance(v, Constant)


def float_leaves(t: Type) -> list[tuple[tuple[int, ...], Type]]:
    return [(path, leaf) for path, _, leaf in leaves(t) if leaf.scalar.is_float]
