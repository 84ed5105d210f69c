"""The bodies of libstdc++'s list and tree functions: up to date."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from irad.errors import IradError
from irad.frontends.clang.compilers import find_clang
from irad.llvm import containers
from irad.llvm.session import canonical


def test_text_is_what_clang_makes_of_the_source(root: Path, tmp_path: Path) -> None:
    try:
        compiler = find_clang()
    except IradError:
        pytest.skip("no clang")
    version = subprocess.run([*compiler.driver(False), "--version"], capture_output=True, text=True, check=True).stdout
    if compiler.kind != "clang" or re.search(r"version 22\.", version) is None:
        pytest.skip("another version of clang writes another text")
    out = tmp_path / "containers.ll"
    source = root / "irad/llvm/containers.c"
    subprocess.run([*compiler.driver(False), *containers.FLAGS, "-S", "-emit-llvm", str(source), "-o", str(out)], check=True)
    assert containers.from_clang(out.read_text()) == (root / "irad/llvm/containers.ll").read_text()


def test_what_is_not_declared_is_not_added() -> None:
    name = "_ZNSt8__detail15_List_node_base9_M_unhookEv"
    text = canonical(f"declare void @{name}(ptr)\ndefine void @f(ptr %p) {{\n  call void @{name}(ptr %p)\n  ret void\n}}")
    added = containers.define_containers(text)
    assert f"define linkonce_odr hidden void @{name}" in added
    assert "@irad.tree" not in added
