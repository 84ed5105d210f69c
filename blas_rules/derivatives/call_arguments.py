"""The arguments of one call of a routine, by the names of its row: letters, sizes, numbers, matrices and vectors, lanes."""


from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

from irad.blas_rules.emitted.emit import Emit, Number
from irad.blas_rules.emitted.forms import Forms, StoredMatrix, Vector
from irad.blas_rules.emitted.matrices import Matrices
from irad.blas_rules.rows.language import ALLOWED, Parameter, Row
from irad.blas_rules.rows.library_names import Spelling
from irad.rules.formulas.external import Wanted

_STACKS, _STACK_SIZE = 64, 64  # of the arena: docs/dev/architecture.md
Held = StoredMatrix | Vector


class Factors(Protocol):
    """What a call asks of the derivative of a factorisation (`irad.blas_rules.derivatives.factorisations`)."""

    def prepare(self) -> None: ...


class CallArguments:
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
        """Whether a character argument has one of the values that the routine accepts (i1)."""
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
        """Whether a character argument is this letter, in either case (i1)."""
        key = f"{name}={letter}"
        if key not in self.known:
            upper = self.e.let(f"and i8 {self.values[name]}, -33")
            self.known[key] = self.e.let(f"icmp eq i8 {upper}, {ord(letter)}")
        return self.known[key]

    def bits(self, flag: str) -> tuple[str, str]:
        """Whether a matrix is transposed, and whether it is conjugated (i1).  R (conjugated only) is an extension of OpenBLAS."""
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
        """Whether the shadows of all lanes are adjacent in memory, those of this factor and those of the target (i1)."""
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

    # ---- the library

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
