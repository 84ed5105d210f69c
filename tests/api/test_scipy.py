"""SciPy's solvers with irad's derivatives, as they are: minima, roots and integrals that are known in closed form."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import integrate, ndimage, optimize

import irad


def rosenbrock(x):
    """Its minimum is 0 at (1, 1, ...)."""
    s = 0.0
    for i in range(len(x) - 1):
        s += 100.0 * (x[i + 1] - x[i] * x[i]) ** 2 + (1.0 - x[i]) ** 2
    return s


def rosenbrock_gradient(x: np.ndarray) -> np.ndarray:
    g = np.zeros_like(x)
    g[1:] += 200.0 * (x[1:] - x[:-1] ** 2)
    g[:-1] += -400.0 * x[:-1] * (x[1:] - x[:-1] ** 2) - 2.0 * (1.0 - x[:-1])
    return g


def bowl(x, a, b):
    """Its minimum is b at x = a."""
    return ((x - a) ** 2).sum() + b


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("method", ["L-BFGS-B", "BFGS", "CG", "TNC", "SLSQP", "Newton-CG"])
def test_minimize(method: str, compiled: bool) -> None:
    both = irad.value_and_grad(irad.jit(rosenbrock) if compiled else rosenbrock)
    options: dict[str, Any] = {"maxfun": 1000} if method == "TNC" else {}
    found = optimize.minimize(both, np.array([-1.2, 1.0]), jac=True, method=method, options=options)
    np.testing.assert_allclose(found.x, 1.0, atol=2e-3)
    value, gradient = both(np.array([0.5, -1.0]))
    assert type(value) is float and value == rosenbrock([0.5, -1.0])
    assert type(gradient) is np.ndarray and gradient.dtype == np.float64
    np.testing.assert_allclose(gradient, rosenbrock_gradient(np.array([0.5, -1.0])), rtol=1e-13)


def test_extra_arguments() -> None:
    both = irad.value_and_grad(bowl)
    found = optimize.minimize(both, np.zeros(3), args=(np.array([1.0, 2.0, 3.0]), 7.0), jac=True)
    np.testing.assert_allclose(found.x, [1.0, 2.0, 3.0], atol=1e-6)
    assert math.isclose(found.fun, 7.0, abs_tol=1e-10)
    found = optimize.minimize(bowl, np.zeros(3), args=(np.array([1.0, 2.0, 3.0]), 7.0), jac=irad.grad(bowl))
    np.testing.assert_allclose(found.x, [1.0, 2.0, 3.0], atol=1e-6)


def test_the_gradient_by_itself_and_check_grad() -> None:
    x = np.array([-0.5, 0.3, 1.2])
    assert optimize.check_grad(rosenbrock, irad.grad(rosenbrock), x) < 1e-4
    np.testing.assert_allclose(irad.grad(rosenbrock)(x), optimize.rosen_der(x), rtol=1e-12)


def test_what_solvers_pass() -> None:
    """Views, read-only arrays, arrays with any strides; numbers that are no floats are an error that says so."""
    both = irad.value_and_grad(rosenbrock)
    base = np.array([[0.5, 9.0, -1.0, 9.0], [1.5, 9.0, 2.0, 9.0]])
    fixed = base[0, ::2].copy()
    fixed.flags.writeable = False
    for x in (base[0, ::2], base[1, 2::-2], base[:, 0], fixed, np.asfortranarray(base)[1, ::2]):
        for _ in range(2):
            value, gradient = both(x)
            assert math.isclose(value, rosenbrock(x.tolist()), rel_tol=1e-14)
            np.testing.assert_allclose(gradient, rosenbrock_gradient(x), rtol=1e-12)
    zero = np.array(2.0)
    for wrong in (np.array([1, 2]), 3, [1, 2]):
        with pytest.raises(TypeError):
            both(wrong)
    with pytest.raises(TypeError, match="int"):
        both(np.array([1, 2]))
    square = irad.value_and_grad(lambda x: (x * x).sum())
    for _ in range(2):
        value, gradient = square(zero)
        assert value == 4.0 and gradient == 4.0 and np.shape(gradient) == ()


def system(x):
    """It is zero at (1, 2)."""
    return np.array([x[0] * x[0] + x[1] - 3.0, x[0] - x[1] * x[1] + 3.0])


def decay(x, t, y):
    return x[0] * np.exp(-x[1] * t) - y


def stiff(t, y):
    """A linear system with eigenvalues -1 and -1000: y = (2 e^-t - e^-1000t, -e^-t + e^-1000t) from (1, 0)."""
    return np.array([998.0 * y[0] + 1998.0 * y[1], -999.0 * y[0] - 1999.0 * y[1]])


needs_jacobians = pytest.mark.skipif(not hasattr(irad, "jacfwd"), reason="jacfwd is not there")


@needs_jacobians
@pytest.mark.parametrize("jacobian", ["jacfwd", "jacrev"])
def test_roots(jacobian: str) -> None:
    for method in ("hybr", "lm"):
        found = optimize.root(system, np.array([2.0, 1.0]), jac=getattr(irad, jacobian)(system), method=method)
        np.testing.assert_allclose(found.x, [1.0, 2.0], rtol=1e-8)
    residual, both = irad.jit(system), getattr(irad, jacobian)(irad.jit(system))
    found = optimize.root(lambda x: (residual(x), both(x)), np.array([2.0, 1.0]), jac=True)
    np.testing.assert_allclose(found.x, [1.0, 2.0], rtol=1e-8)


@needs_jacobians
@pytest.mark.parametrize("method", ["trf", "dogbox", "lm"])
def test_least_squares(method: str) -> None:
    t = np.linspace(0.0, 2.0, 30)
    y = 3.0 * np.exp(-1.5 * t)
    found = optimize.least_squares(
        irad.jit(decay), np.array([1.0, 1.0]), jac=irad.jacfwd(decay), args=(t, y), method=method, ftol=1e-14, xtol=1e-14
    )
    np.testing.assert_allclose(found.x, [3.0, 1.5], rtol=1e-6)


@needs_jacobians
def test_curve_fit() -> None:
    t = np.linspace(0.0, 2.0, 30)

    @irad.jit
    def model(t, a, b):
        return a * np.exp(-b * t)

    slopes = irad.jacfwd(model, argnums=(1, 2))
    jacobian = lambda t, a, b: np.stack(slopes(t, a, b), axis=1)
    found, _ = optimize.curve_fit(model, t, 3.0 * np.exp(-1.5 * t), p0=(1.0, 1.0), jac=jacobian)
    np.testing.assert_allclose(found, [3.0, 1.5], rtol=1e-6)
    found, _ = optimize.curve_fit(model, t, 3.0 * np.exp(-1.5 * t))
    np.testing.assert_allclose(found, [3.0, 1.5], rtol=1e-6)


@needs_jacobians
@pytest.mark.parametrize("method", ["BDF", "Radau", "LSODA"])
def test_solve_ivp(method: str) -> None:
    slope = irad.jit(stiff)
    jacobian = irad.jacfwd(stiff, argnums=1)
    np.testing.assert_allclose(jacobian(0.0, np.zeros(2)), [[998.0, 1998.0], [-999.0, -1999.0]], rtol=1e-14)
    found = integrate.solve_ivp(slope, (0.0, 1.0), np.array([1.0, 0.0]), method=method, jac=jacobian, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(found.y[:, -1], [2.0 * math.exp(-1.0), -math.exp(-1.0)], rtol=1e-5)


@needs_jacobians
@pytest.mark.parametrize("method", ["trust-ncg", "trust-krylov", "Newton-CG", "trust-constr"])
def test_second_order(method: str) -> None:
    x = np.array([-1.2, 1.0, 0.5])
    product = lambda x, p: irad.hvp(rosenbrock, (x,), (np.asarray(p, float),))  # (trust-constr tries int8)
    np.testing.assert_allclose(product(x, np.ones(3)), optimize.rosen_hess_prod(x, np.ones(3)), rtol=1e-11)
    found = optimize.minimize(irad.value_and_grad(rosenbrock), x, jac=True, hessp=product, method=method)
    np.testing.assert_allclose(found.x, 1.0, atol=1e-3)
    found = optimize.minimize(irad.value_and_grad(rosenbrock), x, jac=True, hess=irad.hessian(rosenbrock), method=method)
    np.testing.assert_allclose(found.x, 1.0, atol=1e-3)


@irad.jit
def bell(x):
    return math.exp(-x * x)


@irad.jit
def product(x):
    return x[0] * x[1] ** 2


@irad.jit
def weighted(x, w):
    return w[0] * x + w[1]


@irad.jit
def spread(values):
    low, high = values[0], values[0]
    for v in values:
        low, high = min(low, v), max(high, v)
    return high - low


@irad.jit
def angry(x):
    if x > 0.5:
        raise ValueError("no more")
    return x


@irad.jit
def forgetful(values):
    return values[100]


def test_low_level_callables_of_quad() -> None:
    assert math.isclose(integrate.quad(bell.low_level_callable("double (double)"), -np.inf, np.inf)[0], math.sqrt(math.pi))
    several = product.low_level_callable("double (int, double *)")
    assert math.isclose(integrate.quad(several, 0.0, 1.0, args=(3.0,))[0], 4.5)
    assert math.isclose(integrate.nquad(several, [(0.0, 1.0), (0.0, 3.0)])[0], 4.5)
    data = np.array([4.0, 1.0])
    held = weighted.low_level_callable("double (double, void *)", data)
    assert math.isclose(integrate.quad(held, 0.0, 1.0)[0], 3.0)
    data[1] = 2.0
    assert math.isclose(integrate.quad(held, 0.0, 1.0)[0], 4.0), "the array is the same memory"
    assert math.isclose(integrate.quad(bell.low_level_callable("double(double,void*)"), -9.0, 9.0)[0], math.sqrt(math.pi))


def test_low_level_callables_of_ndimage() -> None:
    image = np.random.default_rng(0).random((7, 9))
    found = ndimage.generic_filter(image, spread.low_level_callable("int (double *, npy_intp, double *, void *)"), size=3)
    wanted = ndimage.maximum_filter(image, size=3) - ndimage.minimum_filter(image, size=3)
    np.testing.assert_allclose(found, wanted, atol=1e-15)
    with pytest.raises(RuntimeError):
        ndimage.generic_filter(image, forgetful.low_level_callable("int (double *, intptr_t, double *, void *)"), size=3)


SCALES = np.array([2.0, 3.0])


@irad.jit
def scaled(x):
    return SCALES[1] * x


def test_errors_and_arrays_from_outside() -> None:
    entry = angry.low_level_callable("double (double)").function
    assert entry(0.25) == 0.25 and math.isnan(entry(0.75)) and entry(0.5) == 0.5
    assert integrate.quad(scaled.low_level_callable("double (double)"), 0.0, 2.0)[0] == 6.0
    for wrong in ("double", "float (float)", "double (int)", "double (double, int)", "int (double)", "double ()"):
        with pytest.raises(irad.TypingError, match="signature"):
            bell.low_level_callable(wrong)
    with pytest.raises(irad.TypingError, match="void"):
        weighted.low_level_callable("double (double)", data=SCALES)
    with pytest.raises(irad.TypingError, match="must return a float"):
        irad.jit(lambda x: x > 1.0).low_level_callable("double (double)")
