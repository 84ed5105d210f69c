"""Fortran routines as IR on top of those of the C interface, for libraries that have only these (GSL's, some for devices).

The other way round than `cblas.py`: derivatives are made of Fortran routines, and where a program calls `cblas_*` only, these
serve for them as well.  Matrices are stored by columns there.
"""

from __future__ import annotations

from dataclasses import replace

from irad.blas_rules.bodies.cblas import LETTERS
from irad.blas_rules.rows.language import Parameter, Row
from irad.blas_rules.rows.library_names import Spelling

_COLUMN_MAJOR = 102


def definition(name: str, found: Spelling, row: Row, suffix: str) -> tuple[str, str, str]:
    """The text that defines ``name``, the routine of the C interface that it calls, and the declaration of that.

    ``suffix``: what names of the C interface end in, in this library.
    """
    body = _FortranBody(row, found)
    given = [(t, v) for p in row.parameters for t, v in [body.argument(p)]]
    if row.of("matrix"):
        given.insert(0, ("i32", str(_COLUMN_MAJOR)))
    called = replace(found, cblas=True, upper=False, suffix=("_sub" if row.complex_result else "") + suffix).named(row.name)
    scalar = found.precision.scalar
    if row.complex_result:
        pair = "<2 x float>" if scalar == "float" else "{ double, double }"
        body.lines.append(f"%out = alloca {pair}, align 16")
        given.append(("ptr", "%out"))
        inner, ret = "void", pair
    elif row.kind == "largest":
        inner, ret = "i64", found.integer
    else:
        inner = ret = scalar if row.targets == ("",) else "void"
    listed = ", ".join(f"{t} {v}" for t, v in given)
    body.lines.append(("" if inner == "void" else "%r = ") + f'call {inner} @"{called}"({listed})')
    body.lines += _returned(row, ret, given)
    params = ", ".join(f"ptr %p{i}" for i in range(len(row.parameters)))
    lines = "\n".join(f"  {line}" for line in body.lines)
    text = f'define internal {ret} @"{name}"({params}) alwaysinline nounwind {{\n{lines}\n}}\n'
    return text, called, f'declare {inner} @"{called}"({", ".join(t for t, _ in given)})'


def _returned(row: Row, ret: str, given: list[tuple[str, str]]) -> list[str]:
    if row.complex_result:
        return [f"%whole = load {ret}, ptr %out, align 8", f"ret {ret} %whole"]
    if row.kind == "largest":  # C counts from zero, Fortran from one, and zero is for no elements
        count = given[0][1]
        index = ["%next = add i64 %r, 1", *([] if ret == "i64" else ["%short = trunc i64 %next to i32"])]
        found = "%next" if ret == "i64" else "%short"
        some = [f"%some = icmp sgt {ret} {count}, 0", f"%index = select i1 %some, {ret} {found}, {ret} 0"]
        return [*index, *some, f"ret {ret} %index"]
    return ["ret void"] if ret == "void" else [f"ret {ret} %r"]


class _FortranBody:
    """Loads the arguments that C passes by value."""

    def __init__(self, row: Row, found: Spelling) -> None:
        self.row, self.found = row, found
        self.lines: list[str] = []

    def argument(self, p: Parameter) -> tuple[str, str]:
        i, number = self.row.parameters.index(p), self.found.precision
        if p.pointer or (p.kind == "scalar" and number.complex_):
            return "ptr", f"%p{i}"
        if p.kind in LETTERS:
            return "i32", self._code(p, i)
        t = number.scalar if p.kind in ("scalar", "real") else self.found.integer
        self.lines.append(f"%v{i} = load {t}, ptr %p{i}, align 4")
        return t, f"%v{i}"

    def _code(self, p: Parameter, i: int) -> str:
        """The CBLAS code of a letter, small or capital."""
        self.lines += [f"%c{i} = load i8, ptr %p{i}, align 1", f"%l{i} = and i8 %c{i}, -33"]
        value = "0"
        for k, (code, letter) in enumerate(LETTERS[p.kind].items()):
            self.lines += [
                f"%e{i}.{k} = icmp eq i8 %l{i}, {ord(letter)}",
                f"%s{i}.{k} = select i1 %e{i}.{k}, i32 {code}, i32 {value}",
            ]
            value = f"%s{i}.{k}"
        return value
