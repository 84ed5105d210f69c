"""Compilations on disk: found by the next process, and only where everything they depend on is the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import irad

MODULE = """
import math
import numpy as np
import config

RATE = 2.0
PAIR = (1.0, 2.0)
TABLE = np.array([1.0, 2.0, 3.0])


def inner(x, power=3):
    return RATE * x**power


def outer(x):
    return inner(x) + config.OFFSET * x + PAIR[1]


def with_table(x):
    s = 0.0
    for i in range(x.shape[0]):
        s += x[i] * x[i] * TABLE[i]
    return s
"""
PROGRAM = """
import json, sys
import numpy as np
import irad, model
from irad.llvm.compile_cache import disk_cache

x = np.array([1.0, 2.0, 3.0])
compiled = irad.jit(model.outer)
out = {
    "value": compiled(2.0), "again": compiled(2.0),
    "slope": irad.grad(compiled)(2.0),
    "table": irad.grad(model.with_table)(x).tolist(),
    "forward": irad.autodiff(model.outer, irad.Duplicated(2.0, 1.0), mode=irad.Forward)[0],
}
try:
    model.with_table(np.ones(4)), irad.jit(model.with_table)(np.ones(4))
except IndexError as error:
    out["error"] = str(error)
cache = disk_cache()
out["hits"], out["misses"] = (cache.hits, cache.misses) if cache else (0, 0)
print(json.dumps(out))
"""


class Project:
    def __init__(self, folder: Path, root: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{folder}", "IRAD_CACHE": "1",
                            "IRAD_CACHE_DIR": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip
        (folder / "model.py").write_text(MODULE)
        (folder / "config.py").write_text("OFFSET = 10.0\n")

    def run(self, **environment: str) -> dict[str, Any]:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=self.folder,
            env={**self.environment, **environment},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def change(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


@pytest.fixture
def project(tmp_path: Path, root: Path) -> Project:
    return Project(tmp_path, root)


def right(out: dict[str, Any], rate: float = 2.0, offset: float = 10.0, power: int = 3, constant: float = 2.0,
          table: tuple[float, ...] = (1.0, 2.0, 3.0)) -> None:  # fmt: skip
    """outer(x) = rate x^power + offset x + constant at x = 2."""
    value = rate * 2.0**power + offset * 2.0 + constant
    slope = rate * power * 2.0 ** (power - 1) + offset
    assert out["value"] == out["again"] == value
    assert out["slope"] == out["forward"] == slope
    assert out["table"] == [2 * (i + 1) * t for i, t in enumerate(table)]
    assert out["error"].startswith("index 3 ")


def test_the_next_process_compiles_nothing(project: Project) -> None:
    first, second = project.run(), project.run()
    right(first)
    right(second)
    assert first["misses"] > 5
    assert second["misses"] == 0 and second["hits"] == first["hits"] + first["misses"]


@pytest.mark.slow
def test_every_dependency_counts(project: Project) -> None:
    right(project.run())
    project.change("model.py", "RATE = 2.0", "RATE = 3.0")
    right(project.run(), rate=3.0)
    project.change("config.py", "10.0", "20.0")
    right(project.run(), rate=3.0, offset=20.0)
    project.change("model.py", "power=3", "power=2")
    right(project.run(), rate=3.0, offset=20.0, power=2)
    project.change("model.py", "(1.0, 2.0)", "(1.0, 5.0)")
    right(project.run(), rate=3.0, offset=20.0, power=2, constant=5.0)
    project.change("model.py", "return RATE * x**power", "return 2.0 * RATE * x**power")
    right(project.run(), rate=6.0, offset=20.0, power=2, constant=5.0)
    project.change("model.py", "TABLE = np.array([1.0, 2.0, 3.0])", "TABLE = np.array([4.0, 5.0, 6.0])")
    right(project.run(), rate=6.0, offset=20.0, power=2, constant=5.0, table=(4.0, 5.0, 6.0))


def test_without_a_place_to_write(project: Project) -> None:
    (project.folder / "file").write_text("")
    right(project.run(IRAD_CACHE_DIR=str(project.folder / "file" / "cache")))
    right(project.run(IRAD_CACHE="0"))
    assert not (project.folder / "cache").exists()


def test_processes_at_the_same_time(project: Project) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", PROGRAM], cwd=project.folder, env=project.environment, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    for p in running:
        out, _ = p.communicate(timeout=120)
        assert p.returncode == 0
        right(json.loads(out))


def dot(a: Any, b: Any) -> Any:
    return (a * b).sum()


def test_errors_of_derivatives_that_are_found_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`hvp` finds on disk what `grad` has compiled, and gives the error that it gives without a disk."""
    monkeypatch.setenv("IRAD_CACHE", "1")
    monkeypatch.setenv("IRAD_CACHE_DIR", str(tmp_path))
    x = np.array([1.0, 2.0, 3.0])
    irad.grad(dot, (0, 1))(x, x)
    with pytest.raises(irad.AliasingError):
        irad.hvp(dot, (x, x), (x, x))
