"""What clang makes of a source is the same whatever the level of optimisation: it runs once for all tests of a file.

C++ programs find the library's headers compiled, which take clang a second each time; what comes out is the same to the letter.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from irad.frontends.clang import compile as frontend

FOLDER = Path(__file__).resolve().parent
HEADERS = "algorithm cmath functional map memory numeric string vector"


class Kept:
    """`subprocess.run` that knows what came out of the same command before: of sources in this folder, which do not change."""

    def __init__(self, headers: Callable[[list[str]], list[str]]) -> None:
        self.headers = headers
        self.outputs: dict[tuple[str, ...], tuple[subprocess.CompletedProcess[bytes], bytes]] = {}

    def run(self, command: list[str], **more: Any) -> subprocess.CompletedProcess[Any]:
        *words, source, flag, out = command
        if flag != "-o" or FOLDER not in Path(source).parents:
            return subprocess.run(command, **more)
        key = (*words, source)
        if key not in self.outputs:
            done = subprocess.run([*words, *self.headers(words), source, flag, out], **more)
            if done.returncode != 0:
                return done
            self.outputs[key] = done, Path(out).read_bytes()
        done, text = self.outputs[key]
        Path(out).write_bytes(text)
        return done


@pytest.fixture(scope="session")
def headers(tmp_path_factory: pytest.TempPathFactory) -> Callable[[list[str]], list[str]]:
    """The words for clang that add compiled headers to a command; none where they cannot be made, or not for many sources."""
    folder = tmp_path_factory.mktemp("headers")
    source, made = folder / "common.hpp", folder / "common.pch"
    source.write_text("".join(f"#include <{name}>\n" for name in HEADERS.split()))

    @cache
    def words_for(command: tuple[str, ...]) -> list[str]:
        *words, mode, language = (w for w in command if w not in ("-S", "-emit-llvm"))
        if (mode, language) != ("-x", "c++"):
            return []
        done = subprocess.run([*words, "-x", "c++-header", source, "-o", made], capture_output=True, check=False)
        return ["-include-pch", str(made)] if done.returncode == 0 else []

    def found(words: list[str]) -> list[str]:
        # The programs of the folder `cpp`; other flags are those of a few sources.
        plain = "-std=c++20" in words and not any(w.startswith(("-D_", "-stdlib", "-fsanitize", "-I", "-m")) for w in words)
        return words_for(tuple(words)) if plain and "clang" in Path(words[0]).name else []

    return found


@pytest.fixture(scope="module", autouse=True)
def clang_runs_once(headers: Callable[[list[str]], list[str]]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frontend, "subprocess", SimpleNamespace(run=Kept(headers).run))
        yield
