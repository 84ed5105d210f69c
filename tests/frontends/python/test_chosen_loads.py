"""Searches among elements in nested and short loops: derivatives go to the element that plain Python finds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad
from irad.cli.dump import subject_of
from irad.pipeline import normal_form


def pooled(x: Any) -> float:
    """Windows of three by three, the first element to begin with."""
    total = 0.0
    for i in range(x.shape[0] // 3):
        for j in range(x.shape[1] // 3):
            best = x[3 * i, 3 * j]
            for p in range(3):
                for q in range(3):
                    if x[3 * i + p, 3 * j + q] > best:
                        best = x[3 * i + p, 3 * j + q]
            total += best * best
    return total


def sliding(x: Any) -> float:
    """Windows that overlap, of which some hold nothing that counts."""
    total = 0.0
    for i in range(x.shape[0] - 2):
        for j in range(x.shape[1] - 2):
            best = -1.0
            for p in range(3):
                for q in range(3):
                    best = max(best, x[i + p, j + q])
            total += best * best * (i + 1)
    return total


def largest_of(x: Any, first: float) -> float:
    best = first
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > best:
                best = x[i, j]
    return best * first


def spread(x: Any) -> float:
    """Two searches in one nest, of a few columns."""
    total = 0.0
    for i in range(len(x)):
        low, high = x[i, 0], x[i, 0]
        for j in range(1, 4):
            low = min(low, x[i, j])
            high = max(high, x[i, j])
        total += (high - low) ** 2
    return total


def overwritten(x: Any) -> float:
    """What was found is not there any more."""
    best = x[0, 0]
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > best:
                best = x[i, j]
            x[i, j] = 0.5 * x[i, j] - 1.0
    return best + x[0, 0] * x[1, 1]


def overwritten_behind(x: Any) -> float:
    """Each search is followed by a change, and goes on with what the one before has found."""
    best = x[0, 0]
    for i in range(x.shape[0]):
        for j in range(2):
            for k in range(x.shape[1] - 1):
                if x[i, k + j] > best:
                    best = x[i, k + j]
        x[i, 0] = 0.5 * x[i, 1]
        x[i, 1] = best * x[i, 1]
    return best * x[1, 1]


def changed_before_use(x: Any) -> float:
    """The row is cleared between the search, of two iterations, and the use of what it found."""
    total = 0.0
    for i in range(x.shape[0]):
        best = x[i, 0]
        for j in range(1, 3):
            if x[i, j] > best:
                best = x[i, j]
        for j in range(x.shape[1]):
            x[i, j] = 0.25 * i
        total += best * best
    return total


def summed_on_the_way(x: Any) -> float:
    """The number is needed in each iteration."""
    best, total = x[0, 0], 0.0
    for i in range(x.shape[0]):
        for j in range(3):
            if x[i, j] > best:
                best = x[i, j]
            total += best * x[i, j]
    return total


def of_two_arrays(x: Any, y: Any) -> float:
    best = x[0, 0]
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] > best:
                best = x[i, j]
            if y[j, i] > best:
                best = y[j, i]
    return best * best


def numbers(*shape: int) -> Any:
    return np.random.default_rng(sum(shape)).normal(size=shape)


def by_differences(f: Any, args: list[Any], k: int = 0) -> Any:
    """Of plain Python; the functions are polynomials of the second degree where nothing jumps."""
    out = np.zeros_like(args[k])
    for at in np.ndindex(out.shape):
        ends = []
        for step in (1e-5, -1e-5):
            moved = [a.copy() for a in args]
            moved[k][at] += step
            ends.append(f(*moved))
        out[at] = (ends[0] - ends[1]) / 2e-5
    return out


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_windows(dtype: str) -> None:
    x = numbers(6, 9).astype(dtype)
    wanted = np.zeros_like(x)
    for i in range(0, 6, 3):
        for j in range(0, 9, 3):
            p, q = np.unravel_index(x[i : i + 3, j : j + 3].argmax(), (3, 3))
            wanted[i + p, j + q] = 2 * x[i + p, j + q]
    np.testing.assert_allclose(irad.grad(pooled)(x), wanted, rtol=1e-7)


def test_windows_that_overlap() -> None:
    x = numbers(8, 7) - 0.7
    x[3:7, 2:6] -= 4.0  # windows of which the number of the beginning is the largest
    x[0, 1] = np.nan  # never chosen
    wanted = np.zeros_like(x)
    for i in range(6):
        for j in range(5):
            window = np.where(np.isnan(x[i : i + 3, j : j + 3]), -9.0, x[i : i + 3, j : j + 3])
            if window.max() > -1.0:
                p, q = np.unravel_index(window.argmax(), (3, 3))
                wanted[i + p, j + q] += 2 * x[i + p, j + q] * (i + 1)
    assert (wanted != 0).sum() > 4
    np.testing.assert_allclose(irad.grad(sliding)(x), wanted, rtol=1e-14)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (1, 1), (4, 5)])
@pytest.mark.parametrize("first", [0.01, 9.0])
def test_all_elements(shape: tuple[int, int], first: float) -> None:
    x = np.abs(numbers(*shape))
    grad, by_first = irad.grad(largest_of, argnums=(0, 1))(x, first)
    wanted = np.zeros(shape)
    if x.size and x.max() > first:
        wanted.flat[x.argmax()] = first
        assert by_first == x.max()
    else:
        assert by_first == 2 * first
    np.testing.assert_array_equal(grad, wanted)


def test_equal_elements() -> None:
    """The first of them is kept."""
    x = np.array([[1.0, 5.0, 2.0], [5.0, 0.0, 5.0]])
    np.testing.assert_array_equal(irad.grad(largest_of)(x, 2.0), [[0, 2, 0], [0, 0, 0]])


def test_two_searches() -> None:
    x = numbers(5, 4)
    wanted = np.zeros_like(x)
    rows = np.arange(5)
    width = 2 * (x.max(1) - x.min(1))
    wanted[rows, x.argmax(1)] += width
    wanted[rows, x.argmin(1)] -= width
    np.testing.assert_allclose(irad.grad(spread)(x), wanted, rtol=1e-14)


@pytest.mark.parametrize("f", [overwritten, overwritten_behind, changed_before_use, summed_on_the_way])
def test_elements_that_change(f: Any) -> None:
    x = numbers(4, 5)
    np.testing.assert_allclose(irad.grad(f)(x.copy()), by_differences(f, [x]), rtol=1e-7, atol=1e-8)


def test_elements_of_two_arrays() -> None:
    for shift in (3.0, -3.0):
        x, y = numbers(4, 5) + shift, numbers(5, 4)
        found = irad.grad(of_two_arrays, argnums=(0, 1))(x, y)
        for k in range(2):
            np.testing.assert_allclose(found[k], by_differences(of_two_arrays, [x, y], k), rtol=1e-8, atol=1e-8)


def test_tangents_and_second_derivatives() -> None:
    x, v = numbers(6, 6), numbers(7, 6)[:6]
    _, tangent = irad.jvp(pooled, (x,), (v,))
    assert tangent == pytest.approx((irad.grad(pooled)(x) * v).sum(), rel=1e-14)
    hessian = irad.hessian(pooled)(x).reshape(36, 36)
    np.testing.assert_array_equal(hessian, np.diag(2.0 * (irad.grad(pooled)(x) != 0).reshape(36)))


C = """\
double before(const double *p, long n) {
  double total = 0;
  for (long i = 3; i < n; i++) {
    double best = p[i - 3];
    const double *at = p + i;
    for (int k = 1; k < 4; k++)
      if (at[-k] < best) best = at[-k];
    total += best * p[i];
  }
  return total;
}
"""


def test_elements_in_front_of_a_pointer() -> None:
    f = irad.Module.from_c(C)["before"]
    p = numbers(9)
    shadow = np.zeros(9)
    irad.autodiff(f, irad.Duplicated(p, shadow), 9)

    def plain(p: Any) -> float:
        return float(sum(p[i - 3 : i].min() * p[i] for i in range(3, 9)))

    np.testing.assert_allclose(shadow, by_differences(plain, [p]), rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize(
    ("name", "found"),
    [("pooled", 1), ("sliding", 1), ("largest_of", 1), ("spread", 2), ("overwritten", 0), ("changed_before_use", 1),
     ("summed_on_the_way", 0), ("of_two_arrays", 0)],
)  # fmt: skip
def test_which_searches_remember_places(name: str, found: int) -> None:
    arrays = {"largest_of": "float64[:, ::1], float64", "of_two_arrays": "float64[:, ::1], float64[:, ::1]"}
    own = subject_of(f"{__file__}:{name}", f"float64({arrays.get(name, 'float64[:, ::1]')})", None, False)
    module = normal_form(own.text, [own.function])
    blocks = [b.name for b in module.functions[own.function].blocks]
    assert sum(".chosen" in b for b in blocks) == found
