"""Distributions of NumPy's generators in compiled code: NumPy's numbers, bit for bit; derivatives in closed form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

import irad

X = np.array([0.3, 0.5, 0.7])


def both(r: Any, x: Any) -> Any:
    """Of both kinds of generators."""
    moved = r.laplace(x, 0.5), r.logistic(1.0, x), r.gumbel(x, x), r.rayleigh(x), r.rayleigh(), r.gumbel(size=2)
    gammas = r.gamma(2.0, x), r.standard_gamma(3.0, 4), r.chisquare(x + 2), r.beta(2.0, x, (2, 3)), r.gamma(2.0)
    others = r.f(3, 4.0, 2), r.standard_t(4.0, 3), r.noncentral_chisquare(3, x), r.noncentral_f(2, x + 3, 1.0), r.vonmises(x, 2.0)
    powers = r.wald(1.0, x), r.triangular(0.0, x, 1.0), r.triangular(0, 1, 2), r.weibull(x, 3), r.pareto(x), r.power(x + 1)
    more = r.gamma(x, 2, (2, 3)), r.hypergeometric(4, 5, 6)
    whole = r.poisson(x * 10), r.poisson(3), r.binomial(5, x), r.geometric(x), r.negative_binomial(5, x)
    vectors = r.multinomial(20, x / x.sum(), 4), r.dirichlet(x), r.dirichlet(x, (2, 2)), r.multivariate_normal(x, 2 * np.eye(3))
    return *moved, *gammas, *others, *powers, *more, *whole, *vectors, r.logseries(x), r.zipf(2.5, 3), r.standard_cauchy(3)


def new(x):
    r = np.random.default_rng(3)
    colours = r.multivariate_hypergeometric([3, 4, 5], 4, 2), r.multivariate_hypergeometric([3, 4, 5], 4, method="count")
    normals = r.multivariate_normal(x, np.eye(3) * 2, 2, method="cholesky")
    return *both(r, x), *colours, normals, r.permuted(x), r.permuted(np.outer(x, x), axis=1), r.permuted(np.outer(x, x))


def legacy(x):
    r = np.random.RandomState(3)
    shuffled = x * 1
    r.shuffle(shuffled)
    chosen = r.choice(x, 4), r.choice(5, 3, replace=False), r.choice(3, 5, p=[0.1, 0.5, 0.4]), r.permutation(x), r.permutation(4)
    whole = r.randint(5), r.randint(2, 7, size=(3,)), r.randint(2, 7, (2, 3))
    usual = r.normal(x), r.randn(2, 3), r.rand(), r.random_sample(3), r.exponential(x), r.lognormal(x), r.uniform(x, 1.0)
    return *both(r, x), shuffled, *chosen, *whole, *usual


def shared(x):
    np.random.seed(len(x))
    return np.random.normal(x), np.random.rand(2), np.random.randint(10, size=4), np.random.uniform(), np.random.permutation(5)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("f", [new, legacy, shared], ids=lambda f: f.__name__)
def test_numbers_are_those_of_numpy(f: Any) -> None:
    for k, (found, wanted) in enumerate(zip(irad.jit(f)(X), f(X), strict=True)):
        assert type(found) is type(wanted) and np.shape(found) == np.shape(wanted), k
        assert np.asarray(found).dtype == np.asarray(wanted).dtype, k
        np.testing.assert_array_equal(found, wanted, err_msg=str(k))


def check(f: Any, slope: np.ndarray) -> None:
    """Gradient and directional derivative beside a closed form."""
    value, gradient = irad.value_and_grad(f)(X)
    assert value == pytest.approx(f(X), rel=1e-14)
    np.testing.assert_allclose(gradient, slope, rtol=1e-12, atol=1e-15)
    np.testing.assert_allclose(irad.jvp(f, (X,), (np.ones(3),))[1], np.sum(slope), rtol=1e-12)


def test_derivatives_by_location_and_scale() -> None:
    """Standard numbers come from NumPy: location 0, scale 1."""
    def rng() -> Any:
        return np.random.default_rng(3)

    def f(x):
        a = np.random.default_rng(3).laplace(x, x * x) + np.random.default_rng(3).logistic(2 * x, 3 * x)
        b = np.random.default_rng(3).gumbel(x, x) + np.random.default_rng(3).rayleigh(x) + np.random.default_rng(3).gamma(1.5, x)
        c = np.random.default_rng(3).vonmises(x, 2.0) + np.random.default_rng(3).multivariate_normal(2 * x, np.eye(3))
        return (a + b + c).sum() + np.random.RandomState(3).normal(x, x).sum()

    moved = 1 + 2 * X * rng().laplace(size=3) + 2 + 3 * rng().logistic(size=3) + 1 + rng().gumbel(size=3) + rng().rayleigh(size=3)
    check(f, moved + rng().standard_gamma(1.5, 3) + 1 + 2 + 1 + np.random.RandomState(3).standard_normal(3))


def test_derivatives_of_powers_and_triangles() -> None:
    """By the formulas with which numbers of standard distributions are transformed."""
    def f(x):
        r = np.random.default_rng
        return (r(3).weibull(x) + r(3).pareto(x) + r(3).power(x) + r(3).triangular(-x, 1 - x, 2 + x * x)).sum()

    e, u = np.random.default_rng(3).standard_exponential(3), np.random.default_rng(3).random(3)
    power = 1 - np.exp(-e)
    slope = -(e ** (1 / X)) * np.log(e) / X**2 - np.exp(e / X) * e / X**2 - power ** (1 / X) * np.log(power) / X**2

    of_triangle = np.array([np.imag(triangle(x + 1e-30j, v)) / 1e-30 for x, v in zip(X, u, strict=True)])
    check(f, slope + of_triangle)


def triangle(x: complex, u: float) -> complex:
    """The quantile of a triangular distribution between -x and 2 + x², with its mode at 1 - x."""
    low, mode, high = -x, 1 - x, 2 + x * x
    if u <= ((mode - low) / (high - low)).real:
        return low + np.sqrt(u * (mode - low) * (high - low))
    return high - np.sqrt((1 - u) * (high - mode) * (high - low))


def of_shapes(s):
    r = np.random.default_rng
    gammas = r(3).gamma(s[0], 2.0) + r(3).standard_gamma(s[1], 2)[1] + r(3).chisquare(s[1]) + r(3).beta(s[0], s[1])
    return gammas + r(3).standard_t(s[1]) + r(3).f(s[0], s[2])


def quantiles(s):
    """Those of the places of the numbers of `of_shapes` at X in their distributions."""
    r = np.random.default_rng
    total = 2 * stats.gamma.ppf(stats.gamma.cdf(r(3).standard_gamma(X[0]), X[0]), s[0])
    total += stats.gamma.ppf(stats.gamma.cdf(r(3).standard_gamma(X[1], 2)[1], X[1]), s[1])
    total += stats.chi2.ppf(stats.chi2.cdf(r(3).chisquare(X[1]), X[1]), s[1])
    total += stats.beta.ppf(stats.beta.cdf(r(3).beta(X[0], X[1]), X[0], X[1]), s[0], s[1])
    total += stats.t.ppf(stats.t.cdf(r(3).standard_t(X[1]), X[1]), s[1])
    return total + stats.f.ppf(stats.f.cdf(r(3).f(X[0], X[2]), X[0], X[2]), s[0], s[2])


def test_derivatives_by_shapes() -> None:
    """Those of quantiles, by differences of SciPy's."""
    assert quantiles(X) == pytest.approx(of_shapes(X), rel=1e-9)
    h, wanted = 1e-3, []
    for e in np.eye(3):
        a, b, c, d = (quantiles(X + k * h * e) for k in (1, -1, 2, -2))
        wanted.append((8 * (a - b) - (c - d)) / (12 * h))
    np.testing.assert_allclose(irad.grad(of_shapes)(X), wanted, rtol=1e-6)


def test_whole_numbers_have_no_derivative() -> None:
    def f(x):
        r = np.random.default_rng(3)
        return (r.poisson(9 * x) * x + r.binomial(8, x) * x).sum()

    r = np.random.default_rng(3)
    check(f, r.poisson(9 * X) + r.binomial(8, X) * 1.0)


REFUSED = {
    "noncentral_chisquare": lambda x: np.random.default_rng(1).noncentral_chisquare(x, 2.0).sum(),
    "wald": lambda x: np.random.default_rng(1).wald(x, 2.0).sum(),
    "multivariate_normal": lambda x: np.random.default_rng(1).multivariate_normal(np.zeros(3), np.diag(x)).sum(),
    "dirichlet": lambda x: np.random.default_rng(1).dirichlet(x)[0],
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_parameters_have_no_derivative(name: str) -> None:
    for call in (lambda: irad.grad(REFUSED[name])(X), lambda: irad.jvp(REFUSED[name], (X,), (X,))):
        with pytest.raises(irad.DifferentiationError, match=f"Generator.{name} by its argument"):
            call()


ERRORS = {
    "gamma": lambda x: np.random.default_rng(1).gamma(-x).sum(),
    "scale": lambda x: np.random.default_rng(1).laplace(0.0, -x[0]),
    "binomial": lambda x: np.random.default_rng(1).binomial(3, 3 * x).sum(),
    "triangular": lambda x: np.random.default_rng(1).triangular(1.0, x, 2.0).sum(),
    "normal": lambda x: np.random.default_rng(1).multivariate_normal(x, np.eye(2)).sum(),
    "choice": lambda x: np.random.RandomState(1).choice(3, 5, replace=False).sum() * x[0],
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ERRORS)
def test_errors_are_those_of_numpy(name: str) -> None:
    with pytest.raises(ValueError) as wanted:
        ERRORS[name](X)
    with pytest.raises(ValueError) as found:
        irad.jit(ERRORS[name])(X)
    assert str(wanted.value)[:30] in str(found.value)
