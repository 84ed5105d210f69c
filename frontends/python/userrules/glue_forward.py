"""The forward function of a call pattern (`glue.py`)."""

from __future__ import annotations

from llvmlite import ir

from irad.frontends.python.calls.instance_calls import read_results
from irad.frontends.python.containers.value_trees import move
from irad.frontends.python.core.python_values import I32, ArrayV, KnownV, NoneV, ScalarV, TupleV, Val, const, leaf_types
from irad.frontends.python.sources.python_types import NONE, Array, Scalar, Tuple, Ty, has_array
from irad.frontends.python.sources.rule_sets import ASKING
from irad.frontends.python.userrules import host_rules
from irad.frontends.python.userrules.glue import Glue, Slot, Work
from irad.frontends.python.userrules.glue_results import as_primal
from irad.frontends.python.userrules.ruled_function import RuledFunction
from irad.rules.formulas.external import Texts, Wanted
from irad.rules.python_rules import PythonRule


def forward_texts(author: RuledFunction, rule: PythonRule, wanted: Wanted) -> Texts:
    """The forward function."""
    work = Work(author, rule, wanted)
    ForwardGlue(work).build()
    return work.texts()


class ForwardGlue(Glue):
    def __init__(self, work: Work) -> None:
        super().__init__(work, work.author.rules.forward, "fwd", ir.LiteralStructType([I32]), ())

    def build(self) -> None:
        low, work = self.low, self.work
        mark = low.reserve_raw(const(16)) if not has_array(work.author.result) else None
        written = self._written()
        saved = [self._copy(a) for a in written]
        width = work.wanted.width
        alone = False
        tangents = []
        for lane in range(width):
            primal, tangent, alone = self._call(lane)
            tangents.append(tangent)
            if alone and lane == width - 1:
                primal = self.write_primal(primal)
            else:
                for a, copy in zip(written, saved, strict=True):
                    move(self.low, a, copy)
        if not alone:
            self.call_function()
            places = [self.native(work.first_result + k) for k in range(work.results)]
            primal = read_results(low, work.author.result or NONE, places)
        for lane, tangent in enumerate(tangents):
            self._store_tangent(work.author.result, primal, tangent, lane, [0])
        self.finish()
        low.b = ir.IRBuilder(low.exit)
        if mark is not None:
            low.release(mark)
        out = ir.Constant(self.fn.ftype.return_type, ir.Undefined)
        low.b.ret(low.b.insert_value(out, low.b.load(low.status, typ=I32), 0))

    def _written(self) -> list[ArrayV]:
        """The arrays that the function writes."""
        work = self.work
        out: list[ArrayV] = []

        def walk(v: Val, slots: list[Slot]) -> list[Slot]:
            if isinstance(v, TupleV):
                for i in v.items:
                    slots = walk(i, slots)
                return slots
            if isinstance(v, ArrayV) and "w" in work.rule.access[slots[0].index] and not v.ty.readonly:
                out.append(v)
            return slots[len(leaf_types(v.ty)) :]

        for k, ty in enumerate(work.author.types):
            slots = [s for s in work.slots if s.argument == k]
            walk(self.low.from_leaves(ty, [self.native(s.index) for s in slots]), slots)
        return out

    def _call(self, lane: int) -> tuple[Val, Val, bool]:
        """Primal, tangent, and whether the rule ran the function itself."""
        work = self.work
        rules = work.author.rules
        notes = [self.note(k, lane, True) for k in range(len(work.author.types))]
        if self.host:
            adapter = host_rules.forward(self.rule, rules, work.config)
            return NoneV(), self.call_python_rule(adapter, work.author.result or NONE, list(notes)), False
        if rules.forward_style in ("jax", ASKING):
            known = [len(n.items) > 1 and (rules.forward_style == "jax" or self.has_shadow(n)) for n in notes]
            tangents = [n.items[1] if k else NoneV() for n, k in zip(notes, known, strict=True)]
            out = self.call_rule([TupleV([n.items[0] for n in notes]), TupleV(tangents)])
            if not isinstance(out, TupleV) or len(out.items) != 2:
                raise self.wrong(f"the rule of defjvp returns {out.ty}, not (result, tangent)")
            return out.items[0], out.items[1], True
        out = self.call_rule([KnownV(work.config), *notes])
        if isinstance(out, TupleV) and out.form is not None and out.form.names == ("val", "dval"):
            return out.items[0], out.items[1], True
        return NoneV(), out, False

    def _store_tangent(self, ty: Ty | None, primal: Val, v: Val, lane: int, count: list[int]) -> None:
        if isinstance(ty, Tuple):
            if not isinstance(v, TupleV) or len(v.items) != len(ty.items):
                raise self.wrong(f"the rule returns {v.ty} as tangent of {ty}")
            primals = primal.items if isinstance(primal, TupleV) else [primal] * len(ty.items)
            for t, p, item in zip(ty.items, primals, v.items, strict=True):
                self._store_tangent(t, p, item, lane, count)
            return
        if not isinstance(ty, (Scalar, Array)):
            return
        k = count[0]
        count[0] += 1
        place = self.result_shadow(k, lane)
        if place is None:
            return
        if isinstance(ty, Array):
            if not isinstance(primal, ArrayV):
                raise self.wrong(f"the rule returns {primal.ty} as primal of an array")
            own = as_primal(self.low, self.work.author, v, primal, "tangent")
            self.low.b.store(own.data, place)
            return
        if not ty.is_float:
            return
        if not isinstance(v, ScalarV):
            raise self.wrong(f"the rule returns {v.ty} as tangent of {ty}")
        tangent = self.low.convert(v, ty).v
        self.low.b.store(tangent, place)
