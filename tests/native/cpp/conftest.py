"""How the tests of C++ programs run them: through ``irad cc``, at each level of optimisation, each case of a program once."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from zlib import crc32

import pytest

from irad.api.export.programs import parse_command, run_command

LEVELS = ("-O0", *(pytest.param(level, marks=pytest.mark.slow) for level in ("-O1", "-O2")), "-O3")
PROGRAMS = Path(__file__).parent / "programs"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without ``-m slow`` each test runs at one of the two levels that are left, at one or the other by its name."""
    for item in items:
        if isinstance(item, pytest.Function) and "run" in item.fixturenames and Path(__file__).parent in item.path.parents:
            other = LEVELS[-1 if crc32(item.nodeid.replace("-O3", "-O0").encode()) % 2 else 0]
            if item.callspec.params["run"] == other:
                item.add_marker(pytest.mark.slow)


Run = Callable[..., list[list[float]]]


@pytest.fixture(params=LEVELS)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """``run(name, *arguments)``: compile a program of the folder and run it; its output as numbers, line by line."""

    def compile_and_run(name: str, arguments: Sequence[float] = (), flags: Sequence[str] = ()) -> list[list[float]]:
        program = tmp_path / name
        source = PROGRAMS / f"{name}.cpp"
        run_command(parse_command([str(source), "-std=c++20", request.param, *flags, "-o", str(program)]))
        words = [str(program), *map(repr, arguments)]
        done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
        return [[float(word) for word in line.split()] for line in done.stdout.splitlines()]

    return compile_and_run
