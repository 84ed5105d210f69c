"""What a function becomes on its way to machine code: one text per stage, for ``irad dump``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from irad.errors import DifferentiationError, IradError
from irad.ir.printer import print_function, print_module
from irad.ir.values import Value
from irad.llvm.normalize import reachable
from irad.llvm.object import emit_asm
from irad.llvm.session import canonical
from irad.options import Options
from irad.pipeline import define_routines, derive, finish, internal_shadows, normal_form
from irad.transform.driver import Driver
from irad.transform.request import FORWARD, GRADIENT, Param, Request

SPLIT = "split"
STAGES = ("frontend", "primal", "activity", "plan", "augmented", "reverse", "gradient", "forward", "optimized", "asm")
_REVERSE = ("frontend", "primal", "activity", "plan", "augmented", "reverse", "gradient", "optimized", "asm")
_FORWARD = ("frontend", "primal", "activity", "forward", "optimized", "asm")


@dataclass(frozen=True)
class Subject:
    """A function of a module, and how its parameters take part."""

    text: str
    function: str
    params: tuple[Param, ...]
    ret: bool
    names: tuple[str, ...] = ()
    checked: bool = False  # calls find out whether arrays overlap, and mostly they do not

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
        return _only(print_module(normal_form(subject.text, [subject.function])), subject.function)
    if name == "activity":
        return _activity(subject, FORWARD if forward else GRADIENT, options)
    _check_shadows(subject, FORWARD if forward else GRADIENT, options)
    if name in ("augmented", "reverse"):
        derived = derive(subject.text, [subject.request(SPLIT)], options)
        return _only(derived.text, derived.made[0][0 if name == "augmented" else 1].symbol)
    mode = FORWARD if forward else GRADIENT
    derived = derive(subject.text, [subject.request(mode)], options)
    symbol = derived.made[0][0].symbol
    if name == "plan":
        arrays = f"; for arrays and shadows that {'lie apart in memory' if options.noalias else 'may overlap'}\n"
        notes = arrays + "".join(f"; {line}\n" for s in derived.statistics for line in str(s["plan"]).split("\n"))
        return notes + _stage(subject, "primal", forward, options)
    if name in ("gradient", "forward"):
        return _only(derived.text, symbol)
    final = finish(derived.text, [symbol], options)
    return final if name == "optimized" else emit_asm(final)


def _check_shadows(subject: Subject, mode: str, options: Options) -> None:
    for i in internal_shadows(subject.text, subject.request(mode), options):
        name = subject.names[i] if i < len(subject.names) else f"parameter {i + 1}"
        raise DifferentiationError(
            f"{name} is constant, but active values pass through its memory", hint="give it the activity dup"
        )


def _only(text: str, symbol: str) -> str:
    """The module with what ``symbol`` needs, and nothing else."""
    return reachable(define_routines(canonical(text)), symbol)


def _activity(subject: Subject, mode: str, options: Options) -> str:
    """The normal form with a note on each value: does it carry derivatives, is its memory shadowed?"""
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
    text = _only(print_module(plain), subject.function)
    start = text.index(f"@{subject.function}(") if f"@{subject.function}(" in text else text.index(f'@"{subject.function}"(')
    start = text.rindex("\ndefine", 0, start) + 1
    end = text.index("\n}", start) + 2
    return text[:start] + print_function(fn, note) + text[end:]
