"""Runs clang (or the clang of the ``ziglang`` package) to get LLVM IR for C and C++."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from irad.errors import IradError, Place

_OPTIMISATION = re.compile(r"-O([0-3szg]|fast)?$")
_MESSAGE = re.compile(r"^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$", re.M)
CXX = {".cc", ".cpp", ".cxx", ".C", ".c++"}


@lru_cache(maxsize=1)
def find_compiler() -> tuple[str, ...]:
    """The command of a clang of version 20 or later; zig's if there is none."""
    for name in ("clang-22", "clang-21", "clang-20", "clang-23", "clang"):
        path = shutil.which(name)
        if path is None:
            continue
        text = subprocess.run([path, "--version"], capture_output=True, text=True, check=False).stdout
        found = re.search(r"clang version (\d+)", text)
        if found and int(found[1]) >= 20:
            return (path,)
    if importlib.util.find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "cc")
    raise IradError(
        "no C compiler was found: irad needs clang 20 or later, or the ziglang package",
        hint="python -m pip install ziglang",
        code="no-compiler",
    )


def front_flags(flags: Sequence[str]) -> list[str]:
    """The user's flags for the front half: types and TBAA as at -O2, but no pass run."""
    kept = [f for f in flags if not _OPTIMISATION.match(f)]
    if "-Ofast" in flags:
        kept.append("-ffast-math")
    out = ["-O2", "-Xclang", "-disable-llvm-passes", *kept]
    if not any(f.startswith("-fsanitize") for f in flags):
        out.append("-fno-sanitize=undefined")
    if not any(f.startswith("-g") for f in flags):
        out.append("-gline-tables-only")
    out += ["-fno-stack-protector", "-fno-discard-value-names"]
    return out


def compile_to_ir(source_or_path: str | os.PathLike[str], flags: Sequence[str] = ("-O2",), language: str | None = None) -> str:
    """LLVM IR text of a C or C++ source: text if it has a newline or a brace, else a path."""
    given = os.fspath(source_or_path)
    if "\n" in given or "{" in given:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / ("source.cpp" if language == "c++" else "source.c")
            path.write_text(given)
            return _run(path, flags, language)
    path = Path(given)
    if not path.exists():
        raise IradError(f"there is no file {path}")
    return _run(path, flags, language)


def _run(path: Path, flags: Sequence[str], language: str | None) -> str:
    compiler = list(find_compiler())
    if (language == "c++" or path.suffix in CXX) and compiler[-1] == "cc":
        compiler[-1] = "c++"
    words = ["-x", language] if language else []
    command = [*compiler, "-S", "-emit-llvm", *front_flags(flags), *words, str(path), "-o", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise compile_error(done.stderr)
    return done.stdout


def compile_error(stderr: str) -> IradError:
    """The compiler's first error as an irad error."""
    found = _MESSAGE.search(stderr)
    if found is None:
        return IradError(f"the C compiler failed: {stderr.strip()[-2000:]}", code="compile")
    return IradError(found[4], place=Place(found[1], int(found[2]), int(found[3])), code="compile")
