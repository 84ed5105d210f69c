"""Outcomes of random checkpointed programs: ``python -m tests.generators.checkpointed_run FIRST COUNT [TAPE_LIMIT]``."""

from __future__ import annotations

import re
import sys
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np

import irad
from tests.generators.checkpointed_programs import program


def loaded(folder: Path, name: str, text: str) -> ModuleType:
    path = folder / f"{name}.py"
    path.write_text(text)
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def outcome(number: int, folder: Path, tape_limit: int | None = None) -> str:
    """ "" if values and gradients are the same to the last bit, or what is wrong.

    ``tape_limit``: the loops are checkpointed by that, and not by marks.
    "rounded" says that gradients are the same to 1e-13 of the largest entry only (LLVM has brought the two to different forms);
    they must be the same to the last bit as those of the marked program with all of each loop on the tape.
    """
    marked, plain = program(number)
    a = np.linspace(0.2, 0.8, 5)

    def results(name: str, text: str, limit: int | None = None) -> list[tuple[float, np.ndarray]]:
        made = irad.jit(loaded(folder, f"program{number}_{name}", text).f, strict=True, tape_limit=limit)
        return [irad.value_and_grad(made)(a.copy(), k) for k in (1, 2, 6)]

    try:
        want = results("plain", plain)
    except irad.IradError as error:
        return f"without marks: {str(error).splitlines()[0]}"
    try:
        found = results("limited", plain, tape_limit) if tape_limit else results("marked", marked)
    except (irad.IradError, ValueError, MemoryError) as error:
        return f"refused: {str(error).splitlines()[0]}"
    equal = True
    for k, ((value, slope), (other, expected)) in enumerate(zip(found, want, strict=True)):
        if value != other or not np.abs(slope - expected).max() <= 1e-13 * np.abs(expected).max():
            return f"WRONG for number {k}: {slope} instead of {expected}, {value} and {other}"
        equal &= np.array_equal(slope, expected)
    if equal or tape_limit:
        return ""
    for (_, slope), (_, other) in zip(found, results("taped", re.sub(r"segment=\d+", f"segment={10**6}", marked)), strict=True):
        if not np.array_equal(slope, other):
            return f"WRONG: {slope}, with everything on the tape {other}"
    return "rounded"


def main() -> None:
    first, count, *limit = map(int, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            print(number, outcome(number, Path(folder), *limit) or "right", flush=True)


if __name__ == "__main__":
    main()
