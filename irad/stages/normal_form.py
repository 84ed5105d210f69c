"""The normal form that is differentiated: by LLVM, then by `irad.transform.lower` on the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import irad.blas_rules  # noqa: F401  (registers its routines with irad.rules.formulas.external)
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.values import Module
from irad.llvm.normalize import normalize, tidy
from irad.llvm.runtime_ir.container_bodies import containers
from irad.options import Options
from irad.stages.heads import read_heads
from irad.stages.observers import reached
from irad.stages.stage_table import NORMAL, PREPARED, VERSIONS
from irad.transform.declared.constant_functions import insert_known_functions
from irad.transform.declared.enzyme_marks import lower_marks
from irad.transform.declared.registered_rules import (
    Registered,
    from_attributes,
    set_inactive_calls,
)
from irad.transform.exceptions.exception_lowering import reachable_functions
from irad.transform.lower.address_thunks import add_address_thunks
from irad.transform.lower.chosen_loads import remember_places
from irad.transform.lower.compared_values import remove_fences
from irad.transform.lower.counted.loop_versioning import make_versions
from irad.transform.lower.counted.short_loops import unroll_short_loops
from irad.transform.lower.deferred_bodies import Aside, resolve_aliases
from irad.transform.lower.forced_inlining import inline_hidden_floats
from irad.transform.lower.kept_choices import reverse_one_iteration
from irad.transform.lower.prepare import derivative_targets, prepare
from irad.transform.lower.routine_bodies import define_routines
from irad.transform.lower.variadic import expand_variadic
from irad.transform.outline.lasting_shapes import resolve_shapes
from irad.transform.outline.long_loops import outside_of_loops
from irad.transform.outline.shared_numbers import share_numbers


@dataclass(frozen=True)
class PreparedModule:
    """A module that is ready for LLVM's normalisation, and the facts about it that must be restored afterwards."""

    text: str
    libraries: tuple[str, ...] = ()
    registered: Registered = field(default_factory=Registered)
    aside: Aside = field(default_factory=Aside)


def normal_form(
    source: str | Module | PreparedModule, roots: Sequence[str] = (), limited: bool = False, strict: bool = False
) -> Module:
    """A module in the form that `irad.transform.driver` differentiates; ``roots`` are kept whether they are called or not.

    ``limited``: long loops in them are to be checkpointed; ``strict``: adjoints are added up in the order of the reverse sweep.
    """
    prepared = source if isinstance(source, PreparedModule) else prepared_module(read_heads(source))
    module = _normalized(prepared.text, roots, prepared, prepared.libraries)
    add_address_thunks(module)
    reached(NORMAL, module)
    targets = derivative_targets(module, roots)
    answered = resolve_shapes(module, outside_of_loops(targets) if limited else ())
    answered |= make_versions(module)
    short = unroll_short_loops(module, reachable_functions(derivative_targets(module, roots, reverse=True)))
    if answered | short | expand_variadic(module) | insert_known_functions(module) | inline_hidden_floats(module):
        reached(VERSIONS, module)
        module = _normalized(print_module(module), roots, prepared, unrolls=short)
    changed = prepare(module, roots, limited)
    functions = reachable_functions(derivative_targets(module, roots))
    changed |= remember_places(functions) | reverse_one_iteration(functions)
    reached(PREPARED, module)
    if changed:
        module = _read(tidy(print_module(module)), prepared)
    if strict:
        share_numbers(module)
    return module


def prepared_module(module: Module, registered: Registered = Registered(), aside: Aside = Aside()) -> PreparedModule:
    """A module with bodies for CBLAS routines and compositions, whose functions passes may look into."""
    define_routines(module)
    for fn in module.functions.values():
        if "optnone" in fn.attributes:  # that hides a function from every pass
            fn.attributes = fn.attributes.without("optnone", "noinline")
    return PreparedModule(print_module(module), tuple(containers(module)), registered, aside)


def _normalized(
    text: str, roots: Sequence[str], prepared: PreparedModule, libraries: Sequence[str] = (), unrolls: bool = False
) -> Module:
    """A module, normalised, without the fences at its comparisons."""
    module = _read(normalize(text, roots=roots, libraries=libraries, unrolls=unrolls), prepared)
    while remove_fences(module):
        module = _read(normalize(print_module(module), roots=roots), prepared)
    return module


def _read(text: str, prepared: PreparedModule) -> Module:
    module = read_module(text, unread=prepared.aside.functions)
    resolve_aliases(module, prepared.aside)
    prepared.registered.apply(module)
    from_attributes(module)
    return module


def marked_form(prepared: PreparedModule, options: Options, limited: bool) -> Module:
    """`normal_form`, with the facts that marks state about values expressed in the IR."""
    module = normal_form(prepared, limited=limited, strict=options.strict)
    set_inactive_calls(module)
    lower_marks(module)
    return module
