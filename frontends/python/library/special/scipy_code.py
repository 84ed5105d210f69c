"""SciPy's own C functions of numbers, for the functions of this library to call: ``scipy_code.jv(v, x)``.

Compiled code calls them by address (`irad.rules.formulas.scipy_functions`); here they are names of them only.
"""

from __future__ import annotations

from typing import Any

from irad.rules.formulas.scipy_functions import FUNCTIONS, PREFIX, count_of


class CFunction:
    """A function that takes and returns floats."""

    def __init__(self, name: str) -> None:
        self.__name__, self.symbol, self.count = name, f"{PREFIX}{name}.f64", count_of(name)

    def __call__(self, *args: float) -> float:
        raise NotImplementedError(f"{self.__name__} is for compiled functions")


TABLE: dict[str, CFunction] = {name: CFunction(name) for name in FUNCTIONS}
globals().update(TABLE)


def __getattr__(name: str) -> Any:
    """So that type checkers know the names that are made above."""
    raise AttributeError(name)
