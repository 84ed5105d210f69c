"""Powers with constant exponents, of which LLVM makes roots and products: slopes are those of `pow`, at 0 as well."""

from __future__ import annotations

import math

import numpy as np
import pytest

import irad

EXPONENTS = (0.5, -0.5, 1.5, 2.5, 0.25, 1 / 3, 2.0, 1.0, 0.75)


@pytest.mark.parametrize("p", EXPONENTS)
def test_slopes(p: float) -> None:
    for f in (lambda x: x**p, lambda x: math.pow(x, p), lambda x: np.power(x, p)):
        for x in (4.0, 1e-100, *((0.0,) if p > 0 else ())):
            slope = 1.0 if p == 1 else math.inf if x == 0 and p < 1 else p * x ** (p - 1)
            assert irad.grad(f)(x) == pytest.approx(slope, rel=1e-14), x
            assert irad.jvp(f, (x,), (1.0,)) == pytest.approx((x**p, slope), rel=1e-14), x


def test_values_at_negative_zero() -> None:
    """C's pow gives 0.0, where sqrt gives -0.0."""
    value, slope = irad.value_and_grad(lambda x: x**0.5)(-0.0)
    assert math.copysign(1.0, value) == 1.0 and math.isinf(slope)
