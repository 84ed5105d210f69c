"""Observers that are called after each stage that a module passes.

``IRAD_VERIFY=1`` in the environment verifies the model after each, ``IRAD_DUMP=FOLDER`` writes it to a file.
"""

from __future__ import annotations

import itertools
import os
import re
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

from irad import progress
from irad.ir.printer import names_of, print_instruction, print_module
from irad.ir.values import Function, Module
from irad.ir.verify import verify_module
from irad.stages.stage_table import STAGES, Stage
from irad.transform.base.steps import Observer
from irad.transform.reverse.reverse_mode import ReverseDerivative

StageObserver = Callable[[Stage, Module], None]
_COUNT = itertools.count(1)  # of the files of this process, so that their names are in order


def verify(stage: Stage, module: Module) -> None:
    """Every invariant of the model, where all bodies are read; raises `InvalidIR` with the stage's name."""
    if stage.read:
        verify_module(module, stage.name)


def _write(folder: str, words: Sequence[str], text: str) -> None:
    """Writes a file, or warns: what is only looked at must not end a computation."""
    name = "-".join(re.sub(r"[^\w.]+", "-", word) for word in words)
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / f"{os.getpid()}-{next(_COUNT):04}-{name}.ll").write_text(text)
    except OSError as error:
        warnings.warn(f"nothing is written to the folder that IRAD_DUMP names: {error}", RuntimeWarning, stacklevel=2)


def dump_stage(folder: str) -> StageObserver:
    """Writes ``PID-NUMBER-STAGE.ll`` into a folder, which is made."""

    def write(stage: Stage, module: Module) -> None:
        _write(folder, [stage.name], print_module(module))

    return write


def _unfinished(fn: Function) -> str:
    """A function that is being written: placeholders are no LLVM, and some values have no name yet."""
    names = names_of(fn)
    lines = [f"; {fn.name}"]
    for block in fn.blocks:
        lines.append(f"{names(block).removeprefix('%')}:")
        for inst in block.instructions:
            is_placeholder = inst.opcode == "placeholder"
            text = f"{names(inst)} = placeholder {inst.type}" if is_placeholder else print_instruction(inst, names)
            lines.append(f"  {text}")
    return "\n".join(lines)


def dump_step(folder: str) -> Observer:
    """Writes the reverse derivative of each function after each step of `irad.transform.reverse.reverse_mode.STEPS`.

    ``PID-NUMBER-FUNCTION-STEP.ll`` says in its first line how long the step took.
    """

    def write(name: str, subject: object, seconds: float) -> None:
        assert isinstance(subject, ReverseDerivative)
        out = subject.out
        text = f"; {name}: {seconds * 1e3:.2f} ms\n{_unfinished(out)}\n"
        _write(folder, [out.name, name], text)

    return write


def stage_observers() -> Sequence[StageObserver]:
    """The observers that the environment selects."""
    folder = os.environ.get("IRAD_DUMP")
    verifying = os.environ.get("IRAD_VERIFY") == "1"
    return (*((dump_stage(folder),) if folder else ()), *((verify,) if verifying else ()))


def step_observers() -> Sequence[Observer]:
    """The observers of the steps of reverse mode that the environment selects."""
    folder = os.environ.get("IRAD_DUMP")
    return (dump_step(folder),) if folder else ()


def reached(stage: Stage, module: Module) -> None:
    """Tell the observers that a stage is done."""
    following = STAGES[STAGES.index(stage) + 1 :]
    progress.reached(following[0].name if following else "code")
    for observe in stage_observers():
        observe(stage, module)
