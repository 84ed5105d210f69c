"""Programs that tests make with ``irad cc``, and what they say."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

from irad.api.export.programs import parse_command, run_command


def build(program: Path, *words: Any) -> Path:
    """Give ``irad cc`` sources and flags, in this process; ``program`` is what comes out."""
    run_command(parse_command([*map(str, words), "-o", str(program)]))
    return program


def ran(program: Path, *arguments: Any) -> subprocess.CompletedProcess[str]:
    """A program that has run: its status and what it wrote."""
    return subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True, check=False, timeout=60)


def output(program: Path, *arguments: Any) -> str:
    """What a program writes that ends well; otherwise its messages are the failure."""
    done = ran(program, *arguments)
    assert done.returncode == 0, f"status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout
