"""`irad.checkpointed` and `irad.checkpointed_while`: gradients against complex steps run by plain Python, and memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import irad


def in_place(x, k, s):
    u = x.copy()
    for t in irad.checkpointed(range(k), snapshots=3, segment=s):
        for i in range(1, len(u) - 1):
            u[i] = u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]) + 1e-3 * t * u[i] * u[i]
    return (u * u).sum()


def rebound(x, k, s):
    u = x.copy()
    for t in irad.checkpointed(range(k), snapshots=3, segment=s):
        u = u + 0.01 * np.sin(u) * t
    return (u * u).sum()


def of_parameter(x, k, s):
    u = x
    for t in irad.checkpointed(range(k), snapshots=3, segment=s):
        u = u * 0.99 + 0.01 * x * t
    return (u * u).sum() + x[0]


def leapfrog(x, k, s):
    u = x.copy()
    before = x.copy()
    for t in irad.checkpointed(range(k), snapshots=3, segment=s):
        after = 2 * u - before - 0.01 * np.sin(u) * (1 + 0.1 * t)
        before = u
        u = after
    return (u * u).sum() + before[0]


def swapped(x, k, s):
    a = x.copy()
    b = np.zeros_like(x)
    for t in irad.checkpointed(range(k), snapshots=3, segment=s):
        b[1:-1] = a[1:-1] + 0.1 * (a[2:] - 2 * a[1:-1] + a[:-2]) * (1 + 0.01 * t)
        b[0] = a[0]
        b[-1] = np.sin(a[-1])
        a, b = b, a
    return (a * a).sum()


def with_break(x, k, s):
    r = x[0]
    for _ in irad.checkpointed(range(k), snapshots=3, segment=s):
        r = r + 0.05 * np.sin(r) * x[1]
        if r > 0.15:
            break
    return r


def unknown_length(x, k, s):
    r = x[0]
    n = 0
    while irad.checkpointed_while(r < 3.0 and n < k, snapshots=3, segment=s):
        r = r * 1.02 + 0.01 * np.sin(r * x[1])
        n += 1
    return r * n


def trajectory(x, k, s):
    u = x.copy()
    out = np.zeros((k, len(x)), dtype=x.dtype)
    for t in irad.checkpointed(range(k), snapshots=3, segment=s):
        u = u + 0.01 * np.sin(u) * t
        out[t] = u
    return (out * out).sum()


def recurrent(x, k, s):
    h = np.zeros(4, dtype=x.dtype)
    w = x[:16].reshape(4, 4)
    for t in irad.checkpointed(range(k), snapshots=3, segment=s):
        h = np.tanh(w @ h + x[t % 10 : t % 10 + 4])
    return h.sum()


def counted_down(x, k, s):
    r = x[2]
    for t in irad.checkpointed(range(k, 0, -1), snapshots=2, segment=s):
        r = r + 0.01 * t * r * x[0]
    return r


def over_items(x, k, s):
    r = x[2]
    for v in irad.checkpointed(x, "log", segment=s):
        r = r * (1 + 0.1 * v) + k * 1e-3 * v
    return r


def nested(x, k, s):
    r = x[0]
    for t in irad.checkpointed(range(k), snapshots=2, segment=s):
        q = r
        for j in irad.checkpointed(range(3 + t % 2), snapshots=1, segment=s):
            q = q + 0.01 * np.sin(q * x[1]) + 1e-3 * j
        r = 0.5 * r + 0.5 * q
    return r


def in_function(x, k, s):
    return in_place(x, k, s) * rebound(x, k, s)


LOOPS = (
    in_place, rebound, of_parameter, leapfrog, swapped, trajectory, recurrent, counted_down, over_items, nested, in_function,
)  # fmt: skip


def point() -> np.ndarray:
    return np.linspace(0.1, 1, 20)


def complex_step(f: Callable[..., Any], k: int, places: tuple[int, ...]) -> list[float]:
    """Entries of the gradient, by plain Python."""
    out = []
    for i in places:
        z = point().astype(complex)
        z[i] += 1e-30j
        out.append(f(z, k, 0).imag / 1e-30)
    return out


@pytest.mark.parametrize("f", LOOPS, ids=lambda f: f.__name__)
def test_gradients(f: Callable[..., Any]) -> None:
    places = (0, 1, 2, 7)
    for k in (1, 2, 9, 30):
        wanted = complex_step(f, k, places)
        for segment in (0, 1, 4):
            value, slope = irad.value_and_grad(f)(point(), k, segment)
            assert value == pytest.approx(f(point(), k, segment), rel=1e-12)
            np.testing.assert_allclose(slope[list(places)], wanted, rtol=1e-10, atol=1e-12)


def break_with_arrays(x, k, s):
    u = x.copy()
    v = x * 0.5
    for _ in irad.checkpointed(range(k), snapshots=2, segment=s):
        u = u * 1.1 + 0.01 * v
        v = np.sin(u)
        if u[0] > 0.2:
            break
        v = v * 0.9
    return (u * u).sum() + v[1]


@pytest.mark.parametrize("f", [with_break, unknown_length, break_with_arrays], ids=lambda f: f.__name__)
def test_loops_that_end_by_themselves(f: Callable[..., Any]) -> None:
    """Against central differences, whose error is about 1e-9 here."""
    for k in (1, 2, 9, 30, 100):
        wanted = []
        for i in (0, 1):
            ends = []
            for h in (1e-6, -1e-6):
                x = point()
                x[i] += h
                ends.append(f(x, k, 0))
            wanted.append((ends[0] - ends[1]) / 2e-6)
        for segment in (0, 1, 4):
            value, slope = irad.value_and_grad(f)(point(), k, segment)
            assert value == pytest.approx(f(point(), k, segment), rel=1e-12)
            np.testing.assert_allclose(slope[:2], wanted, rtol=1e-7, atol=1e-7)


@pytest.mark.parametrize("f", [in_place, unknown_length], ids=lambda f: f.__name__)
def test_other_modes(f: Callable[..., Any]) -> None:
    """Forward mode, and forward mode over the reverse sweep, against differences of gradients by complex steps."""
    x, v = point(), np.cos(np.arange(20.0))
    slope = irad.grad(f)(x, 6, 1)
    _, tangent = irad.jvp(lambda z: f(z, 6, 1), (x,), (v,))
    assert tangent == pytest.approx(slope @ v, rel=1e-12)
    curved = irad.hvp(lambda z: f(z, 6, 1), (x,), (v,))
    ends = [irad.grad(f)(x + h * v, 6, 1) for h in (1e-6, -1e-6)]
    np.testing.assert_allclose(curved, (ends[0] - ends[1]) / 2e-6, rtol=1e-6, atol=1e-7)


def test_arguments_are_as_the_primal_leaves_them() -> None:
    def f(a, b, k):
        for t in irad.checkpointed(range(k), snapshots=2, segment=1):
            for i in range(1, len(a) - 1):
                b[i] = a[i] + 0.1 * (a[i + 1] - a[i - 1]) + 0.01 * t
            a, b = b, a
        return (a * a).sum() + b[1]

    for k in (1, 2, 5, 6):
        a, b, da, db = point(), np.zeros(20), np.zeros(20), np.zeros(20)
        pa, pb = point(), np.zeros(20)
        irad.autodiff(f, irad.Duplicated(a, da), irad.Duplicated(b, db), k)
        f(pa, pb, k)
        np.testing.assert_array_equal(a, pa)
        np.testing.assert_array_equal(b, pb)


def test_errors_in_mid_loop() -> None:
    def f(x, k):
        u = x.copy()
        for t in irad.checkpointed(range(k), snapshots=2, segment=1):
            u[0] = u[0] * 1.1 + x[t]
        return u[0]

    with pytest.raises(IndexError):
        irad.grad(f)(np.ones(3), 5)
    assert irad.grad(f)(np.ones(3), 3)[0] == pytest.approx(1.1**3 + 1.1**2)


def test_what_is_handed_on_keeps_its_shape() -> None:
    def f(x, k):
        u = x
        for _ in irad.checkpointed(range(k), snapshots=2):
            u = np.zeros(len(u) + 1) + u[0]
        return u.sum()

    with pytest.raises(ValueError, match="'u' that a checkpointed loop hands on must keep its shape: 4 after 3"):
        irad.grad(f)(np.ones(3), 2)


def test_arrays_that_share_what_a_step_has_made() -> None:
    def whole(x, k):
        u = x
        best = x
        for t in irad.checkpointed(range(k), snapshots=2, segment=1):
            u = u * 1.1
            if t % 2 == 0:
                best = u
        return (u * best).sum()

    assert irad.grad(whole)(np.array([2.0]), 4)[0] == pytest.approx(2 * 2.0 * 1.1**4 * 1.1**3)

    def part(x, k):
        u = x
        v = x[1:]
        for _ in irad.checkpointed(range(k), snapshots=2, segment=1):
            v[0] = 0.5 * v[0]  # of u as well
            u = u * 1.1
            v = u[1:]
        return u.sum() * v.sum()

    slope = irad.grad(part)(np.array([1.0, 2.0, 3.0]), 3)
    end = 1.1**3 * np.array([1.0, 2.0 / 8, 3.0])  # v[0] is halved before each step
    each = 1.1**3 * np.array([1, 1 / 8, 1])
    np.testing.assert_allclose(slope, each * end[1:].sum() + end.sum() * each * [0, 1, 1])

    def parts(x, k):
        u = x[:-1]
        v = x[1:]
        for _ in irad.checkpointed(range(k), snapshots=2, segment=1):
            w = np.zeros(len(x)) + u[0]
            u = w[:-1]
            v = w[1:]
        return u.sum() * v.sum()

    with pytest.raises(ValueError, match="'u' and 'v' that a checkpointed loop hands on are parts of a larger one"):
        irad.grad(parts)(np.ones(17), 2)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"snapshots": 0}, "at least 1"), ({"snapshots": 2.5}, "has to be an integer"),
        ({"budget": "many"}, "no amount of memory"), ({"segments": 1}, "takes what it is for"),
    ],
)  # fmt: skip
def test_wrong_settings(settings: dict[str, Any], message: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ", ".join(f"{k}={v!r}" for k, v in settings.items())
    body = f"import irad\ndef f(x):\n    for _ in irad.checkpointed(range(3), {words}):\n        x = x * x\n    return x\n"
    (tmp_path / f"wrong_{next(iter(settings))}{len(words)}.py").write_text(body)
    monkeypatch.syspath_prepend(tmp_path)
    module = __import__(f"wrong_{next(iter(settings))}{len(words)}")
    with pytest.raises(irad.TypingError, match=message):
        irad.grad(module.f)(1.5)


def test_outside_of_compiled_code() -> None:
    assert list(irad.checkpointed([1, 2], "log")) == [1, 2]
    assert irad.checkpointed_while(False, snapshots=3) is False


MEMORY = """
import resource, sys
import numpy as np, irad
def f(u, steps):
    for t in irad.checkpointed(range(steps), SETTINGS):
        left = u[0]
        for i in range(1, len(u) - 1):
            here = u[i]
            u[i] = here + 0.2 * (left - 2 * here + u[i + 1]) + 1e-9 * t * here * here
            left = here
    return (u * u).sum()
u = np.linspace(0.0, 1.0, 1000)
irad.grad(f)(u, 3)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
irad.grad(f)(u, 20000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("settings", ["snapshots=None", "snapshots='log'", "budget='1MB'"])
def test_memory(settings: str, tmp_path: Any) -> None:
    """20,000 steps of 1,000 numbers would tape 160 MB."""
    (tmp_path / "m.py").write_text(MEMORY.replace("SETTINGS", settings))
    done = subprocess.run([sys.executable, "m.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 8_000  # KiB


RECORDS = """
import resource
import numpy as np, irad
def f(c, steps):
    record = np.zeros((steps, 100))
    u = c * 1.0
    v = np.zeros_like(c)
    for t in irad.checkpointed(range(steps), snapshots=50, segment=1):
        for i in range(1, len(u) - 1):
            v[i] = 1.9 * u[i] - 0.9 * v[i] + c[i] * (u[i - 1] - 2 * u[i] + u[i + 1])
        record[t] = v[:100]
        u, v = v, u
    return (record * record).sum()
c = np.linspace(0.0, 0.1, 1000)
irad.grad(f)(c, 3)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
irad.grad(f)(c, 2000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_records_are_in_no_snapshot(tmp_path: Any) -> None:
    """What the loop only writes has 1.6 MB, as its shadow; each of 50 states has 16 kB, where two arrays change places."""
    (tmp_path / "m.py").write_text(RECORDS)
    done = subprocess.run([sys.executable, "m.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 8_000  # KiB
