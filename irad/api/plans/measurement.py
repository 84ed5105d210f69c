"""A derivative that is run once, and what its checkpointed loops have done: each action, how long it took, how large tapes are.

While that is done, code is compiled with functions in place of those of `schedules.c` that ask the same machine, and take notes.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from irad.api.plans.costs import REVERSED, StepCosts
from irad.api.plans.schedule_machine import machine
from irad.errors import IradError
from irad.llvm.runtime_ir.schedules import replaced
from irad.schedule_actions import Action

_INTEGER, _POINTER = ctypes.c_int64, ctypes.c_void_p
_TIMES, _ENOUGH = 5, 5.0  # runs and seconds: the first ones have to get code and memory from the system


@dataclass
class Event:
    """An action: what was asked for, what was reported, how many seconds it took."""

    action: Action
    argument: int
    done: int = 0
    bytes: int = 0
    seconds: float = 0.0


@dataclass
class LoopRun:
    """One run of a checkpointed loop: its settings as the program has them, and what it did."""

    told: int
    snapshots: int
    segment: int
    budget: int
    memory: int
    place: str = ""  # "FILE:LINE", "" where it is not known
    events: list[Event] = field(default_factory=list)
    ready: float = 0.0  # when the last action began

    @property
    def steps(self) -> int:
        """How many steps the loop has made."""
        return next((e.argument for e in self.events if e.action is Action.DONE), 0)

    @property
    def seconds(self) -> float:
        return sum(e.seconds for e in self.events)


class Recorder:
    """Takes the place of the machine in the code of this process."""

    def __init__(self) -> None:
        self.runs: list[LoopRun] = []
        self.segment: int | None = None  # in place of the program's
        self._at: dict[int, LoopRun] = {}
        self._start = ctypes.CFUNCTYPE(None, _POINTER, *[_INTEGER] * 6)(self._started)
        self._placed = ctypes.CFUNCTYPE(None, _POINTER, ctypes.c_char_p)(self._found)
        self._next = ctypes.CFUNCTYPE(_INTEGER, _POINTER, *[_INTEGER] * 3)(self._asked)

    @property
    def text(self) -> str:
        """The functions as IR."""
        functions = (machine().size, self._start, self._next, self._placed)
        size, start, following, placed = (ctypes.cast(f, _POINTER).value for f in functions)
        return f"""
define linkonce_odr hidden i64 @irad_schedule_bytes(i64 %a, i64 %b, i64 %c, i64 %d) noinline nounwind {{
  %f = inttoptr i64 {size} to ptr
  %r = call i64 %f(i64 %a, i64 %b, i64 %c, i64 %d)
  ret i64 %r
}}
define linkonce_odr hidden void @irad_schedule_start(ptr %st, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %g) noinline nounwind {{
  %f = inttoptr i64 {start} to ptr
  call void %f(ptr %st, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %g)
  ret void
}}
define linkonce_odr hidden i64 @irad_schedule_next(ptr %st, i64 %a, i64 %b, i64 %c) noinline nounwind {{
  %f = inttoptr i64 {following} to ptr
  %r = call i64 %f(ptr %st, i64 %a, i64 %b, i64 %c)
  ret i64 %r
}}
define linkonce_odr hidden void @irad_schedule_place(ptr %st, ptr %a) noinline nounwind {{
  %f = inttoptr i64 {placed} to ptr
  call void %f(ptr %st, ptr %a)
  ret void
}}
"""

    def _started(self, st: int, steps: int, snapshots: int, segment: int, budget: int, state: int, memory: int) -> None:
        own = segment if self.segment is None else self.segment
        machine().start(st, steps, snapshots, own, budget, state, memory)
        run = self._at[st] = LoopRun(steps, snapshots, segment, budget, memory)
        self.runs.append(run)

    def _found(self, st: int, place: bytes) -> None:
        self._at[st].place = place.decode(errors="replace")

    def _asked(self, st: int, done: int, ended: int, size: int) -> int:
        now = perf_counter()
        run = self._at[st]
        if run.events:
            last = run.events[-1]
            last.seconds, last.done, last.bytes = now - run.ready, done, size
            if last.action is Action.DONE:  # the rest of the program runs between the phases
                last.seconds = 0.0
        action: int = machine().next(st, done, ended, size)
        run.events.append(Event(Action(action), _INTEGER.from_address(st).value))
        run.ready = perf_counter()
        return action


_recorders: list[Recorder] = []  # code has their addresses


@contextmanager
def recording() -> Iterator[Recorder]:
    """What is compiled meanwhile takes notes.  Nothing of it is kept on disk, or taken from there."""
    recorder = Recorder()
    _recorders.append(recorder)
    before = os.environ.get("IRAD_CACHE")
    os.environ["IRAD_CACHE"] = "0"
    try:
        with replaced(recorder.text):
            yield recorder
    finally:
        if before is None:
            del os.environ["IRAD_CACHE"]
        else:
            os.environ["IRAD_CACHE"] = before


@dataclass(frozen=True)
class Measured:
    """A loop that was run: its settings, what a step costs, and how many such loops there were."""

    run: LoopRun
    step: StepCosts
    loops: int


def measure(derivative: Callable[[], object], primal: Callable[[], object]) -> Measured:
    """Run the derivative of a function, not compiled yet, and look at the loop that took most of the time.

    ``primal``: the function alone, which tells how long a step takes where none was run without a tape.
    Raises `IradError` if no checkpointed loop was reversed.
    """
    with recording() as recorder:
        runs: list[LoopRun] = []
        spent = 0.0
        for _ in range(_TIMES):
            recorder.runs = []
            spent += _seconds(derivative)
            if not runs or sum(r.seconds for r in recorder.runs) < sum(r.seconds for r in runs):
                runs = recorder.runs
            if spent > _ENOUGH and runs is not recorder.runs:
                break
        state = _state(runs)
        if not state:  # all was taped at once; with shorter segments it is not
            recorder.runs, recorder.segment = [], 1
            derivative()
            state = _state(recorder.runs)
    found = [r for r in runs if r.steps > 0 and sum(e.action is Action.DONE for e in r.events) == 2]
    if not found:
        hint = "mark it: irad.checkpointed(...), irad.checkpointed_while(...), or __irad_checkpoint(...) in C"
        raise IradError("no checkpointed loop was reversed in this call", hint=hint)
    run = max(found, key=lambda r: r.seconds)
    return Measured(run, replace(_step_costs(run, primal), state=_state([run]) or state), len(found))


def _state(runs: list[LoopRun]) -> int:
    """The size of a snapshot of the loop that takes most of the time, 0 if it has stored none."""
    run = max(runs, key=lambda r: r.seconds, default=None)
    return max((e.bytes for e in run.events if e.action is Action.SAVE), default=0) if run is not None else 0


def _step_costs(run: LoopRun, primal: Callable[[], object]) -> StepCosts:
    def chosen(*actions: Action) -> list[Event]:
        return [e for e in run.events if e.action in actions]

    taped = [e for e in chosen(Action.TAPE) if e.done > 0]
    tape = sum(e.bytes for e in taped) / max(1, sum(e.done for e in taped))
    advances = chosen(Action.ADVANCE)
    forward = True
    steps = 0
    for e in run.events:
        forward = forward and e.action is not Action.DONE
        if e.action is Action.ADVANCE:
            steps += e.done if forward else e.argument
    if steps >= run.steps // 10 and steps > 0:
        advance = sum(e.seconds for e in advances) / steps
    else:
        advance = min(map(_seconds, [primal] * _TIMES)) / run.steps
    with_tape = sum(e.seconds for e in chosen(Action.TAPE, Action.REVERSE, Action.REVERSE_TAPE))
    made = sum(e.done for e in taped) + sum(e.argument for e in chosen(Action.REVERSE))
    dropped = made - run.steps  # taped and not reversed
    copies = chosen(Action.SAVE, Action.RESTORE)
    copy = sum(e.seconds for e in copies) / max(1, len(copies))
    return StepCosts(0, tape, advance, max(with_tape - dropped * advance, 0.0) / run.steps, copy)


def _seconds(call: Callable[[], object]) -> float:
    begin = perf_counter()
    call()
    return perf_counter() - begin


def as_given(state: int, tape: float, seconds: float | None) -> StepCosts:
    """Nothing was measured: times are in steps, or follow from that of a step."""
    one = 1.0 if seconds is None else seconds
    return StepCosts(state, tape, one, REVERSED * one, 0.0)


def derivative_of(f: Any, args: list[Any]) -> tuple[Callable[[], object], Callable[[], object]]:
    """Calls of the derivative of a function, by all its floats and arrays of floats, and of the function itself."""
    import numpy as np

    import irad
    from irad.api.pyfunc.ir_module import ModuleFunction

    def fresh() -> list[Any]:
        return [a.copy() if isinstance(a, np.ndarray) else a for a in args]

    if not isinstance(f, ModuleFunction):
        numbers = tuple(k for k, a in enumerate(args) if _has_floats(a))
        if not numbers:
            raise IradError("none of the arguments is a float or an array of floats", code="usage")
        slope, compiled = irad.grad(f, argnums=numbers), irad.jit(getattr(f, "py_func", f))
        return lambda: slope(*fresh()), lambda: compiled(*fresh())

    def annotated(a: Any) -> Any:
        if isinstance(a, float):
            return irad.Active(a)
        if isinstance(a, np.ndarray) and a.dtype.kind == "f":
            return irad.Duplicated(a.copy(), np.zeros_like(a) if f.ftype.ret.is_float else np.ones_like(a))
        return irad.Const(a)

    return lambda: irad.autodiff(f, *map(annotated, args)), lambda: f(*fresh())


def _has_floats(value: Any) -> bool:
    import numpy as np

    if isinstance(value, np.ndarray):
        return bool(value.dtype.kind == "f")
    if isinstance(value, dict):
        return any(map(_has_floats, value.values()))
    if isinstance(value, (tuple, list)):
        return any(map(_has_floats, value))
    return isinstance(value, (float, np.floating))
