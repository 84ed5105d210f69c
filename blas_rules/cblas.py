"""CBLAS routines as IR on top of the Fortran ones, so that only these need rules.

A matrix in row-major storage is the transpose of the same memory in column-major storage: each row says which call of
the routine itself that makes.  (The C interface to BLAS: Blackford et al., "An updated set of basic linear algebra
subprograms", 2002, appendix B.)
"""

from __future__ import annotations

from collections.abc import Mapping

from irad.blas_rules.language import Row
from irad.blas_rules.names import Spelling
from irad.ir.types import FunctionType

_ROW_MAJOR = 101
_FLAGS = {111: "N", 112: "T", 113: "C", 114: "R"}


def definition(name: str, found: Spelling, row: Row, ftype: FunctionType) -> tuple[str, Mapping[str, str]] | None:
    """The text that defines ``name``, and what it declares; None when the module declares something else by this name."""
    numbers = found.precision
    size = ftype.params[4] if len(ftype.params) > 4 else None
    if len(ftype.params) != len(row.parameters) + 1 or size is None or not size.is_int:
        return None
    integer = str(size)
    expected = ["i32"]
    for p in row.parameters:
        scalar = "ptr" if numbers.complex_ else numbers.scalar
        expected.append({"flag": "i32", "size": integer, "stride": integer, "scalar": scalar, "matrix": "ptr"}[p.kind])
    if [str(t) for t in ftype.params] != expected or not ftype.ret.is_void:
        return None
    target = found.fortran(integer == "i64").named(row.name)
    lines = ["entry:"]
    slots = {}
    for i, (p, t) in enumerate(zip(row.parameters, expected[1:], strict=True)):
        if t == "ptr":
            slots[p.name] = f"%p{i}"
            continue
        slots[p.name] = f"%s{i}"
        lines.append(f"  %s{i} = alloca {'i8' if p.kind == 'flag' else t}")
    for i, (p, t) in enumerate(zip(row.parameters, expected[1:], strict=True)):
        if p.kind == "flag":
            value = "88"  # X: the library reports a wrong flag
            for code, letter in _FLAGS.items():
                lines.append(f"  %is{i}.{code} = icmp eq i32 %p{i}, {code}")
                lines.append(f"  %f{i}.{code} = select i1 %is{i}.{code}, i8 {ord(letter)}, i8 {value}")
                value = f"%f{i}.{code}"
            lines.append(f"  store i8 {value}, ptr %s{i}")
        elif t != "ptr":
            lines.append(f"  store {t} %p{i}, ptr %s{i}")
    calls = []
    for order in (row.row_major, tuple(p.name for p in row.parameters)):
        calls.append(f'  call void @"{target}"({", ".join(f"ptr {slots[n]}" for n in order)})')
    lines += [
        f"  %rows = icmp eq i32 %layout, {_ROW_MAJOR}",
        "  br i1 %rows, label %row_major, label %column_major",
        "row_major:",
        calls[0],
        "  ret void",
        "column_major:",
        calls[1],
        "  ret void",
    ]
    params = ", ".join(["i32 %layout", *(f"{t} %p{i}" for i, t in enumerate(expected[1:]))])
    body = "\n".join(lines)
    declared = f'declare void @"{target}"({", ".join(["ptr"] * len(row.parameters))})'
    return f'define internal void @"{name}"({params}) alwaysinline nounwind {{\n{body}\n}}\n', {target: declared}
