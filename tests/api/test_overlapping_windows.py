"""Arguments of which several elements lie in one place: windows that overlap, and broadcast arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided, sliding_window_view

import irad
from irad.runtime.memory_overlap import elements_apart

X = np.arange(1.0, 13.0)
W = np.cos(np.arange(21.0)).reshape(7, 3)


def weighted(w):
    return (w * w * W).sum()


def written(w):
    w[0, 1] *= 2.0
    return (w * w * W).sum()


def as_numbers(transform: str, a: np.ndarray) -> Any:
    """The gradient by that transform."""
    if transform == "vjp":
        return irad.vjp(weighted, a)[1](1.0)[0]
    if transform == "hvp":  # of a quadratic form, along the point
        return irad.hvp(weighted, (a,), (a,))
    return getattr(irad, transform)(weighted)(a)


READ_ONLY = {
    "windows": sliding_window_view(X, 3)[:7],
    "backwards": sliding_window_view(X[::-1], 3)[:7],
    "rows": np.broadcast_to(X[:3], (7, 3)),
    "columns": np.broadcast_to(X[:7, None], (7, 3)),
}


@pytest.mark.parametrize("transform", ["grad", "vjp", "jacrev", "hvp"])
def test_elements_that_are_read_only_are_numbers(transform: str) -> None:
    for a in READ_ONLY.values():
        np.testing.assert_allclose(as_numbers(transform, a), 2 * a * W)


def test_pullbacks_and_functions_that_write_refuse_what_can_be_written() -> None:
    windows = as_strided(X.copy(), (7, 3), (8, 8))
    calls: list[Callable[[], Any]] = [lambda: irad.vjp(weighted, windows), lambda: irad.vjp(written, windows)]
    calls += [lambda: irad.grad(written)(windows), lambda: irad.jvp(written, (windows,), (np.ones((7, 3)),))]
    for call in calls:
        with pytest.raises(irad.AliasingError, match="lie in one place") as caught:
            call()
        assert "pass a copy" in str(caught.value)
    np.testing.assert_array_equal(windows, sliding_window_view(X, 3)[:7])
    apart = np.array(windows)
    slope = 2 * apart * W
    slope[0, 1] *= 4.0
    np.testing.assert_allclose(irad.grad(written)(apart), slope)
    gaps = np.zeros((14, 9))[::2, ::-3]
    gaps[...] = apart
    for turned in (gaps, np.asfortranarray(apart)):
        np.testing.assert_allclose(irad.grad(written)(turned), slope)


def test_the_hint_for_a_shadow_with_places_for_all() -> None:
    windows = as_strided(X.copy(), (7, 3), (8, 8))
    with pytest.raises(irad.ActivityError, match="pass a copy"):
        irad.autodiff(weighted, irad.Duplicated(windows, np.zeros_like(windows)))


def test_who_has_a_place_of_its_own() -> None:
    """Beside `np.unique` of the addresses."""
    rng = np.random.default_rng(7)
    memory = np.zeros(400)
    for _ in range(300):
        shape = tuple(rng.integers(0, 4, size=rng.integers(1, 4)))
        strides = tuple(8 * rng.integers(-7, 8, size=len(shape)))
        a = as_strided(memory[200:], shape, strides)
        places = {int(np.dot(k, strides)) for k in np.ndindex(shape)}
        assert elements_apart(a) == (len(places) == a.size)


def by_strides(w):
    v = w.reshape(-1)  # a view or a copy, as the strides are
    return (v * v * W.reshape(-1)).sum()


def test_tangents_have_a_place_for_each_element() -> None:
    t = np.sin(np.arange(21.0)).reshape(7, 3)
    for a in READ_ONLY.values():
        slope = pytest.approx((2 * a * W * t).sum())
        assert irad.jvp(weighted, (a,), (t,))[1] == slope
        assert irad.linearize(by_strides, a)[1](t) == slope
        with pytest.raises(irad.AliasingError, match="pass a copy"):
            irad.jvp(by_strides, (a,), (t,))


def rows(x):
    return np.broadcast_to(x[:, None], (2, 3)), x * 2.0


def pulled(x, s, t):
    _, pull = irad.vjp(rows, x)
    return pull((s, t))[0]


def test_adjoints_of_results_with_several_elements_in_one_place() -> None:
    x, s, t = np.array([1.0, 2.0]), np.array([[1.0, 10.0, 100.0], [2.0, 20.0, 200.0]]), np.array([1.0, 1.0])
    expected = s.sum(axis=1) + 2 * t
    dx = np.zeros(2)
    irad.autodiff(rows, irad.Duplicated(x, dx), returns=irad.Duplicated, seed=(s, t))
    np.testing.assert_allclose(dx, expected)
    np.testing.assert_allclose(irad.vjp(rows, x)[1]((s, t))[0], expected)
    np.testing.assert_allclose(irad.jit(pulled)(x, s, t), expected)
    note = irad.Duplicated(x, np.zeros(2))
    augmented, reverse = irad.autodiff_thunk(rows, note, returns=irad.Duplicated)
    reverse(note, tape=augmented(note)[0], seed=(s, t))
    np.testing.assert_allclose(note.dval, expected)
