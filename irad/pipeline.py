"""From IR text to machine code with derivatives, in one direction.

    text -> normalise -> read -> prepare -> analyse and differentiate -> link the runtime -> optimise -> JIT or object

Read this first; every stage is one call.  With ``IRAD_VERIFY=1`` in the environment (as in the tests) the model is verified
after each of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

import irad.blas_rules  # noqa: F401  (registers its routines with irad.rules.formulas.external)
from irad.analysis.memory.constant_floats import makes_floats, reach_no_floats, set_constant_floats, uses_floats
from irad.analysis.memory.module_memory import ModuleMemory
from irad.errors import DifferentiationError, IradError, ParseError, UnsupportedError
from irad.ir.edits import declare_variables
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.values import Function, Module, Value
from irad.llvm.access import accesses
from irad.llvm.border.reserved_arrays import mark_arrays
from irad.llvm.border.session import ascii_text, canonical
from irad.llvm.border.vectors import offer
from irad.llvm.final import Final
from irad.llvm.normalize import normalize, ssa_form, strip_lines, tidy
from irad.llvm.runtime_ir.arena_runtime import STACKS
from irad.llvm.runtime_ir.container_bodies import containers
from irad.options import Options
from irad.rules.formulas.formula_helpers import text_for
from irad.rules.python_rules import marked, modes_of
from irad.rules.registry import is_whole
from irad.transform.base.request import FORWARD, MadeDerivative, Request
from irad.transform.declared.call_reader import ready
from irad.transform.declared.constant_functions import insert_known_functions
from irad.transform.declared.enzyme_attributes import follow
from irad.transform.declared.enzyme_marks import lower_marks
from irad.transform.declared.inactive_variables import protect
from irad.transform.declared.marked_calls import find_marked, marker_variables
from irad.transform.declared.reach import asks_for_derivatives, has_marked_call, named_in_module, unreached
from irad.transform.declared.recompute_marks import forget_recomputed, mark_recomputed
from irad.transform.declared.registered_rules import (
    BODY,
    PYTHON,
    Registered,
    define_leftovers,
    duplicate,
    from_attributes,
    one_sided,
    redirect,
    separate_inactive_calls,
    set_inactive_calls,
    undo_redirect,
)
from irad.transform.declared.registrations import Entry, metadata_as_registrations, might_register, read_entries
from irad.transform.driver import Driver
from irad.transform.expand import expand, expand_virtual
from irad.transform.lower.address_thunks import wrap_addresses
from irad.transform.lower.deferred_bodies import Aside, put_aside, put_away, resolve_aliases
from irad.transform.lower.forced_inlining import inline_hidden_floats
from irad.transform.lower.loop_versioning import make_versions
from irad.transform.lower.prepare import prepare
from irad.transform.lower.routine_bodies import c_suffix, define_fortran, define_routines
from irad.transform.lower.variadic import expand_variadic

T = TypeVar("T")

# From how many functions on, that no marked call reaches, it pays to keep them away from the transform.
_MANY = 10


@dataclass(frozen=True)
class Derived:
    """A module with derivatives (not yet optimised), and what was made for each request.

    ``unshadowed``: for each request the parameters that are declared constant, through whose memory active values pass all the
    same.  Where there are any nothing is made.
    """

    module: Module
    made: tuple[tuple[MadeDerivative, ...], ...]
    statistics: tuple[dict[str, int | str], ...] = ()
    unshadowed: tuple[tuple[int, ...], ...] = ()

    @property
    def complete(self) -> bool:
        """Was everything made?"""
        return not any(self.unshadowed)

    @property
    def text(self) -> str:
        """The module as text."""
        return print_module(self.module)


@dataclass(frozen=True)
class PreparedModule:
    """A module as LLVM is to make the normal form of it, and what must be said of it again afterwards."""

    text: str
    libraries: tuple[str, ...] = ()
    registered: Registered = field(default_factory=Registered)
    aside: Aside = field(default_factory=Aside)


def read_heads(source: str | Module) -> Module:
    """The module of a text: its heads are read, bodies stay text."""
    if isinstance(source, Module):
        return source
    source = ascii_text(source)
    try:
        module = read_module(source, bodies=False)
    except ParseError:  # written by hand
        module = read_module(canonical(source), bodies=False)
    if "enzyme_" in source or "irad_" in source:
        follow(module)
        separate_inactive_calls(module)
        metadata_as_registrations(module)
    return module


def normal_form(source: str | Module | PreparedModule, roots: Sequence[str] = ()) -> Module:
    """A module in the form the transform needs."""
    prepared = source if isinstance(source, PreparedModule) else _prepared(read_heads(source))
    module = _read(normalize(prepared.text, roots=roots, libraries=prepared.libraries), prepared)
    wrap_addresses(module)
    _check(module, "reading")
    if make_versions(module) | expand_variadic(module) | insert_known_functions(module) | inline_hidden_floats(module):
        _check(module, "versions of functions")
        module = _read(normalize(print_module(module), roots=roots), prepared)
    changed = prepare(module, roots)
    _check(module, "preparation")
    if changed:
        module = _read(tidy(print_module(module)), prepared)
    return module


def _prepared(module: Module, registered: Registered = Registered(), aside: Aside = Aside()) -> PreparedModule:
    define_routines(module)
    for fn in module.functions.values():
        if "optnone" in fn.attributes:  # that hides a function from every pass
            fn.attributes = fn.attributes.without("optnone", "noinline")
    return PreparedModule(print_module(module), tuple(containers(module)), registered, aside)


def _read(text: str, prepared: PreparedModule) -> Module:
    module = read_module(text, unread=prepared.aside.functions)
    resolve_aliases(module, prepared.aside)
    prepared.registered.apply(module)
    from_attributes(module)
    return module


def derive(source: str | Module, requests: Sequence[Request], options: Options = Options()) -> Derived:
    """Differentiate functions of a module."""
    inner: Statistics = []
    module, behind = _expand_all(source, _inside(options), inner)
    if options.noalias:  # loads can then leave loops in which other arrays are written, before anything is differentiated
        _mark_noalias(module, {r.function for r in requests})
    registered, aside = set_aside(module)
    if one_sided(registered) and len({r.mode == FORWARD for r in requests}) > 1:
        aside.restore(module)
        return _derive_by_mode(module, requests, options)

    def attempt(module: Module) -> Derived:
        for mode in {r.mode for r in requests}:
            redirect(module, registered, mode)
        driver = Driver(module, options)
        functions = [driver.request(r) for r in requests]
        unshadowed = tuple(tuple(driver.unshadowed(r, f)) for r, f in zip(requests, functions, strict=True))
        if any(unshadowed):
            return Derived(module, (), unshadowed=unshadowed)
        driver.finish()
        made = driver.made_for(requests, functions)
        driver.complete()
        _check(module, "differentiation")
        return Derived(module, made, tuple(driver.statistics()), unshadowed)

    def given(module: Module) -> list[tuple[Function, Sequence[Value]]]:
        found = [(f, r.params) for r in requests if (f := module.functions.get(r.function)) is not None]
        return [(f, [a for a, p in zip(f.args, params, strict=False) if p.shadow or p.active]) for f, params in found]

    roots = [r.function for r in requests]
    declared = {element for r in requests for p, element in zip(r.params, r.elements, strict=False) if p.shadow or p.active}
    form = partial(normal_form, _prepared(module, registered, aside), roots)
    made = attempt(form()) if "float" in declared else _attempted(form, attempt, given)
    if not made.complete:
        return made
    undo_redirect(made.module, registered)
    aside.restore(made.module)
    out, statistics = made.module, [*inner, *made.statistics]
    if asks_for_derivatives(out):  # in rules of the user's own
        out = expand_marked(print_module(out), behind, statistics=statistics)
    return replace(made, module=out, statistics=tuple(statistics))


def _mark_noalias(module: Module, names: Collection[str]) -> None:
    """Declare that pointers of functions lead to memory that no other one leads to: not where a function is named in the module,
    too, and may get one array twice there."""
    named = named_in_module(module)
    for fn in (module.functions.get(n) for n in names):
        if fn is not None and fn.has_body and fn.name not in named:
            for arg in fn.args:
                if arg.type.is_ptr and "noalias" not in arg.attrs.split():
                    arg.attrs = f"noalias {arg.attrs}".strip()


def _derive_by_mode(module: Module, requests: Sequence[Request], options: Options) -> Derived:
    """One mode after the other: in each, functions with a rule for the other one are differentiated as they stand."""
    made: dict[int, tuple[MadeDerivative, ...]] = {}
    unshadowed: dict[int, tuple[int, ...]] = {}
    statistics: Statistics = []
    for forward in (False, True):
        chosen = [i for i, r in enumerate(requests) if (r.mode == FORWARD) == forward]
        derived = derive(module, [requests[i] for i in chosen], options)
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
    """For the marked calls in a function that is differentiated itself: tapes elsewhere, nothing known of their arguments."""
    return replace(options, tape_stack=options.tape_stack + 1, noalias=False, index_sets=0)


def set_aside(module: Module) -> tuple[Registered, Aside]:
    """What the program registers, while the bodies of functions that have rules are set aside."""
    whole = [f.name for f in module.functions.values() if f.has_body and is_whole(f.name)]
    if not might_register(module) and not whole and not marked(module):
        return Registered(), Aside()
    registered = Registered((*_with_accesses(module, read_entries(module)), *_python_rules(module)))
    inactive = {e.name for e in registered.entries if e.kind == "inactive_global"}
    if inactive & module.globals_.keys():
        _become(module, read_module(ssa_form(print_module(module))))
        protect(module, inactive)
    named = registered.shadows(n for n, v in module.globals_.items() if v.initializer is not None)
    for name in {*named, *named.values()}:  # what these hold is the program's business: nobody may fold them
        var = module.globals_.get(name)
        if var is not None and var.initializer is not None:
            var.linkage = var.visibility = var.comdat = ""
    for name in one_sided(registered):
        duplicate(module, name, name + BODY)
    for name in whole:  # some that are said to be in the library as well are not, where the compiler always inlines them
        if module.functions[name].linkage == "available_externally":
            module.functions[name].linkage = "linkonce_odr"
    mark_recomputed(module, [e.name for e in registered.entries if e.kind == "recompute"])
    return registered, put_aside(module, [*registered.functions, *whole])


def _become(module: Module, other: Module) -> None:
    """Let ``module`` be another one."""
    module.__dict__.update(other.__dict__)
    for value in (*module.functions.values(), *module.globals_.values(), *module.aliases.values()):
        value.module = module


def _with_accesses(module: Module, entries: Sequence[Entry]) -> list[Entry]:
    """Entries for functions without derivative say what these do to memory, where their bodies are known."""
    names = {e.name for e in entries if e.kind == "inactivefn"}
    known = accesses(print_module(module), names) if names else {}
    return [replace(e, rest=known[e.name]) if e.kind == "inactivefn" and e.name in known and not e.rest else e for e in entries]


Statistics = list[dict[str, int | str]]


def _python_rules(module: Module) -> list[Entry]:
    """Entries for functions of the Python frontend that have rules."""
    numbers = {n: number for n, number in marked(module).items() if not n.endswith(BODY)}
    access = accesses(print_module(module), numbers) if numbers else {}
    return [Entry(PYTHON, name, (n, modes_of(n), *access[name])) for name, n in numbers.items()]


def expand_marked(source: str | Module, options: Options = Options(), statistics: Statistics | None = None) -> Module:
    """Replace ``__enzyme_autodiff`` and its like by derivatives, those of the innermost functions first.

    To ``statistics`` is added what the differentiator tells of each function.
    """
    return _expand_all(source, options, statistics if statistics is not None else [])[0]


def expand_program(source: str | Module, options: Options = Options()) -> Module:
    """As `expand_marked`, for what is linked later: where a program calls BLAS as ``cblas_*`` only, so do its derivatives."""
    module = read_heads(source)
    suffix = c_suffix(module) if any("cblas_" in name for name in module.functions) else None
    declared = [f.name for f in module.functions.values() if not f.has_body]
    module = expand_marked(module, options)
    if suffix is not None:
        define_fortran(module, suffix, declared)
    return module


def _expand_all(source: str | Module, options: Options, told: Statistics) -> tuple[Module, Options]:
    """And the options for what may be differentiated next: with a stack for tapes that no derivative in the module uses."""
    module = read_heads(source)
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
    except IradError:  # what lies in memory may be known from the other functions only
        return _expand(read_module(before, bodies=False), options, told)


def _expand(module: Module, options: Options, statistics: Statistics) -> tuple[Module, Options]:
    registered, aside = set_aside(module)
    while has_marked_call(module):
        prepared = _prepared(module, registered, aside)
        done = _expand_ready(prepared, options)
        if done is None:  # marks are lowered, and calls in functions that nobody calls are gone with them
            module = _marked_form(prepared)
            undo_redirect(module, registered)
            break
        driver, reversed_too = done
        statistics += driver.statistics()
        driver.complete()
        module = driver.module
        undo_redirect(module, registered)
        if reversed_too:
            options = replace(options, tape_stack=options.tape_stack + 1)
    aside.restore(module)
    return module, options


def _marked_form(prepared: PreparedModule) -> Module:
    module = normal_form(prepared)
    set_inactive_calls(module)
    lower_marks(module)
    return module


def _expand_ready(prepared: PreparedModule, options: Options) -> tuple[Driver, bool] | None:
    """Replace the marked calls whose functions have none in them; was any in reverse mode?  None if there is no such call."""
    registered = prepared.registered

    def attempt(module: Module) -> tuple[Driver, bool] | None:
        calls = find_marked(module)
        if not calls:
            return None
        if options.tape_stack >= STACKS:
            raise UnsupportedError(f"derivatives are nested more than {STACKS - 1} deep")
        driver = Driver(module, options)
        marked = ready(module, calls, bool(one_sided(registered)))
        if marked:
            redirect(module, registered, marked[0].derivative_mode)
            expand(module, driver, marked)
        else:
            expand_virtual(driver, calls)
        _check(module, "expansion of marked calls")
        return driver, not marked or any(m.derivative_mode != FORWARD for m in marked)

    def given(module: Module) -> list[tuple[Function, Sequence[Value]]]:
        calls = find_marked(module)
        targets = [f for c in calls for f in c.args if isinstance(f, Function) and f.blocks]
        return [*((c.function, c.args) for c in calls), *((f, f.args) for f in targets)]

    return _attempted(partial(_marked_form, prepared), attempt, given)


def _attempted(
    form: Callable[[], Module], attempt: Callable[[Module], T], given: Callable[[Module], list[tuple[Function, Sequence[Value]]]]
) -> T:
    """``attempt(form())``; where that is an error, again with all of type ``float`` as constants, if nothing speaks against it.

    ``given``: values that derivatives may come from, in a function.
    """
    module = form()
    try:
        return attempt(module)
    except DifferentiationError:
        if not uses_floats(module):
            raise
        module = form()
        memory = ModuleMemory(module)
        if makes_floats(module) or not all(reach_no_floats(memory, fn, values) for fn, values in given(module)):
            raise
        set_constant_floats(module)
        return attempt(module)


def undifferentiated(source: str | Module, root: str, options: Options = Options()) -> tuple[Module, Statistics]:
    """A module for calls of ``root`` itself: marked calls expanded, and loops without bounds checks as derivatives have them.

    And what is told of the derivatives that it contains.
    """
    statistics: Statistics = []
    module = expand_marked(source, options, statistics=statistics)
    if not any('"irad-status"' in f.attributes for f in module.functions.values()):
        return module, statistics
    normal = read_module(normalize(print_module(module), roots=[root]))
    return normal if make_versions(normal) else module, statistics


def finish(
    source: str | Module,
    exports: Sequence[str] | None,
    options: Options = Options(),
    cpu: str | None = "host",
    thread_local: bool = False,
    vectors: bool = False,
    also: Sequence[str] = (),
    jit: bool = False,
    lines: bool = True,
) -> Final:
    """Link the runtime and the rules' helper functions, and optimise; only ``exports`` stay visible (None: all that is).

    ``thread_local``: for programs, whose marked calls take an arena of their thread.  ``vectors``: calls that may be approximate
    may be calls of libmvec, which is there when the code runs.  ``also``: modules that are linked in before optimisation.
    ``jit``: this process loads the code, and has the functions of the runtime that are not inlined.  Without ``lines`` there is
    no debug information in the result.
    """
    module = read_heads(source)
    if not thread_local:  # a program is linked with the library that has them
        define_routines(module)
    if asks_for_derivatives(module):
        raise DifferentiationError("a marked call is left over: a defect of irad, please report it")
    define_leftovers(module)
    forget_recomputed(module)
    for fn in module.functions.values():
        if fn.has_body and fn.name.endswith(BODY):  # copies that only differentiation needed
            fn.linkage, fn.visibility, fn.comdat = "internal", "", ""
    declared = [f.name for f in module.functions.values() if not f.has_body]
    own_arena = thread_local and "irad_thread_arena" in declared
    libraries = [text_for(declared), *also, *(containers(module) if not thread_local else ())]
    text = mark_arrays(print_module(module))
    if not lines:
        text = strip_lines(text)
    final = Final(offer(text, cpu) if vectors else text, libraries, exports)
    link_runtime = final.link_inlined_runtime if jit else partial(final.link_runtime, own_arena)
    if options.level == 0:
        link_runtime()
        final.drop_unneeded()
        final.optimize(0, cpu)
        return final
    # The runtime comes last: as long as its functions are calls, LLVM knows more of the memory they give.
    final.optimize(options.level, cpu)
    link_runtime()
    final.inline(cpu)
    return final


def _check(module: Module, stage: str) -> None:
    if os.environ.get("IRAD_VERIFY") == "1":
        from irad.ir.verify import verify_module

        verify_module(module, stage)
