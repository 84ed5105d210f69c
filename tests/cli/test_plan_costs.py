"""``irad plan``: numbers of runs from the published formulas, sizes and predictions beside what loops really do."""

from __future__ import annotations

import builtins
import json
from math import comb
from pathlib import Path
from typing import Any

import pytest

from irad.api.plans.costs import StepCosts, cost
from irad.api.plans.schedule_machine import Setting
from irad.frontends.clang import find_clang

LOOPS = """
import irad
import numpy as np


def heat(c, n):
    u = np.linspace(0.0, 1.0, 300)
    w = np.zeros(300)
    for t in irad.checkpointed(range(n), snapshots=4, segment=2):
        w[1:-1] = u[1:-1] + c[1:-1] * np.sin(u[2:] - u[:-2])
        u[:] = w
    return (u * u).sum()


def until(x):
    while irad.checkpointed_while(x < 100.0, snapshots=3, segment=1):
        x = x * 1.01
    return x


def plain(x):
    return x * x
"""
C_LOOP = """
void __irad_checkpoint(long long snapshots);
double decay(double *u, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    __irad_checkpoint(5);
    for (int i = 0; i < n - 1; i++) u[i] -= 0.01 * u[i] * u[i + 1];
  }
  return u[0];
}
"""
GIVEN = ("--state", "3kB", "--tape", "20kB")


@pytest.fixture
def loops(tmp_path: Path) -> Path:
    path = tmp_path / "loops.py"
    path.write_text(LOOPS)
    return path


def least_repetition(n: int, s: int) -> int:
    return next(r for r in range(n) if comb(s + r, s) >= n)


@pytest.mark.parametrize(("n", "s"), [(1, 1), (10, 3), (100, 5), (225, 15), (1000, 10), (10_000, 25)])
def test_known_lengths_cost_what_revolve_says(n: int, s: int) -> None:
    """Griewank and Walther, "Algorithm 799": r n - C(s + r, r - 1) steps only advance, none more than r times."""
    r = least_repetition(n, s)
    step = StepCosts(state=1000, tape=50.0, advance=2.0, taped=7.0, copy=0.5)
    found = cost(Setting(n, s, segment=1), step)
    assert found.advanced == r * n - (comb(s + r, r - 1) if r else 0)
    assert found.most == r and found.taped == n and found.unit == 1
    assert found.slots == (s if n > 1 else 0)
    assert found.peak == found.slots * 1000 + 50
    assert found.time == pytest.approx(2.0 * found.advanced + 7.0 * n + 0.5 * found.copies)


def test_unknown_lengths_cost_at_most_a_tenth_more() -> None:
    for n, s in ((100, 5), (1000, 10)):
        r = least_repetition(n, s)
        best = n + r * n - comb(s + r, r - 1)
        found = cost(Setting(n, s, segment=1, online=True), StepCosts(1, 1.0))
        assert best <= found.advanced + found.taped <= 1.1 * best + 10, "ten steps more are taped at the beginning"


def test_figures_that_are_given(loops: Path, irad_command: Any) -> None:
    words = ["plan", f"{loops}:heat", "--steps", "1000", "--snapshots", "10", "--segment", "1", *GIVEN]
    found = json.loads(irad_command(*words, "--json").output)
    assert found["plan"]["advanced"] == 3636 and found["plan"]["most"] == 4 and not found["measured"]
    assert found["plan"]["peak"] == 10 * 3000 + 20_000
    assert found["plan"]["time"] == 3636 + 4 * 1000, "in steps"
    rows = {row["name"]: row for row in found["table"]}
    assert [row["slots"] for row in rows.values()] == [5, 10, 20, 11, rows["default"]["slots"], 0]
    n = rows["default"]["slots"]
    assert (n + 1) * (n + 2) // 2 >= 1000 > n * (n + 1) // 2, "the least that runs no step more than three times"
    assert rows["all taped"]["peak"] == 1000 * 20_000
    text = irad_command(*words).output
    assert "3,636 steps only advance" in text and "50 kB: 30 kB snapshots, 20 kB tape" in text
    assert len([line for line in text.splitlines() if line.endswith(" <")]) == 1


def test_a_loop_that_is_measured(loops: Path, irad_command: Any) -> None:
    found = json.loads(irad_command("plan", f"{loops}:heat", "--args", "np.full(300, 0.1), 40", "--json").output)
    setting, step = found["plan"]["setting"], found["step"]
    assert setting == {"steps": 40, "snapshots": 4, "segment": 2, "budget": setting["budget"], "online": False, "memory": 0}
    units = 20
    r = least_repetition(units, 4)
    assert found["plan"]["advanced"] == 2 * (r * units - comb(4 + r, r - 1)), "pairs of steps"
    arrays = 2 * 300 * 8
    assert 300 * 8 <= step["state"] <= arrays + 512, "u, perhaps the borders of w; counters and rounding"
    assert 298 * 8 <= step["tape"] <= 8 * 300 * 8, "with the arrays that a step makes"
    assert step["tape"] * 2 == pytest.approx(found["plan"]["tape"], abs=1)
    assert 0 < step["advance"] < step["taped"]
    longer = ["plan", f"{loops}:heat", "--args", "np.full(300, 0.1), 40", "--steps", "100", "--segment", "1", "--snapshots", "5"]
    assert json.loads(irad_command(*longer, "--json").output)["plan"]["advanced"] == 316


def test_a_loop_of_unknown_length(loops: Path, irad_command: Any) -> None:
    found = json.loads(irad_command("plan", f"{loops}:until", "--args", "1.0", "--json").output)["plan"]
    assert found["setting"]["online"] and found["setting"]["steps"] == 463, "1.01**463 is the first power above 100"
    r = least_repetition(463, 3)
    best = 463 + r * 463 - comb(3 + r, r - 1)
    assert best <= found["advanced"] + found["taped"] <= 1.12 * best + 10


def test_a_loop_in_c(tmp_path: Path, irad_command: Any) -> None:
    try:
        find_clang()
    except Exception as error:
        pytest.skip(str(error))
    path = tmp_path / "decay.c"
    path.write_text(C_LOOP)
    words = ["plan", f"{path}:decay", "--args", "np.ones(100), 100, 60", "--segment", "1", "--json"]
    found = json.loads(irad_command(*words).output)
    assert found["plan"]["setting"]["steps"] == 60 and 800 <= found["step"]["state"] <= 1200
    r = least_repetition(60, 5)
    assert found["plan"]["advanced"] == r * 60 - comb(5 + r, r - 1)


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["heat"], 2, "nothing is known of the loop"),
        (["plain", "--args", "2.0"], 1, "no checkpointed loop was reversed"),
        (["plain", "--args", "2"], 2, "none of the arguments is a float"),
        (["plain", "--args", "2.0 +"], 2, "--args cannot be evaluated"),
        (["heat", "--args", "np.ones(7), 5"], 1, "cannot be differentiated here: ValueError"),
        (["missing", "--args", "2.0"], 1, "has no function missing"),
        (["heat", "--steps", "9", "--state", "5 XB", "--tape", "3"], 2, "is no amount of memory"),
        (["heat", "--steps", "9", *GIVEN, "--snapshots", "some"], 2, "--snapshots some"),
        (["heat", "--steps", "9000", *GIVEN, "--segment", "1", "--picture", "a.png"], 2, "too many for a picture"),
    ],
)
def test_what_cannot_be_planned(loops: Path, irad_command: Any, words: list[str], status: int, message: str) -> None:
    assert message in irad_command("plan", f"{loops}:{words[0]}", *words[1:], status=status).output


def test_picture(loops: Path, irad_command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["plan", f"{loops}:heat", "--steps", "30", "--segment", "1", "--snapshots", "4", *GIVEN, "--picture"]
    imported = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return imported(name, *rest, **more)

    with monkeypatch.context() as m:
        m.setattr(builtins, "__import__", without)
        assert "irad[bench]" in irad_command(*words, tmp_path / "none.png", status=1).output
    pytest.importorskip("matplotlib")
    irad_command(*words, tmp_path / "schedule.svg")
    text = (tmp_path / "schedule.svg").read_text()
    assert "<svg" in text and len(text) > 5000
    assert "cannot be written" in irad_command(*words, tmp_path / "schedule.xyz", status=2).output
