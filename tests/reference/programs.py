"""Random loops over three arrays of doubles and one of indices, as IR, and their derivatives by plain recording.

`SIZE` numbers lie in each array; the loop goes over the first `COUNT` and looks at most `REACH` elements further.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from irad.ir.values import Block, Constant, Function, Instruction, Value
from tests.reference.interpreter import Pointer, Run, Step, interpret, numbers

SIZE, COUNT, REACH = 16, 5, 3
ARRAYS = ("%x", "%y", "%z")


class Source:
    """Writes a function line by line."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.lines, self.count = rng, [], 0
        self.values = ["1.5"]

    def new(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def place(self, indices: list[str], arrays: tuple[str, ...] = ARRAYS) -> str:
        return self.new(f"getelementptr double, ptr {self.rng.choice(arrays)}, i64 {self.rng.choice(indices)}")

    def load(self, indices: list[str], arrays: tuple[str, ...] = ARRAYS) -> None:
        self.values.append(self.new(f"load double, ptr {self.place(indices, arrays)}"))

    def store(self, indices: list[str], arrays: tuple[str, ...] = ARRAYS) -> None:
        value, place = self.rng.choice(self.values[-3:]), self.place(indices, arrays)
        self.lines.append(f"  store double {value}, ptr {place}")

    def compute(self) -> None:
        a, b = (self.rng.choice(self.values) for _ in range(2))
        self.values.append(self.new(f"{self.rng.choice(('fadd', 'fsub', 'fmul', 'fmul'))} double {a}, {b}"))


def random_loop(seed: int) -> str:
    """One loop between straight code; mostly it carries a sum, or what is none; last values of some are used behind it."""
    s = Source(random.Random(seed))
    rng = s.rng
    fixed = [str(k) for k in range(3)]
    lines = ["define double @f(ptr %x, ptr %y, ptr %z, ptr %k, i64 %n) {", "entry:"]
    _some(s, fixed, rng.choice((0, 0, 2)), ARRAYS)
    lines += [*s.lines, "  br label %loop", "loop:", "  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]"]
    s.lines, outside = [], s.values
    s.values = [*outside]
    carried = rng.choice(
        ("", "fadd double %s, V", "fadd double %s, V", "fsub double %s, V", "fsub double V, %s", "fmul double %s, V")
    )
    if carried:
        lines.append("  %s = phi double [ 1.0, %entry ], [ %s1, %loop ]")
    lines += ["  %i1 = add nuw nsw i64 %i, 1", "  %i2 = mul nuw nsw i64 %i, 2"]
    indices = ["%i", "%i", "%i", "%i", rng.choice(("%i", "%i1", "%i2", "0"))]
    if rng.random() < 0.25:
        lines += ["  %pm = getelementptr i64, ptr %k, i64 %i", "  %m = load i64, ptr %pm"]
        indices.append("%m")
    # With each array on one side only there are more loops whose iterations have nothing to do with each other.
    reads, writes = rng.choice(((ARRAYS, ARRAYS), (("%x",), ("%y",)), (("%x", "%y"), ("%z",)), (("%x", "%y"), ())))
    s.load(indices, reads)
    _some(s, indices, rng.randint(1, 4), reads, writes)
    if carried:
        s.lines.append("  %s1 = " + carried.replace("V", rng.choice(s.values[1:])))
    lines += [*s.lines, "  %c = icmp ne i64 %i1, %n", "  br i1 %c, label %loop, label %exit", "exit:"]
    left = [s.values[-1]] if rng.random() < 0.2 else []
    s.lines, s.values = [], [*outside, *left, *(["%s1"] if carried else [])]
    _some(s, fixed, rng.choice((0, 0, 2)), ARRAYS)
    return "\n".join([*lines, *s.lines, f"  ret double {s.values[-1]}", "}\n"])


def _some(s: Source, indices: list[str], count: int, reads: tuple[str, ...], writes: tuple[str, ...] | None = None) -> None:
    for _ in range(count):
        kind = s.rng.choice(("load", "store", "compute"))
        if kind == "compute":
            s.compute()
        elif kind == "load":
            s.load(indices, reads)
        elif writes is None or writes:
            s.store(indices, reads if writes is None else writes)


def arguments(apart: bool, seed: int) -> tuple[list[object], dict[int, dict[int, object]]]:
    """Arrays in buffers of their own, or two or three of them in one, one element apart or at the same place; and indices."""
    rng = random.Random(seed)
    places: list[Pointer] = [(k, 0) for k in range(3)]
    if not apart:
        for k in (1, 2):
            if rng.random() < 0.6:
                places[k] = (places[k - 1][0], rng.choice((0, 8, 16)))
    memory: dict[int, dict[int, object]] = {k: dict(numbers(SIZE, 0.25 * (k + 1))) for k in range(3)}
    memory[3] = {8 * k: rng.randrange(COUNT + REACH) for k in range(SIZE)}
    return [*places, (3, 0), COUNT], memory


@dataclass(eq=False)
class Adjoints:
    """Adjoints of what each step gave, and shadows of places."""

    run: Run
    values: dict[Step, float] = field(default_factory=dict)
    shadows: dict[Pointer, float] = field(default_factory=dict)


def recorded(fn: Function, apart: bool, seed: int) -> Run:
    args, memory = arguments(apart, seed)
    return interpret(fn, args, memory)


def iterations(run: Run, header: Block) -> tuple[list[Step], list[list[Step]], list[Step]]:
    """The steps before the loop, in each iteration of it, and behind it."""
    inside = [k for k, s in enumerate(run.steps) if s.inst.block is header]
    first = next(iter(header.instructions))
    starts = [k for k in inside if run.steps[k].inst is first]
    ends = [*starts[1:], inside[-1] + 1]
    bodies = [run.steps[a:b] for a, b in zip(starts, ends, strict=True)]
    return run.steps[: starts[0]], bodies, run.steps[inside[-1] + 1 :]


def reverse(run: Run, returned: Value, header: Block, first_to_last: bool, seeds: dict[Pointer, float]) -> dict[Pointer, float]:
    """The shadows after the reverse sweep.  ``first_to_last``: the iterations of the loop in the order in which they ran.

    Then a carried sum has the adjoint in every iteration that it has behind the loop.
    """
    before, bodies, after = iterations(run, header)
    shadows = dict(seeds)
    adjoints: dict[Value, float] = {returned: 1.0}
    for step in reversed(after):
        _back(step, adjoints, shadows)
    carried = [p for p in header.phis() if p.type.is_float]
    nexts = {p: next(v for v, b in p.incoming() if b is header) for p in carried}
    behind = {p: adjoints.pop(nexts[p], 0.0) for p in carried}
    flowing = dict(behind)
    for body in bodies if first_to_last else bodies[::-1]:
        for p in carried:
            adjoints[nexts[p]] = adjoints.get(nexts[p], 0.0) + (behind[p] if first_to_last else flowing[p])
        for step in reversed(body):
            _back(step, adjoints, shadows)
        for p in carried:
            flowing[p] = adjoints.pop(p, 0.0)
    for step in reversed(before):
        _back(step, adjoints, shadows)
    return shadows


def _back(step: Step, adjoints: dict[Value, float], shadows: dict[Pointer, float]) -> None:
    inst, ops = step.inst, step.operands
    if inst.opcode == "store" and inst.operands[0].type.is_float:
        assert step.place is not None
        _add(adjoints, inst.operands[0], shadows.pop(step.place, 0.0))
        return
    if not inst.type.is_float or inst.opcode == "phi":
        return
    d = adjoints.pop(inst, 0.0)
    if inst.opcode == "load":
        assert step.place is not None
        shadows[step.place] = shadows.get(step.place, 0.0) + d
        return
    a, b = inst.operands
    for operand, partial in ((a, ops[1] if inst.opcode == "fmul" else 1.0), (b, _second(inst, ops))):
        _add(adjoints, operand, d * partial)


def _second(inst: Instruction, ops: list[float]) -> float:
    return {"fmul": ops[0], "fadd": 1.0, "fsub": -1.0}[inst.opcode]


def _add(adjoints: dict[Value, float], v: Value, d: float) -> None:
    if not isinstance(v, Constant):
        adjoints[v] = adjoints.get(v, 0.0) + d


def places(body: list[Step], wanted: Callable[[Instruction], bool]) -> Iterator[Pointer]:
    """The places that those accesses of one iteration look at that are ``wanted``."""
    for step in body:
        if step.place is not None and wanted(step.inst):
            yield step.place
