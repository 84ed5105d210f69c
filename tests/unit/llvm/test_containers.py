"""Functions written in C (libstdc++'s lists and trees, checks of arguments, schedules, snapshots): their IR is up to date."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from irad.errors import IradError
from irad.frontends.clang.compilers import find_clang
from irad.ir.reader import read_module
from irad.llvm.border.session import canonical
from irad.llvm.runtime_ir import argument_checks, container_bodies, schedules, snapshot_files

MADE = [(m, m.__name__.rpartition(".")[2]) for m in (container_bodies, argument_checks, schedules)]


@pytest.mark.parametrize(("module", "name"), [*MADE, *((snapshot_files, name) for name in snapshot_files.NAMES)])
def test_text_is_what_clang_makes_of_the_source(root: Path, tmp_path: Path, module: Any, name: str) -> None:
    try:
        compiler = find_clang()
    except IradError:
        pytest.skip("no clang")
    version = subprocess.run([*compiler.driver(False), "--version"], capture_output=True, text=True, check=True).stdout
    if compiler.kind != "clang" or re.search(r"version 22\.", version) is None:
        pytest.skip("another version of clang writes another text")
    out = tmp_path / "out.ll"
    source = root / f"irad/llvm/runtime_ir/{name}.c"
    subprocess.run([*compiler.driver(False), *module.FLAGS, "-S", "-emit-llvm", str(source), "-o", str(out)], check=True)
    made = module.from_clang(out.read_text(), name) if module is snapshot_files else module.from_clang(out.read_text())
    assert made == (root / f"irad/llvm/runtime_ir/{name}.ll").read_text()


@pytest.mark.parametrize("name", [*(name for _, name in MADE), *snapshot_files.NAMES])
def test_calls_have_the_convention_of_what_they_call(root: Path, name: str) -> None:
    """Else they are undefined, and LLVM takes the code before them to be unreachable."""
    assert "fastcc" not in (root / f"irad/llvm/runtime_ir/{name}.ll").read_text()


def test_what_is_not_declared_is_not_added() -> None:
    name = "_ZNSt8__detail15_List_node_base9_M_unhookEv"
    text = canonical(f"declare void @{name}(ptr)\ndefine void @f(ptr %p) {{\n  call void @{name}(ptr %p)\n  ret void\n}}")
    (added,) = container_bodies.containers(read_module(text, bodies=False))
    assert f"define linkonce_odr hidden void @{name}" in added
    assert container_bodies.containers(read_module(text.replace(name, "other"), bodies=False)) == []
