"""Index sets against sets that plain Python finds, running the same functions on numbers that know what they depend on."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad
from irad.api.sparse.patterns import detect
from tests.generators.dual import Dual, Math, NearTie, val
from tests.generators.modules import module_from
from tests.generators.python_programs import program

TOTAL = 17
OUTPUTS = """

def outputs(x, y, s):
    out = np.zeros(17)
    out[0] = f(x, y, s)
    out[1:5] = x
    for i in range(3):
        out[5 + 4 * i : 9 + 4 * i] = y[i]
    return out
"""


class Inputs:
    """Stands in for the derivatives of a dual number: the inputs that it depends on, whatever the partial derivatives are."""

    def __init__(self, bits: frozenset[int]) -> None:
        self.bits = bits

    def _with(self, o: Any) -> Inputs:
        return Inputs(self.bits | o.bits) if isinstance(o, Inputs) else self

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = _with

    def __neg__(self) -> Inputs:
        return self


def traced(values: np.ndarray, first: int) -> np.ndarray:
    out = np.empty(values.shape, object)
    for k, i in enumerate(np.ndindex(values.shape)):
        out[i] = Dual(float(values[i]), Inputs(frozenset([first + k])))  # type: ignore[arg-type]
    return out


def load(number: int, folder: Path) -> Any:
    return module_from(folder / f"sparse_program_{number}.py", program(number) + OUTPUTS)


def oracle(module: Any, x: np.ndarray, y: np.ndarray, s: float) -> np.ndarray:
    """A row per output, a column per element of x and y."""
    tx, ty = traced(x, 0), traced(y, 4)
    saved, module.math = module.math, Math
    try:
        result = module.f(tx, ty, s)
    finally:
        module.math = saved
    found = np.zeros((TOTAL, 16), bool)
    for i, o in enumerate([result, *tx.ravel(), *ty.ravel()]):
        if isinstance(o, Dual):
            found[i, list(o.d.bits)] = True  # type: ignore[attr-defined]
        else:
            val(o)
    return found


@pytest.mark.parametrize("block", range(4))
def test_random_programs(block: int, tmp_path: Path) -> None:
    done = 0
    for number in range(1000 * block, 1000 * block + 30):
        module = load(number, tmp_path)
        rng = np.random.default_rng(number)
        x, y, s = rng.uniform(-1.2, 1.2, 4), rng.uniform(-1.2, 1.2, (3, 4)), float(rng.uniform(0.3, 1.1))
        try:
            want = oracle(module, x, y, s)
        except (NearTie, OverflowError, ZeroDivisionError, ValueError):
            continue
        found = [detect(module.outputs, (x, y, s), k).toarray() != 0 for k in (0, 1)]
        assert np.array_equal(np.hstack(found), want), number
        done += 1
        if done == 6:
            return
    raise AssertionError("too few programs could be compared")


# ---- rules, one by one


def rules(x: Any) -> Any:
    out = np.zeros(12)
    out[0] = math.floor(x[0]) * x[1]  # a step has no derivative
    out[1] = math.copysign(x[0], x[1])  # nor has a sign
    out[2] = math.fmod(x[0], x[1])
    out[3] = math.atan2(x[2], x[3])
    out[4] = x[0] * x[2] + x[4]  # by x[0] the derivative is zero here, but not everywhere
    out[5] = max(x[0], x[1])
    out[6] = abs(x[4])
    out[7] = float(int(x[4])) + x[5]
    out[8] = x[5] if x[4] > 0.5 else x[6]
    out[9] = x[int(x[7])]
    out[10] = math.hypot(x[6], x[7])
    out[11] = 3.0
    return out


def test_rules() -> None:
    found = detect(rules, (np.array([1.5, -2.0, 0.0, 0.0, 0.7, 0.3, 0.2, 2.5]),), 0).toarray()
    rows = [[1], [0], [0, 1], [2, 3], [0, 2, 4], None, [4], [5], [5], [2], [6, 7], []]
    for i, want in enumerate(rows):
        assert want is None or np.flatnonzero(found[i]).tolist() == want, i
    assert found[5, 0] and not found[5, 2:].any()  # the larger one, and the smaller one as max happens to be computed


def neighbours(x: Any) -> Any:
    out = x * 1.0
    for i in range(1, len(x)):
        out[i] = x[i] * x[i - 1]
    return out


def test_more_inputs_than_bits() -> None:
    for n in (1, 31, 32, 33, 63, 64, 65, 130):
        want = np.eye(n, dtype=bool) | (np.arange(n)[:, None] - 1 == np.arange(n))
        for dtype in (np.float64, np.float32):
            assert np.array_equal(detect(neighbours, (np.ones(n, dtype),), 0).toarray() != 0, want)


def mixed(x: Any) -> Any:
    single = np.zeros(len(x), np.float32)
    for i in range(len(x)):
        single[i] = x[i] * x[len(x) - 1]
    out = np.zeros(len(x))
    for i in range(len(x)):
        out[i] = single[i] + 1.0
    return out


def test_numbers_that_become_narrower_lose_no_bits() -> None:
    n = 70
    want = np.eye(n, dtype=bool)
    want[:, -1] = True
    assert np.array_equal(detect(mixed, (np.ones(n),), 0).toarray() != 0, want)


def test_two_axes_and_strides() -> None:
    base = np.arange(24.0).reshape(4, 6)
    x = base[:, ::2]
    found = detect(lambda x: x.T * 2.0, (x,), 0).toarray()
    want = np.zeros((12, 12), bool)
    for i in range(4):
        for j in range(3):
            want[j * 4 + i, i * 3 + j] = True
    assert np.array_equal(found != 0, want)


def product(a: Any, b: Any) -> Any:
    return a @ b


def test_products_of_matrices() -> None:
    a, b = np.ones((2, 3)), np.ones((3, 2))
    assert np.array_equal(detect(product, (a, b), 0).toarray(), np.kron(np.eye(2), np.ones((2, 3))))
    assert np.array_equal(detect(product, (a, b), 1).toarray(), np.kron(np.ones((2, 3)), np.eye(2)))


def energy(x: Any) -> float:
    s = 0.0
    for i in range(len(x) - 1):
        s += math.exp(x[i] * x[i + 1])
    return s


def slope(x: Any) -> Any:
    return irad.grad(energy)(x)


def test_gradients_have_patterns() -> None:
    n = 80
    want = np.abs(np.arange(n)[:, None] - np.arange(n)) <= 1
    assert np.array_equal(detect(slope, (np.linspace(0, 1, n),), 0).toarray() != 0, want)


def failing(x: Any) -> Any:
    if x[0] > 1.0:
        raise ValueError("too large")
    return x[int(x[0])] * x


def test_errors_of_the_function() -> None:
    with pytest.raises(ValueError, match="too large"):
        detect(failing, (np.full(3, 2.0),), 0)
    with pytest.raises(IndexError):
        detect(failing, (np.full(0, 2.0),), 0)


def test_results_that_are_not_one_array() -> None:
    with pytest.raises(irad.TypingError, match="one float or one array"):
        detect(lambda x: (x, x), (np.ones(2),), 0)
    with pytest.raises(irad.TypingError, match="one float or one array"):
        detect(lambda x: 3, (np.ones(2),), 0)
