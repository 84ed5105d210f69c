"""Marked calls become derivatives, those of the innermost functions first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import irad.blas_rules  # noqa: F401  (registers its routines with irad.rules.formulas.external)
from irad.errors import DifferentiationError, IradError, UnsupportedError
from irad.ir.edits import declare_variables
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.values import Function, Module, Value
from irad.llvm.runtime_ir.arena_runtime import STACKS
from irad.options import Options
from irad.rules.python_rules import ATTRIBUTE as RULED
from irad.stages.attempts import attempted
from irad.stages.heads import read_heads
from irad.stages.normal_form import PreparedModule, marked_form, prepared_module
from irad.stages.observers import reached, step_observers
from irad.stages.set_aside import set_aside
from irad.stages.stage_table import MARKED
from irad.transform.base.request import FORWARD
from irad.transform.declared.call_reader import ready
from irad.transform.declared.marked_calls import find_marked, marker_variables
from irad.transform.declared.process_marks import decide
from irad.transform.declared.reach import has_marked_call, unreached
from irad.transform.declared.registered_rules import (
    one_sided,
    redirect,
    undo_redirect,
)
from irad.transform.driver import Driver
from irad.transform.expand import expand, expand_virtual
from irad.transform.lower.deferred_bodies import put_away

Statistics = list[dict[str, int | str]]

# From how many functions on, that no marked call reaches, it pays to keep them away from the transform.
_MANY = 10


def expand_all(source: str | Module, options: Options, told: Statistics) -> tuple[Module, Options]:
    """Replace all marked calls; the module, and options with a tape stack that no derivative in it uses.

    With those options the module may be differentiated again.
    """
    if not options.limited:
        return _expand_all(source, options, told)
    text = source if isinstance(source, str) else print_module(source)
    known = len(told)
    try:
        return _expand_all(text, options, told)
    except DifferentiationError:  # functions that loops have become may show less
        del told[known:]
        return _expand_all(text, replace(options, limited=False), told)


def _expand_all(source: str | Module, options: Options, told: Statistics) -> tuple[Module, Options]:
    module = read_heads(source)
    decide(module)
    if not any("__enzyme_" in n or "__irad_" in n for n in module.functions):
        return module, options
    declare_variables(module, marker_variables(list(module.globals_)))
    far = unreached(module)
    if len(far) < _MANY:
        return _expand(module, options, told)
    before = print_module(module)
    try:
        away = put_away(module, far)
        module, behind = _expand(module, options, told)
        away.restore(module)
        return module, behind
    except IradError:  # the types in memory may be known from the other functions only
        return _expand(read_module(before, bodies=False), options, told)


def expands_whole(module: Module) -> bool:
    """Whether all functions go through the normal form, with its versions of loops, when marked calls are expanded."""
    return has_marked_call(module) and len(unreached(module)) < _MANY


def _expand(module: Module, options: Options, statistics: Statistics) -> tuple[Module, Options]:
    registered, aside = set_aside(module)
    while has_marked_call(module):
        prepared = prepared_module(module, registered, aside)
        done = _expand_ready(prepared, options)
        if done is None:  # marks are lowered, and calls in uncalled functions are removed with them
            module = marked_form(prepared, options, False)
            undo_redirect(module, registered)
            break
        driver, reversed_too = done
        statistics += driver.statistics()
        driver.complete()
        module = driver.module
        undo_redirect(module, registered)
        reached(MARKED, module)
        if reversed_too:
            options = replace(options, tape_stack=options.tape_stack + 1)
        if any(RULED in text for text in module.fragments):  # rules of the user's own that call functions with rules
            aside.restore(module)
            module = read_module(print_module(module), bodies=False)
            registered, aside = set_aside(module)
    aside.restore(module)
    return module, options


def _expand_ready(prepared: PreparedModule, options: Options) -> tuple[Driver, bool] | None:
    """Replace the marked calls whose functions contain none; the driver, and whether a reverse mode may be among them.

    None if there is no marked call.
    """
    registered = prepared.registered

    def attempt(module: Module) -> tuple[Driver, bool] | None:
        calls = find_marked(module)
        if not calls:
            return None
        if options.tape_stack >= STACKS:
            raise UnsupportedError(f"derivatives are nested more than {STACKS - 1} deep")
        driver = Driver(module, options, step_observers())
        marked = ready(module, calls, bool(one_sided(registered)))
        if marked:
            redirect(module, registered, marked[0].derivative_mode)
            expand(module, driver, marked)
        else:
            expand_virtual(driver, calls)
        return driver, not marked or any(m.derivative_mode != FORWARD for m in marked)

    def given(module: Module) -> list[tuple[Function, Sequence[Value]]]:
        calls = find_marked(module)
        targets = [f for c in calls for f in c.args if isinstance(f, Function) and f.blocks]
        return [*((c.function, c.args) for c in calls), *((f, f.args) for f in targets)]

    return attempted(partial(marked_form, prepared, options, options.limited), attempt, given)
