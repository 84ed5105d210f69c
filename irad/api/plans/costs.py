"""What a schedule costs: runs of steps, memory and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from irad.api.plans.schedule_machine import Move, Setting, moves
from irad.errors import IradError
from irad.llvm.runtime_ir.schedules import LOG, SQRT
from irad.schedule_actions import Action

MOST_MOVES = 10_000_000
REVERSED = 4.0  # a step with its tape and its reversal, in steps without, where nothing has been measured


@dataclass(frozen=True)
class StepCosts:
    """Of one step: ``advance`` is the time of the step alone, ``taped`` that with a tape and the reversal, ``copy`` the time to
    store or restore a state.  Times are in seconds, or in steps if ``advance`` is 1."""

    state: int
    tape: float
    advance: float = 1.0
    taped: float = REVERSED
    copy: float = 0.0


@dataclass(frozen=True)
class Cost:
    """Of one schedule.

    ``advanced``: steps that only advance, second runs included.  ``taped``: steps that run with a tape; one for each step, and
    more if tapes are dropped.  ``most``: how often one step only advances, at most.  ``slots``: the most states at a time.
    ``unit``: the most steps on tape at a time.  Bytes: ``snapshots``, ``tape``, and their sum ``peak``.
    """

    setting: Setting
    advanced: int
    taped: int
    most: int
    slots: int
    copies: int
    unit: int
    snapshots: int
    tape: int
    time: float

    @property
    def peak(self) -> int:
        return self.snapshots + self.tape

    @property
    def runs(self) -> float:
        """How often a step runs, on average."""
        return (self.advanced + self.taped) / max(1, self.setting.steps)


def cost(setting: Setting, step: StepCosts) -> Cost:
    """Of the schedule that the loop would follow.  Raises `IradError` if it has more than `MOST_MOVES` actions."""
    advanced = taped = copies = unit = on_tape = 0
    slots: set[int] = set()
    changes: Counter[int] = Counter()  # of the number of runs that only advance, where it changes
    for number, move in enumerate(moves(setting, step.tape, step.state)):
        if number > MOST_MOVES:
            hint = "give --segment: the steps that are taped at a time"
            raise IradError(f"the schedule has more than {MOST_MOVES:,} actions", hint=hint, code="usage")
        count = move.end - move.begin
        if move.action is Action.ADVANCE:
            advanced += count
            changes[move.begin] += 1
            changes[move.end] -= 1
        elif move.action in (Action.TAPE, Action.REVERSE):
            taped += count
            unit = max(unit, on_tape + count)
            on_tape += count if move.action is Action.TAPE else 0
        elif move.action in (Action.DROP_TAPE, Action.REVERSE_TAPE):
            on_tape -= count
        else:
            copies += 1
            slots.add(move.slot)
    most = max(accumulate(changes[at] for at in sorted(changes)), default=0)
    # Steps whose tape is dropped are not reversed.
    reversals = min(taped, setting.steps)
    time = (advanced + taped - reversals) * step.advance + reversals * step.taped + copies * step.copy
    states, tape = len(slots) * step.state, round(unit * step.tape)
    return Cost(setting, advanced, taped, most, len(slots), copies, unit, states, tape, time)


def everything_taped(setting: Setting, step: StepCosts) -> Cost:
    """Of the loop without checkpoints."""
    n = setting.steps
    return Cost(setting, 0, n, 0, 0, 0, n, 0, round(n * step.tape), n * step.taped)


def around(snapshots: int, slots: int) -> list[tuple[str, int]]:
    """Numbers of snapshots to compare with ``snapshots``, which takes ``slots``: name, setting."""
    names = {SQRT: "default", LOG: "log"}
    numbers = sorted({max(1, slots // 2), slots, 2 * slots})
    rows = [(str(k), k) for k in numbers] + [("log", LOG), ("default", SQRT)]
    if snapshots in names:
        rows = [(name, k) for name, k in rows if k != slots]
    return rows


def drawable(found: Iterable[Move], most: int) -> list[Move]:
    """The moves as a list.  Raises `IradError` if there are more than ``most``."""
    out: list[Move] = []
    for move in found:
        out.append(move)
        if len(out) > most:
            hint = "plan fewer --steps, or more that are taped at a time (--segment)"
            raise IradError(f"the schedule has more than {most:,} actions, too many for a picture", hint=hint, code="usage")
    return out
