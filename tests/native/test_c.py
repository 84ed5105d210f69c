"""The programs of ``c/``: each compares derivatives with numbers known otherwise and returns what is wrong.

A program is one trap of reverse or forward mode on C; its first line says which.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from irad.api.export.programs import parse_command, run_command
from irad.frontends.clang import find_clang

FOLDER = Path(__file__).resolve().parent / "c"
PROGRAMS = sorted(p.stem for p in FOLDER.glob("*.c"))


def run(source: Path, program: Path, *flags: str) -> None:
    """Compile and run one program; its messages are the failure."""
    run_command(parse_command([str(source), *flags, "-o", str(program)]))
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, f"status {done.returncode}\n{done.stdout}{done.stderr}"


def cases() -> list[object]:
    """Every program at -O0, and at -O1 and -O3 in turn; the others are slow tests."""
    chosen = {(name, level) for k, name in enumerate(PROGRAMS) for level in ("-O0", ("-O1", "-O3")[k % 2])}
    every = [(name, level) for name in PROGRAMS for level in ("-O0", "-O1", "-O2", "-O3")]
    return [pytest.param(*case, marks=() if case in chosen else pytest.mark.slow, id="".join(case)) for case in every]


@pytest.mark.parametrize(("name", "level"), cases())
def test_program(name: str, level: str, tmp_path: Path) -> None:
    run(FOLDER / f"{name}.c", tmp_path / "program", level)


@pytest.mark.parametrize(
    "flags", [("-O3", "-ffast-math"), ("-O2", "-g"), ("-O0", "-g"), ("-O3", "-march=native"), ("-O2", "-fPIC", "-fno-inline")]
)
@pytest.mark.parametrize("name", ["reductions", "struct_values", "allocators", "recursion", "linked_list", "complex_arrays"])
def test_other_flags(name: str, flags: tuple[str, ...], tmp_path: Path) -> None:
    run(FOLDER / f"{name}.c", tmp_path / "program", *flags)


VECTORISED = """adaptive_steps complex_arrays copy_overlapping dynamic_program floats loop_triangular lu_factors matrix_struct
nan_in_branches neural_network pointer_arrays products realloc_growth reductions ring_buffer same_array_twice vectors"""


@pytest.mark.skipif(shutil.which("clang-22") is None, reason="needs a clang of the LLVM that reads its output")
@pytest.mark.parametrize("name", VECTORISED.split())
def test_what_is_vectorised_already(name: str, tmp_path: Path) -> None:
    """IR from clang -O3 without irad: vector loads, masks, shuffles and reductions come before differentiation."""
    text = tmp_path / "program.ll"
    wanted = [] if name == "nan_in_branches" else ["-ffast-math"]
    command = [*find_clang().driver(False), "-O3", "-march=native", "-w", *wanted, "-S", "-emit-llvm"]
    subprocess.run([*command, str(FOLDER / f"{name}.c"), "-o", str(text)], check=True)
    assert name != "reductions" or "@llvm.vector.reduce" in text.read_text()
    run(text, tmp_path / "program", "-O2", "-march=native")
