"""A function of one number, compiled: its value beside Python's, its derivatives beside central differences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import irad


def check_as_python(f: Callable[[float], Any], x: float = 0.7, h: float = 1e-5) -> None:
    """The differences of a smooth function of size 1 have a relative error of about 1e-9."""
    assert irad.jit(f)(x) == pytest.approx(f(x), rel=1e-14)
    wanted = (f(x + h) - f(x - h)) / (2 * h)
    assert irad.grad(f)(x) == pytest.approx(wanted, rel=1e-7)
    assert irad.jvp(f, (x,), (1.0,))[1] == pytest.approx(wanted, rel=1e-7)
