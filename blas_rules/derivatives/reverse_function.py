"""The augmented function of a call, which keeps what its reverse needs, and the reverse function."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

from irad.blas_rules.derivatives.call_arguments import Held
from irad.blas_rules.derivatives.call_functions import Call
from irad.blas_rules.derivatives.factored import factored
from irad.blas_rules.derivatives.factorisations import KEPT, Factorisation
from irad.blas_rules.emitted.emit import Number
from irad.blas_rules.emitted.forms import StoredMatrix, Vector
from irad.blas_rules.emitted.matrices import Matrix
from irad.blas_rules.rows.language import Factor, Parameter, Row, RowFormula, Term
from irad.blas_rules.rows.library_names import Spelling
from irad.rules.formulas.external import Wanted

OLD, NEW = "'old", "'new"  # behind a name: a copy from before or after the call


class _Reversed(Call):
    """What both halves know: what is kept."""

    factors: Factorisation | None

    def __init__(self, row: Row, spelling: Spelling, wanted: Wanted) -> None:
        super().__init__(row, spelling, wanted)
        self.factors = factored(self)

    def is_wanted(self) -> bool:
        """Whether any target, or the result, is active."""
        return any(t in self.active or (not t and self.wanted.ret) for t in self.row.written)

    def read_in_reverse(self) -> dict[str, str]:
        """Matrices and vectors that an adjoint reads, each with the time from which its value is (`OLD` or `NEW`)."""
        found: dict[str, str] = {}
        row = self.row
        for target, t in row.terms():
            if target not in self.active and not (not target and self.wanted.ret):
                continue
            for k, f in enumerate(t.factors):
                others = {t.scalar, *(g.name for i, g in enumerate(t.factors) if i != k)} & self.active
                if f.function in ("norm", "abs"):
                    found[f.name] = OLD
                elif row.kind in ("apply", "solve") and f.name != target:
                    found[f.name] = OLD  # the routine is called again
                elif row.kind == "solve" and others - {t.scalar}:
                    found[f.name] = NEW
                elif others:
                    found.setdefault(f.name, OLD)
                if row.kind == "solve" and f.name == target and t.scalar in self.active:
                    found[f.name + OLD] = OLD
        return found

    def copied(self) -> list[tuple[str, str]]:
        """(name, time) of those of which a copy is kept; of old targets always, the routine itself overwrites them."""
        out = []
        for name, time in self.read_in_reverse().items():
            own = name.removesuffix(OLD)
            if own in self.keep or (time == OLD and own in self.row.targets):
                out.append((own, time))
        return out

    def fields(self) -> list[tuple[Parameter, str, int]]:
        """The tape: (parameter, "value", "'0" for the shadow of a lane or `OLD`, `NEW` for the pointer to a copy, offset).

        Copies are apart: pointers and numbers at offsets that vary in one piece of memory are more than a second differentiation
        can tell apart.
        """
        out: list[tuple[Parameter, str, int]] = []
        offset = 16  # a result of the routine comes first
        for p in self.row.parameters:
            if p.kind == "status":
                continue
            out.append((p, "value", offset))
            offset += max(8, self.p.bytes) if p.kind in ("scalar", "real") else 8
            for lane in range(self.wanted.width) if p.name in self.active else ():
                out.append((p, f"'{lane}", offset))
                offset += 8
        copies = [*self.copied(), *((n, KEPT) for n in (self.factors.kept() if self.factors and "a" in self.active else ()))]
        for name, time in copies:
            out.append((self.row[name], time, offset))
            offset += 8
        return out


class Augmented(_Reversed):
    def kept_copies(self) -> tuple[str, ...]:
        """The operands that are copied."""
        return tuple(dict.fromkeys(p.name for p, what, _ in self.fields() if what in (OLD, NEW, KEPT)))

    def text(self) -> str:
        e = self.e
        self.read_arguments()
        self.ask()
        fields = self.fields()
        tape = self.m.temporary(str(fields[-1][2] + 16))  # first: with it everything behind it is released
        self._copy(OLD)
        factors = self.factors if "a" in self.active else None
        if factors is not None:
            factors.before()
        result = self.routine()
        if factors is not None:
            factors.after()
        self._copy(NEW)
        for p, what, offset in fields:
            self._save(p, what, e.byte(tape, offset))
        for p in self.row.of("status"):
            e.do(f"store {self.integer} {e.let(f'load {self.integer}, ptr {self.pointers[p.name]}')}, ptr {tape}")
        if result:
            if self.row.targets == ("",):
                e.do(f"store {self.wanted.ftype.ret} {result}, ptr {tape}")
            t = f"{{ {self.wanted.ftype.ret}, ptr }}"
            first = e.let(f"insertvalue {t} undef, {self.wanted.ftype.ret} {result}, 0")
            e.do(f"ret {t} {e.let(f'insertvalue {t} {first}, ptr {tape}, 1')}")
        else:
            t = "{ ptr }"
            e.do(f"ret {t} {e.let(f'insertvalue {t} undef, ptr {tape}, 0')}")
        return f"{self.head(f'aug.{self.wanted.symbol}', t)}\n{e.body()}\n}}"

    def _copy(self, time: str) -> None:
        for name, when in self.copied():
            if when == time:
                self.pointers[name + time], _ = self.copy_of(self.primal(name))

    def _save(self, p: Parameter, what: str, place: str) -> None:
        if what != "value" or p.pointer:
            self.e.do(f"store ptr {self.pointers[p.name + (what if what != 'value' else '')]}, ptr {place}")
        elif p.kind in ("scalar", "real"):
            self.e.store(self.numbers[p.name], place)
        else:
            self.e.do(f"store {'i8' if p.letter else 'i64'} {self.values[p.name]}, ptr {place}")


class Reverse(_Reversed):
    def text(self) -> str:
        e = self.e
        self._restore()
        self.ask()
        if self.wide_factor():
            self._all_at_once()
        for _ in self.each_lane() if self.is_wanted() else ():
            self._adjoints()
        self.m.release("%tape")
        e.do("ret void")
        seeds = "".join(f", {self.wanted.ftype.ret} %seed.{k}" for k in range(self.wanted.width)) if self.wanted.ret else ""
        return f'define internal void @"rev.{self.wanted.symbol}"(ptr %arena, ptr %tape{seeds}) {{\n{e.body()}\n}}'

    def _restore(self) -> None:
        e = self.e
        for p, what, offset in self.fields():
            place = e.byte("%tape", offset)
            if what != "value" or p.pointer:
                self.pointers[p.name + (what if what != "value" else "")] = e.let(f"load ptr, ptr {place}")
            elif p.kind in ("scalar", "real"):
                self.numbers[p.name] = e.load(place)
            else:
                self.values[p.name] = e.let(f"load {'i8' if p.letter else 'i64'}, ptr {place}")

    def value(self, name: str, time: str = OLD) -> Held:
        """A matrix or vector as the routine read it (or left it)."""
        if (name, time) in self.copied():
            return self.compact(self.primal(name), self.pointers[name + time])
        return self.primal(name)

    def _adjoints(self) -> None:
        kind = self.row.kind
        if kind in ("norm", "abs", "dot"):
            self._of_result(kind)
        elif self.factors is not None:
            self._factorised(self.factors)
        elif kind == "elementwise":
            self._elementwise()
        elif kind in ("apply", "solve"):
            (formula,) = self.row.formulas
            (term,) = formula.terms
            (self._apply if kind == "apply" else self._solve)(formula.target, term)
        else:
            (formula,) = self.row.formulas
            self._sums(formula)

    # ---- results that are numbers

    def _of_result(self, kind: str) -> None:
        e = self.e
        (term,) = self.row.formulas[0].terms
        seed = Number(f"%seed.{self.lane}", "0.0" if self.p.complex_ else "")
        if kind == "dot":
            x, y = term.names
            for own, other in ((x, y), (y, x)):
                if own in self.active:
                    self.add_scaled(self.shadow(own), seed, self.value(other))
            return
        (x,) = term.names
        if x not in self.active:
            return
        r = e.let(f"load {self.p.scalar}, ptr %tape")
        for place, source, _ in self.pairs(self.shadow(x), self.value(x)):
            self.f.add_to(place, e.mul(seed, self.slope(kind, e.load(source), r)))

    # ---- factorisations

    def _factorised(self, factors: Factorisation) -> None:
        e = self.e
        info = e.let(f"load {self.integer}, ptr %tape")
        with e.when(e.let(f"icmp sgt {self.integer} {info}, 0")):
            self.fail()
        with e.when(e.let(f"icmp eq {self.integer} {info}, 0")):
            factors.reverse() if "a" in self.active else factors.clear_results()
        self.clear_work()

    # ---- elementwise

    def _elementwise(self) -> None:
        e, row = self.e, self.row
        sums = []
        for target, t in row.terms():
            if t.scalar in self.active and target in self.active:
                total = self.inner(self.value(t.names[0]), self.shadow(target))
                sums.append((row[t.scalar], e.conj(total) if t.conjugated else total, t.negative))
        vectors = [p.name for p in row.of("vector") if p.name in self.active]
        places = {n: self.shadow(n) for n in vectors}
        first = places[vectors[0]]
        assert isinstance(first, Vector)
        with e.loop(first.count) as i:
            at = {n: self.f.at(v, i) for n, v in places.items() if isinstance(v, Vector)}
            old = {n: e.load(at[n]) for n in vectors}
            for n in vectors:
                total = e.constant(0.0) if n in row.targets else old[n]
                for target, t in row.terms():
                    if t.names == (n,) and target in self.active:
                        total = e.add(total, self._scaled(e.conj(self.scalar(t, self.numbers)), t, old[target]))
                e.store(total, at[n])
        for p, total, negative in sums:
            self.add_scalar(p, self.pointers[f"{p.name}'{self.lane}"], self.negative(total) if negative else total)

    def _scaled(self, s: Number, term: Term, x: Number) -> Number:
        return self.e.mul(s, x) if term.scalar or term.negative else x

    # ---- sums of products

    def _sums(self, formula: RowFormula) -> None:
        target = formula.target
        self.make_real(self.shadow(target))
        sums: list[tuple[Parameter, Number]] = []
        for term in formula.added:
            s = self.e.conj(self.scalar(term, self.numbers))
            if term.scalar in self.active:
                total = self._sum(target, term)
                total = self.e.conj(total) if term.conjugated else total
                sums.append((self.row[term.scalar], self.negative(total) if term.negative else total))
            (self._factors if self.row.kind == "matrices" else self._parts)(target, term, s)
        old = formula.old
        if old is None:
            self.clear(self.shadow(target))
        elif old.scalar:
            if old.scalar in self.active:
                sums.append((self.row[old.scalar], self.inner(self.value(target), self.shadow(target))))
            self.scale(self.shadow(target), self.e.conj(self.numbers[old.scalar]))
        for p, total in sums:  # only now: they may lie inside the target
            self.add_scalar(p, self.pointers[f"{p.name}'{self.lane}"], total)

    def _sum(self, target: str, term: Term) -> Number:
        """The sum of conj(product) D."""
        e = self.e
        if self.row.kind == "vectors":
            total = e.number()
            e.store(e.constant(0.0), total)
            self.add_form(target, term, self._roles(target, term), total, e.constant(1.0), True)
            return e.load(total)
        d = self.shadow(target)
        if isinstance(d, StoredMatrix) and d.structure == "hermitian":  # one of two products is not
            d = replace(d, structure="symmetric")
        product, _ = self.copy_of(d)
        made = self.compact(d, product)
        self.clear(made)
        for x, y in self.each_order(term):
            inner: list[str] = []
            left, right = (self.factor(f, self.value(f.name), inner) for f in (x, y))
            self.add_product(target, made, e.constant(1.0), left, right, True)
            self.m.release_all(inner)
        total_ = self.inner(made, d)
        self.m.release(product)
        return total_

    def _roles(self, target: str, term: Term) -> dict[str, Held]:
        names = self.trio(target, term)[:3]
        return {r: self.shadow(n) if n == target else self.value(n) for r, n in zip("muv", names, strict=True)}

    def _parts(self, target: str, term: Term, s: Number) -> None:
        roles = self._roles(target, term)
        for role, name in zip("muv", self.trio(target, term)[:3], strict=True):
            if name != target and name in self.active:
                self.add_form(target, term, roles | {role: self.shadow(name)}, role, s, True)

    def _factors(self, target: str, term: Term, s: Number) -> None:
        for left, right in self.each_order(term):
            temporaries: list[str] = []
            d = self.dense(target, self.shadow(target), True, temporaries)
            if left.name in self.active:
                y = self.m.flipped(self.factor(right, self.value(right.name), temporaries), "true")
                self.add_product(left.name, self.shadow(left.name), s, d, y, False, left)
            if right.name in self.active:
                with nullcontext() if right.name != self.wide_factor() else self.e.when(self.f.xor(self.together, "true")):
                    self._right(left, right, s, d)
            self.m.release_all(temporaries)

    def _right(self, left: Factor, right: Factor, s: Number, d: Matrix) -> None:
        temporaries: list[str] = []
        x = self.m.flipped(self.factor(left, self.value(left.name), temporaries), "true")
        self.add_product(right.name, self.shadow(right.name), s, x, d, False, right)
        self.m.release_all(temporaries)

    def _all_at_once(self) -> None:
        """The adjoints of the wide factor, before those of the target change."""
        (formula,) = self.row.formulas
        (term,) = formula.added
        self.together = self.side_by_side(self.wide_factor())
        with self.e.when(self.together), self.all_lanes():
            temporaries: list[str] = []
            d = self.dense(formula.target, self.shadow(formula.target), True, temporaries)
            left, right = term.factors
            self._right(left, right, self.e.conj(self.scalar(term, self.numbers)), d)
            self.m.release_all(temporaries)

    # ---- where the target is a factor

    def _apply(self, target: str, term: Term) -> None:
        """x = s A x: A' += conj(s) D x^H with the old x, then D = conj(s) A^H D."""
        s = self.e.conj(self.scalar(term, self.numbers))
        total = None
        if term.scalar in self.active:
            place, product = self.copy_of(self.value(target))
            self.call_on(target, self.value(term.factors[0].name), product, term, self.e.constant(1.0), adjoint=False)
            total = self.inner(product, self.shadow(target))
            self.m.release(place)
        self._structured(target, term, s, self.value(target))
        self.call_on(target, self.value(term.factors[0].name), self.shadow(target), term, s, adjoint=True)
        if total is not None:
            self.add_scalar(self.row[term.scalar], self.pointers[f"{term.scalar}'{self.lane}"], total)

    def _solve(self, target: str, term: Term) -> None:
        """x = s inv(A) x: D = inv(A)^H D, then A' -= D x^H with the new x, and D = conj(s) D."""
        self.call_on(target, self.value(term.factors[0].name), self.shadow(target), term, self.e.constant(1.0), adjoint=True)
        self._structured(target, term, self.e.constant(-1.0), self.value(target, NEW))
        if not term.scalar:
            return
        total = None
        if term.scalar in self.active:
            total = self.inner(self.value(target, OLD), self.shadow(target))
        self.scale(self.shadow(target), self.e.conj(self.scalar(term, self.numbers)))
        if total is not None:
            self.add_scalar(self.row[term.scalar], self.pointers[f"{term.scalar}'{self.lane}"], total)

    def _structured(self, target: str, term: Term, s: Number, x: Held) -> None:
        """A' += s D x^H, or s x^H D where A stands on the right."""
        first = term.factors[0]
        if first.name not in self.active:
            return
        if isinstance(x, Vector):
            roles: dict[str, Held] = {"m": self.shadow(first.name), "u": self.shadow(target), "v": x}
            self.add_form(target, term, roles, "m", s, True)
            return
        for left, _ in self.each_order(term):
            d, y = (self.dense(target, v, False, []) for v in (self.shadow(target), x))
            flipped = self.m.flipped(y, "true")
            pair = (d, flipped) if left is first else (flipped, d)
            self.add_product(first.name, self.shadow(first.name), s, *pair, False)
