"""The programs of ``c/``: each compares derivatives with numbers known otherwise and returns what is wrong.

A program is one trap of reverse or forward mode on C; its first line says which.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from irad.api.programs import parse_command, run_command

FOLDER = Path(__file__).resolve().parent / "c"
PROGRAMS = sorted(p.stem for p in FOLDER.glob("*.c"))


def run(source: Path, program: Path, *flags: str) -> None:
    """Compile and run one program; its messages are the failure."""
    run_command(parse_command([str(source), *flags, "-o", str(program)]))
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, f"status {done.returncode}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name: str, level: str, tmp_path: Path) -> None:
    run(FOLDER / f"{name}.c", tmp_path / "program", level)
