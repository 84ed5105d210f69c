"""Functions that raise in any case: the error is theirs, whatever is done with what they would have returned."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import interpolate

import irad


def refuse(x: Any) -> Any:
    raise ValueError(f"{x} is wrong")


class Model:
    def __init__(self, x: Any) -> None:
        if x is None:
            raise ValueError("no x")
        self.x = x


def computed(x: float) -> Any:
    return refuse(x) + 1.0


def looked_into(x: float) -> Any:
    y = refuse(x)
    return y.sum() * y[0]


def called(x: float) -> Any:
    return refuse(x)(x)


def unpacked(x: float) -> Any:
    a, b = refuse(x)
    return a + b


def walked_through(x: float) -> Any:
    for v in refuse(x):
        x += v
    return x


def of_an_object(x: float) -> Any:
    return Model(None).x * x


def in_a_block(x: float) -> Any:
    with np.errstate(all="ignore"):
        a = np.zeros(3)
        a[refuse(x)] = x
        return a.sum()


def in_a_loop(x: float) -> Any:
    for k in range(3):
        if k == 2:
            x = refuse(x).real
        x = x * 2.0
    return x


ALWAYS = [computed, looked_into, called, unpacked, walked_through, of_an_object, in_a_block, in_a_loop]


@pytest.mark.parametrize("f", ALWAYS, ids=lambda f: f.__name__)
def test_always(f: Callable[[float], Any]) -> None:
    with pytest.raises(ValueError) as wanted:
        f(1.0)
    with pytest.raises(ValueError) as found:
        irad.jit(f)(1.0)
    assert str(found.value).splitlines()[0] == str(wanted.value)


def below_zero(x: float) -> Any:
    if x < 0.0:
        return refuse(x) + 1.0
    return x * x


def caught(x: float) -> Any:
    try:
        y = refuse(x) * 2.0
    except ValueError:
        y = 3.0 * x
    return y


def as_long_as(x: float) -> Any:
    while x < 0.0:
        x = x - refuse(x)
    return 2.0 * x


def test_on_one_way() -> None:
    assert irad.jit(below_zero)(3.0) == 9.0 and irad.grad(below_zero)(3.0) == 6.0
    assert irad.jit(caught)(2.0) == 6.0 and irad.grad(caught)(2.0) == 3.0
    assert irad.grad(as_long_as)(2.0) == 2.0
    for f in (below_zero, as_long_as):
        for g in (irad.jit(f), irad.grad(f)):
            with pytest.raises(ValueError, match="is wrong"):
                g(-1.0)


def test_in_the_library() -> None:
    f = irad.jit(lambda y: interpolate.splrep(np.arange(5.0), y, per=1)[1])
    with pytest.raises(NotImplementedError, match="task= or per="):
        f(np.arange(5.0) ** 2)
