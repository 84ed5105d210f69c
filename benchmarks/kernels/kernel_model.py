"""What a kernel is: a function, its arguments, and where there is one an adjoint written by hand."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

Array = Any  # an array of floats; irad and Numba find the types at the call
Make = Callable[[np.random.Generator], tuple[Any, ...]]
SEED = 20240229


@dataclass(frozen=True)
class Kernel:
    """One row of the table.

    ``function`` returns a float and may overwrite its arguments.  ``make`` takes sizes and gives what makes its arguments;
    ``sizes`` are those that are timed, with ``tiny`` finite differences take no time.  ``constant`` names the arrays without a
    shadow.

    ``hand`` takes the arguments, a shadow for each array that has one, and what ``scratch`` makes of the arguments: all memory
    that it uses, so that its size can be compared with a tape.  It adds derivatives into the shadows; shadows of arrays that the
    function overwrites are zero before.  It leaves the arrays as the function leaves them.  Its loops go in the order of those of
    the function, or backwards: it is what a careful author of an adjoint writes, not another algorithm.

    ``tolerance``: how far irad's gradient may be from that by hand, relative to the largest of an array.
    """

    name: str
    function: Callable[..., Any]
    make: Callable[..., Make]
    sizes: tuple[Any, ...]
    tiny: tuple[Any, ...]
    hand: Callable[..., Any] | None = None
    scratch: Callable[..., tuple[Any, ...]] = lambda *_: ()
    constant: tuple[str, ...] = ()
    single: bool = False  # in float32
    tolerance: float = 1e-9

    def arguments(self, tiny: bool = False) -> tuple[Any, ...]:
        """Fresh arguments, the same in each call."""
        made = self.make(*(self.tiny if tiny else self.sizes))(np.random.default_rng(SEED))
        return tuple(_narrow(a) for a in made) if self.single else made

    def active(self, args: tuple[Any, ...]) -> tuple[int, ...]:
        """The places of the arguments that have a shadow."""
        names = list(inspect.signature(self.function).parameters)
        return tuple(k for k, a in enumerate(args) if _floats(a) and names[k] not in self.constant)

    def sized(self, *sizes: Any) -> Kernel:
        """The same with other sizes."""
        return replace(self, sizes=sizes)

    def in_single(self, tolerance: float = 1e-4) -> Kernel:
        """The same in float32."""
        return replace(self, name=f"{self.name}_f32", single=True, tolerance=tolerance)


def _floats(a: Any) -> bool:
    return isinstance(a, np.ndarray) and a.dtype.kind == "f"


def _narrow(a: Any) -> Any:
    return a.astype(np.float32) if _floats(a) else a
