"""What the reverse sweep relies on, in random loops that are run and reversed by recording.

A load that is said to be the same in the reverse sweep reads what lies in memory in the end; a loop that is said to commute gives
the same shadows in either order; iterations that are said to be apart access no shadow twice.
"""

from __future__ import annotations

import random

import pytest

from irad.ir.reader import read_module
from tests.reference.programs import ARRAYS, SIZE, arguments, iterations, places, random_loop, recorded, reverse
from tests.unit.analysis.analyses import Commuting, Subject

ROUNDS = 4


def subject(seed: int) -> Subject:
    """A random loop; for even numbers the caller keeps arrays apart."""
    text = random_loop(seed)
    module = read_module(text)
    return Subject(module, module.functions["f"], text + ("" if seed % 2 else "; noalias\n"))


def is_apart(s: Subject) -> bool:
    return "; noalias\n" in s.text


@pytest.mark.parametrize("first", range(0, 600, 60))
def test_loads_of_unchanged_memory(first: int) -> None:
    claims = 0
    for seed in range(first, first + 60):
        s = subject(seed)
        said = {i for i in s.instructions if i.opcode == "load" and s.reload_safety.of(i)}
        claims += len(said)
        for k in range(ROUNDS):
            run = recorded(s.fn, is_apart(s), k)
            for step in run.steps:
                if step.inst in said:
                    assert step.place is not None
                    now = run.memory[step.place[0]][step.place[1]]
                    assert now == step.result, f"seed {seed}, %{step.inst.name}\n{s.text}"
    assert claims > 30


@pytest.mark.parametrize("first", range(0, 600, 60))
def test_commuting_loops(first: int) -> None:
    claims = parallel = 0
    for seed in range(first, first + 60):
        s = subject(seed)
        (loop,) = s.flow.loops
        # Shadows lie apart where the caller has promised so, and only there.
        found = Commuting(s.flow, s.activity, s.aliasing, s.polynomials, s.is_error, is_apart(s), s.elements.never_meet)
        if not found.of(loop):
            continue
        claims += 1
        returned = s.fn.blocks[-1].terminator.operands[0]
        for k in range(ROUNDS):
            run = recorded(s.fn, is_apart(s), k)
            rng = random.Random(k)
            starts = arguments(is_apart(s), k)[0][: len(ARRAYS)]
            seeds = {(buffer, 8 * j): rng.uniform(-1, 1) for buffer, _ in starts for j in range(SIZE)}  # type: ignore[misc]
            last_first = reverse(run, returned, loop.header, False, seeds)
            first_last = reverse(run, returned, loop.header, True, seeds)
            for place in last_first.keys() | first_last.keys():
                a, b = last_first.get(place, 0.0), first_last.get(place, 0.0)
                assert a == pytest.approx(b, rel=1e-9, abs=1e-9), f"seed {seed}, {place}\n{s.text}"
            if found.parallel(loop):
                parallel += 1
                touched = [set(places(body, s.is_active)) for body in iterations(run, loop.header)[1]]
                assert sum(map(len, touched)) == len(set().union(*touched)), f"seed {seed}\n{s.text}"
    assert claims > 3 and parallel
