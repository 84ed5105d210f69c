"""Derivatives of Bessel functions, powers less 1, double factorials and means, beside `scipy.special`."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import special

import irad
from tests.frontends.python.library.beside_scipy import check_errors
from tests.frontends.python.library.numpy_cases import Group, check_group, check_slope

P = np.array([0.3, 1.7, 0.9, 2.4])
Y = np.array([0.3, 1e-9, -2.0, 1.0])
N = np.array([-1, 0, 1, 5, 8])

GROUPS: Group = {
    "first": lambda: (special.jvp(1, P), special.yvp(0, P), special.ivp(1.5, P), special.kvp(0.5, P), special.jvp(2, P, 0)),
    "higher": lambda: (special.jvp(1, P, 3), special.yvp(2, P, n=2), special.ivp(0, P, 2), special.kvp(1, P, 3)),
    "powers": lambda: (special.powm1(P, Y), special.powm1(-2.0, 3.0), special.powm1(0.0, 1.0)),
    "products": lambda: (special.factorial2(N), special.factorial2(7), special.factorial2(7, exact=True)),
    "means": lambda: (
        special.agm(P, 2.0), special.agm(P, P), special.agm([-1.0, 0.0, -1.0], [-3.0, 1.0, 2.0]), special.agm(1.0, 2.0),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", GROUPS)
def test_values(name: str) -> None:
    check_group(GROUPS[name])


def test_slopes() -> None:
    check_slope(lambda z: (special.jvp(1, z) + special.kvp(0.5, z) * special.ivp(1, z)).sum() + special.yvp(0, z[1]), P)
    check_slope(lambda x: (special.powm1(x, 1.3) * special.agm(x, 2.0) + special.agm(x, x)).sum(), P)


def test_slope_of_a_mean() -> None:
    """Of equal numbers both slopes are a half."""
    assert irad.grad(lambda a: special.agm(a, 1.0))(1.0) == pytest.approx(0.5, rel=1e-12)


def test_errors() -> None:
    check_errors(lambda: special.jvp(1, P, -1), lambda: special.factorial2(2.5))
