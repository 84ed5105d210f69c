"""LAPACKE routines as IR on top of the Fortran ones: matrices by rows are transposed into memory of their own, and back.

Only what is stored goes over: a triangle, a band.  Workspace is allocated inside.  (LAPACKE's own test of all matrices for NaN,
after which info says which argument has one, is not made: NaN goes through the routine.)
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

from irad.blas_rules.bodies.routine_parts import Body, Changed
from irad.blas_rules.emitted.forms import StoredMatrix
from irad.blas_rules.emitted.workspace import answered, behind, documented, extent, width
from irad.blas_rules.rows.language import Parameter, Row
from irad.blas_rules.rows.library_names import Spelling
from irad.ir.types import FunctionType

_ROW_MAJOR, _COLUMN_MAJOR = 101, 102
_WORK = ("work", "realwork", "intwork")
_DROPPED = ("status", "lwork", *_WORK)  # what the C interface does not take
# What it takes besides: where gesvd leaves what has not converged.
_MORE = {"gesvd": "superb"}


def definition(name: str, found: Spelling, row: Row, ftype: FunctionType) -> tuple[str, Mapping[str, str]] | None:
    """The text that defines ``name``, and what it declares; None when the module declares something else by this name."""
    given = [p for p in row.parameters if p.kind not in _DROPPED]
    integers = {str(t) for p, t in zip(given, ftype.params[1:], strict=False) if p.integer}
    if len(integers) != 1 or not integers < {"i32", "i64"} or row.of("scalar", "real"):
        return None
    (integer,) = integers
    types = ["i32", *("i8" if p.letter else integer if p.integer else "ptr" for p in given), *("ptr" for _ in _more(row))]
    ret = found.precision.scalar if row.targets == ("",) else integer if row.of("status") else "i32"
    if [str(t) for t in ftype.params] != types or str(ftype.ret) not in {ret, *(("i64",) if ret == "i32" else ())}:
        return None
    body = _Interface(found.fortran(integer == "i64"), row, str(ftype.ret))
    body.take(given, types[1:][: len(given)])
    text = body.text()
    params = ", ".join(["i32 %layout", *(f"{t} %p{i}" for i, t in enumerate(types[1:]))])
    return f'define internal {ftype.ret} @"{name}"({params}) nounwind {{\n{text}\n}}\n', body.needs


def _more(row: Row) -> list[str]:
    return [_MORE[row.name]] if row.name in _MORE else []


class _Interface(Body):
    """One routine."""

    def __init__(self, spelling: Spelling, row: Row, ret: str) -> None:
        super().__init__(spelling, row)
        self.ret = ret
        self.result = self.e.alloca(ret)

    def take(self, given: list[Parameter], types: list[str]) -> None:
        """Letters and sizes come by value."""
        e = self.e
        for i, (p, t) in enumerate(zip(given, types, strict=True)):
            if t == "ptr":
                self.pointers[p.name] = f"%p{i}"
                continue
            self.pointers[p.name] = self.slot(t, f"%p{i}")
            self.values[p.name] = e.let(f"sext {t} %p{i} to i64") if t == "i32" else f"%p{i}"
        for p in self.row.of("status"):
            self.pointers[p.name] = self.slot(self.integer, "0")

    def text(self) -> str:
        e = self.e
        rows, columns = (e.let(f"icmp eq i32 %layout, {code}") for code in (_ROW_MAJOR, _COLUMN_MAJOR))
        self._return("-1.0" if self.ret == self.p.scalar else "-1")
        with e.when(columns):
            self._call({})
        with e.when(rows):
            self._by_rows()
        e.do(f"ret {self.ret} {e.let(f'load {self.ret}, ptr {self.result}')}")
        return e.body()

    def _return(self, value: str) -> None:
        self.e.do(f"store {self.ret} {value}, ptr {self.result}")

    def _call(self, changed: Changed) -> None:
        """The Fortran routine; ``changed``: matrices that lie elsewhere.  Its arguments come one place later here."""
        e = self.e
        with ExitStack() as stack:
            self._workspace(changed, stack)
            value = self.call(self.row.name, changed=changed)
            if self.row.name in _MORE:
                self._hand_over()
            if self.row.of("status"):
                (info,) = self.row.of("status")
                code = self.load_integer(self.pointers[info.name])
                code = e.select(e.let(f"icmp slt i64 {code}, 0"), e.i("sub", code, 1), code, "i64")
                value = code if self.integer == "i64" else e.let(f"trunc i64 {code} to {self.integer}")
            self._return(value or "0")

    def _hand_over(self) -> None:
        """What gesvd leaves in its workspace, behind the first number there."""
        e, t = self.e, self.p.scalar
        work = self.pointers["rwork" if self.p.complex_ else "work"]
        given = sum(p.kind not in _DROPPED for p in self.row.parameters)
        with e.loop(e.i("sub", e.least(self.values["m"], self.values["n"]), 1)) as i:
            source = e.let(f"getelementptr {t}, ptr {work}, i64 {e.i('add', i, 1)}")
            to = e.let(f"getelementptr {t}, ptr %p{given}, i64 {i}")
            e.do(f"store {t} {e.let(f'load {t}, ptr {source}')}, ptr {to}")

    def _workspace(self, changed: Changed, stack: ExitStack) -> None:
        """Of the size that the routine wants, or of the size that is written in the row or its documentation."""
        e, row, works = self.e, self.row, self.row.of(*_WORK)
        asked = {}
        if row.of("lwork"):
            for p in works:
                asked[p.name] = self.pointers[p.name] = self.slot(self.integer, "0") if p.kind == "intwork" else e.number()
            self.call(row.name, changed={**{p.name: "-1" for p in row.of("lwork")}, **changed})
        for p in works:
            size = behind(row, p)
            if size:
                count = e.at_least(answered(e, self.integer, p.kind, asked[p.name]), 1)
                self.pointers[size.name] = self.integer_place(count)
            elif p.of("rows"):
                count = e.at_least(self.size(p.of("rows")), 1)
            else:
                count = documented(e, row, p.kind, self.values["m" if "m" in self.values else "n"], self.values["n"])
            bytes_ = e.i("mul", count, width(e, self.integer, p.kind))
            self.pointers[p.name] = stack.enter_context(self.memory(bytes_))

    # ---- matrices by rows

    def _by_rows(self) -> None:
        """A leading dimension that is too small is found here: the routine is told another one."""
        e = self.e
        if self.row.name == "laswp":
            self.values["k2"] = self._rows_of_pivots()
        code = "0"
        for k, p in reversed([*enumerate(self.row.parameters, 1)]):
            if p.kind == "stride":
                matrix = self.row.parameters[k - 2]
                few = e.let(f"icmp slt i64 {self.values[p.name]}, {self._extent(matrix)[1]}")
                code = e.select(few, str(-k - 1), code, "i64")
        value = code if self.ret == "i64" else e.let(f"trunc i64 {code} to i32") if self.ret == "i32" else "-1.0"
        self._return(value)
        with e.when(e.let(f"icmp eq i64 {code}, 0")), ExitStack() as stack:
            copies: dict[str, StoredMatrix] = {}
            for p in self.row.of("matrix"):
                rows, columns = self._extent(p)
                across = e.at_least(columns, 1)
                stride = e.at_least(rows if p.by_job else self.least_stride(p), 1)
                place = stack.enter_context(self.memory(e.i("mul", e.i("mul", stride, across), self.p.bytes)))
                copies[p.name] = self._copy(p, place, stride)
                self._transpose(p.name, copies[p.name], True)
            self._call({n: (x.pointer, x.stride) for n, x in copies.items()})
            for name, x in copies.items():
                if name in self.row.written:
                    self._transpose(name, x, False)

    def _rows_of_pivots(self) -> str:
        """How many rows there are, as far as the interchanges go: no argument says it."""
        e, v = self.e, self.values
        most = self.slot("i64", v["k2"])
        step = e.let(f"call i64 @llvm.abs.i64(i64 {v['incx']}, i1 false)")
        self.needs["llvm.abs.i64"] = "declare i64 @llvm.abs.i64(i64, i1)"
        with e.loop(e.i("add", e.i("sub", v["k2"], v["k1"]), 1)) as t:
            index = e.i("sub", e.i("add", v["k1"], e.i("mul", t, step)), 1)
            pivot = self.load_integer(e.let(f"getelementptr {self.integer}, ptr {self.pointers['ipiv']}, i64 {index}"))
            old = e.let(f"load i64, ptr {most}")
            e.do(f"store i64 {e.select(e.let(f'icmp sgt i64 {pivot}, {old}'), pivot, old, 'i64')}, ptr {most}")
        return e.let(f"load i64, ptr {most}")

    def _extent(self, p: Parameter) -> tuple[str, str]:
        if p.by_job:
            return extent(self.e, self.row, p.name, self.values["m"], self.values["n"], self.is_letter)
        return self.size(p.of("rows")), self.size(p.of("columns") or p.of("rows"))

    def _copy(self, p: Parameter, place: str, stride: str) -> StoredMatrix:
        """How a matrix lies by columns."""
        rows, columns = self._extent(p)
        if self.row.kind == "eig":  # the vectors fill all of it
            return StoredMatrix("general", "full", place, stride, rows, columns)
        upper = self.is_letter(p.of("uplo"), "U") if p.of("uplo") else "false"
        unit = self.is_letter(p.of("diag"), "U") if p.of("diag") else "false"
        below, above = (self.values[p.of(w)] if p.of(w) else "" for w in ("lower", "upper"))
        return StoredMatrix(p.structure, p.layout, place, stride, rows, columns, below, above, upper, unit)

    def _transpose(self, name: str, x: StoredMatrix, ahead: bool) -> None:
        """Between the matrix that was given and its copy, either way."""
        e = self.e
        given, stride = self.place(name)
        for i, j in self.elements(x):
            index = e.i("add", self.f.base(x, j), i)
            row = e.i("sub", index, e.i("mul", j, x.stride))
            source, target = e.element(given, stride, j, row), self.f.element(x.pointer, index)
            if not ahead:
                source, target = target, source
            e.store(e.load(source), target)
