"""IR as clang itself gives it, with its passes run: what a user has who calls clang, not `irad.Module.from_c`."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from irad.errors import IradError
from irad.frontends.clang import find_clang


def clang_ir(source: str | Path, flags: str, cxx: bool = False) -> str:
    """IR text of C (or C++) source text or of a file, compiled with ``flags``; raises `IradError` without a compiler."""
    compiler = find_clang()
    words = flags.split()
    if compiler.kind == "zig":  # it has names of its own for CPUs, and instruments code against undefined behaviour
        words += ["-fno-sanitize=undefined"] + ([] if "-march" in flags else ["-mcpu=baseline"])
    with tempfile.TemporaryDirectory() as folder:
        path = source if isinstance(source, Path) else Path(folder) / "source.c"
        if isinstance(source, str):
            path.write_text(source)
        command = [*compiler.driver(cxx), *words, "-w", "-S", "-emit-llvm", "-o", "-", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise IradError(f"clang failed: {done.stderr}")
    return done.stdout
