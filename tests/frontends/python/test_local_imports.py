"""Import statements inside of functions."""

from __future__ import annotations

import numpy as np
import pytest

from tests.frontends.python.plain import compare

V = np.array([0.3, 1.2, -0.4, 2.0])


def modules_and_names(x):
    import math as m

    import numpy.linalg as la
    from numpy import exp
    from numpy import sin as s

    def h(y):
        import numpy as q

        return q.cos(y)

    return m.sqrt(x) + la.norm(V * x) + exp(x) * s(x) + h(x)


def in_a_branch(x):
    import numpy

    if x > 0:
        from math import erf

        return erf(x)
    return numpy.sin(x)


PROGRAMS = [modules_and_names, in_a_branch]


@pytest.mark.parametrize("f", PROGRAMS)
def test_as_python(f) -> None:
    compare(f, 0.7)
