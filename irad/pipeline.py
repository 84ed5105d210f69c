"""From IR text to machine code with derivatives, in one direction.

    text -> normalise -> read -> prepare -> analyse and differentiate -> link the runtime -> optimise -> JIT or object

Read this first; every stage is one call.  With ``IRAD_VERIFY=1`` in the environment (as in the tests) the model is verified
after each of them.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

import irad.blas_rules  # noqa: F401  (registers its routines with irad.rules.external)
from irad.analysis.constant_floats import makes_floats, reach_no_floats, set_constant_floats, uses_floats
from irad.analysis.module_memory import ModuleMemory
from irad.errors import DifferentiationError, IradError, UnsupportedError
from irad.ir.declared import followed, says_more
from irad.ir.printer import print_module
from irad.ir.reader import read_module
from irad.ir.registrations import Entry, metadata_as_registrations, might_register, read_entries
from irad.ir.values import Function, Module, Value
from irad.llvm.access import accesses
from irad.llvm.arrays import mark_arrays, unmark_arrays
from irad.llvm.aside import Split, restore_bodies, split_bodies
from irad.llvm.containers import define_containers
from irad.llvm.link import duplicate, functions_with_bodies, link
from irad.llvm.names import (
    change_functions,
    change_globals,
    declare_globals,
    defined_globals,
    local_globals,
    mark_noalias,
    mentions,
)
from irad.llvm.normalize import normalize, ssa_form, strip_lines, tidy
from irad.llvm.optimize import inline, optimize
from irad.llvm.prototypes import declare_parameters
from irad.llvm.reach import asks_for_derivatives, has_marked_call, unreached
from irad.llvm.recompute import forget_recomputed, mark_recomputed
from irad.llvm.runtime import STACKS, link_runtime
from irad.llvm.session import canonical
from irad.llvm.vectors import offer, withdraw
from irad.options import Options
from irad.rules.external import c_only, definitions, find, fortran_definitions, has_body
from irad.rules.helpers import text_for
from irad.rules.python import ATTRIBUTE as RULE
from irad.rules.python import marked, modes_of
from irad.rules.registry import is_whole
from irad.transform.driver import Driver, differentiate
from irad.transform.expand import expand, expand_virtual
from irad.transform.inactive_variables import protect
from irad.transform.inlining import inline_hidden_floats
from irad.transform.known_functions import insert_known_functions
from irad.transform.markers import find_marked, marker_variables, ready
from irad.transform.marks import lower_marks
from irad.transform.prepare import prepare
from irad.transform.registered import (
    BODY,
    PYTHON,
    Registered,
    define_leftovers,
    from_attributes,
    one_sided,
    redirect,
    separate_inactive_calls,
    set_inactive_calls,
    undo_redirect,
)
from irad.transform.request import FORWARD, Made, Request
from irad.transform.variadic import expand_variadic
from irad.transform.versions import make_versions
from irad.transform.wrappers import wrap_addresses

_DECLARED = re.compile(r'^declare [^@\n]*@(?:"([^"]+)"|([\w.$-]+))\(.*$', re.M)
# What a routine of a linear algebra library may be called, before anybody looks closer.
_ROUTINE = re.compile(r"^(scipy_)?((cblas_|LAPACKE_)\w+|([sdcz][a-z]{4,5}|[SDCZ][A-Z]{4,5})_?(64)?_?)$")

T = TypeVar("T")

# From how many functions on, that no marked call reaches, it pays to keep them away from the transform.
_MANY = 10


@dataclass(frozen=True)
class Derived:
    """A module with derivatives (not yet optimised), and what was made for each request."""

    text: str
    made: tuple[tuple[Made, ...], ...]
    statistics: tuple[dict[str, int | str], ...] = ()


def normal_form(text: str, roots: Sequence[str] = (), registered: Registered = Registered()) -> Module:
    """Read ``text`` into the model, in the form the transform needs."""
    module = _read(normalize(wrap_addresses(define_routines(canonical(text))), roots=roots), registered)
    _check(module, "reading")
    if make_versions(module) | expand_variadic(module) | insert_known_functions(module) | inline_hidden_floats(module):
        _check(module, "versions of functions")
        module = _read(normalize(print_module(module), roots=roots), registered)
    changed = prepare(module, roots)
    _check(module, "preparation")
    if changed:
        module = _read(tidy(print_module(module)), registered)
    return module


def _read(text: str, registered: Registered) -> Module:
    module = read_module(text)
    registered.apply(module)
    from_attributes(module)
    return module


def derive(text: str, requests: Sequence[Request], options: Options = Options()) -> Derived:
    """Differentiate functions of an IR module."""
    inner: Statistics = []
    text, behind = _expand_all(text, _inside(options), True, inner)
    if options.noalias:  # loads can then leave loops in which other arrays are written, before anything is differentiated
        text = canonical(text)
        times = Counter(mentions(text))  # one that is called in the module too may get one array twice there
        text = mark_noalias(text, frozenset(r.function for r in requests if times[r.function] == 1))
    registered, split = set_aside(text)
    if one_sided(registered) and len({r.mode == FORWARD for r in requests}) > 1:
        return _derive_by_mode(text, requests, options)

    def attempt(module: Module) -> tuple[str, list[tuple[Made, ...]], Statistics]:
        for mode in {r.mode for r in requests}:
            redirect(module, registered, mode)
        made = differentiate(module, requests, options)
        _check(module, "differentiation")
        return made

    def given(module: Module) -> list[tuple[Function, Sequence[Value]]]:
        found = [(f, r.params) for r in requests if (f := module.functions.get(r.function)) is not None]
        return [(f, [a for a, p in zip(f.args, params, strict=False) if p.shadow or p.active]) for f, params in found]

    roots = [r.function for r in requests]
    declared = {element for r in requests for p, element in zip(r.params, r.elements, strict=False) if p.shadow or p.active}
    form = partial(normal_form, split.text, roots, registered)
    out, made, statistics = attempt(form()) if "float" in declared else _attempted(form, attempt, given)
    out = restore_bodies(undo_redirect(out, registered), split)
    if asks_for_derivatives(out):  # in rules of the user's own
        out = expand_marked(out, behind, statistics=statistics)
    return Derived(out, tuple(made), (*inner, *statistics))


def _derive_by_mode(text: str, requests: Sequence[Request], options: Options) -> Derived:
    """One mode after the other: in each, functions with a rule for the other one are differentiated as they stand."""
    made: dict[int, tuple[Made, ...]] = {}
    statistics: Statistics = []
    for forward in (False, True):
        chosen = [i for i, r in enumerate(requests) if (r.mode == FORWARD) == forward]
        derived = derive(text, [requests[i] for i in chosen], options)
        text = derived.text
        statistics += derived.statistics
        made.update(zip(chosen, derived.made, strict=True))
    return Derived(text, tuple(made[i] for i in range(len(requests))), tuple(statistics))


def _inside(options: Options) -> Options:
    """For the marked calls in a function that is differentiated itself: tapes elsewhere, nothing known of their arguments."""
    return replace(options, tape_stack=options.tape_stack + 1, noalias=False, index_sets=0)


def set_aside(text: str) -> tuple[Registered, Split]:
    """What the program registers, and its text without the bodies of functions that have rules."""
    text = _with_registrations(text)
    if not might_register(text) and "char_traits" not in text and RULE not in text:
        return Registered(), Split(text, "")
    text = canonical(text)
    registered = Registered((*_with_accesses(text, read_entries(text)), *_python_rules(text)))
    inactive = {e.name for e in registered.entries if e.kind == "inactive_global"}
    if inactive:
        text = protect(ssa_form(text), inactive)
    named = registered.shadows(defined_globals(text) + local_globals(text))
    seen = {*named, *named.values()}  # what these hold is the program's business: nobody may fold them
    text = change_globals(text, lambda name, _: "" if name in seen else None)
    for name in one_sided(registered):
        text = duplicate(text, name, name + BODY)
    whole = {n: words for n, words in functions_with_bodies(text).items() if is_whole(n)}
    # Some that are said to be in the library as well are not, where the compiler always inlines them.
    text = change_functions(
        text, lambda kind, n, _: "linkonce_odr" if kind == "define" and "available_externally" in whole.get(n, ()) else None
    )
    text = mark_recomputed(text, [e.name for e in registered.entries if e.kind == "recompute"])
    names = [*registered.functions, *whole]
    return registered, split_bodies(text, names) if names else Split(text, "")


def _with_accesses(text: str, entries: Sequence[Entry]) -> list[Entry]:
    """Entries for functions without derivative say what these do to memory, where their bodies are known."""
    names = {e.name for e in entries if e.kind == "inactivefn"}
    known = accesses(text, names) if names else {}
    return [replace(e, rest=known[e.name]) if e.kind == "inactivefn" and e.name in known and not e.rest else e for e in entries]


def _with_registrations(text: str) -> str:
    if "enzyme_" in text or "irad_" in text:
        text = followed(canonical(text)) if says_more(text) else text
    if '_inactive"' in text:
        text = separate_inactive_calls(canonical(text))
    return metadata_as_registrations(canonical(text)) if "!enzyme_" in text else text


Statistics = list[dict[str, int | str]]


def _python_rules(text: str) -> list[Entry]:
    """Entries for functions of the Python frontend that have rules."""
    numbers = {n: number for n, number in marked(text).items() if not n.endswith(BODY)}
    access = accesses(text, numbers) if numbers else {}
    return [Entry(PYTHON, name, (n, modes_of(n), *access[name])) for name, n in numbers.items()]


def expand_marked(text: str, options: Options = Options(), lines: bool = True, statistics: Statistics | None = None) -> str:
    """Replace ``__enzyme_autodiff`` and its like by derivatives, those of the innermost functions first.

    Without ``lines`` debug information serves for messages only, and there is none in the result.  To ``statistics`` is added
    what the differentiator tells of each function.
    """
    return _expand_all(text, options, lines, statistics if statistics is not None else [])[0]


def expand_program(text: str, options: Options = Options(), lines: bool = True) -> str:
    """As `expand_marked`, for what is linked later: where a program calls BLAS as ``cblas_*`` only, so do its derivatives."""
    declared = {m[1] or m[2]: m[0] for m in _DECLARED.finditer(text)} if "cblas_" in text else {}
    suffix = c_only(declared)
    text = expand_marked(text, options, lines)
    if suffix is None:
        return text
    made = fortran_definitions(read_names(text), suffix)
    for name, (body, called, line) in made.items():
        text = re.sub(rf'^declare [^@\n]*@"?{re.escape(name)}"?\(.*\n', "", text, flags=re.M) + body
        own = re.compile(rf'^define internal [^@\n]*@"?{re.escape(called)}"?\(.*?^\}}\n', re.M | re.S)
        text = own.sub("", text)  # what calls the Fortran routine
        if re.search(rf'^declare [^@\n]*@"?{re.escape(called)}"?\(', text, re.M) is None:
            text += re.sub(r" !dbg !\d+| #\d+$", "", declared.get(called, line)) + "\n"
    return text


def _expand_all(text: str, options: Options, lines: bool, told: Statistics) -> tuple[str, Options]:
    """And the options for what may be differentiated next: with a stack for tapes that no derivative in the module uses."""
    text = _with_registrations(text)
    if "__enzyme_" not in text and "__irad_" not in text:
        return text if lines else strip_lines(canonical(text)), options
    text = canonical(text)
    text = declare_globals(text, frozenset(marker_variables(defined_globals(text) + local_globals(text))), constructors=True)
    aside = unreached(text)
    finished: Callable[[str], str] = (lambda t: t) if lines else strip_lines
    if len(aside) >= _MANY:
        try:
            split = split_bodies(text, aside)
            split = replace(split, bodies=finished(split.bodies))
            out, behind = _expand(split.text, options, told)
            return restore_bodies(finished(out), split), behind
        except IradError:  # what lies in memory may be known from the other functions only
            pass
    out, behind = _expand(text, options, told)
    return finished(out), behind


def _expand(text: str, options: Options, statistics: Statistics) -> tuple[str, Options]:
    registered, split = set_aside(text)
    text = split.text
    while has_marked_call(text):
        done = _expand_ready(text, registered, options)
        if done is None:  # marks are lowered, and calls in functions that nobody calls are gone with them
            text = undo_redirect(print_module(_marked_form(text, registered)), registered)
            break
        driver, reversed_too = done
        statistics += driver.statistics()
        text = undo_redirect(driver.text(), registered)
        if reversed_too:
            options = replace(options, tape_stack=options.tape_stack + 1)
    return restore_bodies(text, split), options


def _marked_form(text: str, registered: Registered) -> Module:
    module = normal_form(text, registered=registered)
    set_inactive_calls(module)
    lower_marks(module)
    return module


def _expand_ready(text: str, registered: Registered, options: Options) -> tuple[Driver, bool] | None:
    """Replace the marked calls whose functions have none in them; was any in reverse mode?  None if there is no such call."""

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

    return _attempted(partial(_marked_form, text, registered), attempt, given)


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


def undifferentiated(text: str, root: str, options: Options = Options()) -> tuple[str, Statistics]:
    """A module for calls of ``root`` itself: marked calls expanded, and loops without bounds checks as derivatives have them.

    And what is told of the derivatives that it contains.
    """
    statistics: Statistics = []
    text = expand_marked(text, options, statistics=statistics)
    if '"irad-status"' not in text:
        return text, statistics
    module = read_module(normalize(text, roots=[root]))
    return print_module(module) if make_versions(module) else text, statistics


def internal_shadows(text: str, request: Request, options: Options = Options()) -> list[int]:
    """Parameters declared constant through whose memory active values pass all the same."""
    registered, split = set_aside(expand_marked(text, _inside(options)))
    module = normal_form(split.text, [request.function], registered)
    redirect(module, registered, request.mode)
    driver = Driver(module, options)
    (first, *_) = driver.request(request)
    return driver.constants_with_derivatives(module.functions[request.function], first.key)


def finish(
    text: str,
    exports: Sequence[str] | None,
    options: Options = Options(),
    cpu: str | None = "host",
    thread_local: bool = False,
    vectors: bool = False,
) -> str:
    """Link the runtime and the rules' helper functions, and optimise; only ``exports`` stay visible (None: all that is).

    ``thread_local``: for programs, whose marked calls take an arena of their thread.  ``vectors``: calls that may be approximate
    may be calls of libmvec, which is there when the code runs.
    """
    if not thread_local:  # a program is linked with the library that has them
        text = define_routines(text)
    if asks_for_derivatives(text):
        raise DifferentiationError("a marked call is left over: a defect of irad, please report it")
    text = define_leftovers(forget_recomputed(text))
    if BODY in text:  # copies that only differentiation needed
        text = change_functions(text, lambda kind, name, _: "internal" if kind == "define" and name.endswith(BODY) else None)
    declared = read_names(text)
    text = link([text, text_for(declared)])
    own_arena = thread_local and "irad_thread_arena" in declared
    if options.level == 0:
        return optimize(link_runtime(text, own_arena), level=0, cpu=cpu, internalize_except=exports)
    # The runtime comes last: as long as its functions are calls, LLVM knows more of the memory they give.
    text = offer(mark_arrays(text), cpu) if vectors else mark_arrays(text)
    text = withdraw(optimize(text, level=options.level, cpu=cpu, internalize_except=exports))
    return inline(link_runtime(unmark_arrays(text), own_arena), cpu)


def define_routines(text: str) -> str:
    """Give bodies to declared routines: CBLAS and compositions in LAPACK by routines that have rules; what lists and maps call by
    irad's own.
    """
    text = declare_parameters(define_containers(text), lambda name: find(name) is not None or has_body(name))
    while True:  # a body may call a routine with a body
        lines = {m[1] or m[2]: m for m in _DECLARED.finditer(text)}
        wanted = "".join(m[0] + "\n" for name, m in lines.items() if _ROUTINE.search(name) and has_body(name))
        functions = read_module(wanted).functions if wanted else {}
        added, needs, names = definitions({n: f.ftype for n, f in functions.items()}) if functions else ("", {}, ())
        if not names:
            return text
        for name in names:
            text = text.replace(lines[name][0] + "\n", "")
        known = {n for n in needs if n in names or f"@{n}(" in text or f'@"{n}"(' in text}
        declarations = "".join(line + "\n" for n, line in needs.items() if n not in known)
        text += declarations + added


def _check(module: Module, stage: str) -> None:
    if os.environ.get("IRAD_VERIFY") == "1":
        from irad.ir.verify import verify_module

        verify_module(module, stage)


def read_names(text: str) -> list[str]:
    """Names of functions that the module declares without a body."""
    return [m[1] or m[2] for m in _DECLARED.finditer(text)]
