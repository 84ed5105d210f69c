"""The rows: what a routine takes and what it computes.  README.md defines the language."""

from __future__ import annotations

import re
from dataclasses import dataclass

from irad.errors import RuleError

_MATRIX = re.compile(r"(\w+)\[(\w+),(\w+)\](?:\^(\w+))?$")


@dataclass(frozen=True)
class Parameter:
    """``kind``: flag, size, scalar, matrix or stride (leading dimension).

    Of a matrix: ``rows`` and ``columns`` name the sizes of op(matrix), ``flag`` the parameter that says what op is (""
    when it is stored as it is used); its leading dimension is the parameter that follows.
    """

    name: str
    kind: str
    rows: str = ""
    columns: str = ""
    flag: str = ""


@dataclass(frozen=True)
class Term:
    """A product: one scalar, then one or two matrices (each stands for op(matrix))."""

    scalar: str
    factors: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """One routine, in the Fortran interface and column-major storage."""

    name: str
    letters: str
    parameters: tuple[Parameter, ...]
    target: str
    terms: tuple[Term, ...]
    row_major: tuple[str, ...]
    formula: str

    def __getitem__(self, name: str) -> Parameter:
        return next(p for p in self.parameters if p.name == name)

    @property
    def flags(self) -> tuple[Parameter, ...]:
        return self.of("flag")

    def of(self, kind: str) -> tuple[Parameter, ...]:
        return tuple(p for p in self.parameters if p.kind == kind)

    def stride(self, matrix: str) -> Parameter:
        return self.parameters[self.parameters.index(self[matrix]) + 1]

    def reads(self, name: str) -> bool:
        return any(name == t.scalar or name in t.factors for t in self.terms)


def row(name: str, letters: str, parameters: str, formula: str, row_major: str) -> Row:
    """Parse a row; raises `RuleError` where the text does not make sense."""
    made = tuple(_parameter(word) for word in parameters.split())
    names = [p.name for p in made]
    target, _, right = (part.strip() for part in formula.partition("="))
    terms = []
    for text in right.split("+"):
        words = text.split()
        unknown = [w for w in words if w not in names]
        if unknown:
            raise RuleError(f"{name}: '{unknown[0]}' in '{formula}' is not a parameter")
        scalars = [w for w in words if made[names.index(w)].kind == "scalar"]
        matrices = tuple(w for w in words if made[names.index(w)].kind == "matrix")
        if len(scalars) != 1 or len(scalars) + len(matrices) != len(words) or not 1 <= len(matrices) <= 2:
            raise RuleError(f"{name}: '{text.strip()}' is not a scalar times one or two matrices")
        if len(matrices) == 1 and matrices != (target,):
            raise RuleError(f"{name}: a single matrix in '{text.strip()}' must be the target")
        terms.append(Term(scalars[0], matrices))
    if sorted(row_major.split()) != sorted(names):
        raise RuleError(f"{name}: the row-major form does not have the routine's parameters")
    return Row(name, letters, made, target, tuple(terms), tuple(row_major.split()), formula)


def _parameter(word: str) -> Parameter:
    match = _MATRIX.match(word)
    if match is not None:
        return Parameter(match[1], "matrix", match[2], match[3], match[4] or "")
    name, _, kind = word.partition(":")
    if kind not in ("flag", "size", "scalar", "stride"):
        raise RuleError(f"'{word}' is not a parameter")
    return Parameter(name, kind)
