"""How often the sides of branches are taken, where metadata says so."""

from __future__ import annotations

import re

from irad.ir.values import Instruction, Module

_WEIGHTS = re.compile(r'!\{!"branch_weights", (?:!"expected", )?i32 (\d+), i32 (\d+)\}')


def branch_weights(module: Module, end: Instruction) -> tuple[int, int] | None:
    """The weights of a conditional branch, first of the side where the condition holds."""
    if end.opcode != "br" or "prof" not in end.metadata:
        return None
    found = _WEIGHTS.search(module.metadata.get(end.metadata["prof"], ""))
    return None if found is None else (int(found[1]), int(found[2]))
