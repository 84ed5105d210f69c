"""Derivative rules of BLAS and LAPACK routines.  README.md in this directory says how a routine is described."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from irad.blas_rules.cblas import definition
from irad.blas_rules.language import Row
from irad.blas_rules.machine import BlasRule
from irad.blas_rules.names import Spelling, spelling
from irad.blas_rules.routines import ROWS
from irad.ir.types import FunctionType


@cache
def _rows() -> Mapping[tuple[str, str], Row]:
    return {(row.name, letter): row for row in ROWS for letter in row.letters}


def _row(name: str) -> tuple[Spelling, Row] | None:
    found = spelling(name)
    row = _rows().get((found.routine, found.precision.letter)) if found is not None else None
    return None if found is None or row is None else (found, row)


@cache
def lookup(name: str) -> BlasRule | None:
    """The rule of the routine that a Fortran-style ``name`` means, None when there is none."""
    found = _row(name)
    if found is None or found[0].cblas:
        return None
    return BlasRule(name=name, names=name, row=found[1], spelling=found[0])


def is_cblas(name: str) -> bool:
    """Is ``name`` a CBLAS routine that `cblas_text` defines?"""
    found = _row(name)
    return found is not None and found[0].cblas


def cblas_text(declared: Mapping[str, FunctionType]) -> tuple[str, Mapping[str, str], list[str]]:
    """Definitions of the CBLAS routines among ``declared``, declarations they need (name -> line), and their names."""
    texts: list[str] = []
    needs: dict[str, str] = {}
    names: list[str] = []
    for name, ftype in declared.items():
        found = _row(name)
        made = definition(name, *found, ftype) if found is not None and found[0].cblas else None
        if made is not None:
            texts.append(made[0])
            needs.update(made[1])
            names.append(name)
    return "".join(texts), needs, names


__all__ = ["ROWS", "BlasRule", "cblas_text", "is_cblas", "lookup"]
