"""The intermediate forms of a function, one text per stage, for ``irad dump``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from irad.errors import DifferentiationError, IradError
from irad.ir.printer import print_function, print_module
from irad.ir.values import Module, Value
from irad.llvm.normalize import reachable
from irad.options import Options
from irad.pipeline import Derived, derive, finish, normal_form
from irad.transform.base.request import FORWARD, GRADIENT, Param, Request
from irad.transform.driver import Driver
from irad.transform.lower.routine_bodies import define_routines

SPLIT = "split"
STAGES = ("frontend", "primal", "activity", "plan", "augmented", "reverse", "gradient", "forward", "optimized", "asm")
_REVERSE = ("frontend", "primal", "activity", "plan", "augmented", "reverse", "gradient", "optimized", "asm")
_FORWARD = ("frontend", "primal", "activity", "forward", "optimized", "asm")


@dataclass(frozen=True)
class Subject:
    """A function of a module, and the activities of its parameters."""

    text: str
    function: str
    params: tuple[Param, ...]
    ret: bool
    names: tuple[str, ...] = ()
    checked: bool = False  # whether arrays overlap is tested at each call, and mostly they do not

    def request(self, mode: str) -> Request:
        return Request(self.function, mode, self.params, self.ret)


def available(forward: bool) -> Sequence[str]:
    """The stages of a mode, in order."""
    return _FORWARD if forward else _REVERSE


def stages(subject: Subject, wanted: Sequence[str], forward: bool, options: Options = Options()) -> Iterator[tuple[str, str]]:
    """The texts of the stages that are ``wanted``; each is a module that LLVM parses (asm: assembly)."""
    for name in wanted:
        if name not in available(forward):
            known = ", ".join(available(forward))
            raise IradError(f"there is no stage '{name}' in this mode", hint=f"one of {known}, or all", code="usage")
        yield name, _stage(subject, name, forward, options)


def _stage(subject: Subject, name: str, forward: bool, options: Options) -> str:
    if name == "frontend":
        return subject.text
    if name == "primal":
        return _only(normal_form(subject.text, [subject.function]), subject.function)
    if name == "activity":
        return _activity(subject, FORWARD if forward else GRADIENT, options)
    if name in ("augmented", "reverse"):
        derived = _derive(subject, SPLIT, options)
        return _only(derived.module, derived.made[0][0 if name == "augmented" else 1].symbol)
    derived = _derive(subject, FORWARD if forward else GRADIENT, options)
    symbol = derived.made[0][0].symbol
    if name == "plan":
        arrays = f"; for arrays and shadows that {'lie apart in memory' if options.noalias else 'may overlap'}\n"
        notes = arrays + "".join(f"; {line}\n" for s in derived.statistics for line in str(s["plan"]).split("\n"))
        return notes + _stage(subject, "primal", forward, options)
    if name in ("gradient", "forward"):
        return _only(derived.module, symbol)
    final = finish(derived.module, [symbol], options)
    return final.text if name == "optimized" else final.assembly()


def _derive(subject: Subject, mode: str, options: Options) -> Derived:
    derived = derive(subject.text, [subject.request(mode)], options)
    for i in derived.unshadowed[0]:
        name = subject.names[i] if i < len(subject.names) else f"parameter {i + 1}"
        raise DifferentiationError(
            f"{name} is constant, but active values pass through its memory", hint="give it the activity dup"
        )
    return derived


def _only(module: Module, symbol: str) -> str:
    """The module with what ``symbol`` needs, and nothing else."""
    define_routines(module)
    return reachable(print_module(module), symbol)


def _activity(subject: Subject, mode: str, options: Options) -> str:
    """The normal form with the result of activity analysis on each value: whether it is active, or its memory has a shadow."""
    module = normal_form(subject.text, [subject.function])
    driver = Driver(module, options)
    (first, *_) = driver.request(subject.request(mode))
    fn = module.functions[subject.function]
    act = driver.activity(fn, first.key)

    def note(v: Value) -> str:
        if act.value(v):
            return "active"
        if act.node(act.memory.node_of(v)):
            return "points to active memory"
        if act.pointer(v):
            return "points to memory with a shadow"
        return ""

    plain = normal_form(subject.text, [subject.function])
    text = _only(plain, subject.function)
    start = text.index(f"@{subject.function}(") if f"@{subject.function}(" in text else text.index(f'@"{subject.function}"(')
    start = text.rindex("\ndefine", 0, start) + 1
    end = text.index("\n}", start) + 2
    return text[:start] + print_function(fn, note) + text[end:]
