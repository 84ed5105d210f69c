"""Rules for library routines that read and write memory (BLAS ...): their derivatives are functions in IR.

For a call of such a routine the transform asks `ExternalRule.split` for the text of an augmented and a reverse function, in
the same convention as for functions with a body (docs/dev/architecture.md, "Derivatives"), and `forward` for the text of
a forward function.  These are ordinary IR and call the library themselves, so they can be differentiated again.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from irad.errors import IradError
from irad.ir.types import FunctionType
from irad.rules.formulas.base import Rule


@dataclass(frozen=True)
class HandedArray:
    """A place where the routine leaves an array: its address, then sizes and strides, of ``ndim`` axes each.

    ``kind`` of its elements as in `RoutineOperand`.  ``fresh``: it is newly allocated memory, not part of an argument.
    """

    kind: str
    ndim: int
    fresh: bool


@dataclass(frozen=True)
class RoutineOperand:
    """How a routine uses one parameter.

    ``access``: "" (passed by value), "r", "w" or "rw" of the memory behind a pointer; ``kind``: the contents of that memory
    ("double", "float", "int", "char", or "any"; or a `HandedArray` array).
    """

    access: str = ""
    kind: str = ""
    hands: HandedArray | None = None


@dataclass(frozen=True)
class Wanted:
    """One derivative of one call.

    ``symbol``: base name of the functions to define; ``callee``, ``ftype``: the routine's name and type in the module;
    ``shadow[i]``: parameter i is followed by its shadow; ``active[i]``: parameter i is a float by value whose derivative
    is returned; ``keep[i]``: the memory behind parameter i may be overwritten before the reverse runs (a copy must be kept
    if the reverse reads it); ``tape_stack``: the arena's stack for the tape (its address is arena + 64 + 64 * tape_stack);
    ``ret``: the routine's float result is active.  ``unread[i]``: what the call writes behind parameter i is not read
    afterwards.  ``width``: the number of lanes of each shadow (one, for rules without `ExternalRule.lanes`).
    """

    symbol: str
    callee: str
    ftype: FunctionType
    shadow: tuple[bool, ...]
    active: tuple[bool, ...]
    keep: tuple[bool, ...]
    tape_stack: int
    ret: bool = False
    unread: tuple[bool, ...] = ()
    width: int = 1


@dataclass(frozen=True)
class Texts:
    """IR definitions of ``@aug.SYMBOL`` and ``@rev.SYMBOL`` (or ``@fwd.SYMBOL``), and declarations that they need by name.

    ``copies``: the operands of which a copy is kept between the two; None where that is not known.
    """

    text: str
    declarations: dict[str, str]
    copies: tuple[str, ...] | None = None


class ExternalRule(Rule):
    """A routine with memory effects.  ``operands`` has one entry per parameter."""

    @property
    @abstractmethod
    def operands(self) -> tuple[RoutineOperand, ...]: ...

    @property
    def opaque(self) -> bool:
        """Whether only the types are known.  All memory it can reach is active then, and returned pointers have shadows."""
        return False

    @property
    def lanes(self) -> bool:
        """Whether the rule handles several directions (lanes) in one call."""
        return False

    @abstractmethod
    def fits(self, ftype: FunctionType) -> bool:
        """Whether a function of this type is the routine."""

    @abstractmethod
    def split(self, wanted: Wanted) -> Texts:
        """``aug.S(arena, params with shadows) -> {[result,] ptr tape}`` and ``rev.S(arena, tape[, seed]) -> {derivatives}``."""

    @abstractmethod
    def forward(self, wanted: Wanted) -> Texts:
        """``fwd.S(arena, params with shadows) -> {result, tangent}`` (or void)."""


@dataclass(frozen=True)
class Routines:
    """The interface of a package of routines; each entry is described at the function of this module that calls it."""

    find: Callable[[str], ExternalRule | None]
    has_body: Callable[[str], bool]
    definitions: Callable[[Mapping[str, FunctionType]], tuple[str, Mapping[str, str], Sequence[str]]]
    c_only: Callable[[Iterable[str]], str | None]
    fortran_definitions: Callable[[Iterable[str], str], Mapping[str, tuple[str, str, str]]]


_registered: list[Routines] = []


def register(routines: Routines) -> None:
    """Register the package of routines; called by `irad.blas_rules` when it is imported."""
    _registered[:] = [routines]


def _routines() -> Routines:
    """The registered package; an error if it was not imported, since routines with a rule would otherwise go unnoticed."""
    if not _registered:
        raise IradError("no package of library routines is registered", hint="import irad.blas_rules")
    return _registered[0]


def find(name: str) -> ExternalRule | None:
    """The rule of a library routine, by the name it has in the IR."""
    return _routines().find(name)


def has_body(name: str) -> bool:
    """Whether `definitions` has a body for the routine ``name``."""
    return _routines().has_body(name)


def definitions(declared: Mapping[str, FunctionType]) -> tuple[str, Mapping[str, str], Sequence[str]]:
    """IR for those of the ``declared`` routines that are defined by others: text, declarations it needs, names it defines."""
    return _routines().definitions(declared)


def c_only(names: Iterable[str]) -> str | None:
    """The suffix that the CBLAS names among ``names`` share, if all their BLAS routines are of the C interface; else None."""
    return _routines().c_only(names)


def fortran_definitions(names: Iterable[str], suffix: str) -> Mapping[str, tuple[str, str, str]]:
    """IR for Fortran routines on top of the C interface: name -> text, the routine that it calls, and its declaration."""
    return _routines().fortran_definitions(names, suffix)
