"""From a row to derivatives in IR: the augmented, reverse and forward functions of one call.

For every product ``s X Y`` that a routine adds to its target C (X, Y stand for op(X), op(Y); D is the shadow of C; ^H is
the conjugate transpose), with the shadow of z = x + iy holding df/dx + i df/dy:

    forward    D = s_b D + s_b' C + s' X Y + s X' Y + s X Y'                 (before C itself changes)
    reverse    X' += conj(s) D Y^H     Y' += conj(s) X^H D     s' += sum conj(X Y) D     b' += sum conj(C) D
               D  = conj(b) D                                                (last: the others read it)

(Giles, "Collected matrix derivative results for forward and reverse mode algorithmic differentiation", 2008.)  C in
``b'`` is the value before the call, so it is copied where the factor b is active; X and Y are copied only when they are
read by the reverse and may be overwritten before it.  Flags, sizes and scalars are always kept: they lie behind
pointers that callers reuse.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from irad.blas_rules.emit import Emit, Number
from irad.blas_rules.language import Parameter, Row, Term
from irad.blas_rules.matrices import Matrices, Matrix
from irad.blas_rules.names import Spelling
from irad.ir.types import FunctionType
from irad.rules.external import ExternalRule, Operand, Texts, Wanted

_STACKS, _STACK_SIZE = 64, 64  # of the arena: docs/dev/architecture.md
COPY = "'copy"  # behind the name of a matrix: the pointer to its copy


@dataclass(frozen=True, kw_only=True)
class BlasRule(ExternalRule):
    """The rule of one routine under one of its names."""

    row: Row
    spelling: Spelling

    @property
    def operands(self) -> tuple[Operand, ...]:
        number = self.spelling.precision.scalar
        kinds = {"flag": "char", "size": "int", "stride": "int"}
        out = []
        for p in self.row.parameters:
            if p.kind in kinds:
                out.append(Operand("r", kinds[p.kind]))
            else:
                out.append(Operand(("r" if self.row.reads(p.name) else "") + ("w" if p.name == self.row.target else ""), number))
        return tuple(out)

    @property
    def lanes(self) -> bool:
        return True

    def fits(self, ftype: FunctionType) -> bool:
        """All by reference; Fortran compilers add the lengths of the flags at the end."""
        n = len(self.row.parameters)
        params = ftype.params
        extra = len(params) - n
        return (
            extra in (0, len(self.row.flags))
            and all(t.is_ptr for t in params[:n])
            and all(t.is_int for t in params[n:])
            and (ftype.ret.is_void or ftype.ret.is_int)
            and not ftype.vararg
        )

    def split(self, wanted: Wanted) -> Texts:
        ahead, back = _Augmented(self, wanted), _Reverse(self, wanted)
        return Texts(f"{ahead.text()}\n{back.text()}\n", {})

    def forward(self, wanted: Wanted) -> Texts:
        return Texts(f"{_Forward(self, wanted).text()}\n", {})

    def describe(self) -> list[str]:
        return [self.row.formula]


class _Function:
    """What the three functions share: the values of a call, by the names of the row."""

    def __init__(self, rule: BlasRule, wanted: Wanted) -> None:
        self.row, self.wanted = rule.row, wanted
        self.p = rule.spelling.precision
        self.integer = rule.spelling.integer
        self.e = Emit(self.p)
        self.active = {p.name for p, s in zip(self.row.parameters, wanted.shadow, strict=False) if s}
        self.keep = {p.name for p, k in zip(self.row.parameters, wanted.keep, strict=False) if k}
        self.values: dict[str, str] = {}  # flags (i8), sizes and strides (i64)
        self.numbers: dict[str, Number] = {}
        self.pointers: dict[str, str] = {}  # what was passed, and shadows as "a'0", "a'1" ... (one per lane)
        self.lane = 0
        stack = self.e.let(f"getelementptr i8, ptr %arena, i64 {_STACKS + _STACK_SIZE * wanted.tape_stack}")
        self.m = Matrices(self.e, stack, self.integer, self.call)
        self.stack = stack

    def call(self, args: Sequence[str]) -> str:
        """Call the library with the given pointers."""
        n = len(self.row.parameters)
        params = [f"ptr {a}" for a in args] + [f"{t} 1" for t in self.wanted.ftype.params[n:]]
        text = f'call {self.wanted.ftype.ret} @"{self.wanted.callee}"({", ".join(params)})'
        if self.wanted.ftype.ret.is_void:
            self.e.do(text)
            return ""
        return self.e.let(text)

    # ---- matrices by name

    def bits(self, flag: str) -> tuple[str, str]:
        """Transposed? Conjugated?  From a flag in either case; R is an extension of OpenBLAS (conjugated only)."""
        if not flag:
            return "false", "false"
        e = self.e
        upper = e.let(f"and i8 {self.values[flag]}, -33")
        t, c, r = (e.let(f"icmp eq i8 {upper}, {ord(x)}") for x in "TCR")
        return e.let(f"or i1 {t}, {c}"), e.let(f"or i1 {c}, {r}") if self.p.complex_ else "false"

    def each_lane(self) -> Iterator[None]:
        """Once for each of the derivatives that are made together: shadows are those of ``lane``."""
        for lane in range(self.wanted.width):
            self.lane = lane
            yield

    def shadow(self, name: str) -> str:
        """The shadow of a parameter in the present lane."""
        return self.pointers[f"{name}'{self.lane}"]

    def matrix(self, name: str, shadow: bool = False) -> Matrix:
        """op(matrix), or its shadow."""
        p = self.row[name]
        rows, columns, stride = (self.values[v] for v in (p.rows, p.columns, self.row.stride(name).name))
        return Matrix(self.shadow(name) if shadow else self.pointers[name], stride, rows, columns, *self.bits(p.flag))

    # ---- arguments

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
            if p.kind == "flag":
                self.values[p.name] = e.let(f"load i8, ptr %p{i}")
            elif p.kind in ("size", "stride"):
                value = e.let(f"load {self.integer}, ptr %p{i}")
                self.values[p.name] = value if self.integer == "i64" else e.let(f"sext {self.integer} {value} to i64")
            elif p.kind == "scalar":
                self.numbers[p.name] = e.load(f"%p{i}")

    def primal(self) -> str:
        n = len(self.row.parameters)
        args = [f"{t} %p{i}" for i, t in enumerate(self.wanted.ftype.params)]
        assert len(args) >= n
        text = f'call {self.wanted.ftype.ret} @"{self.wanted.callee}"({", ".join(args)})'
        if self.wanted.ftype.ret.is_void:
            self.e.do(text)
            return ""
        return self.e.let(text)

    # ---- what the reverse needs

    def read_in_reverse(self) -> list[str]:
        """Matrices whose primal values an adjoint reads."""
        found = []
        for p in self.row.of("matrix"):
            for term in self.row.terms:
                others = {term.scalar, *(f for f in term.factors if f != p.name)}
                if p.name in term.factors and others & self.active:
                    found.append(p.name)
                    break
        return found

    def copied(self) -> list[str]:
        """Those of which a copy is kept; of the target always, the routine itself overwrites it."""
        return [n for n in self.read_in_reverse() if n in self.keep or n == self.row.target]

    def fields(self) -> list[tuple[Parameter, str, int]]:
        """The tape: (parameter, "value", "'0" for the shadow of a lane or "'copy" for the pointer to its copy, offset).

        Copies are apart: pointers and numbers at offsets that vary in one piece of memory are more than a second differentiation
        can tell apart.
        """
        out: list[tuple[Parameter, str, int]] = []
        offset = 0
        for p in self.row.parameters:
            if p.kind == "matrix":
                out.append((p, "value", offset))
                offset += 8
            elif p.kind == "scalar":
                out.append((p, "value", offset))
                offset += max(8, self.p.bytes)
            else:
                out.append((p, "value", offset))
                offset += 8
            for lane in range(self.wanted.width) if p.name in self.active else ():
                out.append((p, f"'{lane}", offset))
                offset += 8
        for name in self.copied():
            out.append((self.row[name], COPY, offset))
            offset += 8
        return out


class _Augmented(_Function):
    def text(self) -> str:
        e = self.e
        self.read_arguments()
        fields = self.fields()
        tape = self.m.temporary(str(fields[-1][2] + 16))  # first: with it everything behind it is released
        for name in self.copied():
            own = self.pointers[name + COPY] = self.m.temporary(self.m.size(self.matrix(name)))
            self.m.copy(self.matrix(name), own)
        for p, what, offset in fields:
            self._save(p, what, e.byte(tape, offset))
        result = self.primal()
        if result:
            t = f"{{ {self.wanted.ftype.ret}, ptr }}"
            first = e.let(f"insertvalue {t} undef, {self.wanted.ftype.ret} {result}, 0")
            e.do(f"ret {t} {e.let(f'insertvalue {t} {first}, ptr {tape}, 1')}")
        else:
            t = "{ ptr }"
            e.do(f"ret {t} {e.let(f'insertvalue {t} undef, ptr {tape}, 0')}")
        return f"{self.head(f'aug.{self.wanted.symbol}', t)}\n{e.body()}\n}}"

    def _save(self, p: Parameter, what: str, place: str) -> None:
        if what != "value" or p.kind == "matrix":
            self.e.do(f"store ptr {self.pointers[p.name + (what if what != 'value' else '')]}, ptr {place}")
        elif p.kind == "scalar":
            self.e.store(self.numbers[p.name], place)
        else:
            self.e.do(f"store {'i8' if p.kind == 'flag' else 'i64'} {self.values[p.name]}, ptr {place}")


class _Reverse(_Function):
    def text(self) -> str:
        e = self.e
        self._restore()
        target = self.row.target
        for _ in self.each_lane() if target in self.active else ():
            self._adjoints(self.matrix(target, shadow=True))
        self.m.release("%tape")
        e.do("ret void")
        return f'define internal void @"rev.{self.wanted.symbol}"(ptr %arena, ptr %tape) {{\n{e.body()}\n}}'

    def _restore(self) -> None:
        e = self.e
        for p, what, offset in self.fields():
            place = e.byte("%tape", offset)
            if what != "value" or p.kind == "matrix":
                self.pointers[p.name + (what if what != "value" else "")] = e.let(f"load ptr, ptr {place}")
            elif p.kind == "scalar":
                self.numbers[p.name] = e.load(place)
            else:
                self.values[p.name] = e.let(f"load {'i8' if p.kind == 'flag' else 'i64'}, ptr {place}")
        self.copies: dict[str, Matrix] = {}
        for name in self.copied():
            m = self.matrix(name)
            stride = e.at_least(self.m.stored(m)[0], 1)
            self.copies[name] = Matrix(self.pointers[name + COPY], stride, m.rows, m.columns, m.transposed, m.conjugated)

    def value(self, name: str) -> Matrix:
        """op(matrix) as the routine read it."""
        return self.copies.get(name) or self.matrix(name)

    def _adjoints(self, d: Matrix) -> None:
        sums = []
        for term in self.row.terms:
            if term.scalar in self.active:
                sums.append((term.scalar, self._sum(term, d)))
            if len(term.factors) == 2:
                self._factors(term, d)
        for term in self.row.terms:
            if len(term.factors) == 1:
                self.m.scale(d, self.e.conj(self.numbers[term.scalar]))
        for name, total in sums:  # only now: they may lie inside the target
            place = self.shadow(name)
            self.e.store(self.e.add(self.e.load(place), total), place)

    def _sum(self, term: Term, d: Matrix) -> Number:
        if len(term.factors) == 1:
            return self.m.inner(self.value(term.factors[0]), d)
        x, y = (self.value(f) for f in term.factors)
        product = Matrix("", self.e.at_least(x.rows, 1), x.rows, y.columns)
        place = self.m.temporary(self.m.size(product))
        product = Matrix(place, product.stride, x.rows, y.columns)
        self.m.set_product(product, x, y)
        total = self.m.inner(product, d)
        self.m.release(place)
        return total

    def _factors(self, term: Term, d: Matrix) -> None:
        left, right = term.factors
        s = self.e.conj(self.numbers[term.scalar])
        if left in self.active:
            self.m.add_product(self.matrix(left, shadow=True), s, d, self.m.flipped(self.value(right), "true"))
        if right in self.active:
            self.m.add_product(self.matrix(right, shadow=True), s, self.m.flipped(self.value(left), "true"), d)


class _Forward(_Function):
    def text(self) -> str:
        e = self.e
        self.read_arguments()
        for _ in self.each_lane() if self.row.target in self.active else ():
            self._tangents(self.matrix(self.row.target, shadow=True))
        result = self.primal()
        if result:
            t = f"{{ {self.wanted.ftype.ret} }}"
            e.do(f"ret {t} {e.let(f'insertvalue {t} undef, {self.wanted.ftype.ret} {result}, 0')}")
        else:
            t = "void"
            e.do("ret void")
        return f"{self.head(f'fwd.{self.wanted.symbol}', t)}\n{e.body()}\n}}"

    def _tangents(self, d: Matrix) -> None:
        e = self.e
        tangents = {p.name: e.load(self.shadow(p.name)) for p in self.row.of("scalar") if p.name in self.active}
        for term in self.row.terms:
            if len(term.factors) == 1:
                self.m.scale(d, self.numbers[term.scalar])
        for term in self.row.terms:
            if len(term.factors) == 1:
                if term.scalar in tangents:
                    self.m.add_scaled(d, tangents[term.scalar], self.matrix(term.factors[0]))
                continue
            left, right = term.factors
            if term.scalar in tangents:
                self.m.add_product(d, tangents[term.scalar], self.matrix(left), self.matrix(right))
            for one, shadow in ((left, (True, False)), (right, (False, True))):
                if one in self.active:
                    x, y = self.matrix(left, shadow[0]), self.matrix(right, shadow[1])
                    self.m.add_product(d, self.numbers[term.scalar], x, y)
