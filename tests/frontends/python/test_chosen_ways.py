"""Dynamic programs: iterations to which no adjoint comes are not reversed, whatever way their adjoints come."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import irad


def warped(x: Any, y: Any, r: Any) -> float:
    """The distance of two series that may be warped."""
    n, m = len(x), len(y)
    for i in range(n + 1):
        for j in range(m + 1):
            r[i, j] = 1e10
    r[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            d = x[i - 1] - y[j - 1]
            r[i, j] = d * d + min(r[i - 1, j - 1], r[i - 1, j], r[i, j - 1])
    return r[n, m]


def aligned(score: Any, a: Any, b: Any, gap: Any, h: Any) -> float:
    """The best score of an alignment, wherever it ends."""
    best = 0.0
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            s = max(h[i - 1, j - 1] + score[a[i - 1], b[j - 1]], h[i - 1, j] - gap[0], h[i, j - 1] - gap[0], 0.0)
            h[i, j] = s
            if s > best:
                best = s
    return best


def behind(c: Any, r: Any) -> float:
    """What the last iteration has computed is used behind the loop, the end of each row in the loop around it."""
    total = 0.0
    for i in range(1, len(r)):
        last = 0.0
        for j in range(1, r.shape[1]):
            last = c[i, j] * c[i, j] + min(r[i - 1, j], r[i, j - 1])
            r[i, j] = last
        total += last * last
    return total


def everywhere(c: Any, r: Any) -> float:
    """All that is stored goes into the result."""
    total = 0.0
    for i in range(1, len(r)):
        for j in range(1, r.shape[1]):
            r[i, j] = c[i, j] * c[i, j] + min(r[i - 1, j], r[i, j - 1])
    for i in range(len(r)):
        for j in range(r.shape[1]):
            total += r[i, j] * r[i, j]
    return total


def numbers(*shape: int) -> Any:
    return np.random.default_rng(sum(shape)).normal(size=shape)


def gradients(f: Any, *args: Any) -> tuple[list[Any], str]:
    """Those by the arrays of floats, and the plan."""
    compiled = irad.jit(f)
    shadows = [np.zeros_like(a) for a in args if a.dtype == float]
    left = iter(shadows)
    irad.autodiff(compiled, *(irad.Duplicated(a.copy(), next(left)) if a.dtype == float else a for a in args))
    return shadows, "".join(str(code["plan"]) for code in compiled.stats())


def by_differences(f: Any, args: tuple[Any, ...], k: int) -> Any:
    out = np.zeros_like(args[k])
    for at in np.ndindex(out.shape):
        ends = []
        for step in (1e-5, -1e-5):
            moved = [a.copy() for a in args]
            moved[k][at] += step
            ends.append(f(*moved))
        out[at] = (ends[0] - ends[1]) / 2e-5
    return out


def test_the_way_of_a_distance() -> None:
    x, y, r = numbers(7).cumsum(), numbers(6).cumsum(), np.zeros((8, 7))
    (by_x, by_y, by_r), plan = gradients(warped, x, y, r)
    warped(x, y, r)
    wanted_x, wanted_y = np.zeros(7), np.zeros(6)
    i, j = 7, 6
    while i > 0 and j > 0:  # backwards, where the distance came from
        d = 2 * (x[i - 1] - y[j - 1])
        wanted_x[i - 1] += d
        wanted_y[j - 1] -= d
        steps = [(i - 1, j - 1), (i - 1, j), (i, j - 1)]
        i, j = min(steps, key=lambda at: r[at])
    np.testing.assert_allclose(by_x, wanted_x, rtol=1e-14)
    np.testing.assert_allclose(by_y, wanted_y, rtol=1e-14)
    np.testing.assert_array_equal(by_r, 0)
    assert "iterations are not reversed where the adjoint of what it stores is zero" in plan


def test_the_way_of_an_alignment() -> None:
    score = numbers(4, 4) * 0.2 - 0.8 + 2.0 * np.eye(4)
    letters = np.random.default_rng(1).integers(0, 4, size=(2, 12))
    args = score, letters[0, :11], letters[1], np.array([0.9]), np.zeros((12, 13))
    (by_score, by_gap, by_h), plan = gradients(aligned, *args)
    np.testing.assert_allclose(by_score, by_differences(aligned, args, 0), rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(by_gap, by_differences(aligned, args, 3), rtol=1e-8, atol=1e-8)
    np.testing.assert_allclose(by_h, by_differences(aligned, args, 4), rtol=1e-8, atol=1e-8)
    assert by_score.sum() > 2
    assert "iterations are not reversed" in plan


@pytest.mark.parametrize(("f", "tested"), [(behind, True), (everywhere, False)])
@pytest.mark.parametrize("shape", [(4, 5), (3, 2), (2, 7)])
def test_adjoints_that_come_from_elsewhere(f: Any, tested: bool, shape: tuple[int, int]) -> None:
    args = numbers(*shape), numbers(*shape, 1)[..., 0] + 0.5
    found, plan = gradients(f, *args)
    for k in range(2):
        np.testing.assert_allclose(found[k], by_differences(f, args, k), rtol=1e-7, atol=1e-7)
    assert ("iterations are not reversed" in plan) == tested


def test_second_derivatives() -> None:
    """A way is a sum of squares of differences; a second differentiation reverses every iteration."""
    x, y = numbers(5).cumsum(), numbers(4).cumsum()
    r = np.zeros((6, 5))
    hessian = irad.hessian(warped)(x, y, r.copy())
    warped(x, y, r)
    wanted = np.zeros((5, 5))
    i, j = 5, 4
    while i > 0 and j > 0:
        wanted[i - 1, i - 1] += 2
        i, j = min([(i - 1, j - 1), (i - 1, j), (i, j - 1)], key=lambda at: r[at])
    np.testing.assert_allclose(hessian, wanted, rtol=1e-14)
