"""Results that only mean something in compiled code are refused; rules of a library that refuse do so at the user's line."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
import scipy.interpolate
import scipy.linalg
import scipy.sparse
import scipy.stats
from scipy.integrate import solve_ivp

import irad
from irad.errors import UnsupportedError

ITERATORS = {
    "ndenumerate": lambda x: np.ndenumerate(x),
    "ndindex": lambda x: np.ndindex(2, 3),
    "enumerate": lambda x: enumerate(x),
    "zip": lambda x: zip(x, x),  # noqa: B905
    "iter": lambda x: iter(x),
    "generator": lambda x: (v for v in x),
    "filter": lambda x: filter(None, x),
    "in a list": lambda x: [enumerate(x)],
    "chain": lambda x: itertools.chain(x, x),
    "count": lambda x: itertools.count(),
    "flat": lambda x: x.flat,
}
OBJECTS = {
    "scipy.interpolate": lambda x: scipy.interpolate.CubicSpline(x, x),
    "scipy.sparse": lambda x: (x, scipy.sparse.csr_array(np.outer(x, x))),
    "scipy.stats": lambda x: scipy.stats.norm(x[0], 1.0),
}
OTHERS = {"map": lambda x: map(abs, x), "range": lambda x: range(len(x)), "slice": lambda x: slice(0, len(x))}
X = np.arange(3.0)


@pytest.mark.parametrize("name", ITERATORS)
def test_iterators(name: str) -> None:
    with pytest.raises(UnsupportedError, match="an iterator cannot be returned from a compiled function") as error:
        irad.jit(ITERATORS[name])(X)
    assert error.value.place is not None and "list(...)" in str(error.value)


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_of_libraries(name: str) -> None:
    with pytest.raises(UnsupportedError, match=f"an object of {name} that compiled code has made cannot be returned"):
        irad.jit(OBJECTS[name])(X)


@pytest.mark.parametrize("name", OTHERS)
def test_others(name: str) -> None:
    with pytest.raises(UnsupportedError, match=f"a {name} object .*cannot be (returned|passed on)"):
        irad.jit(OTHERS[name])(X)


def solved(y: Any) -> Any:
    return solve_ivp(lambda t, y: -y, (0.0, 1.0), y)


def test_solution_of_steps() -> None:
    """An object of SciPy's own."""
    got, wanted = irad.jit(solved)(X), solved(X)
    np.testing.assert_allclose(got.y, wanted.y, rtol=1e-12)
    assert isinstance(got, scipy.optimize.OptimizeResult) and got.message == wanted.message and got["status"] == 0



def of_schur(a: Any) -> Any:
    b = a * 2.0
    return scipy.linalg.schur(b)[0].sum()


def of_hessenberg(a: Any) -> Any:
    b = a * 2.0
    return scipy.linalg.hessenberg(b).sum()


@pytest.mark.parametrize("f", [of_schur, of_hessenberg])
def test_form_without_derivative(f: Any) -> None:
    a = np.array([[1.0, 2.0], [0.5, 4.0]])
    assert np.isclose(irad.jit(f)(a), f(a))
    for derivative in (lambda: irad.grad(f)(a), lambda: irad.jvp(f, (a,), (a,))):
        with pytest.raises(UnsupportedError, match=r"(\w+)\(\): \w+'s form has no derivative here") as error:
            derivative()
        place = error.value.place
        assert place is not None and place.file == __file__ and place.line == f.__code__.co_firstlineno + 2
        assert "irad.frontends" not in str(error.value) and "eigenvalues" in str(error.value)
