"""Where plans and `irad plan` say that a checkpointed loop of Python is."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import numpy as np
from click.testing import CliRunner

import irad
from irad.cli import main

HERE = Path(__file__)


def marked(x, k):
    u = x.copy()
    for _ in irad.checkpointed(range(k), snapshots=2):
        u = u + 0.1 * np.sin(u)
    return (u * u).sum()


def unmarked(x, k):
    u = x.copy()
    v = x.copy()
    for _ in range(k):
        v[1:] = 0.9 * v[1:] + 0.1 * v[:-1]
    for _ in range(k):
        u = u + 0.01 * np.sin(v)
    return (u * u).sum()


def lines(f: Any, text: str) -> list[int]:
    source, first = inspect.getsourcelines(f)
    return [first + k for k, line in enumerate(source) if text in line]


def invoked(*words: str) -> str:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def test_loops_with_a_mark() -> None:
    (line,) = lines(marked, "for _ in")
    said = invoked("dump", f"{HERE}:marked", "--signature", "(float64[::1], int64)", "--stage", "plan")
    assert f"loop at {HERE}:{line}: checkpointed, as asked for" in said
    assert invoked("plan", f"{HERE}:marked", "--args", "np.ones(5), 30").startswith(f"marked, {HERE}:{line}: a loop of 30 steps")


def test_loops_without_a_mark() -> None:
    made = irad.jit(unmarked, tape_limit=100_000)
    irad.grad(made)(np.ones(5), 3)
    said = "\n".join(str(s["plan"]) for s in made.stats())
    found = lines(unmarked, "for _ in range(k)")
    assert len(found) == 2
    for line in found:
        assert f"loop at {HERE}:{line}: checkpointed, as the limit of the tape demands" in said


def step(u, before, c):
    for i in range(1, c.shape[0] - 1):
        for j in range(1, c.shape[1] - 1):
            bend = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4.0 * u[i, j]
            before[i, j] = 2.0 * u[i, j] - before[i, j] + c[i, j] * bend
    before[c.shape[0] // 2, 3] += 1.0


def wave(c, steps):
    u = np.zeros_like(c)
    before = np.ones_like(c)
    for _ in irad.checkpointed(range(steps), snapshots=3):
        step(u, before, c)
        u, before = before, u
    return (u * u).sum()


def test_arrays_that_are_read_at_several_places_are_in_a_snapshot_once() -> None:
    said = invoked("plan", f"{HERE}:wave", "--args", "np.full((40, 50), 0.1), 30", "--json")
    state = json.loads(said)["step"]["state"]
    assert 2 * 8 * 40 * 50 <= state < 2 * 8 * 40 * 50 + 1024  # two arrays; pointers and counters besides
