"""Quotients, whose formulas depend on what is divided by what."""

from __future__ import annotations

import math

import pytest

import irad

SOURCE = """
#include <math.h>
double reciprocal(double x, double y) { return 1 / x + 0 * y; }
double of_roots(double x, double y) { return x / sqrt(y); }
double both(double x, double y) { return 1 / sqrt(x * x + y * y); }
double plain(double x, double y) { return x / y; }
"""


def closed_form(name: str, x: float, y: float) -> tuple[float, float]:
    r = math.hypot(x, y)
    return {
        "reciprocal": (-1 / x**2, 0.0),
        "of_roots": (1 / math.sqrt(y), -0.5 * x * y**-1.5),
        "both": (-x / r**3, -y / r**3),
        "plain": (1 / y, -x / y**2),
    }[name]


@pytest.mark.parametrize(("x", "y"), [(0.7, 1.3), (-2.5, 0.01), (1e100, 1e-90), (1e-100, 3e95)])
@pytest.mark.parametrize("name", ["reciprocal", "of_roots", "both", "plain"])
def test_derivatives(name: str, x: float, y: float) -> None:
    f = irad.Module.from_c(SOURCE)[name]
    want = closed_form(name, x, y)
    dx, dy = irad.autodiff(f, irad.Active(x), irad.Active(y))
    assert (dx, dy) == pytest.approx(want, rel=1e-14)
    (tangent,) = irad.autodiff(f, irad.Duplicated(x, 2.0), irad.Duplicated(y, -0.5), mode=irad.Forward)
    assert tangent == pytest.approx(2 * want[0] - 0.5 * want[1], rel=1e-13)


@pytest.mark.parametrize("name", ["plain", "of_roots"])
def test_small_divisors(name: str) -> None:
    """A divisor of which the reciprocal is infinite: what nobody asks for stays zero."""
    f = irad.Module.from_c(SOURCE)[name]
    dx, dy = irad.autodiff(f, irad.Active(1e-320), irad.Active(1e-310), seed=0.0)
    assert (dx, dy) == (0.0, 0.0)
    dx, _ = irad.autodiff(f, irad.Active(1e-320), irad.Active(1e-310), seed=1e-20)
    assert dx == pytest.approx(1e-20 / (1e-310 if name == "plain" else math.sqrt(1e-310)), rel=1e-12)
