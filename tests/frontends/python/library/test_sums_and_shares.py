"""Zeta functions, Faddeeva's function, Dirichlet's distribution, and what `solve_ivp` says, beside SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, special, stats

import irad
from tests.frontends.python.library.beside_scipy import check_errors, check_slopes, check_values

ALPHA = np.array([0.5, 2.0, 3.0])
PARTS = np.random.default_rng(0).dirichlet(ALPHA, 4).T
FROZEN = stats.dirichlet(ALPHA)
EXPONENTS, PLACES = np.array([2.0, 3.5, 1.0, 0.5, 2.0, 2.0, 7.0]), np.array([1.5, 2.0, 3.0, 1.0, -2.5, -3.0, 0.5])


def of_special():
    z = np.array([0.3, 1 + 0.5j, -2 - 0.1j])
    zetas = special.zeta(2.5), special.zeta(np.array([1.0, 2.0, 3.0, 30.0, -1.5, 0.5])), special.zeta(EXPONENTS, PLACES)
    return special.wofz(z), special.wofz(0.5), *zetas, special.zetac(3.0), special.zeta(3, [1, 2])


def of_shares():
    d = stats.dirichlet(ALPHA)
    densities = stats.dirichlet.logpdf(PARTS, ALPHA), stats.dirichlet.pdf(PARTS[:, 0], ALPHA), d.logpdf(PARTS[:2])
    moments = stats.dirichlet.mean(ALPHA), stats.dirichlet.var(ALPHA), stats.dirichlet.entropy(ALPHA), FROZEN.mean(), d.entropy()
    return *densities, *moments, FROZEN.pdf(PARTS)


def of_solutions():
    r = integrate.solve_ivp(lambda t, y: -y, (0, 1.0), [1.0])
    return r.y[0, -1], r.nfev, r.success, r.status, r.message == "no", "successfully" in r.message


@pytest.mark.sampled(3)
@pytest.mark.parametrize("f", [of_special, of_shares, of_solutions], ids=lambda f: f.__name__)
def test_values(f) -> None:
    check_values(f, rtol=1e-13)


def slopes(x):
    w = special.wofz(x[0] + 1j * x[1]) * (2.0 - 1j)
    zetas = special.zeta(3.5, x[2]) - special.zeta(2.0, x[0])
    inside = PARTS[:, 1] * (1.0 + 0.1 * np.array([x[0], -x[0] * PARTS[0, 1] / PARTS[1, 1], 0.0]))
    shares = stats.dirichlet.logpdf(inside, x + ALPHA) + stats.dirichlet(x).entropy() + stats.dirichlet.var(x)[0]
    return w.real + 3 * w.imag + zetas + shares


def test_slopes() -> None:
    check_slopes(slopes, np.array([0.31, 0.42, 0.77]), h=1e-3)


def test_errors() -> None:
    check_errors(lambda: stats.dirichlet.pdf([0.5, 0.6], ALPHA), lambda: stats.dirichlet.mean([1.0, -1.0]))
    with pytest.raises(irad.DifferentiationError, match="is not known"):
        irad.grad(lambda s: special.zeta(s, 2.0))(3.0)
