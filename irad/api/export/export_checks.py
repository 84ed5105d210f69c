"""IR with which exported functions check their arguments, and allocate missing shadows (`argument_checks.c`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from irad.frontends.python.sources.dtypes import DTYPES, INTEGERS
from irad.llvm.runtime_ir.argument_checks import APART, ARRAY, CONSTANT, DERIVATIVE, PIECE, RESULT, SCALAR

__all__ = ["ARRAY", "CONSTANT", "RESULT", "SCALAR", "CheckedArray", "Table", "c_string"]

_FIRST = ("float64", "float32", "int64", "bool")  # those from int64 on have no derivative
_KINDS = {kind: (k, DTYPES[kind].item) for k, kind in enumerate((*_FIRST, *(i for i in INTEGERS if i not in _FIRST)))}


@dataclass(frozen=True)
class CheckedArray:
    """One array of the caller's, or one number that is written to: operands of IR, and ``name`` as the header has it."""

    name: str
    data: str
    shadow: str
    element: str
    role: int
    written: bool = False
    sizes: tuple[str, ...] = ()
    strides: tuple[str, ...] = ()


class Table:
    """The arrays and output numbers of one exported function, as a table on its stack."""

    def __init__(self, symbol: str, pieces: Sequence[CheckedArray], derivative: bool, apart: bool) -> None:
        self.symbol, self.pieces = symbol, pieces
        self.flags = DERIVATIVE * derivative | APART * apart

    def constants(self) -> list[str]:
        """Constants with the names of the function and of the pieces, for messages."""
        if not self.pieces:
            return []
        names = [(f"irad.name.{self.symbol}", self.symbol)]
        names += [(f"irad.name.{self.symbol}.{k}", p.name) for k, p in enumerate(self.pieces)]
        return [f'@"{key}" = private constant {c_string(text.encode())}' for key, text in names]

    def check(self) -> list[str]:
        """Leave the function with a status unless the arguments are fine; goes on in the block ``enter``."""
        if not self.pieces:
            return ["  br label %enter", "enter:"]
        numbers = sum(len(p.sizes) + len(p.strides) for p in self.pieces)
        lines = [
            f"  %.pieces = alloca [{len(self.pieces)} x {PIECE}]",
            f"  %.numbers = alloca [{max(numbers, 1)} x i64]",
            "  %.found = alloca [2 x i64]",
        ]
        used = 0
        for k, p in enumerate(self.pieces):
            places = []
            for values in (p.sizes, p.strides):
                place = f"%.numbers.{used}"
                for i, value in enumerate(values):
                    lines += [
                        f"  %.numbers.{used + i} = getelementptr i64, ptr %.numbers, i64 {used + i}",
                        f"  store i64 {value}, ptr %.numbers.{used + i}",
                    ]
                used += len(values)
                places.append(place if values else "null")
            kind, size = _KINDS[p.element]
            fields = [f'ptr @"irad.name.{self.symbol}.{k}"', f"ptr {p.data}", f"ptr {p.shadow}", f"i64 {size}", f"i64 {kind}"]
            fields += [f"i64 {n}" for n in (p.role, int(p.written), len(p.sizes))] + [f"ptr {place}" for place in places]
            for i, field in enumerate(fields):
                lines += [f"  %.piece.{k}.{i} = {self._field(k, i)}", f"  store {field}, ptr %.piece.{k}.{i}"]
        name = f'ptr @"irad.name.{self.symbol}"'
        given = f"ptr %.pieces, i64 {len(self.pieces)}, i64 {self.flags}, {name}, ptr %.found"
        return [
            *lines,
            f"  %.checked = call i32 @irad_check_arguments({given})",
            "  %.accepted = icmp eq i32 %.checked, 0",
            "  br i1 %.accepted, label %enter, label %refused",
            "refused:",
            "  ret i32 %.checked",
            "enter:",
        ]

    def shadows(self) -> list[str]:
        """Shadows for the time of the call, in the arena; ``%.shadow.K`` is then that of piece K, given or made."""
        wanted = [k for k, p in enumerate(self.pieces) if p.role == ARRAY]
        if not wanted or not self.flags & DERIVATIVE:
            return []
        return [
            "  %.needed = load i64, ptr %.found",
            "  %.complete = icmp eq i64 %.needed, 0",
            "  br i1 %.complete, label %call, label %give",
            "give:",
            "  %.stack = getelementptr i8, ptr %.arena, i64 64",
            "  %.memory = call ptr @irad_reserve(ptr %.stack, i64 %.needed)",
            f"  call void @irad_give_shadows(ptr %.pieces, i64 {len(self.pieces)}, ptr %.memory, i64 %.needed)",
            "  br label %call",
            "call:",
            *(f"  %.shadow.{k} = load ptr, ptr %.piece.{k}.2" for k in wanted),
        ]

    def _field(self, k: int, i: int) -> str:
        return f"getelementptr [{len(self.pieces)} x {PIECE}], ptr %.pieces, i64 0, i64 {k}, i32 {i}"


def c_string(data: bytes) -> str:
    """A constant of bytes with a zero behind it."""
    data += b"\0"
    escaped = "".join(chr(c) if 32 <= c < 127 and c not in b'"\\' else f"\\{c:02X}" for c in data)
    return f'[{len(data)} x i8] c"{escaped}"'
