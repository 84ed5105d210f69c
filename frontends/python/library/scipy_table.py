"""Which functions of SciPy's parts for computing are written here: the names, by part of SciPy."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any


def _named(module: Any, names: str) -> dict[str, Any]:
    return {n: getattr(module, n) for n in names.split()}


@cache
def _of_integrate() -> dict[str, Any]:
    from irad.frontends.python.library.integrate import initial_values, quadrature, sampled

    found = _named(sampled, "trapezoid simpson cumulative_trapezoid cumulative_simpson romb")
    found |= _named(initial_values, "solve_ivp odeint")
    return found | _named(quadrature, "quad dblquad tplquad fixed_quad")


PARTS: dict[str, Callable[[], dict[str, Any]]] = {
    "scipy.integrate": _of_integrate,
}


def written(fn: Any) -> Any:
    """The function that is compiled for a call of ``fn``, None if it is none of these."""
    name = getattr(fn, "__name__", None)
    for part, of_part in PARTS.items():
        if part in sys.modules and isinstance(name, str) and vars(sys.modules[part]).get(name) is fn:
            return of_part().get(name)
    return None
