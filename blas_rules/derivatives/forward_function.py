"""The forward function of a call."""

from __future__ import annotations

from irad.blas_rules.derivatives.call_arguments import Held
from irad.blas_rules.derivatives.call_functions import Call
from irad.blas_rules.derivatives.factored import factored
from irad.blas_rules.derivatives.factorisations import KEPT, Factorisation
from irad.blas_rules.emitted.emit import Number
from irad.blas_rules.emitted.forms import Vector
from irad.blas_rules.rows.language import Row, RowFormula, Term
from irad.blas_rules.rows.library_names import Spelling
from irad.rules.formulas.external import Wanted


class ForwardFunction(Call):
    factors: Factorisation | None

    def __init__(self, row: Row, spelling: Spelling, wanted: Wanted) -> None:
        super().__init__(row, spelling, wanted)
        self.factors = factored(self)

    def text(self) -> str:
        e = self.e
        self.read_arguments()
        self.ask()
        row, ret = self.row, self.wanted.ftype.ret
        self.tangents: dict[str, Number] = {}
        finish: list[tuple[str, Term] | str | None] = []
        wanted = self.wanted.ret or any(t in self.active for t in row.written)
        factors = self.factors if "a" in self.active else None
        if wanted and self.factors is None and row.kind not in ("norm", "abs"):
            if self.wide_factor():
                self.together = self.side_by_side(self.wide_factor())
            for _ in self.each_lane():
                finish.append(self._tangents())
            if self.wide_factor():
                self._all_at_once()
        if factors is not None:
            factors.before()
        result = self.routine()
        for _, last in zip(self.each_lane(), finish, strict=False):
            if isinstance(last, tuple):
                self._after(*last)
        if self.factors is not None and wanted:
            self._factorised(self.factors)
        fields = [ret] if not ret.is_void else []
        values = [result] if result else []
        if self.wanted.ret:
            for k, _ in enumerate(self.each_lane()):
                fields.append(ret)
                values.append(self._of_norm(result) if row.kind in ("norm", "abs") else str(finish[k]))
        if not fields:
            e.do("ret void")
            return f"{self.head(f'fwd.{self.wanted.symbol}', 'void')}\n{e.body()}\n}}"
        t = f"{{ {', '.join(map(str, fields))} }}"
        made = "undef"
        for k, (field, v) in enumerate(zip(fields, values, strict=True)):
            made = e.let(f"insertvalue {t} {made}, {field} {v}, {k}")
        e.do(f"ret {t} {made}")
        return f"{self.head(f'fwd.{self.wanted.symbol}', t)}\n{e.body()}\n}}"

    def _factorised(self, factors: Factorisation) -> None:
        e = self.e
        if "a" in self.active:
            factors.after()
        (status,) = self.row.of("status")
        info = e.let(f"load {self.integer}, ptr {self.pointers[status.name]}")
        done, failed = (e.let(f"icmp {op} {self.integer} {info}, 0") for op in ("eq", "sgt"))
        for _ in self.each_lane():
            with e.when(done):
                factors.forward() if "a" in self.active else factors.clear_results()
            with e.when(failed):
                self.fail()
            self.clear_work()
        if "a" in self.active:
            self.m.release_all([self.pointers[n + KEPT] for n in factors.kept()])

    def _tangents(self) -> tuple[str, Term] | str | None:
        row = self.row
        scalars = row.of("scalar", "real")
        places = {p.name: self.pointers[f"{p.name}'{self.lane}"] for p in scalars if p.name in self.active}
        self.tangents = {n: self.load_scalar(row[n], place) for n, place in places.items()}
        if row.kind == "dot":
            return self._dot()
        if row.kind == "elementwise":
            self._elementwise()
        elif row.kind == "apply":
            self._apply(row.targets[0], row.formulas[0].terms[0])
        elif row.kind == "solve":
            return self._before(row.targets[0], row.formulas[0].terms[0])
        else:
            self._sums(row.formulas[0])
        return None

    # ---- results that are numbers

    def _dot(self) -> str:
        (term,) = self.row.formulas[0].terms
        x, y = term.names
        total = self.e.constant(0.0)
        for own, other in ((x, y), (y, x)):
            if own in self.active:
                total = self.e.add(total, self.inner(self.shadow(own), self.primal(other)))
        return total.re

    def _of_norm(self, result: str) -> str:
        """The sum of Re(conj(slope) x')."""
        e, row = self.e, self.row
        (x,) = row.formulas[0].terms[0].names
        total = e.number()
        e.store(e.constant(0.0), total)
        if x in self.active:
            for place, source, _ in self.pairs(self.shadow(x), self.primal(x)):
                self.f.add_to(total, e.mul(e.conj(self.slope(row.kind, e.load(source), result)), e.load(place)))
        return e.load(total).re

    # ---- elementwise

    def _elementwise(self) -> None:
        e, row = self.e, self.row
        vectors = [p.name for p in row.of("vector")]
        values = {n: self.primal(n) for n in vectors}
        shadows = {n: self.shadow(n) for n in vectors if n in self.active}
        count = values[vectors[0]]
        assert isinstance(count, Vector)
        with e.loop(count.count) as i:
            made = {}
            tangent = {n: e.load(self.f.at(v, i)) for n, v in shadows.items() if isinstance(v, Vector)}
            for formula in row.formulas:
                if formula.target not in self.active:
                    continue
                total = e.constant(0.0)
                for t in formula.terms:
                    (n,) = t.names
                    if n in tangent:
                        s = self.scalar(t, self.numbers)
                        total = e.add(total, e.mul(s, tangent[n]) if t.scalar or t.negative else tangent[n])
                    if t.scalar in self.tangents:
                        v = values[n]
                        assert isinstance(v, Vector)
                        total = e.add(total, e.mul(self.scalar(t, self.tangents), e.load(self.f.at(v, i))))
                made[formula.target] = total
            for n, total in made.items():
                v = shadows[n]
                assert isinstance(v, Vector)
                e.store(total, self.f.at(v, i))

    # ---- sums of products

    def _sums(self, formula: RowFormula) -> None:
        target = formula.target
        if target not in self.active:
            return
        d, old = self.shadow(target), formula.old
        self.make_real(d)
        if old is None:
            self.clear(d)
        elif old.scalar:
            self.scale(d, self.numbers[old.scalar])
            if old.scalar in self.tangents:
                self.add_scaled(d, self.tangents[old.scalar], self.primal(target))
        for term in formula.added:
            s = self.scalar(term, self.numbers)
            if term.scalar in self.tangents:
                self._add(target, term, self.scalar(term, self.tangents), -1)
            for k, f in enumerate(term.factors):
                if f.name in self.active and f.name == self.wide_factor():
                    with self.e.when(self.f.xor(self.together, "true")):
                        self._add(target, term, s, k)
                elif f.name in self.active:
                    self._add(target, term, s, k)

    def _all_at_once(self) -> None:
        (formula,) = self.row.formulas
        (term,) = formula.added
        with self.e.when(self.together), self.all_lanes():
            self._add(formula.target, term, self.scalar(term, self.numbers), 1)

    def _add(self, target: str, term: Term, s: Number, which: int) -> None:
        """The target's tangent += s times the product, with the tangent of factor ``which`` in its place."""
        held = {k: self.shadow(f.name) if k == which else self.primal(f.name) for k, f in enumerate(term.factors)}
        d = self.shadow(target)
        if self.row.kind == "vectors":
            first_is_matrix = self.row[term.factors[0].name].kind == "matrix"
            roles = {"m": held[0], "u": d, "v": held[1]} if first_is_matrix else {"m": d, "u": held[0], "v": held[1]}
            self.add_form(target, term, roles, "u" if first_is_matrix else "m", s, False)
            return
        for x, y in self.each_order(term):
            temporaries: list[str] = []
            left, right = (self.factor(f, held[term.factors.index(f)], temporaries) for f in (x, y))
            self.add_product(target, d, s, left, right, True)
            self.m.release_all(temporaries)

    # ---- where the target is a factor

    def _apply(self, target: str, term: Term) -> None:
        """x = s A x: D = s A D + s A' x + s' A x."""
        if target not in self.active:
            return
        s = self.scalar(term, self.numbers)
        self.call_on(target, self.primal(term.factors[0].name), self.shadow(target), term, s, adjoint=False)
        x = self.primal(target)
        if term.factors[0].name in self.active:
            self._structured(target, term, s, x)
        if term.scalar in self.tangents:
            place, product = self.copy_of(x)
            a = self.primal(term.factors[0].name)
            self.call_on(target, a, product, term, self.scalar(term, self.tangents), adjoint=False)
            self.add_scaled(self.shadow(target), self.e.constant(1.0), product)
            self.m.release(place)

    def _before(self, target: str, term: Term) -> tuple[str, Term]:
        """x = s inv(A) x, before the call: D = s D + s' x."""
        if target in self.active and term.scalar:
            self.scale(self.shadow(target), self.scalar(term, self.numbers))
            if term.scalar in self.tangents:
                self.add_scaled(self.shadow(target), self.scalar(term, self.tangents), self.primal(target))
        return target, term

    def _after(self, target: str, term: Term) -> None:
        """And after it, with the new x: D = inv(A) (D - A' x)."""
        if target not in self.active:
            return
        if term.factors[0].name in self.active:
            self._structured(target, term, self.e.constant(-1.0), self.primal(target))
        self.call_on(target, self.primal(term.factors[0].name), self.shadow(target), term, self.e.constant(1.0), adjoint=False)

    def _structured(self, target: str, term: Term, s: Number, x: Held) -> None:
        """D += s A' x, or s x A' where A stands on the right."""
        first = term.factors[0]
        a, d = self.shadow(first.name), self.shadow(target)
        if isinstance(x, Vector):
            self.add_form(target, term, {"m": a, "u": d, "v": x}, "u", s, False)
            return
        for left, _ in self.each_order(term):
            temporaries: list[str] = []
            m, y = self.dense(first.name, a, False, temporaries), self.dense(target, x, False, [])
            self.add_product(target, d, s, *((m, y) if left is first else (y, m)), False)
            self.m.release_all(temporaries)
