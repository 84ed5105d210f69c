"""Outcomes of random checkpointed programs: ``python -m tests.generators.checkpointed_run FIRST COUNT [TAPE_LIMIT]``."""

from __future__ import annotations

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
    """ "" if values are the same to the last bit and gradients to 1e-13 of the largest entry, or what is wrong.

    ``tape_limit``: the loops are checkpointed by that, and not by marks.
    """
    marked, plain = (loaded(folder, f"program{number}_{k}", text) for k, text in enumerate(program(number)))
    a = np.linspace(0.2, 0.8, 5)
    try:
        want = [irad.value_and_grad(irad.jit(plain.f, strict=True))(a.copy(), k) for k in (1, 2, 6)]
    except irad.IradError as error:
        return f"without marks: {str(error).splitlines()[0]}"
    try:
        made = irad.jit(plain.f if tape_limit else marked.f, strict=True, tape_limit=tape_limit)
        found = [irad.value_and_grad(made)(a.copy(), k) for k in (1, 2, 6)]
    except (irad.IradError, ValueError, MemoryError) as error:
        return f"refused: {str(error).splitlines()[0]}"
    for k, ((value, slope), (other, expected)) in enumerate(zip(found, want, strict=True)):
        if value != other or not np.abs(slope - expected).max() <= 1e-13 * np.abs(expected).max():
            return f"WRONG for number {k}: {slope} instead of {expected}, {value} and {other}"
    return ""


def main() -> None:
    first, count, *limit = map(int, sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, first + count):
            print(number, outcome(number, Path(folder), *limit) or "right", flush=True)


if __name__ == "__main__":
    main()
