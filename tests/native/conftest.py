"""What clang makes of a source is the same whatever the level of optimisation: it runs once for all tests of a file."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from irad.frontends.clang import compile as frontend

FOLDER = Path(__file__).resolve().parent


class Kept:
    """`subprocess.run` that knows what came out of the same command before: of sources in this folder, which do not change."""

    def __init__(self) -> None:
        self.outputs: dict[tuple[str, ...], tuple[subprocess.CompletedProcess[bytes], bytes]] = {}

    def run(self, command: list[str], **more: Any) -> subprocess.CompletedProcess[Any]:
        *words, source, flag, out = command
        if flag != "-o" or FOLDER not in Path(source).parents:
            return subprocess.run(command, **more)
        key = (*words, source)
        if key not in self.outputs:
            done = subprocess.run(command, **more)
            if done.returncode != 0:
                return done
            self.outputs[key] = done, Path(out).read_bytes()
        done, text = self.outputs[key]
        Path(out).write_bytes(text)
        return done


@pytest.fixture(scope="module", autouse=True)
def clang_runs_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(frontend, "subprocess", SimpleNamespace(run=Kept().run))
        yield
