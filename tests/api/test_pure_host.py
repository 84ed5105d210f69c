"""`irad.pure_host`: ordinary Python without a derivative, from compiled code."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.special

import irad

X = np.array([0.5, 2.0, 1.0])
erf = irad.pure_host(scipy.special.erf, returns="float64")


@irad.pure_host(returns="float64[:]")
def largest_first(x, factor=2.0):
    return np.sort(x)[::-1] * factor


@irad.pure_host(returns="(float64, int64)")
def extremes(x):
    return float(x.max()), int(x.argmin())


def weighted(x):
    most, place = extremes(x)
    return x.sum() * erf(x[0]) + (largest_first(x) * x).sum() + most * x[place]


def test_value_and_derivatives() -> None:
    value, gradient = irad.value_and_grad(weighted)(X)
    constant = scipy.special.erf(0.5) + 2.0 * np.array([2.0, 1.0, 0.5]) + np.array([2.0, 0.0, 0.0])
    assert np.isclose(value, weighted(X)) and np.isclose(irad.jit(weighted)(X), weighted(X))
    assert np.allclose(gradient, constant)
    v = np.array([1.0, -2.0, 0.5])
    assert np.allclose(irad.jvp(weighted, (X,), (v,))[1], constant @ v)


def test_outside_it_is_the_function() -> None:
    assert erf(0.3) == scipy.special.erf(0.3) and erf.__name__ == "erf"
    assert np.array_equal(largest_first(X, 1.0), [2.0, 1.0, 0.5])


def test_the_function_itself_stays_what_it_is() -> None:
    def square(x):
        return x * x

    constant = irad.pure_host(square, returns="float64")
    assert irad.grad(lambda x: constant(x) * x + square(x))(3.0) == 9.0 + 6.0


def test_methods_and_objects() -> None:
    class Table:
        def __init__(self) -> None:
            self.values = {1.0: 4.0}

        def look_up(self, x):
            return self.values.get(x, -1.0)

    look_up = irad.pure_host(Table().look_up, returns="float64")
    assert irad.grad(lambda x: look_up(x) * x)(1.0) == 4.0 and irad.grad(lambda x: look_up(x) * x)(2.0) == -1.0


def test_errors() -> None:
    @irad.pure_host(returns="float64")
    def writes(x):
        x[0] = 1.0
        return 1.0

    @irad.pure_host(returns="int64")
    def wrong(x):
        return 2.5

    @irad.pure_host(returns="float64")
    def raises(x):
        raise KeyError("no such x")

    with pytest.raises(ValueError, match="read-only"):
        irad.grad(lambda x: writes(x) * x[0])(X)
    with pytest.raises(TypeError, match=r"wrong\(\) returned .*int64 is declared"):
        irad.jit(lambda x: wrong(x))(1.0)
    with pytest.raises(KeyError, match="no such x"):
        irad.grad(lambda x: raises(x) * x)(1.0)
    with pytest.raises(irad.RuleError, match="how many arguments print takes"):
        irad.pure_host(print)
