"""Derivatives of functions on request, in a module whose marked calls are replaced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import irad.blas_rules  # noqa: F401  (registers its routines with irad.rules.formulas.external)
from irad.errors import DifferentiationError
from irad.ir.printer import print_module
from irad.ir.values import Function, Module, Value
from irad.options import Options
from irad.stages.argument_overlap import mark_apart
from irad.stages.attempts import attempted
from irad.stages.marked_expansion import Statistics, expand_all
from irad.stages.normal_form import PreparedModule, normal_form, prepared_module
from irad.stages.observers import reached, step_observers
from irad.stages.set_aside import set_aside
from irad.stages.stage_table import ASIDE, DERIVED, RESTORED
from irad.transform.base.request import FORWARD, MadeDerivative, Request
from irad.transform.declared.reach import asks_for_derivatives
from irad.transform.declared.registered_rules import (
    one_sided,
    redirect,
    undo_redirect,
)
from irad.transform.driver import Driver


@dataclass(frozen=True)
class Derived:
    """A module with derivatives (not yet optimised), and what was made for each request.

    ``unshadowed``: for each request the parameters that are declared constant although active values pass through their memory.
    If there are any, no derivative is made.
    """

    module: Module
    made: tuple[tuple[MadeDerivative, ...], ...]
    statistics: tuple[dict[str, int | str], ...] = ()
    unshadowed: tuple[tuple[int, ...], ...] = ()

    @property
    def complete(self) -> bool:
        """Whether the derivatives were made."""
        return not any(self.unshadowed)

    @property
    def text(self) -> str:
        """The module as text."""
        return print_module(self.module)


def derive(source: str | Module, requests: Sequence[Request], options: Options = Options()) -> Derived:
    """Differentiate functions of a module, after the marked calls in it."""
    if not options.limited:
        return _derived(source, requests, options)
    text = source if isinstance(source, str) else print_module(source)
    try:
        return _derived(text, requests, options)
    except DifferentiationError:  # functions that loops have become may show less
        return _derived(text, requests, replace(options, limited=False))


def _derived(source: str | Module, requests: Sequence[Request], options: Options) -> Derived:
    inner: Statistics = []
    module, behind = expand_all(source, _inside(options), inner)
    if options.noalias:  # loads can then leave loops in which other arrays are written, before anything is differentiated
        mark_apart(module, {r.function for r in requests})
    registered, aside = set_aside(module)
    reached(ASIDE, module)
    if one_sided(registered) and len({r.mode == FORWARD for r in requests}) > 1:
        aside.restore(module)
        made = _by_mode(module, requests, options, behind)
    else:
        made = _differentiated(prepared_module(module, registered, aside), requests, options, behind)
    return replace(made, statistics=(*inner, *made.statistics)) if made.complete else made


def _differentiated(prepared: PreparedModule, requests: Sequence[Request], options: Options, behind: Options) -> Derived:
    """Derivatives whose modes can be made in one module; ``behind``: the options for marked calls in rules of the user's."""
    registered, aside = prepared.registered, prepared.aside

    def attempt(module: Module) -> Derived:
        for mode in {r.mode for r in requests}:
            redirect(module, registered, mode)
        driver = Driver(module, options, step_observers())
        functions = [driver.request(r) for r in requests]
        unshadowed = tuple(tuple(driver.unshadowed(r, f)) for r, f in zip(requests, functions, strict=True))
        if any(unshadowed):
            return Derived(module, (), unshadowed=unshadowed)
        driver.finish()
        made = driver.made_for(requests, functions)
        driver.complete()
        reached(DERIVED, module)
        return Derived(module, made, tuple(driver.statistics()), unshadowed)

    def given(module: Module) -> list[tuple[Function, Sequence[Value]]]:
        found = [(f, r.params) for r in requests if (f := module.functions.get(r.function)) is not None]
        return [(f, [a for a, p in zip(f.args, params, strict=False) if p.shadow or p.active]) for f, params in found]

    declared = {element for r in requests for p, element in zip(r.params, r.elements, strict=False) if p.shadow or p.active}
    limited = options.limited and any(r.mode != FORWARD for r in requests)
    form = partial(normal_form, prepared, [r.function for r in requests], limited, options.strict)
    made = attempt(form()) if "float" in declared else attempted(form, attempt, given)
    if not made.complete:
        return made
    out, statistics = made.module, [*made.statistics]
    undo_redirect(out, registered)
    aside.restore(out)
    reached(RESTORED, out)
    if asks_for_derivatives(out):  # in rules of the user's own
        out = expand_all(print_module(out), behind, statistics)[0]
    return replace(made, module=out, statistics=tuple(statistics))


def _by_mode(module: Module, requests: Sequence[Request], options: Options, behind: Options) -> Derived:
    """Differentiate for one mode after the other: in each, functions with a rule for the other mode only are differentiated by
    their bodies.
    """
    made: dict[int, tuple[MadeDerivative, ...]] = {}
    unshadowed: dict[int, tuple[int, ...]] = {}
    statistics: Statistics = []
    for forward in (False, True):
        chosen = [i for i, r in enumerate(requests) if (r.mode == FORWARD) == forward]
        prepared = prepared_module(module, *set_aside(module))
        derived = _differentiated(prepared, [requests[i] for i in chosen], options, behind)
        unshadowed.update(zip(chosen, derived.unshadowed, strict=True))
        if derived.complete:
            module = derived.module
            statistics += derived.statistics
            made.update(zip(chosen, derived.made, strict=True))
    missing = tuple(unshadowed[i] for i in range(len(requests)))
    if any(missing):
        return Derived(module, (), unshadowed=missing)
    return Derived(module, tuple(made[i] for i in range(len(requests))), tuple(statistics), missing)


def _inside(options: Options) -> Options:
    """Options for the marked calls in a function that is differentiated itself: other tape stacks, no facts about arguments."""
    return replace(options, tape_stack=options.tape_stack + 1, noalias=False, index_sets=0)
