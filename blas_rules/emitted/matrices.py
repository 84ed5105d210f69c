"""Products of matrices in emitted code, with transposition as run-time bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from irad.blas_rules.emitted.emit import Number
from irad.blas_rules.emitted.forms import Forms

Gemm = Callable[[Sequence[str]], None]


@dataclass(frozen=True)
class Matrix:
    """op(X) of a column-major X at ``pointer``, ``rows`` x ``columns`` after op; the bits are i1 values or constants."""

    pointer: str
    stride: str
    rows: str
    columns: str
    transposed: str = "false"
    conjugated: str = "false"


class Matrices:
    """Emits operations on matrices.  ``stack``: where temporary memory comes from; ``integer``: the type of sizes."""

    def __init__(self, forms: Forms, stack: str, integer: str, gemm: Gemm) -> None:
        self.f, self.e, self.stack, self.integer, self.gemm = forms, forms.e, stack, integer, gemm

    # ---- shapes

    def flipped(self, m: Matrix, conjugate: str) -> Matrix:
        """The transpose, conjugated where the bit ``conjugate`` holds."""
        conjugated = self.f.xor(m.conjugated, conjugate) if self.e.p.complex_ else "false"
        return Matrix(m.pointer, m.stride, m.columns, m.rows, self.f.xor(m.transposed, "true"), conjugated)

    def stored(self, m: Matrix) -> tuple[str, str]:
        """Rows and columns as they lie in memory."""
        return self.f.choose(m.transposed, m.columns, m.rows), self.f.choose(m.transposed, m.rows, m.columns)

    def size(self, m: Matrix) -> str:
        """Bytes of a compact copy."""
        rows, columns = (self.e.at_least(n, 0) for n in self.stored(m))
        return self.e.let(f"mul i64 {self.e.let(f'mul i64 {rows}, {columns}')}, {self.e.p.bytes}")

    # ---- products

    def temporary(self, bytes_: str) -> str:
        return self.e.let(f"call ptr @irad_reserve(ptr {self.stack}, i64 {bytes_})")

    def release(self, temporary: str) -> None:
        self.e.do(f"call void @irad_release(ptr {self.stack}, ptr {temporary})")

    def release_all(self, temporaries: Sequence[str]) -> None:
        """Give back temporaries in the order in which they were made."""
        for t in reversed(temporaries):
            self.release(t)

    def add_product(self, target: Matrix, s: Number, x: Matrix, y: Matrix) -> None:
        """op(target) += s x y: where the target is stored transposed, its transpose gets the transposed product."""
        e = self.e
        if target.transposed != "false":
            straight = self.f.xor(target.transposed, "true")
            with e.when(target.transposed):
                bit = target.conjugated
                self._gemm(target, self.f.conj(s, bit), self.flipped(y, bit), self.flipped(x, bit))
            with e.when(straight):
                bit = target.conjugated
                self._gemm(target, self.f.conj(s, bit), self._conjugate(x, bit), self._conjugate(y, bit))
            return
        self._gemm(target, s, x, y)

    def _conjugate(self, m: Matrix, bit: str) -> Matrix:
        conjugated = self.f.xor(m.conjugated, bit) if self.e.p.complex_ else "false"
        return Matrix(m.pointer, m.stride, m.rows, m.columns, m.transposed, conjugated)

    def _gemm(self, target: Matrix, s: Number, x: Matrix, y: Matrix) -> None:
        temporaries: list[str] = []
        x, y = (self._plain(m, temporaries) for m in (x, y))
        flags = (self.f.choose(m.transposed, self.f.choose(m.conjugated, "67", "84", "i8"), "78", "i8") for m in (x, y))
        places = [(m.pointer, m.stride) for m in (x, y, target)]
        self.call_gemm(flags, (x.rows, y.columns, x.columns), s, places, self.e.constant(1.0))
        self.release_all(temporaries)

    def call_gemm(
        self, flags: Iterable[str], sizes: Sequence[str], s: Number, matrices: Sequence[tuple[str, str]], beta: Number
    ) -> None:
        """c = s op(a) op(b) + beta c, by the library; ``flags``: codes of N, T or C; ``matrices``: addresses and strides."""
        letters = [self.place("i8", flag) for flag in flags]
        counts = [self.integer_place(n) for n in sizes]
        strides = [self.integer_place(stride) for _, stride in matrices]
        numbers = []
        for v in (s, beta):
            numbers.append(self.e.number())
            self.e.store(v, numbers[-1])
        (a, _), (b, _), (c, _) = matrices
        self.gemm([*letters, *counts, numbers[0], a, strides[0], b, strides[1], numbers[1], c, strides[2]])

    def _plain(self, m: Matrix, temporaries: list[str]) -> Matrix:
        """BLAS knows no flag for "conjugated, not transposed": such a matrix is copied."""
        if m.conjugated == "false":
            return m
        e = self.e
        odd = self._both(m.conjugated, self.f.xor(m.transposed, "true"))
        if odd == "false":
            return m
        zero = Matrix(m.pointer, m.stride, self.f.choose(odd, m.rows, "0"), self.f.choose(odd, m.columns, "0"))
        place = self.temporary(self.size(zero))
        temporaries.append(place)
        rows, columns = self.stored(zero)
        with e.loop(columns) as j, e.loop(rows) as i:
            e.store(e.conj(e.load(e.element(m.pointer, m.stride, i, j))), e.element(place, rows, i, j))
        pointer = self.f.choose(odd, place, m.pointer, "ptr")
        stride = self.f.choose(odd, e.at_least(m.rows, 1), m.stride)
        return Matrix(pointer, stride, m.rows, m.columns, m.transposed, m.conjugated)

    def _both(self, a: str, b: str) -> str:
        if "false" in (a, b):
            return "false"
        return b if a == "true" else a if b == "true" else self.e.let(f"and i1 {a}, {b}")

    def place(self, type_: str, value: str) -> str:
        slot = self.e.alloca(type_)
        self.e.do(f"store {type_} {value}, ptr {slot}")
        return slot

    def integer_place(self, value: str) -> str:
        if self.integer != "i64":
            value = self.e.let(f"trunc i64 {value} to {self.integer}")
        return self.place(self.integer, value)
