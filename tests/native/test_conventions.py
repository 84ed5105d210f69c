"""The conventions of marked calls: C and C++ programs that check themselves against closed forms, at all levels."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from irad.api.programs import parse_command, run_command

FOLDER = Path(__file__).parent / "conventions"
PROGRAMS = sorted(p.name for p in FOLDER.iterdir() if p.suffix in (".c", ".cpp"))


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name: str, level: str, tmp_path: Path) -> None:
    program = tmp_path / "program"
    run_command(parse_command([str(FOLDER / name), level, "-Wno-unused", "-o", str(program), "-lm"]))
    done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
