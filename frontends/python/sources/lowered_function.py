"""The frontend's result: `Lowered`.  In a separate module, since code found on disk needs no other part of the frontend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from irad.errors import IradError
from irad.frontends.python.sources.outside import Outside, OutsideSlot, Watched
from irad.frontends.python.sources.python_types import Array, Fixed, Scalar, Tuple, Ty
from irad.rules.deferred_errors import ErrorSite, late_site


class StaticNeeded(Exception):
    """A parameter of the function that is called from outside has to be known when compiling, or what is at a place in it."""

    def __init__(self, number: int, steps: tuple[Any, ...] | None = None) -> None:
        super().__init__(number, steps)
        self.number, self.steps = number, steps


@dataclass(frozen=True)
class Lowered:
    """A function in LLVM IR (docs/dev/architecture.md, "Functions from the Python frontend").

    ``captures``: hidden parameters behind the declared ones, as (array or path, type, name); ``uses``: what is read at paths from
    outside, which must be as it was for the code to be right; ``constants``: captured
    scalars that are compiled in; ``functions``: all Python functions compiled into the module; ``written``,
    ``written_captures``: the arguments and captures (by number) that the function may write to; ``fixed``: numbers inside of
    arguments that are compiled in (parameter, register, number); ``changes``: what lies at paths and is assigned to, or drawn
    from; ``makes_generators``: whether it makes generators of random numbers, which live in Python.
    """

    ir: str
    entry: str
    arg_names: tuple[str, ...]
    arg_types: tuple[Ty, ...]
    result: Ty
    captures: tuple[tuple[Any, Ty, str], ...]
    sites: tuple[ErrorSite, ...]
    functions: tuple[Any, ...]
    constants: tuple[tuple[str, Any], ...] = ()
    written: tuple[int, ...] = ()
    written_captures: tuple[int, ...] = ()
    uses: tuple[Watched, ...] = ()
    fixed: Fixed = ()
    changes: tuple[OutsideSlot, ...] = ()
    makes_generators: bool = False

    def captured(self) -> list[Any]:
        """The present values of the hidden parameters."""
        known: dict[Outside, object] = {}
        return [value.read(known) if isinstance(value, Outside) else value for value, _, _ in self.captures]

    @property
    def result_active(self) -> bool:
        """Whether the result holds floats."""
        return _has_float(self.result)

    def error(self, status: int, details: tuple[int, ...]) -> BaseException:
        """The exception of an error status."""
        site = self.sites[status - 1] if status <= len(self.sites) else late_site(status)
        if site is None:
            return IradError(f"compiled code ends with the status {status}, which is not known")
        return site.error(details)


def _has_float(ty: Ty) -> bool:
    if isinstance(ty, (Scalar, Array)):
        return ty.is_inexact
    return isinstance(ty, Tuple) and any(_has_float(t) for t in ty.items)
