"""What the functions that are made for one call have in common: its arguments by name, and sums of products of them."""

from __future__ import annotations

from collections.abc import Iterator

from irad.blas_rules.derivatives.call_arguments import CallArguments, Held
from irad.blas_rules.emitted.emit import Number
from irad.blas_rules.emitted.forms import Part, StoredMatrix, Vector
from irad.blas_rules.emitted.matrices import Matrix
from irad.blas_rules.rows.language import Factor, Parameter, Row, Term
from irad.errors import RuleError


class Call(CallArguments):
    """What is computed with the values of a call: products, sums, calls of the library, factors."""

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
        """Whether a vector or matrix enters conjugated: by its flag or by the formula, not by both (i1)."""
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

