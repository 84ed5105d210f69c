"""Programs that raise and catch exceptions, beside CPython: values, first and second derivatives in both modes."""

from __future__ import annotations

from resource import RUSAGE_SELF, getrusage
from typing import Any

import numpy as np
import pytest

import irad
from tests.frontends.python.exceptions import try_programs
from tests.reference.differences import close, fine_gradient, gradient

PROGRAMS = [f for name, f in vars(try_programs).items() if name.startswith("p_")]
CLOSED_FORMS = {
    "p_too_deep": lambda x: x[0] ** 2,
    "p_inner_gradient": lambda x: (x[0] ** 2 + x[1] ** 2) * (4 * (x[0] * x[1]) ** 2 if x[0] > 0 else 1),
}


def points() -> list[np.ndarray]:
    """One positive point, and some with signs of all kinds; no coordinate is near 0, where signs and singular points are."""
    rng = np.random.default_rng(1)
    signs = [(1, 1, 1), (-1, 1, 1), (1, -1, 1), (1, 1, -1), (-1, -1, -1)]
    return [np.array(s) * rng.uniform(0.35, 1.0, 3) for s in signs]


@pytest.mark.parametrize("f", PROGRAMS, ids=[f.__name__[2:] for f in PROGRAMS])
def test_program(f: Any) -> None:
    """Values are equal; derivatives agree with differences of CPython's runs (error below 1e-8), second ones with 1e-5."""
    run: Any = CLOSED_FORMS.get(f.__name__, f)
    for x in points():
        want, slopes = run(x.copy()), gradient(lambda v: run(v.copy()), x)
        close(irad.jit(f)(x.copy()), want, 1e-12)
        close(irad.grad(f)(x.copy()), slopes, 1e-6)
        close([irad.jvp(f, (x.copy(),), (d,))[1] for d in np.eye(3)], slopes, 1e-6)
        if f in (try_programs.p_left_by_return, try_programs.p_left_from_match):  # (checkpointed loops: half a minute)
            continue
        second = gradient(lambda v: fine_gradient(lambda w: run(w.copy()), v), x, 1e-4)
        close(irad.hessian(f)(x.copy()), second, 1e-4)
        close(irad.jacobian(irad.grad(f))(x.copy()), second, 1e-4)


@pytest.mark.parametrize("f", [try_programs.p_arrays_of_iterations, try_programs.p_arrays_in_else])
def test_memory_of_iterations(f: Any) -> None:
    """Arrays that a loop makes in ``try`` are freed at the end of each iteration: 50,000 of 8 kB would be 400 MB."""
    run, x = irad.jit(f), np.array([0.5, 0.7])
    run(x, 10, 1000)
    before = getrusage(RUSAGE_SELF).ru_maxrss
    run(x, 50_000, 1000)
    assert getrusage(RUSAGE_SELF).ru_maxrss - before < 100_000  # kB
