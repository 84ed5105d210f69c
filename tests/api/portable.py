"""Compiled functions of a module, to be pickled and run in other processes."""

from __future__ import annotations

import math
import os
from typing import Any

import numpy as np

import irad

RATE = 3.0
TABLE = np.array([1.0, 2.0])


@irad.jit
def cube(x):
    return x * x * x


class Holder:
    @irad.jit
    def inner(x, y):
        return x - y


def made(scale: float, count: int) -> Any:
    """A function without a name of its own, which uses all there is: closure, globals, a default, a module, itself."""

    @irad.jit
    def f(x, n=count):
        if n == 0:
            return math.sin(x) * scale + TABLE[1]
        return f(x, n - 1) + cube(RATE)

    return f


def wanted(x: float, scale: float, count: int) -> float:
    return math.sin(x) * scale + 2.0 + 27.0 * count


def work(task: Any) -> Any:
    """For other processes: the value of a function, and in which process."""
    f, x = task
    return f(x), os.getpid()
