"""Makes programs and libraries from objects, with the compiler as the driver of the linker."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from irad.errors import IradError
from irad.files import write_whole
from irad.frontends.clang.compile import as_word
from irad.frontends.clang.compilers import find_clang, find_flang


def link_program(
    objects: Sequence[bytes | str | os.PathLike[str]],
    output: str | os.PathLike[str],
    flags: Sequence[str] = (),
    language: str = "c",
) -> None:
    """Link objects (their bytes, or paths of objects and libraries) into ``output``.

    ``language``: the "highest" one among the sources (c, c++, fortran), which decides on the standard libraries.  ``flags``
    go to the linking compiler (``-shared``, ``-L``, ``-l`` ...); ``-lm`` is always there.  Where there is no clang, C is
    linked by the system's compiler, since the first link with zig has to build a C library.  Raises `IradError` with the
    linker's message.
    """
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, item in enumerate(objects):
            if isinstance(item, bytes):
                path = Path(folder) / f"irad{i}.o"
                path.write_bytes(item)
                paths.append(str(path))
            else:
                paths.append(as_word(item))
        made = Path(folder) / Path(output).name
        command = [*link_driver(language), *paths, "-o", str(made), *flags, "-lm"]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode != 0:
            raise IradError(f"linking failed: {_short(done.stderr)}", code="link")
        write_whole(output, made.read_bytes(), executable=True)


def has_vectors(language: str) -> bool:
    """Whether the linker adds glibc's libmvec where it is installed.  (The system's linkers do, for ``-lm``; zig's does not.)"""
    return "ziglang" not in link_driver(language)


def link_driver(language: str) -> list[str]:
    """The command that links objects of a language."""
    if language == "fortran":
        return list(find_flang().command)
    cxx = language == "c++"
    try:
        clang = find_clang()
    except IradError:
        if cxx:
            raise
        clang = None
    if clang is not None and (clang.kind == "clang" or cxx):
        return clang.driver(cxx)
    for name in ("cc", "gcc"):
        path = shutil.which(name)
        if path is not None:
            return [path]
    return find_clang().driver(cxx)


def _short(text: str) -> str:
    """The linker's messages without its paths to temporary files."""
    lines = [line for line in text.strip().split("\n") if line]
    return "\n".join(lines[-12:])
