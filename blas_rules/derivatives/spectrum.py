"""What derivatives of eigenvalues and of singular values have in common: values that are the same, phases, kept vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irad.blas_rules.derivatives.factorisations import KEPT, Factorisation
from irad.blas_rules.derivatives.pieces import ColumnBlock
from irad.blas_rules.emitted.emit import Number
from irad.blas_rules.emitted.workspace import answered, behind, documented, width


@dataclass(frozen=True)
class Rounding:
    """Thresholds below which differences are rounding errors.

    ``apart``: values that differ by no more count as equal; ``noise``: numbers that are no larger count as zero; ``told``: the
    call ends with an error where a derivative does not exist (else it is NaN).
    """

    apart: str
    noise: str
    told: bool


class Spectral(Factorisation):
    names: tuple[str, ...]

    def kept(self) -> tuple[str, ...]:
        """Copies that are always made: of what the caller gets, or of what was not asked for."""
        return self.names

    def place(self, name: str) -> str:
        return self.c.pointers[name + KEPT]

    def block(self, name: str, shadow: bool = False) -> ColumnBlock:
        """A matrix of the caller's (all of it), or its shadow."""
        stride = self.c.values[self.c.row.stride(name).name]
        pointer = self.c.pointers[f"{name}'{self.c.lane}" if shadow else name]
        return ColumnBlock(pointer, stride, *self.extent(name))

    def extent(self, name: str) -> tuple[str, str]:
        raise NotImplementedError

    def kept_block(self, name: str) -> ColumnBlock:
        rows, columns = self.extent(name)
        return ColumnBlock(self.place(name), self.e.at_least(rows, 1), rows, columns)

    def keep_matrix(self, name: str) -> None:
        self.c.pointers[name + KEPT] = self.make(*self.extent(name)).pointer

    def keep_values(self, name: str, count: str) -> None:
        self.c.pointers[name + KEPT] = self.c.m.temporary(self.e.i("mul", self.e.at_least(count, 0), self.c.p.bytes))

    def copy_values(self, name: str, count: str) -> None:
        with self.e.loop(count) as i:
            self.put_real(self.place(name), i, self.get_real(self.c.pointers[name], i))

    def quotient(self, x: Number, by: str, apart: str, rounding: Rounding, matters: Sequence[Number]) -> Number:
        """x / by, for two values that are so far ``apart``.

        Where they are the same there is no derivative, unless all that ``matters`` is zero.
        """
        e, t = self.e, self.c.p.scalar
        same = e.let(f"fcmp ole {t} {self.size(apart)}, {rounding.apart}")
        counts = "false"
        for part in [part for number in matters for part in self.parts(number)]:
            counts = self.bit("or", counts, e.let(f"fcmp ugt {t} {self.size(part)}, {rounding.noise}"))
        lost = self.bit("and", same, counts)
        if rounding.told:
            self.end_if(lost)
        made = self.either(same, self.zero, self.share(x, by))
        return self.either(lost, e.constant(float("nan")), made)

    def rounding(self, name: str, count: str, slopes: ColumnBlock, told: bool) -> Rounding:
        """What is nothing but rounding errors, of these values and beside the largest element of adjoints (or tangents)."""
        return Rounding(self.apart(name, count), self.noise(slopes), told)

    def apart(self, name: str, count: str) -> str:
        """How far values are apart that are the same."""
        share = 2.0**-47 if self.c.p.scalar == "double" else 2.0**-18
        return self.e.real("fmul", self.largest(self.place(name), count), repr(share))

    def largest(self, place: str, count: str) -> str:
        """Of the absolute values of so many real numbers."""
        e, t, largest = self.e, self.c.p.scalar, self.e.alloca(self.c.p.scalar)
        e.do(f"store {t} 0.0, ptr {largest}")
        with e.loop(count) as i:
            self._raise(largest, self.get_real(place, i))
        return e.let(f"load {t}, ptr {largest}")

    def _raise(self, largest: str, v: str) -> None:
        """To the absolute value of v."""
        e, t = self.e, self.c.p.scalar
        size, old = self.size(v), e.let(f"load {t}, ptr {largest}")
        e.do(f"store {t} {e.select(e.let(f'fcmp ogt {t} {size}, {old}'), size, old, t)}, ptr {largest}")

    def parts(self, x: Number) -> tuple[str, ...]:
        return (x.re, x.im) if self.c.p.complex_ else (x.re,)

    def end_if(self, bit: str) -> None:
        """There is no derivative."""
        self.c.needs["irad_no_derivative"] = "declare void @irad_no_derivative(ptr)"
        with self.e.when(bit):
            self.e.do("call void @irad_no_derivative(ptr %arena)")

    def size(self, v: str) -> str:
        """The absolute value."""
        e, t = self.e, self.c.p.scalar
        return e.select(e.let(f"fcmp olt {t} {v}, 0.0"), e.let(f"fneg {t} {v}"), v, t)

    def noise(self, *blocks: ColumnBlock) -> str:
        """What is nothing but rounding errors, beside the largest element of adjoints."""
        e, t = self.e, self.c.p.scalar
        largest = e.alloca(t)
        e.do(f"store {t} 0.0, ptr {largest}")
        for b in blocks:
            with self.each(b) as (i, j):
                for v in self.parts(self.get(b, i, j)):
                    self._raise(largest, v)
        return self.of_rounding(e.let(f"load {t}, ptr {largest}"))

    def of_rounding(self, largest: str) -> str:
        """What is nothing but rounding errors beside a number."""
        return self.e.real("fmul", largest, repr(2.0**-40 if self.c.p.scalar == "double" else 2.0**-14))

    def check_phases(self, g: ColumnBlock, noise: str) -> None:
        """Turning a vector changes the result by what is imaginary on the diagonal."""
        if self.c.p.complex_:
            with self.e.loop(g.rows) as i:
                turns = self.size(self.get(g, i, i).im)
                self.end_if(self.e.let(f"fcmp ogt {self.c.p.scalar} {turns}, {noise}"))

    def check_basis(self, g: ColumnBlock, noise: str) -> None:
        """Turning the vectors of a space in it changes the result by what is not Hermitian."""
        e, t = self.e, self.c.p.scalar
        with self.each(g) as (i, j):
            for v in self.parts(e.sub(self.get(g, i, j), e.conj(self.get(g, j, i)))):
                self.end_if(e.let(f"fcmp ogt {t} {self.size(v)}, {noise}"))

    def slope_of(self, name: str) -> str | None:
        """Where the shadow of the values lies."""
        return self.c.pointers[f"{name}'{self.c.lane}"] if name in self.c.active else None

    def clear_values(self, name: str, count: str) -> None:
        slope = self.slope_of(name)
        if slope is not None:
            with self.e.loop(count) as i:
                self.put_real(slope, i, "0.0")

    def finished(self) -> str:
        """Whether the routine succeeded: its ``info`` is 0 (i1)."""
        e = self.e
        (info,) = self.c.row.of("status")
        return e.let(f"icmp eq {self.c.integer} {e.let(f'load {self.c.integer}, ptr {self.c.pointers[info.name]}')}, 0")

    def plus(self, x: Number, y: str) -> Number:
        """With a real number."""
        return Number(self.e.real("fadd", x.re, y), x.im)

    def bit(self, op: str, a: str, b: str) -> str:
        return self.e.let(f"{op} i1 {a}, {b}")

    def is_not(self, a: str) -> str:
        return self.e.let(f"xor i1 {a}, true")

    def own_call(self, changed: dict[str, str], m: str, n: str, vectors: ColumnBlock) -> None:
        """The routine with other arguments and memory of its own to work in; its ``vectors`` are NaN if that fails."""
        e, c, t = self.e, self.c, self.c.integer
        row, ask = c.row, dict(changed)
        for p in row.parameters:
            if p.kind in ("status", "intwork"):
                ask[p.name] = c.m.place(t, "0")
            elif p.kind in ("work", "realwork"):
                ask[p.name] = e.number()
            elif p.kind == "lwork":
                ask[p.name] = c.m.integer_place("-1")
        c.again(ask)
        given, made = dict(changed), []
        for p in row.of("work", "realwork", "intwork"):
            size = behind(row, p)
            count = answered(e, t, p.kind, ask[p.name]) if size else documented(e, row, p.kind, m, n)
            if size:
                given[size.name] = c.m.integer_place(count)
            given[p.name] = c.m.temporary(e.i("mul", count, width(e, t, p.kind)))
            made.append(given[p.name])
        (status,) = row.of("status")
        given[status.name] = ask[status.name]
        c.again(given)
        c.m.release_all(made)
        with e.when(e.let(f"icmp ne {t} {e.let(f'load {t}, ptr {given[status.name]}')}, 0")), self.each(vectors) as (i, j):
            self.put(vectors, i, j, e.constant(float("nan")))
