"""CBLAS routines as IR on top of the Fortran ones, so that only these need rules.

A matrix in row-major storage is the transpose of the same memory in column-major storage: each row says which call of the routine
itself that makes ("!" behind a letter: the other one; "~" behind a scalar: its conjugate).  (The C interface to BLAS: Blackford
et al., "An updated set of basic linear algebra subprograms", 2002, appendix B.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from irad.blas_rules.language import Row
from irad.blas_rules.names import Spelling
from irad.ir.types import FunctionType

_ROW_MAJOR = 101
_LETTERS = {
    "flag": {111: "N", 112: "T", 113: "C", 114: "R"},
    "uplo": {121: "U", 122: "L"},
    "diag": {131: "N", 132: "U"},
    "side": {141: "L", 142: "R"},
}
_OTHER = {"uplo": {"U": "L", "L": "U"}, "side": {"L": "R", "R": "L"}}


def definition(name: str, found: Spelling, row: Row, ftype: FunctionType) -> tuple[str, Mapping[str, str]] | None:
    """The text that defines ``name``, and what it declares; None when the module declares something else by this name."""
    layout = bool(row.of("matrix"))
    if layout and not (row.row_major and found.precision.letter in row.mapped):
        return None
    given = ftype.params[1:] if layout else ftype.params
    if len(given) != len(row.parameters) or (layout and str(ftype.params[0]) != "i32"):
        return None
    sizes = {str(t) for p, t in zip(row.parameters, given, strict=True) if p.kind in ("size", "stride", "step", "up")}
    integer = next(iter(sizes))
    if len(sizes) != 1 or integer not in ("i32", "i64"):
        return None
    number = found.precision
    types = []
    for p in row.parameters:
        by_value = "ptr" if number.complex_ and p.kind == "scalar" else number.scalar
        word = {"scalar": by_value, "real": number.scalar, "matrix": "ptr", "vector": "ptr"}.get(p.kind)
        types.append(word or ("i32" if p.kind in _LETTERS else integer))
    ret = str(ftype.ret)
    if [str(t) for t in given] != types or ret != (number.scalar if row.targets == ("",) else "void"):
        return None
    body = _Body(row, found, types)
    target = found.fortran(integer == "i64").named(row.name)
    call = f'call {ret} @"{target}"'
    lines = ["entry:", *body.lines]
    if layout:
        orders = [row.row_major, tuple(p.name for p in row.parameters)]
        calls = [f"{call}({', '.join(f'ptr {body.slots[n]}' for n in order)})" for order in orders]
        lines += [
            f"  %rows = icmp eq i32 %layout, {_ROW_MAJOR}",
            "  br i1 %rows, label %row_major, label %column_major",
            "row_major:",
            *body.conjugates,
            f"  {calls[0]}",
            "  ret void",
            "column_major:",
            f"  {calls[1]}",
            "  ret void",
        ]
    else:
        made = f"{call}({', '.join(f'ptr {body.slots[p.name]}' for p in row.parameters)})"
        lines += [f"  {made}", "  ret void"] if ret == "void" else [f"  %result = {made}", f"  ret {ret} %result"]
    params = ", ".join([*(["i32 %layout"] if layout else []), *(f"{t} %p{i}" for i, t in enumerate(types))])
    declared = f'declare {ret} @"{target}"({", ".join(["ptr"] * len(types))})'
    text = "\n".join(lines)
    return f'define internal {ret} @"{name}"({params}) alwaysinline nounwind {{\n{text}\n}}\n', {target: declared}


class _Body:
    """The arguments by address: ``slots`` by name, "name!" the other letter, "name~" the conjugate (``conjugates`` makes it)."""

    def __init__(self, row: Row, found: Spelling, types: Sequence[str]) -> None:
        self.slots: dict[str, str] = {}
        self.lines: list[str] = []
        self.conjugates: list[str] = []
        stores = []
        for i, (p, t) in enumerate(zip(row.parameters, types, strict=True)):
            if t == "ptr":
                self.slots[p.name] = f"%p{i}"
            elif p.kind not in _LETTERS:
                self.slots[p.name] = f"%s{i}"
                self.lines.append(f"  %s{i} = alloca {t}")
                stores.append(f"  store {t} %p{i}, ptr %s{i}")
            else:
                for mark in ("", "!") if f"{p.name}!" in row.row_major else ("",):
                    slot = f"%s{i}{'.other' if mark else ''}"
                    self.slots[p.name + mark] = slot
                    self.lines.append(f"  {slot} = alloca i8")
                    stores += self._letter(i, p.kind, slot, bool(mark), row, found)
            if f"{p.name}~" in row.row_major:
                t = found.precision.scalar
                self.slots[f"{p.name}~"] = f"%c{i}"
                self.lines.append(f"  %c{i} = alloca [2 x {t}]")
                self.conjugates += [
                    f"  %re{i} = load {t}, ptr {self.slots[p.name]}",
                    f"  store {t} %re{i}, ptr %c{i}",
                    f"  %from{i} = getelementptr {t}, ptr {self.slots[p.name]}, i64 1",
                    f"  %im{i} = load {t}, ptr %from{i}",
                    f"  %minus{i} = fneg {t} %im{i}",
                    f"  %to{i} = getelementptr {t}, ptr %c{i}, i64 1",
                    f"  store {t} %minus{i}, ptr %to{i}",
                ]
        self.lines += stores

    def _letter(self, i: int, kind: str, slot: str, other: bool, row: Row, found: Spelling) -> list[str]:
        """Store the letter of a CBLAS code (X, which the library reports, for what is none)."""
        turned = "C" if found.precision.complex_ and row.name.startswith("her") else "T"
        out, value, stem = [], "88", slot[1:]
        for code, letter in _LETTERS[kind].items():
            if other:
                letter = _OTHER[kind][letter] if kind in _OTHER else {"N": turned}.get(letter, "N")
            out.append(f"  %is.{stem}.{code} = icmp eq i32 %p{i}, {code}")
            out.append(f"  %f.{stem}.{code} = select i1 %is.{stem}.{code}, i8 {ord(letter)}, i8 {value}")
            value = f"%f.{stem}.{code}"
        return [*out, f"  store i8 {value}, ptr {slot}"]
