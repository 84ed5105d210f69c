"""Loops whose tape is longer than the memory that is kept are checkpointed, without a word: less memory, the same derivatives."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

import irad
from irad import Active, Duplicated, Reverse, autodiff
from irad.runtime import native

STEPS = 3000
KEPT = 1 << 20  # bytes, in these tests; the tape of STEPS steps takes 4.8 MB


def smooth(u, c, steps):
    for t in range(steps):
        u[1:-1] += c * (u[2:] - 2.0 * u[1:-1] + u[:-2]) + 1e-3 * np.sin(0.01 * t)
    return (u * u).sum()


def start(c, steps):
    u = np.linspace(0.0, 1.0, 200) ** 2
    return smooth(u, c, steps)


def slope(steps, c=0.2, h=1e-6):
    return (start(c + h, steps) - start(c - h, steps)) / (2.0 * h)


@pytest.fixture(autouse=True)
def little_memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(native, "KEPT", KEPT)
    monkeypatch.setattr("irad.pycall.wrapper.KEPT", KEPT)
    before = irad.keep_memory(KEPT)
    yield
    irad.keep_memory(before)


def checkpointed(f: object) -> list[str]:
    """The plans of loops of a transform that are checkpointed."""
    return [s["plan"] for p in f._function.specialisations for s in p.source.statistics() if "checkpointed" in s["plan"]]


def test_gradient() -> None:
    gradient = irad.grad(lambda c, steps: start(c, steps))
    np.testing.assert_allclose(gradient(0.2, 10), slope(10), rtol=1e-7)
    assert not gradient._function.options.limited
    for _ in range(3):  # given up; the general way; by the wrapper
        np.testing.assert_allclose(gradient(0.2, STEPS), slope(STEPS), rtol=1e-7)
    assert gradient._function.options.limited and checkpointed(gradient)
    np.testing.assert_allclose(gradient(0.2, 10), slope(10), rtol=1e-7)


def test_a_call_that_is_given_up_leaves_arrays_as_they_were() -> None:
    u = np.linspace(0.0, 1.0, 200) ** 2
    gradient = irad.grad(lambda u, c, steps: smooth(u, c, steps), argnums=(0, 1))
    du, dc = gradient(u, 0.2, STEPS)
    assert gradient._function.options.limited
    np.testing.assert_array_equal(u, np.linspace(0.0, 1.0, 200) ** 2)
    np.testing.assert_allclose(dc, slope(STEPS), rtol=1e-7)
    e = np.zeros(200)
    e[70] = 1e-4
    step = (smooth(u + e, 0.2, STEPS) - smooth(u - e, 0.2, STEPS)) / 2e-4
    np.testing.assert_allclose(du[70], step, rtol=1e-7)


def test_threads() -> None:
    gradient, found = irad.grad(lambda c, steps: start(c, steps)), []
    threads = [threading.Thread(target=lambda: found.append(gradient(0.2, STEPS))) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    np.testing.assert_allclose(found, [slope(STEPS)] * 4, rtol=1e-7)


def test_arrays_from_outside_that_are_written_are_written_once() -> None:
    count = np.zeros(1)

    def counted(c, steps):
        count[0] += 1.0
        return start(c, steps)

    gradient = irad.grad(counted)
    for _ in range(2):
        np.testing.assert_allclose(gradient(0.2, STEPS), slope(STEPS), rtol=1e-7)
    assert count[0] == 2.0
    assert not gradient._function.options.limited  # (a second run would have written to it again)


def test_annotated_calls() -> None:
    def own(u, c, steps):
        return smooth(u, c, steps)

    final = []
    for _ in range(5):
        u, du = np.linspace(0.0, 1.0, 200) ** 2, np.zeros(200)
        (_, dc, _) = autodiff(own, Duplicated(u, du), Active(0.2), STEPS, mode=Reverse)
        np.testing.assert_allclose(dc, slope(STEPS), rtol=1e-7)
        final.append(u)
    for u in final:
        np.testing.assert_array_equal(u, final[0])
    function = irad.pycall.specialisation.python_function(own)
    assert function.short is not None and function.short.specialisations


def test_nothing_changes_where_no_loop_can_be_checkpointed() -> None:
    def lists(x, n):
        out = [x]
        for i in range(n):
            out.append(np.sin(out[-1]) + 0.001 * i)
        return out[-1]

    gradient = irad.grad(lists)
    want = 1.0
    x, n = 0.3, 200_000
    for i in range(n):
        want *= np.cos(x)
        x = np.sin(x) + 0.001 * i
    np.testing.assert_allclose(gradient(0.3, n), want, rtol=1e-9, atol=1e-300)
