"""A function is written in named steps, from a table that states their order, with the reasons.

The table is checked when it is made.  The runner notifies observers (dumps, times, checks) of each step.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Subject = TypeVar("Subject")
Observer = Callable[[str, object, float], None]  # the step's name, the subject that it worked on, and how many seconds it took


@dataclass(frozen=True)
class Step(Generic[Subject]):
    """``after``: the steps that must have run before, each with the reason."""

    name: str
    run: Callable[[Subject], None]
    after: Mapping[str, str] = field(default_factory=dict)


def checked(steps: Sequence[Step[Subject]]) -> tuple[Step[Subject], ...]:
    """The steps, if each comes after all that it must follow."""
    seen: set[str] = set()
    for step in steps:
        if step.name in seen:
            raise ValueError(f"two steps are called {step.name!r}")
        for name, reason in step.after.items():
            if name not in seen:
                raise ValueError(f"the step {step.name!r} must come after {name!r}: {reason}")
            if not reason:
                raise ValueError(f"why must the step {step.name!r} come after {name!r}?")
        seen.add(step.name)
    return tuple(steps)


def run_steps(
    steps: Sequence[Step[Subject]], subject: Subject, finished: Callable[[Subject], bool], observers: Sequence[Observer] = ()
) -> None:
    """Run all steps, or those until ``finished``."""
    for step in steps:
        began = time.perf_counter() if observers else 0.0
        step.run(subject)
        for observe in observers:
            observe(step.name, subject, time.perf_counter() - began)
        if finished(subject):
            return


class StepTimes:
    """An observer that adds up how long each step takes."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def __call__(self, name: str, subject: object, seconds: float) -> None:
        self.seconds[name] = self.seconds.get(name, 0.0) + seconds
