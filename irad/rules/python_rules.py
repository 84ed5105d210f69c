"""Rules that users write in Python for their own functions (`irad.augmented_primal`, `irad.reverse`, `irad.forward`).

The Python frontend marks a function that has rules with the attribute ``"irad-rule"="NUMBER"``; the number is the key of the
frontend's entry for it (`Author`).  When the transform asks for a derivative, the frontend compiles the user's rule for the types
and the configuration at hand.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from irad.ir.types import FunctionType
from irad.ir.values import Module
from irad.rules.formulas.external import ExternalRule, HandedArray, RoutineOperand, Texts, Wanted

ATTRIBUTE = "irad-rule"
SHARE = "irad-share"  # of the function that says whether two pointers' memory may be shared
BOTH, REVERSE_ONLY, FORWARD_ONLY = "both", "reverse", "forward"


class Author(Protocol):
    """The frontend's entry for one function with rules."""

    @property
    def modes(self) -> str: ...

    @property
    def kinds(self) -> tuple[str | HandedArray, ...]: ...

    def split(self, rule: PythonRule, wanted: Wanted) -> Texts: ...

    def forward(self, rule: PythonRule, wanted: Wanted) -> Texts: ...


INACTIVE = 0  # the number of functions that are declared to have no derivative ...
READER = 1  # ... and that provably write nothing but their results
_authors: dict[int, Author] = {}
_numbers = itertools.count(2)


def register(author: Author) -> int:
    """The number that stands for ``author`` in IR of this process."""
    number = next(_numbers)
    _authors[number] = author
    return number


def author_of(number: int) -> Author:
    return _authors[number]


def modes_of(number: int) -> str:
    """The modes for which a function with this number has a rule."""
    return BOTH if number in (INACTIVE, READER) else _authors[number].modes


@dataclass(frozen=True, kw_only=True)
class PythonRule(ExternalRule):
    """``access``: how the function's body, or its rule, may access the memory behind each parameter."""

    number: int
    access: tuple[str, ...]

    @property
    def operands(self) -> tuple[RoutineOperand, ...]:
        kinds = author_of(self.number).kinds
        return tuple(_operand(a, k) for a, k in zip(self.access, kinds, strict=True))

    @property
    def lanes(self) -> bool:
        return True

    def fits(self, ftype: FunctionType) -> bool:
        return len(ftype.params) == len(self.access)

    def split(self, wanted: Wanted) -> Texts:
        return author_of(self.number).split(self, wanted)

    def forward(self, wanted: Wanted) -> Texts:
        return author_of(self.number).forward(self, wanted)

    def describe(self) -> list[str]:
        return ["a rule of the program"]


def _operand(access: str, kind: str | HandedArray) -> RoutineOperand:
    if isinstance(kind, HandedArray):
        return RoutineOperand(access, "any", kind)
    return RoutineOperand(access if kind else "", kind)


def marked(module: Module) -> Mapping[str, int]:
    """The functions with bodies that have rules, and the numbers of these."""
    found = {f.name: f.attributes.value(ATTRIBUTE) for f in module.functions.values() if f.has_body}
    return {name: int(number) for name, number in found.items() if number is not None}
