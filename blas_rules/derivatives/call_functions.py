"""What the functions that are made for one call have in common: its arguments by name, and sums of products of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

from irad.blas_rules.emitted.emit import Emit, Number
from irad.blas_rules.emitted.forms import Forms, Part, StoredMatrix, Vector
from irad.blas_rules.emitted.matrices import Matrices, Matrix
from irad.blas_rules.rows.language import ALLOWED, Factor, Parameter, Row, Term
from irad.blas_rules.rows.library_names import Spelling
from irad.errors import RuleError
from irad.rules.formulas.external import Wanted

_STACKS, _STACK_SIZE = 64, 64  # of the arena: docs/dev/architecture.md
Held = StoredMatrix | Vector


class Factors(Protocol):
    """What a call asks of the derivative of a factorisation (`irad.blas_rules.derivatives.factorisations`)."""

    def prepare(self) -> None: ...


class Call:
    """The values of a call, by the names of the row.

    ``pointers``: what was passed, shadows as "a'0", "a'1" ... (one per lane), copies as "a'copy".  ``factors``: of a routine that
    factorises, its derivative.
    """

    factors: Factors | None = None

    def __init__(self, row: Row, spelling: Spelling, wanted: Wanted) -> None:
        self.row, self.wanted, self.spelling = row, wanted, spelling
        self.p = spelling.precision
        self.integer = spelling.integer
        self.e = Emit(self.p)
        self.active = {p.name for p, s in zip(self.row.parameters, wanted.shadow, strict=False) if s}
        self.keep = {p.name for p, k in zip(self.row.parameters, wanted.keep, strict=False) if k}
        self.values: dict[str, str] = {}  # letters (i8), sizes and strides (i64)
        self.numbers: dict[str, Number] = {}
        self.pointers: dict[str, str] = {}
        self.needs: dict[str, str] = {}
        self.lane = 0
        self.known: dict[str, str] = {}  # bits and sizes that were asked for at the beginning
        stack = self.e.let(f"getelementptr i8, ptr %arena, i64 {_STACKS + _STACK_SIZE * wanted.tape_stack}")
        self.f = Forms(self.e)
        self.m = Matrices(self.f, stack, self.integer, self.gemm)
        self.together = "false"  # are all lanes of the wide factor one product?

    # ---- the arguments

    def head(self, name: str, result: str) -> str:
        params = ["ptr %arena"]
        for i, t in enumerate(self.wanted.ftype.params):
            params.append(f"{t} %p{i}")
            if self.wanted.shadow[i]:
                params += [f"{t} %d{i}.{lane}" for lane in range(self.wanted.width)]
        return f'define internal {result} @"{name}"({", ".join(params)}) {{'

    def read_arguments(self) -> None:
        e = self.e
        for i, p in enumerate(self.row.parameters):
            self.pointers[p.name] = f"%p{i}"
            for lane in range(self.wanted.width):
                self.pointers[f"{p.name}'{lane}"] = f"%d{i}.{lane}"
            if p.letter:
                self.values[p.name] = e.let(f"load i8, ptr %p{i}")
            elif p.integer:
                value = e.let(f"load {self.integer}, ptr %p{i}")
                self.values[p.name] = value if self.integer == "i64" else e.let(f"sext {self.integer} {value} to i64")
            elif p.kind in ("scalar", "real"):
                self.numbers[p.name] = self.load_scalar(p, f"%p{i}")
        if self.row.of("matrix"):
            self._shrink_unless_legal()

    def _shrink_unless_legal(self) -> None:
        """Of wrong arguments, and where it is asked how much memory it needs, the routine does nothing, which is what all of
        this comes to for matrices without elements."""
        e, asked = self.e, dict(self.known)
        legal = [self._one_of(p) for p in self.row.flags]
        for p in self.row.parameters:
            if p.kind == "size":
                legal.append(e.let(f"icmp sge i64 {self.values[p.name]}, 0"))
            elif p.kind in ("step", "up"):
                legal.append(e.let(f"icmp ne i64 {self.values[p.name]}, 0"))
            elif p.kind == "lwork":
                legal.append(e.let(f"icmp ne i64 {self.values[p.name]}, -1"))
            elif p.kind == "matrix" and p.followed and not p.by_job:
                least = e.at_least(self._least_stride(p), 1)
                legal.append(e.let(f"icmp sge i64 {self.values[self.row.stride(p.name).name]}, {least}"))
        all_ = legal[0]
        for bit in legal[1:]:
            all_ = e.let(f"and i1 {all_}, {bit}")
        for p in self.row.of("size", "stride", "step", "up"):
            harmless = "0" if p.kind == "size" else "1"
            self.values[p.name] = e.select(all_, self.values[p.name], harmless, "i64")
        self.known = asked

    def _one_of(self, p: Parameter) -> str:
        """Is a character one of those that the routine knows?"""
        known = ALLOWED[p.kind] + ("R" if p.kind == "flag" else "")
        if p.kind == "flag" and self.row.kind == "matrices" and self.p.complex_:
            known = {"symmetric": "NT", "hermitian": "NC"}.get(self.row[self.row.targets[0]].structure, known)
        found = "false"
        for c in known:
            found = self.e.let(f"or i1 {found}, {self.is_letter(p.name, c)}")
        return found

    def _least_stride(self, p: Parameter) -> str:
        """Of a matrix."""
        e = self.e
        if p.layout == "band":
            width = self.values[p.of("lower")]
            return e.i("add", e.i("add", width, self.values[p.of("upper")] if p.of("upper") else 0), 1)
        rows = self.size(p.of("rows"))
        return self.f.choose(self.bits(p.flag)[0], self.size(p.of("columns")), rows) if p.by_op else rows

    def load_scalar(self, p: Parameter, place: str) -> Number:
        """A factor of proportion, which may be real where the matrices are complex."""
        if p.kind == "real" and self.p.complex_:
            return Number(self.e.let(f"load {self.p.scalar}, ptr {place}"), "0.0")
        return self.e.load(place)

    def add_scalar(self, p: Parameter, place: str, x: Number) -> None:
        if p.kind == "real" and self.p.complex_:
            t = self.p.scalar
            old = self.e.let(f"load {t}, ptr {place}")
            self.e.do(f"store {t} {self.e.real('fadd', old, x.re)}, ptr {place}")
        else:
            self.f.add_to(place, x)

    def ask(self) -> None:
        """Bits and sizes of all matrices, in the entry block: what is emitted later may not be reached from one another."""
        for p in self.row.parameters:
            if p.stored:
                self.held(p.name, p.name)
                self.bits(p.flag)
        if self.row.side:
            self.is_letter(self.row.side, "L")
        if self.factors is not None:
            self.factors.prepare()

    def is_letter(self, name: str, letter: str) -> str:
        """Is a character this one, in either case?"""
        key = f"{name}={letter}"
        if key not in self.known:
            upper = self.e.let(f"and i8 {self.values[name]}, -33")
            self.known[key] = self.e.let(f"icmp eq i8 {upper}, {ord(letter)}")
        return self.known[key]

    def bits(self, flag: str) -> tuple[str, str]:
        """Transposed? Conjugated?  R is an extension of OpenBLAS (conjugated only)."""
        if not flag:
            return "false", "false"
        if f"{flag} turns" not in self.known:
            t, c, r = (self.is_letter(flag, x) for x in "TCR")
            self.known[f"{flag} turns"] = self.e.let(f"or i1 {t}, {c}")
            self.known[f"{flag} conjugates"] = self.e.let(f"or i1 {c}, {r}") if self.p.complex_ else "false"
        return self.known[f"{flag} turns"], self.known[f"{flag} conjugates"]

    def size(self, said: str) -> str:
        """A number of rows or columns: ``n``, ``side?m:n`` (on the left, or not), ``a.rows`` (of op(a))."""
        if said in self.values:
            return self.values[said]
        if said not in self.known:
            name, dot, what = said.partition(".")
            if dot:
                p = self.row[name]
                rows, columns = self.values[p.of("rows")], self.values[p.of("columns")]
                turned = self.bits(p.flag)[0]
                pair = (columns, rows) if what == "rows" else (rows, columns)
                self.known[said] = self.f.choose(turned, *pair)
            else:
                side, _, sizes = said.partition("?")
                yes, no = sizes.split(":")
                self.known[said] = self.f.choose(self.is_letter(side, "L"), self.values[yes], self.values[no])
        return self.known[said]

    def routine(self) -> str:
        """The call itself, as it was; its result, if it has one."""
        return self._library(self.wanted.callee, [f"{t} %p{i}" for i, t in enumerate(self.wanted.ftype.params)])

    def _library(self, name: str, args: Sequence[str]) -> str:
        """Call a routine that returns what this one does."""
        text = f'call {self.wanted.ftype.ret} @"{name}"({", ".join(args)})'
        if self.wanted.ftype.ret.is_void:
            self.e.do(text)
            return ""
        return self.e.let(text)

    # ---- matrices and vectors

    def held(self, name: str, pointer: str) -> Held:
        """A matrix or vector as it lies in memory; ``pointer``: a name in ``pointers``."""
        p, place = self.row[name], self.pointers[pointer]
        rows = self.size(p.of("rows"))
        if p.kind == "vector":
            step = self.row.stride(name)
            if step.kind == "up":
                rows = self._if_up(self.values[step.name], rows)
            return self._vector(place, self.values[step.name], rows)
        stride = self.values[self.row.stride(name).name] if p.followed else ""
        columns = self.size(p.of("columns")) if p.of("columns") else rows
        if p.by_op:
            turned = self.bits(p.flag)[0]
            if f"{name} lies" not in self.known:
                self.known[f"{name} lies"] = self.f.choose(turned, columns, rows)
                self.known[f"{name} lies across"] = self.f.choose(turned, rows, columns)
            rows, columns = self.known[f"{name} lies"], self.known[f"{name} lies across"]
        below, above = (self.values[p.of(w)] if p.of(w) else "" for w in ("lower", "upper"))
        upper = self.is_letter(p.of("uplo"), "U") if p.of("uplo") else "false"
        unit = self.is_letter(p.of("diag"), "U") if p.of("diag") else "false"
        made = StoredMatrix(p.structure, p.layout, place, stride, rows, columns, below, above, upper, unit)
        return replace(made, diagonal="0.0") if pointer[len(name) :].lstrip("'").isdigit() else made

    def _if_up(self, step: str, count: str) -> str:
        """The number of elements for routines that do nothing where the increment is not positive."""
        key = f"{step} up {count}"
        if key not in self.known:
            self.known[key] = self.e.select(self.e.let(f"icmp sgt i64 {step}, 0"), count, "0", "i64")
        return self.known[key]

    def _vector(self, place: str, step: str, count: str) -> Vector:
        """A vector with a negative increment begins at its end."""
        key = f"{step} {count}"
        if key not in self.known:
            e = self.e
            back = e.i("mul", e.i("sub", 1, count), step)
            self.known[key] = e.select(e.let(f"icmp slt i64 {step}, 0"), back, "0", "i64")
        return Vector(self.f.element(place, self.known[key]), step, count)

    def shadow(self, name: str) -> Held:
        """The shadow of a matrix or vector in the present lane."""
        return self.held(name, f"{name}'{self.lane}")

    def primal(self, name: str) -> Held:
        """A matrix or vector as the routine reads it."""
        return self.held(name, name)

    def each_lane(self) -> Iterator[None]:
        """Once for each of the derivatives that are made together: shadows are those of ``lane``."""
        for lane in range(self.wanted.width):
            self.lane = lane
            yield

    def places(self, x: Held) -> Iterator[tuple[str, bool]]:
        """The address of each element that is stored, and whether it must be real."""
        if isinstance(x, Vector):
            with self.e.loop(x.count) as i:
                yield self.f.at(x, i), False
            return
        with self.f.columns(x) as (j, base, first, last):
            if x.structure != "general":
                with self.e.when(self.f.xor(x.unit, "true")):
                    yield self.f.element(x.pointer, self.e.i("add", base, j)), x.structure == "hermitian"
            with self.e.loop(last, first) as i:
                yield self.f.element(x.pointer, self.e.i("add", base, i)), False

    def pairs(self, x: Held, y: Held) -> Iterator[tuple[str, str, bool]]:
        """The addresses of the same element in two places; the second may lie otherwise."""
        f, e = self.f, self.e
        if isinstance(x, Vector):
            assert isinstance(y, Vector)
            with e.loop(x.count) as i:
                yield f.at(x, i), f.at(y, i), False
            return
        assert isinstance(y, StoredMatrix)
        with f.columns(x) as (j, base, first, last):
            other = f.base(y, j)
            if x.structure != "general":
                with e.when(f.xor(x.unit, "true")):
                    yield (
                        f.element(x.pointer, e.i("add", base, j)),
                        f.element(y.pointer, e.i("add", other, j)),
                        x.structure == "hermitian",
                    )
            with e.loop(last, first) as i:
                yield f.element(x.pointer, e.i("add", base, i)), f.element(y.pointer, e.i("add", other, i)), False

    # ---- several derivatives at once

    def wide_factor(self) -> str:
        """The factor whose columns are those of the target, in a product with one that they have no part in; "" if there is
        none, or one derivative only: k of them are one product with k times the columns, where they lie side by side.
        """
        if self.wanted.width == 1 or self.row.kind != "matrices":
            return ""
        (formula,) = self.row.formulas
        target = self.row[formula.target]
        columns = target.of("columns")
        if len(formula.added) != 1 or not columns or target.name not in self.active:
            return ""
        first, second = (self.row[f.name] for f in formula.added[0].factors)
        apart = not any(columns in said for _, said in first.said)
        return second.name if apart and second.of("columns") == columns and second.name in self.active else ""

    def side_by_side(self, name: str) -> str:
        """Do the shadows of this factor, and of the target, lie side by side?"""
        e, found = self.e, self.f.xor(self.bits(self.row[name].flag)[0], "true")
        target = self.row.targets[0]
        count = self.values[self.row[target].of("columns")]
        if self.integer == "i32":
            most = (2**31 - 1) // self.wanted.width
            found = e.let(f"and i1 {found}, {e.let(f'icmp sle i64 {count}, {most}')}")
        for n in (name, target):
            step = e.i("mul", e.i("mul", self.values[self.row.stride(n).name], count), self.p.bytes)
            for lane in range(1, self.wanted.width):
                there = e.byte(self.pointers[f"{n}'0"], e.i("mul", step, lane))
                here = e.let(f"icmp eq ptr {there}, {self.pointers[f'{n}{chr(39)}{lane}']}")
                found = e.let(f"and i1 {found}, {here}")
        return found

    @contextmanager
    def all_lanes(self) -> Iterator[None]:
        """The shadows are those of all lanes: as many times the columns."""
        columns = self.row[self.row.targets[0]].of("columns")
        values, known = dict(self.values), dict(self.known)
        self.values[columns] = self.e.i("mul", self.values[columns], self.wanted.width)
        self.known = {k: v for k, v in known.items() if "." not in k and "lies" not in k}
        self.lane = 0
        yield
        self.values, self.known = values, known

    # ---- whole matrices and vectors

    def real(self, x: Number, real: bool) -> Number:
        return Number(x.re, "0.0") if real and self.p.complex_ else x

    def scale(self, x: Held, by: Number) -> None:
        """``x *= by``, where zero times whatever is zero: BLAS does not read C when beta is 0.

        x - x is NaN for what is not finite.  The product stays one, so that its own derivative with respect to ``by`` is right at
        zero, too.
        """
        e, t = self.e, self.p.scalar
        zero = e.is_zero(by)

        def guarded(v: str) -> str:
            odd = e.let(f"fcmp uno {t} {e.real('fsub', v, v)}, 0.0")
            return e.select(e.let(f"and i1 {zero}, {odd}"), "0.0", v, t)

        for place, real in self.places(x):
            v = e.load(place)
            e.store(self.real(e.mul(by, Number(guarded(v.re), guarded(v.im) if self.p.complex_ else "")), real), place)

    def clear(self, x: Held) -> None:
        for place, _ in self.places(x):
            self.e.store(self.e.constant(0.0), place)

    def make_real(self, x: Held) -> None:
        """The diagonal of a Hermitian matrix has no imaginary part, whatever is there."""
        if isinstance(x, StoredMatrix) and x.structure == "hermitian":
            with self.f.columns(x) as (j, base, _, _):
                place = self.f.element(x.pointer, self.e.i("add", base, j))
                self.e.store(self.real(self.e.load(place), True), place)

    def conjugate(self, x: Held) -> None:
        if self.p.complex_:
            for place, _ in self.places(x):
                self.e.store(self.e.conj(self.e.load(place)), place)

    def add_scaled(self, to: Held, s: Number, x: Held) -> None:
        for target, source, real in self.pairs(to, x):
            e = self.e
            e.store(e.add(e.load(target), self.real(e.mul(s, self.real(e.load(source), real)), real)), target)

    def inner(self, x: Held, y: Held) -> Number:
        """The sum of conj(x) y over what is stored."""
        e, total = self.e, self.e.number()
        e.store(e.constant(0.0), total)
        for a, b, real in self.pairs(x, y):
            self.f.collect(total, e.mul(e.conj(self.real(e.load(a), real)), self.real(e.load(b), real)))
        return e.load(total)

    def compact(self, x: Held, pointer: str) -> Held:
        """How a copy lies: without gaps, triangles as triangles (but where the routine is called with the copy)."""
        e = self.e
        if isinstance(x, Vector):
            return Vector(pointer, "1", x.count)
        if x.structure == "general" and x.layout == "full":
            return StoredMatrix("general", "full", pointer, e.at_least(x.rows, 1), x.rows, x.columns)
        if x.layout == "band":
            width = e.i("add", e.i("add", x.below, x.above or 0), 1)
            return StoredMatrix(x.structure, "band", pointer, width, x.rows, x.columns, x.below, x.above, x.upper, x.unit)
        if x.layout == "full" and self.row.kind in ("apply", "solve"):
            return StoredMatrix(x.structure, "full", pointer, e.at_least(x.rows, 1), x.rows, x.columns, "", "", x.upper, x.unit)
        return StoredMatrix(x.structure, "packed", pointer, "", x.rows, x.columns, "", "", x.upper, x.unit)

    def bytes(self, x: Held) -> str:
        """How many a compact copy takes."""
        e = self.e
        if isinstance(x, Vector):
            return e.i("mul", e.at_least(x.count, 0), self.p.bytes)
        rows, columns = e.at_least(x.rows, 0), e.at_least(x.columns, 0)
        if x.layout == "band":
            count = e.i("mul", e.i("add", e.i("add", x.below, x.above or 0), 1), columns)
        elif x.structure == "general" or self.row.kind in ("apply", "solve"):
            count = e.i("mul", rows, columns)
        else:
            count = e.i("ashr", e.i("mul", rows, e.i("add", rows, 1)), 1)
        return e.i("mul", count, self.p.bytes)

    def copy_of(self, x: Held) -> tuple[str, Held]:
        """A compact copy on the tape's stack: its address, and the copy."""
        place = self.m.temporary(self.bytes(x))
        made = self.compact(x, place)
        for target, source, _ in self.pairs(made, x):
            self.e.store(self.e.load(source), target)
        return place, made

    # ---- sums of products

    def scalar(self, term: Term, numbers: dict[str, Number]) -> Number:
        """The factor of proportion of a term."""
        s = numbers[term.scalar] if term.scalar else self.e.constant(1.0)
        s = self.e.conj(s) if term.conjugated else s
        return self.negative(s) if term.negative else s

    def negative(self, s: Number) -> Number:
        t = self.p.scalar
        im = self.e.let(f"fneg {t} {s.im}") if self.p.complex_ else ""
        return Number(self.e.let(f"fneg {t} {s.re}"), im)

    def conj_bit(self, factor: Factor) -> str:
        """Is a vector or matrix conjugated, by its flag or by the formula?"""
        _, conjugated = self.bits(self.row[factor.name].flag)
        return self.f.xor(conjugated, "true" if factor.conjugated else "false") if self.p.complex_ else "false"

    def trio(self, target: str, term: Term) -> tuple[str, str, str, str, str, str]:
        """Of a term with a matrix: the names of it, of the vector along its rows and of that along its columns, and for each
        of these whether it is conjugated in the product ("target": it is the target)."""
        first, second = term.factors
        if self.row[first.name].kind == "matrix":
            return first.name, target, second.name, self.conj_bit(first), "target", self.conj_bit(second)
        return target, first.name, second.name, "target", self.conj_bit(first), self.conj_bit(second)

    def add_form(self, target: str, term: Term, held: dict[str, Held], dest: str, s: Number, reverse: bool) -> None:
        """One sum over a matrix (`forms.py`).

        ``held``: what stands for the matrix and the vectors by role ("m", "u", "v"); ``dest``: the role that is the destination,
        or the address of a number.  ``reverse``: the target takes the place of the destination, all else is conjugated.
        """
        names = dict(zip("muv", self.trio(target, term)[:3], strict=True))
        bits = dict(zip("muv", self.trio(target, term)[3:], strict=True))
        after = bits[dest] if reverse and dest in bits and bits[dest] != "target" else "false"
        flip = "true" if reverse and self.p.complex_ else "false"
        parts = {k: Part(held[k], "false" if bits[k] == "target" or k == dest else self.f.xor(bits[k], flip)) for k in "muv"}
        masked = names["m"] == target
        turned = self.bits(self.row[names["m"]].flag)[0]
        self.f.sum_up(s, parts["m"], parts["u"], parts["v"], dest, turned, masked, after)

    # ---- factorisations

    def fail(self) -> None:
        """Where the routine has failed there is no derivative: NaN in all that would have one."""
        if "a" in self.active:
            for place, _ in self.places(self.shadow("a")):
                self.e.store(self.e.constant(float("nan")), place)

    def clear_work(self) -> None:
        """The first element of the memory that the routine works in says how much would be best."""
        for p in self.row.of("work"):
            if p.name in self.active:
                self.e.store(self.e.constant(0.0), self.pointers[f"{p.name}'{self.lane}"])

    # ---- the library

    def letter(self, value: str) -> str:
        """A place with a character in it."""
        return self.m.place("i8", value)

    def again(self, changed: dict[str, str]) -> None:
        """The routine itself, with other arguments: addresses by the names of parameters."""
        n = len(self.row.parameters)
        args = [f"ptr {changed.get(p.name) or self.given(p)}" for p in self.row.parameters]
        self._library(self.wanted.callee, [*args, *(f"{t} 1" for t in self.wanted.ftype.params[n:])])

    def given(self, p: Parameter) -> str:
        """A place with the value that a parameter had."""
        if p.pointer:
            return self.pointers[p.name]
        if p.name in self.numbers:
            place = self.e.number()
            self.e.store(self.numbers[p.name], place)
            return place
        if p.integer:
            return self.m.integer_place(self.values[p.name])
        return self.letter(self.values[p.name])

    def call_on(self, target: str, a: Held, x: Held, term: Term, s: Number, adjoint: bool) -> None:
        """Call the routine on another matrix or vector ``x`` in the place of its target, with the factor ``s`` if it has one.

        ``a``: the other factor, or a copy of it.

        ``adjoint``: with A^H in the place of A.  Of complex matrices that is conj(A) where A is transposed, which no flag says:
        the conjugate of A times the conjugate of x.
        """
        e, first = self.e, term.factors[0]
        flag = self.row[first.name].flag
        changed = {}
        for name, given in ((first.name, a), (target, x)):
            changed[name] = self.address(given)
            if self.row[name].followed:
                step = given.step if isinstance(given, Vector) else given.stride
                changed[self.row.stride(name).name] = self.m.integer_place(step)
        odd = "false"
        if adjoint:
            straight = self.f.xor(self.bits(flag)[0], "true")
            changed[flag] = self.letter(self.f.choose(straight, str(ord("C" if self.p.complex_ else "T")), str(ord("N")), "i8"))
            odd = self.is_letter(flag, "T") if self.p.complex_ else "false"
        if term.scalar:
            place = changed[term.scalar] = e.number()
            e.store(self.f.conj(s, odd), place)
        if odd == "false":
            self.again(changed)
            return
        with e.when(odd):
            self.conjugate(x)
        self.again(changed)
        with e.when(odd):
            self.conjugate(x)

    def address(self, x: Held) -> str:
        """Where the library is told that a matrix or vector lies: of a vector with a negative increment, its end."""
        if isinstance(x, StoredMatrix) or x.step == "1":
            return x.pointer
        e = self.e
        back = e.i("mul", e.i("sub", x.count, 1), x.step)
        return self.f.element(x.pointer, e.select(e.let(f"icmp slt i64 {x.step}, 0"), back, "0", "i64"))

    def slope(self, kind: str, x: Number, norm: str) -> Number:
        """The derivative of a norm by an element: x / norm, or the sign of each part; 0 where there is none."""
        e, t = self.e, self.p.scalar

        def sign(v: str) -> str:
            positive, negative = (e.let(f"fcmp {op} {t} {v}, 0.0") for op in ("ogt", "olt"))
            return e.select(positive, "1.0", e.select(negative, "-1.0", "0.0", t), t)

        def share(v: str) -> str:
            return e.select(e.let(f"fcmp oeq {t} {norm}, 0.0"), "0.0", e.real("fdiv", v, norm), t)

        one = share if kind == "norm" else sign
        return Number(one(x.re), one(x.im) if self.p.complex_ else "")

    def gemm(self, args: Sequence[str]) -> None:
        """Call the library's gemm with the given addresses."""
        if self.row.name == "gemm":
            hidden = self.wanted.ftype.params[len(args) :]
            self._library(self.wanted.callee, [*(f"ptr {a}" for a in args), *(f"{t} 1" for t in hidden)])
        else:
            self._other("gemm", args, 2)

    def _other(self, routine: str, args: Sequence[str], letters: int) -> None:
        """Call another routine of the library, with as many hidden lengths as it has letters, if this one has any."""
        name = self.spelling.named(routine)
        hidden = [str(t) for t in self.wanted.ftype.params[len(self.row.parameters) :][:1]] * letters
        self.needs[name] = f'declare void @"{name}"({", ".join(["ptr"] * len(args) + hidden)})'
        self.e.do(f'call void @"{name}"({", ".join([*(f"ptr {a}" for a in args), *(f"{t} 1" for t in hidden)])})')

    def call_row(
        self, row: Row, letters: str, sizes: dict[str, str], s: Number, matrices: dict[str, tuple[str, str]]
    ) -> None:
        """Call another routine of the same library; ``letters`` in order, ``s`` for its scalar, addresses and strides of
        matrices.
        """
        given, left = [], list(letters)
        stride = ""
        for p in row.parameters:
            if p.letter:
                given.append(self.letter(str(ord(left.pop(0)))))
            elif p.kind == "size":
                given.append(self.m.integer_place(sizes[p.name]))
            elif p.kind == "scalar":
                given.append(self.e.number())
                self.e.store(s, given[-1])
            elif p.kind == "matrix":
                pointer, stride = matrices[p.name]
                given.append(pointer)
            elif p.kind == "stride":
                given.append(self.m.integer_place(stride))
            else:
                raise RuleError(f"{row.name}: a {p.kind} cannot be given in a derivative of {self.row.name}")
        if left or set(sizes) != {p.name for p in row.of("size")} or set(matrices) != {p.name for p in row.of("matrix")}:
            raise RuleError(f"the call of {row.name} in a derivative of {self.row.name} does not fit its row")
        self._other(row.name, given, len(row.flags))

    def dense(self, name: str, x: Held, masked: bool, temporaries: list[str]) -> Matrix:
        """op(matrix) for a product: what is not general is written out, zeros included.

        ``masked``: what is stored stands for itself only.
        """
        assert isinstance(x, StoredMatrix)
        turned, conjugated = self.bits(self.row[name].flag)
        place, stride = x.pointer, x.stride
        if x.structure != "general":
            place, stride = self.square(x, temporaries)
            self.write_out(x, place, stride, masked)
        rows, columns = x.rows, x.columns
        across, down = self.f.choose(turned, columns, rows), self.f.choose(turned, rows, columns)
        return Matrix(place, stride, across, down, turned, conjugated)

    def square(self, x: StoredMatrix, temporaries: list[str]) -> tuple[str, str]:
        """Memory for all elements of a square matrix, and their stride."""
        e = self.e
        place = self.m.temporary(e.i("mul", e.i("mul", e.at_least(x.rows, 0), e.at_least(x.rows, 0)), self.p.bytes))
        temporaries.append(place)
        return place, e.at_least(x.rows, 1)

    def write_out(self, x: StoredMatrix, place: str, stride: str, masked: bool) -> None:
        """All elements of a matrix, zeros included; ``masked``: what is stored stands for itself only."""
        e, f = self.e, self.f
        self.clear(StoredMatrix("general", "full", place, stride, x.rows, x.columns))
        with f.columns(x) as (j, base, first, last):
            column = e.i("mul", j, stride)
            own = f.element(place, e.i("add", column, j))
            e.store(e.constant(float(x.diagonal)), own)
            with e.when(f.xor(x.unit, "true")):
                e.store(self.real(e.load(f.element(x.pointer, e.i("add", base, j))), x.structure == "hermitian"), own)
            with e.loop(last, first) as i:
                v = e.load(f.element(x.pointer, e.i("add", base, i)))
                e.store(v, f.element(place, e.i("add", column, i)))
                if x.mirrored and not masked:
                    image = e.conj(v) if x.structure == "hermitian" else v
                    e.store(image, f.element(place, e.i("add", e.i("mul", i, stride), j)))

    def fold(self, x: StoredMatrix, place: str, stride: str, masked: bool) -> None:
        """Add a square matrix to what is stored: the adjoint of writing it out."""
        e, f = self.e, self.f
        with f.columns(x) as (j, base, first, last):
            column = e.i("mul", j, stride)
            with e.when(f.xor(x.unit, "true")):
                v = self.real(e.load(f.element(place, e.i("add", column, j))), x.structure == "hermitian")
                f.add_to(f.element(x.pointer, e.i("add", base, j)), v)
            with e.loop(last, first) as i:
                v = e.load(f.element(place, e.i("add", column, i)))
                if x.mirrored and not masked:
                    image = e.load(f.element(place, e.i("add", e.i("mul", i, stride), j)))
                    v = e.add(v, e.conj(image) if x.structure == "hermitian" else image)
                f.add_to(f.element(x.pointer, e.i("add", base, i)), v)

    def add_product(
        self, name: str, to: Held, s: Number, x: Matrix, y: Matrix, masked: bool, turned: Factor | None = None
    ) -> None:
        """op(``to``) += s x y, where ``to`` lies in memory as the matrix ``name`` does; ``turned``: how the formula has it."""
        assert isinstance(to, StoredMatrix)
        temporaries: list[str] = []
        place, stride = to.pointer, to.stride
        if to.structure != "general":
            place, stride = self.square(to, temporaries)
            self.clear(StoredMatrix("general", "full", place, stride, to.rows, to.columns))
        bit, conjugated = self.bits(self.row[name].flag)
        rows, columns = self.f.choose(bit, to.columns, to.rows), self.f.choose(bit, to.rows, to.columns)
        target = Matrix(place, stride, rows, columns, bit, conjugated)
        if turned is not None and turned.transposed:
            target = self.m.flipped(target, "true" if turned.conjugated else "false")
        self.m.add_product(target, s, x, y)
        if to.structure != "general":
            self.fold(to, place, stride, masked)
        self.m.release_all(temporaries)

    def factor(self, f: Factor, x: Held, temporaries: list[str]) -> Matrix:
        """A factor of a product of matrices as the formula has it."""
        m = self.dense(f.name, x, False, temporaries)
        return self.m.flipped(m, "true" if f.conjugated else "false") if f.transposed else m

    def each_order(self, term: Term) -> Iterator[tuple[Factor, Factor]]:
        """The factors from left to right: where a side is said, once for each, in code for either."""
        if not self.row.side:
            yield term.factors[0], term.factors[1]
            return
        left = self.is_letter(self.row.side, "L")
        with self.e.when(left):
            yield term.factors[0], term.factors[1]
        with self.e.when(self.f.xor(left, "true")):
            yield term.factors[1], term.factors[0]

