"""The table of steps in which a reverse derivative is written, and who sees what of it."""

from __future__ import annotations

import pytest

from irad.ir.reader import read_module
from irad.ir.verify import verify_function
from irad.options import Options
from irad.transform.base.request import ACTIVE, GRADIENT, Request
from irad.transform.base.steps import Step, StepTimes, checked, run_steps
from irad.transform.driver import Driver
from irad.transform.reverse.reverse_mode import STEPS, ReverseDerivative

SQUARE = """
define double @square(double %x) {
entry:
  %y = fmul double %x, %x
  ret double %y
}
"""


def nothing(subject: list[str]) -> None:
    subject.append("ran")


def test_steps_out_of_order_are_refused_with_the_reason() -> None:
    late = Step("late", nothing, {"early": "it reads what that writes"})
    assert checked([Step("early", nothing), late])
    with pytest.raises(ValueError, match="it reads what that writes"):
        checked([late, Step("early", nothing)])
    with pytest.raises(ValueError, match="two steps"):
        checked([Step("early", nothing), Step("early", nothing)])
    with pytest.raises(ValueError, match="why must"):
        checked([Step("early", nothing), Step("late", nothing, {"early": ""})])


def test_every_step_but_the_first_says_what_it_comes_after() -> None:
    free = [step.name for step in STEPS if not step.after]
    assert free == ["refuse pools", "enter the reverse sweep", "find facts"]


def test_the_runner_stops_and_tells_observers() -> None:
    seen: list[str] = []
    ran: list[str] = []
    steps = checked([Step(name, nothing) for name in ("one", "two", "three")])
    run_steps(steps, ran, lambda r: len(r) == 2, [lambda name, subject, seconds: seen.append(name)])
    assert seen == ["one", "two"]


def test_a_derivative_goes_through_all_steps() -> None:
    times = StepTimes()
    finished: list[ReverseDerivative] = []

    def look(name: str, subject: object, seconds: float) -> None:
        assert isinstance(subject, ReverseDerivative)
        if name == STEPS[-1].name:
            verify_function(subject.out, name)
            finished.append(subject)

    driver = Driver(read_module(SQUARE), Options(), observers=[times, look])
    driver.request(Request("square", GRADIENT, (ACTIVE,), True))
    driver.finish()
    assert list(times.seconds) == [step.name for step in STEPS]
    assert [d.fn.name for d in finished] == ["square"]
