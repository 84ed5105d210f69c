"""What all rules have in common: a name, spellings, parameters, and how a formula calls the function."""

from __future__ import annotations

from dataclasses import dataclass

from irad.rules.formulas.layout import RuleParam


@dataclass(frozen=True)
class Emission:
    """How a formula calls a function: the first of these that is given and has the type at hand.

    ``intrinsic`` ("llvm.sin") exists for every float type and for vectors; ``libm`` ("erf": erff, erf, erfl, erff128)
    for scalars, vectors are taken apart; ``helper`` ("irad.digamma") is IR that irad links in, for double.
    """

    intrinsic: str = ""
    libm: str = ""
    helper: str = ""


@dataclass(frozen=True, kw_only=True)
class Rule:
    """Base of all rules.  ``names`` are the spellings, with ``{a,b}`` alternatives and a final ``*``."""

    name: str
    names: str
    params: tuple[RuleParam, ...] = ()
    note: str = ""
    emission: Emission = Emission()

    @property
    def reads_memory(self) -> bool:
        return False

    @property
    def writes_memory(self) -> bool:
        return False

    @property
    def signature(self) -> str:
        return f"{self.name}({', '.join(map(str, self.params))})"

    def describe(self) -> list[str]:
        """Lines for ``irad rules``: what happens to derivatives."""
        return []
