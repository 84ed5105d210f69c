"""The state machine of checkpointed loops (`irad.llvm.runtime_ir.schedules`), followed step by step without a loop."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from irad.llvm.jit import Engine
from irad.llvm.runtime_ir.schedules import UNKNOWN_STEPS, schedules_text
from irad.schedule_actions import Action

_INTEGER = ctypes.c_int64


class Machine:
    """The three functions of `schedules.c`, compiled for this process."""

    def __init__(self) -> None:
        self._engine = Engine.load(schedules_text().replace("define linkonce_odr hidden", "define"))
        at, pointer = self._engine.address, ctypes.c_void_p
        self.size = ctypes.CFUNCTYPE(_INTEGER, *[_INTEGER] * 4)(at("irad_schedule_bytes"))
        self.start = ctypes.CFUNCTYPE(None, pointer, *[_INTEGER] * 6)(at("irad_schedule_start"))
        self.next = ctypes.CFUNCTYPE(_INTEGER, pointer, *[_INTEGER] * 3)(at("irad_schedule_next"))


@cache
def machine() -> Machine:
    """The machine of this process."""
    return Machine()


@dataclass(frozen=True)
class Setting:
    """``steps``: how many the loop makes; ``online``: it does not know.  The rest is as in `schedules.c`: ``snapshots`` 0 and -1
    choose a number, ``segment`` 0 makes as many steps a unit as have a tape of ``budget`` bytes, and ``memory`` is for snapshots
    and tapes."""

    steps: int
    snapshots: int
    segment: int = 0
    budget: int = 0
    online: bool = False
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Move:
    """One action, and the steps that it is about: ``begin`` to ``end``, the same for a state; ``slot`` of a state, else -1."""

    action: Action
    begin: int
    end: int
    slot: int = -1


def moves(setting: Setting, step_bytes: float, state: int) -> Iterator[Move]:
    """All that the driver of a loop is told to do, in order; a step has a tape of ``step_bytes``, a state ``state`` bytes."""
    known = UNKNOWN_STEPS if setting.online else setting.steps
    memory = (_INTEGER * (machine().size(setting.snapshots, known, state, setting.memory) // 8))()
    st, ask = ctypes.addressof(memory), machine().next
    machine().start(st, known, setting.snapshots, setting.segment, setting.budget, state, setting.memory)
    at, backward, report = 0, False, (0, 0, 0)
    slots: dict[int, int] = {}
    tapes: list[tuple[int, int]] = []
    while True:
        action, argument = Action(ask(st, *report)), memory[0]
        report = (0, 0, 0)
        if action is Action.DONE:
            if backward:
                return
            backward = True
            continue
        begin, slot = at, -1
        if action in (Action.ADVANCE, Action.TAPE):
            at = min(at + argument, setting.steps)
            taped = round((at - begin) * step_bytes) if action is Action.TAPE else 0
            report = at - begin, int(at == setting.steps and not backward), taped
            if action is Action.TAPE:
                tapes.append((begin, at))
        elif action is Action.SAVE:
            slot, slots[argument] = argument, at
        elif action is Action.RESTORE:
            slot, at = argument, slots[argument]
            begin = at
        elif action is Action.REVERSE:
            at = begin + argument
        else:
            yield Move(action, *tapes.pop())
            continue
        yield Move(action, begin, at, slot)
