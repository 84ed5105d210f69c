"""Special functions of complex numbers, spherical harmonics and nodes of quadratures, beside SciPy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special

import irad
from tests.frontends.python.library.beside_scipy import check_slopes
from tests.frontends.python.library.numpy_cases import Group, check_group

X = np.array([0.3, 1.2, 0.7, 2.5])
Y = np.array([0.1, 0.2, 0.6, 1.5])
Z = X + 1j * Y
C = Z.astype(np.complex64)

GROUPS: Group = {
    "of complex numbers": lambda: (
        special.gamma(Z), special.gamma(-1.7 * Z), special.gamma(1.5 + 0.2j), special.loggamma(Z - 1.1), special.psi(Z),
        special.digamma(C), special.erf(Z), special.erf(C), special.erfc(Z * -1j), special.hankel1(1, X),
        special.hankel2(0.5, 0.7),
    ),
    "harmonics": lambda: (
        complex(special.sph_harm_y(2, 1, 0.7, 0.3)), special.sph_harm_y(5, -3, X, Y), special.sph_harm_y(1, 2, X, 0.5),
        complex(special.sph_harm_y(0, 0, 0.7, 0.7)), special.sph_harm_y(4, -2, X, Y[:, None]),
    ),
    "nodes": lambda: (
        special.bernoulli(4), special.euler(4), special.roots_hermite(4), special.roots_chebyt(4), special.roots_legendre(5),
        special.roots_jacobi(3, 0.5, 1.5), special.jn_zeros(0, 3),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", [pytest.param(n, marks=() if n == "nodes" else pytest.mark.slow) for n in GROUPS])
def test_values(name: str) -> None:
    check_group(GROUPS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["gamma", "loggamma", "erf", "erfc"])
def test_slopes_of_parts(name: str) -> None:
    f = getattr(special, name)
    check_slopes(lambda x: (f(x[0] + 1j * x[1]) * (0.3 + 0.7j)).real, np.array([0.8, -0.6]))


def test_gradient_of_a_complex_number() -> None:
    found = irad.grad(lambda z: np.abs(special.gamma(z)) ** 2)(1.3 + 0.4j)
    value = special.gamma(1.3 + 0.4j)
    wanted = 2.0 * value * np.conj(value * special.psi(1.3 + 0.4j))
    assert found == pytest.approx(wanted, rel=1e-12)


@pytest.mark.slow
def test_slopes_of_harmonics() -> None:
    check_slopes(lambda x: (special.sph_harm_y(3, 2, x[0], x[1]) * (0.3 + 0.7j)).real, np.array([0.8, -0.6]))
    check_slopes(lambda x: np.abs(special.hankel1(1, x)).sum(), X)


def test_what_has_no_derivative() -> None:
    with pytest.raises(irad.DifferentiationError, match=r"special\.psi"):
        irad.grad(lambda x: special.psi(x + 1j).real)(0.7)
    with pytest.raises(irad.UnsupportedError, match="known"):
        irad.grad(lambda x: special.roots_jacobi(3, x, 1.5)[0].sum())(0.5)
    with pytest.raises(NotImplementedError, match="below 0"):
        irad.jit(lambda x: special.hankel1(1, x))(-1.0)
