"""Random programs about objects with all objects, and all containers, in memory from the beginning, beside CPython.

So the ways to hold objects that `PythonCompiler.root` tries in turn are compared on the same programs.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from irad.frontends.python.compiler.python_compiler import PythonCompiler
from tests.generators import object_programs, selection_programs
from tests.property.test_random_python import COUNT, SEED

GENERATORS = [object_programs, selection_programs]
WAYS = ["in_memory", "all_in_memory"]


def check(programs: ModuleType, way: str, first: int, count: int, folder: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PythonCompiler, way, True)
        told = {k: programs.outcome(programs.program(k), folder / f"memory{k}.py") for k in range(first, first + count)}
    assert not {k: t for k, t in told.items() if t.startswith(("WRONG", "DEFECT"))}
    assert sum(t in ("right", "invalid") for t in told.values()) > count // 2


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("programs", GENERATORS, ids=lambda p: p.__name__.rpartition(".")[2])
def test_programs(programs: ModuleType, way: str, tmp_path: Path) -> None:
    check(programs, way, SEED + 7, max(2, COUNT // 10), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1000, 1200, 25))
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("programs", GENERATORS, ids=lambda p: p.__name__.rpartition(".")[2])
def test_more_programs(programs: ModuleType, way: str, first: int, tmp_path: Path) -> None:
    check(programs, way, SEED + first, 25, tmp_path)
