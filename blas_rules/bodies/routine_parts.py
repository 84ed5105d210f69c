"""What bodies of routines are made of (`compositions.py`): the arguments by name, checks, calls of routines with rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from irad.blas_rules.emitted.emit import Emit, Number
from irad.blas_rules.emitted.forms import Forms, StoredMatrix
from irad.blas_rules.rows.composed import COMPOSED
from irad.blas_rules.rows.language import ALLOWED, Parameter, Row
from irad.blas_rules.rows.library_names import PRECISIONS, Spelling
from irad.blas_rules.rows.rows import ROWS
from irad.errors import RuleError

Place = tuple[str, str]  # the address of a matrix and its leading dimension, or of a vector and its increment

Changed = Mapping[str, str | Number | Place]
_NOTHING: Changed = {}


@cache
def known_rows() -> Mapping[tuple[str, str], Row]:
    """All routines that a body may call, by name and letter."""
    return {(r.name, letter): r for r in (*ROWS, *COMPOSED) for letter in r.letters}


class Body:
    """The arguments of a routine by the names of its row, and what bodies are made of.

    ``values``: letters (i8), sizes and strides (i64); ``pointers``: everything as the Fortran interface takes it; ``needs``:
    declarations of what is called.
    """

    def __init__(self, spelling: Spelling, row: Row, hidden: str = "") -> None:
        self.spelling, self.row, self.hidden = spelling, row, hidden
        self.p = spelling.precision
        self.integer = spelling.integer
        self.e = Emit(self.p)
        self.f = Forms(self.e)
        self.values: dict[str, str] = {}
        self.pointers: dict[str, str] = {}
        self.needs: dict[str, str] = {}
        self.ret = "void"

    # ---- the arguments

    def read_by_reference(self) -> None:
        """Load letters and sizes."""
        for i, p in enumerate(self.row.parameters):
            self.pointers[p.name] = f"%p{i}"
            if p.letter:
                self.values[p.name] = self.e.let(f"load i8, ptr %p{i}")
            elif p.integer:
                self.values[p.name] = self.load_integer(f"%p{i}")

    def load_integer(self, pointer: str) -> str:
        value = self.e.let(f"load {self.integer}, ptr {pointer}")
        return value if self.integer == "i64" else self.e.let(f"sext {self.integer} {value} to i64")

    def store_integer(self, value: str, pointer: str) -> None:
        if self.integer != "i64":
            value = self.e.let(f"trunc i64 {value} to {self.integer}")
        self.e.do(f"store {self.integer} {value}, ptr {pointer}")

    def is_letter(self, name: str, letters: str) -> str:
        """Whether a character argument is one of these letters, in either case (i1)."""
        upper = self.e.let(f"and i8 {self.values[name]}, -33")
        return self.any(*(self.e.let(f"icmp eq i8 {upper}, {ord(x)}") for x in letters))

    def any(self, *bits: str) -> str:
        first, *others = bits
        for bit in others:
            first = self.e.let(f"or i1 {first}, {bit}")
        return first

    def both(self, a: str, b: str) -> str:
        return self.e.let(f"and i1 {a}, {b}")

    def choose(self, bit: str, yes: str, no: str) -> str:
        """One of two letters."""
        return self.e.select(bit, str(ord(yes)), str(ord(no)), "i8")

    def place(self, name: str) -> Place:
        """A matrix among the arguments."""
        return self.pointers[name], self.values[self.row.stride(name).name]

    def triangle(self, name: str) -> StoredMatrix:
        """The stored triangle of a square matrix; without its diagonal where that is known to be 1."""
        p = self.row[name]
        pointer, stride = self.place(name)
        n = self.values[p.of("rows")]
        unit = self.is_letter(p.of("diag"), "U") if p.of("diag") else "false"
        return StoredMatrix("triangular", "full", pointer, stride, n, n, "", "", self.is_letter(p.of("uplo"), "U"), unit)

    def elements(self, x: StoredMatrix) -> Iterator[tuple[str, str]]:
        """Row and column of all that is stored, in loops; the diagonal of a unit triangular matrix is not."""
        with self.f.columns(x) as (j, _, first, last):
            if x.structure != "general":
                with self.e.when(self.f.xor(x.unit, "true")):
                    yield j, j
            with self.e.loop(last, first) as i:
                yield i, j

    # ---- info

    @contextmanager
    def valid(self) -> Iterator[None]:
        """What follows happens only if all arguments are legal; info says whether they are."""
        e, info = self.e, "0"
        for k, p in reversed([*enumerate(self.row.parameters, 1)]):
            bad = self._illegal(p)
            if bad:
                info = e.select(bad, str(-k), info, "i64")
        self.set_info(info)
        with e.when(e.let(f"icmp eq i64 {info}, 0")):
            yield

    def _illegal(self, p: Parameter) -> str:
        e = self.e
        if p.letter:
            known = ("NC" if self.p.complex_ else "NT") if p.kind == "adjoint" else ALLOWED[p.kind]
            return self.f.xor(self.is_letter(p.name, known), "true")
        if p.kind == "size":
            bad = e.let(f"icmp slt i64 {self.values[p.name]}, 0")
            most = p.of("most")
            return self.any(bad, e.let(f"icmp sgt i64 {self.values[p.name]}, {self.size(most)}")) if most else bad
        if p.kind == "stride":
            matrix = self.row.parameters[self.row.parameters.index(p) - 1]
            return e.let(f"icmp slt i64 {self.values[p.name]}, {self.least_stride(matrix)}")
        if p.kind == "lwork":
            few = e.let(f"icmp slt i64 {self.values[p.name]}, {e.at_least(self.size(p.of('rows')), 1)}")
            return self.both(few, self.f.xor(self.asks_for_work(p.name), "true"))
        return ""

    def asks_for_work(self, name: str) -> str:
        """Whether the call is a workspace query: the size given is -1 (i1)."""
        return self.e.let(f"icmp eq i64 {self.values[name]}, -1")

    def least_stride(self, p: Parameter) -> str:
        """The least leading dimension of a matrix by columns."""
        if p.layout == "band":
            return self.e.i("add", self.values[p.of("lower")], 1)
        return self.e.at_least(self.size(p.of("rows")), 1)

    def size(self, said: str) -> str:
        """A number of rows or columns, ``n`` or ``side?m:n``."""
        side, question, sizes = said.partition("?")
        if not question:
            return self.values[said]
        yes, no = sizes.split(":")
        return self.e.select(self.is_letter(side, "L"), self.values[yes], self.values[no], "i64")

    def set_info(self, value: str) -> None:
        (info,) = self.row.of("status")
        self.store_integer(value, self.pointers[info.name])

    def succeeded(self) -> str:
        """Whether ``info`` is 0 (i1)."""
        (info,) = self.row.of("status")
        return self.e.let(f"icmp eq i64 {self.load_integer(self.pointers[info.name])}, 0")

    # ---- calls

    def letter(self, value: str) -> str:
        """A place with a character in it, given as it is or as an i8."""
        return self.slot("i8", value if value.startswith("%") else str(ord(value)))

    def integer_place(self, value: str) -> str:
        place = self.e.alloca(self.integer)
        self.store_integer(value, place)
        return place

    def slot(self, type_: str, value: str) -> str:
        """Stack memory that holds a value."""
        place = self.e.alloca(type_)
        self.e.do(f"store {type_} {value}, ptr {place}")
        return place

    def call(self, routine: str, letter: str = "", changed: Changed = _NOTHING, **given: str | Number | Place) -> str:
        """Call another routine of the same library; arguments that are not given are those of this one with the same name.

        Letters as they are or as i8 values, sizes as i64, addresses with strides; ``letter``: another precision; ``changed``:
        more of what is given.
        """
        given |= changed
        precision = PRECISIONS[letter] if letter else self.p
        row = known_rows()[routine, precision.letter]
        args: list[str] = []
        stride = ""
        for p in row.parameters:
            value = given.pop(p.name, None)
            if isinstance(value, tuple):
                args.append(value[0])
                stride = value[1]
            elif p.kind in ("stride", "step", "up") and stride:
                args.append(self.integer_place(stride))
                stride = ""
            elif isinstance(value, Number):
                args.append(self._number(value, p.kind == "scalar" and precision.complex_))
            elif value is None:
                args.append(self.pointers[p.name])
            else:
                args.append(self._argument(p, value))
        if given:
            raise RuleError(f"{routine} does not take {', '.join(given)}")
        types = ["ptr"] * len(args) + ([self.hidden] * len(row.flags) if self.hidden else [])
        values = [*(f"ptr {a}" for a in args), *(f"{t} 1" for t in types[len(args) :])]
        result = precision.scalar if row.targets == ("",) else "void"
        name = self.spelling.named(routine, letter or None)
        self.needs[name] = f'declare {result} @"{name}"({", ".join(types)})'
        text = f'call {result} @"{name}"({", ".join(values)})'
        if result != "void":
            return self.e.let(text)
        self.e.do(text)
        return ""

    def _argument(self, p: Parameter, value: str) -> str:
        if p.letter:
            return self.letter(value)
        return self.integer_place(value) if p.integer else value

    def _number(self, x: Number, complex_: bool) -> str:
        if complex_:
            place = self.e.number()
            self.e.store(x, place)
            return place
        return self.slot(self.p.scalar, x.re)

    def number(self, real: str) -> Number:
        """A real number as one of this precision."""
        return Number(real, "0.0" if self.p.complex_ else "")

    @property
    def real_bytes(self) -> int:
        return self.p.bytes // 2 if self.p.complex_ else self.p.bytes

    @property
    def one(self) -> Number:
        return self.e.constant(1.0)

    @property
    def own_letter(self) -> str:
        """The letter of the flag for the conjugate transpose."""
        return "C" if self.p.complex_ else "T"

    def hermitian(self, routine: str) -> str:
        """``herk`` of complex matrices is ``syrk`` of real ones."""
        return routine if self.p.complex_ else routine.replace("he", "sy", 1)

    # ---- memory

    @contextmanager
    def memory(self, bytes_: str) -> Iterator[str]:
        """Memory that nobody else sees, for a while."""
        self.needs |= {"malloc": "declare ptr @malloc(i64)", "free": "declare void @free(ptr)"}
        place = self.e.let(f"call ptr @malloc(i64 {bytes_})")
        yield place
        self.e.do(f"call void @free(ptr {place})")

    @contextmanager
    def identity(self, n: str) -> Iterator[Place]:
        """A square matrix of its own, with ones on the diagonal."""
        e = self.e
        with self.memory(e.i("mul", e.i("mul", n, n), self.p.bytes)) as place:
            with e.loop(n) as j:
                with e.loop(n) as i:
                    e.store(e.constant(0.0), e.element(place, n, i, j))
                e.store(self.one, e.element(place, n, j, j))
            yield place, e.at_least(n, 1)

    def zero_on_diagonal(self, a: Place, n: str) -> str:
        """The place (from 1) of the first zero on the diagonal, 0 if there is none."""
        e = self.e
        found = self.slot("i64", "0")
        with e.loop(n) as j:
            old = e.let(f"load i64, ptr {found}")
            new = self.both(e.let(f"icmp eq i64 {old}, 0"), e.is_zero(e.load(e.element(*a, j, j))))
            e.do(f"store i64 {e.select(new, e.i('add', j, 1), old, 'i64')}, ptr {found}")
        return e.let(f"load i64, ptr {found}")
