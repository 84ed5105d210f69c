"""Programs that allocate: their derivatives are right, and each block that a derivative allocates is given back.

The programs of ``heap/`` print for each function whether the derivatives of both modes are those of differences, and how many
blocks ten calls of each mode have left over, as an allocator that counts has it.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from irad.api.export.programs import parse_command, run_command

FOLDER = Path(__file__).resolve().parent / "heap"
SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("name", "flag", "functions"),
    [
        ("recursion.c", "", 16),
        ("returned.c", "", 13),
        ("paths.c", "", 10),
        pytest.param("recursion.c", "-DSPLIT", 16, marks=SLOW),
        pytest.param("returned.c", "-DSPLIT", 13, marks=SLOW),
        pytest.param("paths.c", "-DSPLIT", 10, marks=SLOW),
        pytest.param("paths.c", "-O0", 10, marks=SLOW),
        pytest.param("destructors.cpp", "-lstdc++", 5, marks=SLOW),
        pytest.param("destructors.cpp", "-O0 -lstdc++", 5, marks=SLOW),
        pytest.param("classes.cpp", "-lstdc++", 4, marks=SLOW),
    ],
)
def test_memory_is_right_and_given_back(name: str, flag: str, functions: int, tmp_path: Path) -> None:
    program, counter = tmp_path / "program", tmp_path / "count.o"
    subprocess.run(["cc", "-O1", "-c", str(FOLDER / "count.c"), "-o", str(counter)], check=True)
    run_command(parse_command([str(FOLDER / name), str(counter), "-O2", *flag.split(), "-o", str(program)]))
    done = subprocess.run([str(program)], capture_output=True, text=True, check=True, timeout=60)
    lines = done.stdout.split("\n")[:-1]
    assert len(lines) == functions
    assert [line for line in lines if not line.endswith(" 1 0 0")] == []
