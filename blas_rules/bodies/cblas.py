"""CBLAS routines as IR on top of the Fortran ones, so that only these need rules.

A matrix in row-major storage is the transpose of the same memory in column-major storage: each row says which call of the routine
itself that makes.  (The C interface to BLAS: Blackford et al., "An updated set of basic linear algebra subprograms", 2002,
appendix B.)  Behind a name, "!" is the other letter, "~" the conjugate: of a copy where a vector is only read, in place before
and after the call where it is the target.  The transpose of a Hermitian matrix is its conjugate; of other matrices the conjugate
is meant only where the flag says C, which becomes N then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext

from irad.blas_rules.emitted.emit import Emit, Number
from irad.blas_rules.rows.language import Parameter, Row
from irad.blas_rules.rows.library_names import Spelling
from irad.ir.types import FunctionType

_ROW_MAJOR = 101
LETTERS = {
    "flag": {111: "N", 112: "T", 113: "C", 114: "R"},
    "uplo": {121: "U", 122: "L"},
    "diag": {131: "N", 132: "U"},
    "side": {141: "L", 142: "R"},
}
_OTHER = {"uplo": {"U": "L", "L": "U"}, "side": {"L": "R", "R": "L"}}
_MEMORY = {"malloc": "declare ptr @malloc(i64)", "free": "declare void @free(ptr)"}


def definition(name: str, found: Spelling, row: Row, ftype: FunctionType) -> tuple[str, Mapping[str, str]] | None:
    """The text that defines ``name``, and what it declares; None when the module declares something else by this name."""
    layout = bool(row.of("matrix"))
    if layout and not (row.row_major and found.precision.letter in row.mapped):
        return None
    given = ftype.params[1:] if layout else ftype.params
    if row.complex_result and given and str(given[-1]) == "ptr":  # where the result goes
        given = given[:-1]
    if len(given) != len(row.parameters) or (layout and str(ftype.params[0]) != "i32"):
        return None
    sizes = {str(t) for p, t in zip(row.parameters, given, strict=True) if p.integer}
    integer = next(iter(sizes), "i32")
    if len(sizes) > 1 or integer not in ("i32", "i64"):
        return None
    number = found.precision
    types = []
    for p in row.parameters:
        by_value = "ptr" if number.complex_ and p.kind == "scalar" else number.scalar
        word = "ptr" if p.pointer else {"scalar": by_value, "real": number.scalar}.get(p.kind)
        types.append(word or ("i32" if p.kind in LETTERS else integer))
    ret = str(ftype.ret)
    if [str(t) for t in given] != types or ret not in _results(row, number.scalar):
        return None
    pair = "<2 x float>" if number.scalar == "float" else "{ double, double }"  # as C and Fortran return it here
    body = _CblasBody(row, found, types, integer, {"largest": integer}.get(row.kind, pair if row.complex_result else ret))
    if layout:
        rows = body.e.let(f"icmp eq i32 %layout, {_ROW_MAJOR}")
        columns = body.e.let(f"xor i1 {rows}, true")
        with body.e.when(rows):
            body.by_rows()
        with body.e.when(columns):
            body.call(row.name, [body.slot(p) for p in row.parameters])
        body.e.do("ret void")
    else:
        result = body.call(row.name, [body.slot(p) for p in row.parameters])
        if row.complex_result:
            take = "extractvalue {}, {}" if pair.startswith("{") else "extractelement {}, i32 {}"
            parts = (body.e.let(take.format(f"{pair} {result}", k)) for k in range(2))
            body.e.store(Number(*parts), f"%p{len(types)}")
            types.append("ptr")
            result = ""
        elif row.kind == "largest":
            result = body.from_zero(result, ret)
        body.e.do(f"ret {ret} {result}".rstrip())
    params = ", ".join([*(["i32 %layout"] if layout else []), *(f"{t} %p{i}" for i, t in enumerate(types))])
    text = f'define internal {ret} @"{name}"({params}) alwaysinline nounwind {{\n{body.e.body()}\n}}\n'
    return text, body.needs


def _results(row: Row, number: str) -> tuple[str, ...]:
    """The types that it may return."""
    if row.kind == "largest":
        return "i32", "i64"
    return (number,) if row.targets == ("",) and not row.complex_result else ("void",)


class _CblasBody:
    """What a definition consists of: the arguments by address, the calls."""

    def __init__(self, row: Row, found: Spelling, types: Sequence[str], integer: str, ret: str) -> None:
        self.row, self.found, self.integer, self.ret = row, found, integer, ret
        self.types = dict(zip((p.name for p in row.parameters), types, strict=True))
        self.values = {p.name: f"%p{i}" for i, p in enumerate(row.parameters)}
        self.e = Emit(found.precision)
        self.needs: dict[str, str] = {}

    def call(self, routine: str, places: Sequence[str]) -> str:
        """The Fortran routine; its result, if it has one."""
        target = self.found.fortran(self.integer == "i64").named(routine)
        self.needs[target] = f'declare {self.ret} @"{target}"({", ".join(["ptr"] * len(places))})'
        text = f'call {self.ret} @"{target}"({", ".join(f"ptr {p}" for p in places)})'
        if self.ret != "void":
            return self.e.let(text)
        self.e.do(text)
        return ""

    def from_zero(self, index: str, ret: str) -> str:
        """An index as C counts."""
        e, own = self.e, self.integer
        some = e.let(f"icmp sgt {own} {index}, 0")
        index = e.select(some, e.let(f"sub {own} {index}, 1"), "0", own)
        return index if ret == own else e.let(f"{'sext' if ret == 'i64' else 'trunc'} {own} {index} to {ret}")

    def slot(self, p: Parameter, other: bool = False) -> str:
        """The address of an argument (of the other letter)."""
        t, value = self.types[p.name], self.values[p.name]
        if t == "ptr":
            return value
        if p.kind in LETTERS:
            t, value = "i8", self._letter(p, other)
        place = self.e.alloca(t)
        self.e.do(f"store {t} {value}, ptr {place}")
        return place

    def _is(self, p: Parameter, code: int) -> str:
        return self.e.let(f"icmp eq i32 {self.values[p.name]}, {code}")

    def _letter(self, p: Parameter, other: bool) -> str:
        """The letter of a CBLAS code (X, which the library reports, for what is none)."""
        turned = "C" if self.found.precision.complex_ and self.row.kind == "matrices" and self.hermitian else "T"
        value = "88"
        for code, letter in LETTERS[p.kind].items():
            if other:
                letter = _OTHER[p.kind][letter] if p.kind in _OTHER else {"N": turned}.get(letter, "N")
            value = self.e.select(self._is(p, code), str(ord(letter)), value, "i8")
        return value

    # ---- matrices by rows

    @property
    def hermitian(self) -> bool:
        return any(p.structure == "hermitian" for p in self.row.parameters)

    def by_rows(self) -> None:
        e, conjugated = self.e, "false"
        words = self.row.row_major
        if self.found.precision.complex_ and any(w.endswith("~") for w in words):
            flags = self.row.of("flag")
            conjugated = "true" if self.hermitian or not flags else self._is(flags[0], 113)
        places: dict[str, str] = {}
        copies, turned = [], []
        for word in words:
            p = self.row[word.rstrip("!~")]
            if p.name in places:
                continue
            if not word.endswith("~") or conjugated == "false":
                places[p.name] = self.slot(p, word.endswith("!"))
            elif p.kind == "scalar":
                places[p.name] = self._conjugate(p, conjugated)
            elif p.name in self.row.targets:
                places[p.name] = self.values[p.name]
                turned.append(p)
            else:
                places[p.name], step, memory = self._copy(p, conjugated)
                places[self.row.stride(p.name).name] = step
                copies.append(memory)
        for p in turned:
            self._in_place(p, conjugated)
        self.call(self.row.row_major_of, [places[w.rstrip("!~")] for w in words])
        for p in turned:
            self._in_place(p, conjugated)
        for memory in copies:
            e.do(f"call void @free(ptr {memory})")

    def _conjugate(self, p: Parameter, bit: str) -> str:
        e, place = self.e, self.e.number()
        x = e.load(self.values[p.name])
        e.store(Number(x.re, e.select(bit, e.conj(x).im, x.im, e.p.scalar)), place)
        return place

    def _wide(self, name: str) -> str:
        value = self.values[name]
        return value if self.integer == "i64" else self.e.let(f"sext i32 {value} to i64")

    def _count(self, p: Parameter) -> str:
        """The number of elements of a vector."""
        said = p.of("rows")
        matrix, dot, what = said.partition(".")
        if not dot:
            return self._wide(said)
        a = self.row[matrix]
        rows, columns = self._wide(a.of("rows")), self._wide(a.of("columns"))
        pair = (columns, rows) if what == "rows" else (rows, columns)
        return self.e.select(self._is(self.row[a.flag], 111), pair[1], pair[0], "i64")

    def _vector(self, p: Parameter, bit: str) -> tuple[str, str, str]:
        """How many elements are to be conjugated, the first one's address and the increment."""
        e, step = self.e, self._wide(self.row.stride(p.name).name)
        count = e.select(bit, e.at_least(self._count(p), 0), "0", "i64")
        back = e.i("mul", e.i("sub", 1, count), step)
        first = e.select(e.let(f"icmp slt i64 {step}, 0"), back, "0", "i64")
        at = e.let(f"getelementptr {e.p.scalar}, ptr {self.values[p.name]}, i64 {e.i('shl', first, 1)}")
        return count, at, step

    def _loop(self, count: str, source: str, step: str, to: str, to_step: str) -> None:
        e = self.e
        with e.loop(count) as i:
            at = [
                e.let(f"getelementptr {e.p.scalar}, ptr {x}, i64 {e.i('shl', e.i('mul', i, s), 1)}")
                for x, s in ((source, step), (to, to_step))
            ]
            e.store(e.conj(e.load(at[0])), at[1])

    def _in_place(self, p: Parameter, bit: str) -> None:
        with self.e.when(bit) if bit != "true" else nullcontext():
            count, at, step = self._vector(p, bit)
            self._loop(count, at, step, at, step)

    def _copy(self, p: Parameter, bit: str) -> tuple[str, str, str]:
        """A conjugated copy where ``bit`` holds: the address to pass, that of the increment, and the memory to free."""
        e = self.e
        count, at, step = self._vector(p, bit)
        memory = e.let(f"call ptr @malloc(i64 {e.i('mul', count, e.p.bytes)})")
        self.needs |= _MEMORY
        self._loop(count, at, step, memory, "1")
        place, behind = e.alloca(self.integer), self.row.stride(p.name).name
        e.do(f"store {self.integer} {e.select(bit, '1', self.values[behind], self.integer)}, ptr {place}")
        return e.select(bit, memory, self.values[p.name], "ptr"), place, memory
