"""What may stand in the head of a checkpointed loop, and what is said of marks elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

import irad
from irad.errors import UnsupportedError


def numbered(w, xs):
    h = w * 1.0
    for t, x in enumerate(irad.checkpointed(xs, snapshots=2), 3):
        h = np.sin(h * x + 0.1 * t)
        if h[0] > 0.99:
            return h.sum()
    return (h * h).sum()


def paired(w, xs):
    h = w * 1.0
    for t, (x, y) in enumerate(irad.checkpointed(zip(xs, xs[::-1], strict=True), segment=1)):
        h = np.sin(h * x + 0.1 * t) * y
    return (h * h).sum()


@pytest.mark.parametrize("f", [numbered, paired])
def test_enumerate_around_the_mark(f: object) -> None:
    w, xs = np.array([0.3, 0.4]), np.linspace(0.5, 1.5, 6)
    step = [(f(w + h, xs) - f(w - h, xs)) / 2e-6 for h in 1e-6 * np.eye(2)]
    assert np.abs(step).min() > 1e-5
    np.testing.assert_allclose(irad.grad(f)(w, xs), step, rtol=1e-6, atol=1e-9)


def test_marks_are_no_values() -> None:
    def f(a, b):
        s = 0.0
        for x, y in zip(irad.checkpointed(a), b, strict=True):
            s += x * y
        return s

    with pytest.raises(UnsupportedError, match=r"test_checkpointed_heads\.py.*no value, but the head of a loop"):
        irad.grad(f)(np.ones(3), np.ones(3))
