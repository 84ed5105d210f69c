"""O3 in every mode: arguments that share memory, by themselves and in containers, in Python and C."""

from __future__ import annotations

import dataclasses
from typing import Any, NamedTuple

import numpy as np
import pytest

import irad
from tests.origins.modes import MODES, Case, check_modes, in_modes

RNG = np.random.default_rng(3)
X = RNG.normal(size=(2, 2))
V = RNG.normal(size=7)
W = RNG.normal(size=(3, 4))


def twice(a, b):
    return (a * b).sum() + a[0, 1] * b[1, 1]


def dot_slices(a, b):
    s = 0.0
    for i in range(len(a)):
        s += a[i] * b[i] * b[i]
    return s


def write_slices(a, b):
    for i in range(len(a)):
        a[i] = a[i] * b[i]
    return (b * b).sum() + a[0]


def tied(w1, w2, x):
    h = np.tanh(w1 @ x)
    y = w2 @ h
    return (y * y).sum()


@dataclasses.dataclass
class Net:
    first: np.ndarray
    second: np.ndarray


class Pair(NamedTuple):
    first: np.ndarray
    second: np.ndarray


def of_tuple(p):
    a, b = p
    a[0] = a[0] * b[0]
    return (a * b).sum()


def of_list(p):
    p[0][1] = p[1][0] * p[0][0]
    return (p[0] * p[1] * p[1]).sum()


def of_dict(p):
    p["u"][1:] *= p["v"][1:]
    return (p["u"] * p["v"]).sum()


def of_fields(p):
    p.first[2] = p.second[0] * p.first[1]
    return (p.first * p.second).sum()


def nested(p, v):
    p["layers"][0][0] *= v[1]
    return (p["layers"][0] * p["layers"][1] * v).sum()


def overlapping(b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return b[0:5], b[2:7]


CASES = {
    "one argument twice": Case(twice, [X], lambda b: (b, b)),
    "x and x.T": Case(twice, [X], lambda b: (b, b.T)),
    "slices": Case(dot_slices, [V], overlapping),
    "slices that are written": Case(write_slices, [V], overlapping),
    "reversed": Case(write_slices, [V], lambda b: (b, b[::-1])),
    "every other one": Case(write_slices, [V], lambda b: (b[0:6:2], b[1:7:2])),
    "columns and rows": Case(write_slices, [W], lambda b: (b[:3, 1], b[1, :3])),
    "inside of each other": Case(write_slices, [V], lambda b: (b[0:6:2], b[0:3])),
    "tuple": Case(of_tuple, [V], lambda b: (overlapping(b),)),
    "list": Case(of_list, [V], lambda b: ([*overlapping(b)],)),
    "dict": Case(of_dict, [V], lambda b: (dict(zip("uv", overlapping(b), strict=True)),)),
    "dataclass": Case(of_fields, [V], lambda b: (Net(*overlapping(b)),)),
    "named tuple": Case(of_fields, [V], lambda b: (Pair(*overlapping(b)),)),
    "container and argument": Case(nested, [V], lambda b: ({"layers": [b[0:4], b[3:7]]}, b[1:5])),
    "tied weights": Case(tied, [W], lambda b: (b, b.T), (V[:4],)),
}


@in_modes("name", [*CASES], [*CASES])
def test_shared_memory(name: str, mode: str) -> None:
    check_modes(CASES[name], modes=[mode])


def test_x_times_its_transpose() -> None:
    """The sum of x * x.T, plus x01 x11."""
    more = np.array([[0.0, X[1, 1]], [0.0, X[0, 1]]])
    check_modes(Case(twice, [X], lambda b: (b, b.T)), want=2 * X.T + more)


# ---- tied and untied


def test_untied_reading_in_every_mode() -> None:
    w = W[:2, :3].copy()  # a batch has a lane for each entry
    check_modes(Case(tied, [w, w.T.copy()], None, (V[:3],)))


def test_the_tied_gradient_is_the_sum_of_both() -> None:
    x = V[:4]
    d1, d2 = np.zeros_like(W), np.zeros((4, 3))
    irad.autodiff(tied, irad.Duplicated(W.copy(), d1), irad.Duplicated(W.T.copy(), d2), x)
    w, dw = W.copy(), np.zeros_like(W)
    irad.autodiff(tied, irad.Duplicated(w, dw), irad.Duplicated(w.T, dw.T), x)
    np.testing.assert_allclose(dw, d1 + d2.T, rtol=1e-12)


def test_steps_keep_the_tie() -> None:
    x, w = V[:4], W.copy()
    losses = []
    for _ in range(5):
        dw = np.zeros_like(w)
        irad.autodiff(tied, irad.Duplicated(w, dw), irad.Duplicated(w.T, dw.T), x)
        losses.append(tied(w, w.T, x))
        w -= 1e-2 * dw
    assert losses == sorted(losses, reverse=True)


# ---- the functional transforms build shadows as the inputs are


def numeric(f: Any, b: np.ndarray) -> np.ndarray:
    return Case(f, [b]).differences().reshape(b.shape)


def test_gradients_of_arguments_that_share_memory() -> None:
    g, gt = irad.grad(twice, argnums=(0, 1))(X, X.T)
    np.testing.assert_allclose(g, numeric(lambda b: twice(b, b.T), X), atol=1e-8)
    np.testing.assert_allclose(gt, g.T)
    value, (d1, d2) = irad.value_and_grad(tied, argnums=(0, 1))(W, W.T, V[:4])
    assert value == pytest.approx(tied(W, W.T, V[:4]))
    np.testing.assert_allclose(d1, numeric(lambda b: tied(b, b.T, V[:4]), W), atol=1e-7)
    np.testing.assert_allclose(d2, d1.T)


@pytest.mark.parametrize("f", [dot_slices, write_slices])
def test_gradient_of_slices(f: Any) -> None:
    d1, d2 = irad.grad(f, argnums=(0, 1))(*overlapping(V))
    want = numeric(lambda b: f(*overlapping(b)), V)
    np.testing.assert_allclose(d1, want[0:5], atol=1e-7)
    np.testing.assert_allclose(d2, want[2:7], atol=1e-7)


@pytest.mark.parametrize("f", [of_tuple, of_list, of_dict, of_fields])
def test_gradient_of_a_container(f: Any) -> None:
    case = CASES[{of_tuple: "tuple", of_list: "list", of_dict: "dict", of_fields: "dataclass"}[f]]
    want = case.differences()
    (arg,) = case.arrange(V.copy())
    found = irad.grad(f)(arg)
    parts = vars(found) if dataclasses.is_dataclass(found) else found
    first, second = parts.values() if isinstance(parts, dict) else parts
    np.testing.assert_allclose(first, want[0:5], atol=1e-7)
    np.testing.assert_allclose(second, want[2:7], atol=1e-7)


def test_other_transforms_of_arguments_that_share_memory() -> None:
    tangent = RNG.normal(size=7)
    out, dout = irad.jvp(write_slices, overlapping(V.copy()), overlapping(tangent))
    want = numeric(lambda b: write_slices(*overlapping(b)), V)
    assert out == pytest.approx(write_slices(*overlapping(V.copy())))
    assert dout == pytest.approx(want @ tangent, rel=1e-6)
    out, pull = irad.vjp(write_slices, *overlapping(V.copy()))
    d1, d2 = pull(2.0)
    np.testing.assert_allclose(d1, 2 * want[0:5], atol=1e-6)
    np.testing.assert_allclose(d2, 2 * want[2:7], atol=1e-6)


# ---- C


SOURCE = """
double slices(double *a, double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) { a[i] = a[i] * b[i]; s += b[i] * b[i]; }
  return s + a[0];
}
double product(const double *a, const double *b, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) s += a[i * n + j] * b[j * n + i] * b[j];
  return s;
}
"""


def c_slices(a, b, n):
    s = 0.0
    for i in range(n):
        a[i] = a[i] * b[i]
        s += b[i] * b[i]
    return s + a[0]


@pytest.fixture(scope="module")
def module() -> irad.Module:
    return irad.Module.from_c(SOURCE)


class InC(Case):
    """Differences are those of the same function in Python."""

    def __init__(self, f: Any, python: Any, *rest: Any) -> None:
        super().__init__(f, *rest)
        self.python = python

    def differences(self) -> np.ndarray:
        return Case(self.python, self.buffers, self.arrange, self.consts).differences()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "views", [overlapping, lambda b: (b[0:5], b[0:5]), lambda b: (b[2:7], b[0:5])], ids=["up", "same", "down"]
)
def test_c_slices(module: irad.Module, views: Any, mode: str) -> None:
    check_modes(InC(module["slices"], c_slices, [V], views, (5,)), modes=[mode])


@pytest.mark.parametrize("mode", MODES)
def test_c_reads_one_matrix_twice(module: irad.Module, mode: str) -> None:
    def python(a, b, n):
        return sum(a[i * n + j] * b[j * n + i] * b[j] for i in range(n) for j in range(n))

    check_modes(InC(module["product"], python, [X.ravel()], lambda b: (b, b), (2,)), modes=[mode])
