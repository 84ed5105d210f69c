"""The file of Python functions that commands are tried on."""

from __future__ import annotations

from pathlib import Path

import pytest

MODEL = '''
import math
import numpy as np
import irad


def energy(x, k, out):
    """Energy of a chain of springs.

    ``x`` are positions, ``k`` the stiffness; ``out`` gets the energy of each spring.
    """
    s = 0.0
    for i in range(x.shape[0] - 1):
        out[i] = 0.5 * k * (x[i + 1] - x[i]) ** 2
        s += out[i]
    return s


def total(a):
    s = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            s += a[i, j] * a[i, j] * (i + 1)
    return s


@irad.jit(signature="float64(float64, float64)")
def hyperbola(x, dx):
    return x * dx


def deep(x, n):
    if n == 0:
        return x
    return deep(x, n - 1) * x


def scale(x, c):
    for i in range(x.shape[0]):
        x[i] *= c


def product(A, B, R):
    np.matmul(A, B, out=R)


def both(x):
    return x * x, math.sin(x)


def makes(x):
    return x * 2.0


TABLE = np.ones(3)


def captured(x):
    return (x * TABLE).sum()
'''


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.py"
    path.write_text(MODEL)
    return path
