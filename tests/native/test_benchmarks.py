"""The programs of ``benchmarks/c`` against the reference results of the public suite whose functions they compute.

Inputs and results lie beside the checkout, in ../shared/data; skipped where they are not.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from irad.api.programs import parse_command, run_command

SOURCES = Path(__file__).resolve().parents[2] / "benchmarks" / "c"
DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "ref"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the benchmarks' data are not beside the checkout")


def flat(*values: Any) -> Iterator[float]:
    """All numbers in nested lists, in order."""
    for value in values:
        if isinstance(value, list):
            yield from flat(*value)
        else:
            yield float(value)


def load(path: str) -> Any:
    return json.loads((DATA / f"{path}.json").read_text())


def llsq(d: Any) -> list[Any]:
    return [len(d["x"]), d["n"], d["x"]]


def lse(d: Any) -> list[Any]:
    return [len(d["x"]), d["x"]]


def det(d: Any) -> list[Any]:
    return [d["ell"], d["A"]]


def ode(d: Any) -> list[Any]:
    return [len(d["x"]), d["s"], d["x"]]


def gmm(d: Any) -> list[Any]:
    return [d[key] for key in ("d", "k", "n", "m", "gamma", "alpha", "mu", "q", "l", "x")]


def ba(d: Any) -> list[Any]:
    return [d[key] for key in ("n", "m", "p", "cam", "x", "w", "feat")]


def lstm(d: Any) -> list[Any]:
    sizes = [len(d["main_params"]) // 2, len(d["sequence"]), len(d["state"][0])]
    return [*sizes, d["main_params"], d["extra_params"], d["state"], d["sequence"]]


def kmeans(d: Any) -> list[Any]:
    return [len(d["points"]), len(d["centroids"]), len(d["points"][0]), d["points"], d["centroids"]]


def ht(d: Any) -> list[Any]:
    hand, model = d["data"], d["data"]["model"]
    sizes = [model["bone_count"], len(model["base_positions"]), len(model["triangles"]), len(hand["points"]), bool(d["us"])]
    keys = ("parents", "base_relatives", "inverse_base_absolutes", "base_positions", "weights", "triangles", "is_mirrored")
    return [*sizes, *(model[key] for key in keys), hand["correspondences"], hand["points"], d["theta"], d["us"]]


def particle(d: Any) -> list[Any]:
    return [d["w"]]


def saddle(d: Any) -> list[Any]:
    return [d["start"]]


PROGRAMS = {f.__name__: f for f in (llsq, lse, det, ode, gmm, ba, lstm, kmeans, ht, particle, saddle)}
PARTS = {"gmm": ("alpha", "mu", "q", "l"), "ba": ("rows", "cols", "vals")}
INSTANCES = [
    *("llsq/n16_m5", "llsq/n129_m20", "lse/n7", "lse/n500", "det/l4", "det/l6", "ode/n4_s10", "ode/n8_s20", "ode/n40_s10"),
    *("gmm/d2_k3_n10", "gmm/d5_k4_n30_m2_g1.5", "ba/n4_m5_p12", "ba/rot0_n3_m4_p11", "ba/ba1", "lstm/l2_c8", "lstm/l4_c64"),
    *("kmeans/k3_n20_d2", "kmeans/k10_n200_d8", "ht/simple_small_hand1", "ht/complicated_small_hand1"),
    *("particle/w0", "saddle/s11"),
]
OUTPUTS = {
    "llsq": ("primal", "gradient"),
    "lse": ("primal", "gradient"),
    "det": ("primal", "gradient"),
    "ode": ("primal",),
    "kmeans": ("cost", "dir"),
    "particle": ("rr", "rf", "fr", "ff"),
    "saddle": ("rr", "rf", "fr", "ff"),
}


def last_slopes(x: list[float], steps: int) -> list[float]:
    """The gradient of ode's last component by complex steps: the suite's closed form holds for up to four components only."""

    def right_side(x: list[complex], y: list[complex]) -> list[complex]:
        return [x[0], *(x[i] * y[i - 1] for i in range(1, len(x)))]

    def last(x: list[complex]) -> complex:
        y, h = [0j] * len(x), 2 / steps
        for _ in range(steps):
            k1 = right_side(x, y)
            k2 = right_side(x, [a + h * k / 2 for a, k in zip(y, k1, strict=True)])
            k3 = right_side(x, [a + h * k / 2 for a, k in zip(y, k2, strict=True)])
            k4 = right_side(x, [a + h * k for a, k in zip(y, k3, strict=True)])
            y = [a + h * (p + 2 * q + 2 * r + t) / 6 for a, p, q, r, t in zip(y, k1, k2, k3, k4, strict=True)]
        return y[-1]

    return [last([v + 1e-30j * (i == j) for j, v in enumerate(x)]).imag / 1e-30 for i in range(len(x))]


def reference(name: str, instance: str) -> list[float]:
    """What the program is to print."""
    out: list[Any] = []
    for function in OUTPUTS.get(name, ("objective", "jacobian")):
        result = load(f"{instance}.{function}.out")
        if function == "objective" and name == "ba":
            result = [result["reproj_error"]["elements"], result["w_err"]["element"]]
        elif isinstance(result, dict):
            result = [result[part] for part in PARTS[name]]
        out.append(result)
    if name == "ode":
        out.append(last_slopes(load(instance)["x"], load(instance)["s"]))
    return list(flat(*out))


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("benchmarks")
    made: dict[str, Path] = {}
    for name in PROGRAMS:
        made[name] = folder / name
        run_command(parse_command(["-O3", str(SOURCES / f"{name}.c"), "-o", str(made[name])]))
    return made


@pytest.mark.xdist_group("benchmarks in C")
@pytest.mark.parametrize("instance", INSTANCES)
def test_benchmark(instance: str, programs: dict[str, Path]) -> None:
    name = instance.split("/")[0]
    given = "\n".join(repr(x) for x in flat(*PROGRAMS[name](load(instance))))
    done = subprocess.run([str(programs[name])], input=given, capture_output=True, text=True, check=True, timeout=120)
    got, want = [float(line) for line in done.stdout.split()], reference(name, instance)
    assert len(got) == len(want)
    wrong = [
        (i, a, b) for i, (a, b) in enumerate(zip(got, want, strict=True)) if not abs(a - b) <= 1e-9 * max(1, abs(a) + abs(b))
    ]
    assert not wrong, wrong[:5]
