"""Derivative rules of BLAS and LAPACK routines.  README.md in this directory says how a routine is described."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from irad.blas_rules.bodies import cblas, compositions, fortran, lapacke
from irad.blas_rules.bodies.routine_parts import known_rows
from irad.blas_rules.derivatives.machine import BlasRule
from irad.blas_rules.rows.composed import COMPOSED, COMPOSED_LAPACK
from irad.blas_rules.rows.describe import described
from irad.blas_rules.rows.language import Row
from irad.blas_rules.rows.library_names import Spelling, spelling
from irad.blas_rules.rows.rows import LAPACK, ROWS
from irad.ir.types import FunctionType
from irad.rules.formulas.external import Routines, register

LISTED = (*ROWS, *COMPOSED)
_LAPACK = frozenset(row.name for row in (*LAPACK, *COMPOSED_LAPACK))


def _row(name: str) -> tuple[Spelling, Row] | None:
    found = spelling(name)
    row = known_rows().get((found.routine, found.precision.letter)) if found is not None else None
    return None if found is None or row is None else (found, row)


@cache
def lookup(name: str) -> BlasRule | None:
    """The rule of the routine that a Fortran-style ``name`` means, None when there is none."""
    found = _row(name)
    if found is None or found[0].cblas or found[0].lapacke or found[1].by:
        return None
    return BlasRule(name=name, names=name, row=found[1], spelling=found[0])


@cache
def has_body(name: str) -> bool:
    """Whether `body_text` defines the routine ``name``: one of a C interface, or a composition of others."""
    found = _row(name)
    if found is None:
        return False
    name_of, row = found
    lapack = row.name in _LAPACK
    if name_of.cblas or name_of.lapacke:
        return name_of.lapacke == lapack
    return bool(row.by)


def listed(name: str) -> Row | None:
    """The row of a routine that has a body, by its name in a library or in the rows."""
    found = _row(name) if has_body(name) else None
    return found[1] if found is not None else next((r for r in COMPOSED if r.name == name), None)


def body_text(declared: Mapping[str, FunctionType]) -> tuple[str, Mapping[str, str], list[str]]:
    """Definitions of the routines among ``declared`` that have bodies, declarations they need (name -> line), and their names.

    What they need may have a body, too.
    """
    texts: list[str] = []
    needs: dict[str, str] = {}
    names: list[str] = []
    for name, ftype in declared.items():
        found = _row(name) if has_body(name) else None
        if found is None:
            continue
        interface = cblas if found[0].cblas else lapacke if found[0].lapacke else compositions
        made = interface.definition(name, *found, ftype)
        if made is not None:
            texts.append(made[0])
            needs.update(made[1])
            names.append(name)
    return "".join(texts), needs, names


def c_only(names: Iterable[str]) -> str | None:
    """The common suffix of the BLAS names among ``names``, if all are of the C interface; else None."""
    found = [f[0] for f in map(_row, names) if f is not None]
    if not found or not all(f.cblas and not f.prefix for f in found):
        return None
    suffixes = {f.suffix.removeprefix("_sub") for f in found}
    return suffixes.pop() if len(suffixes) == 1 else None


def fortran_text(names: Iterable[str], suffix: str) -> dict[str, tuple[str, str, str]]:
    """Definitions of Fortran routines on top of the C interface: name -> text, the routine that it calls, its declaration."""
    out = {}
    for name in names:
        found = _row(name)
        if found is not None and not found[0].cblas and not found[0].lapacke and found[1].name not in _LAPACK:
            out[name] = fortran.definition(name, *found, suffix)
    return out


register(Routines(lookup, has_body, body_text, c_only, fortran_text))

__all__ = ["LISTED", "ROWS", "BlasRule", "Row", "described", "has_body", "listed", "lookup"]
