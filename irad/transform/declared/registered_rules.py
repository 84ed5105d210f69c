"""What a program registers for its functions and variables: rules, inactivity, allocators.

Enzyme's two ways, under the prefixes ``enzyme`` and ``irad``: variables with special names,

    void *__irad_register_gradient_f[]   = {f, augmented, gradient};    void *__irad_register_derivative_f[] = {f, derivative};
    void *__irad_register_splitderivative_f[] = {f, augmented, derivative};
    void *__irad_function_like_f[]       = {f, "log1p"};                void *__irad_inactivefn_f[]          = {f};
    void *__irad_allocation_like_f[]     = {f, (void *)1, "2,-1", g};   void *__irad_inactive_global_x[]     = {&x};

and ``__attribute__((annotate("irad_inactive")))``, ``annotate("irad_function_like=log1p")``, which reach IR in
``llvm.global.annotations`` (or as string attributes of functions).  ``annotate("irad_recompute")`` is no rule, but selects how
calls are reversed (`recomputed_calls.py`).  Declarations about freeing and recomputing are ignored: irad assumes them in any
case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from irad.errors import ActivityError, RuleError, UnsupportedError
from irad.ir.attribute_set import AttributeSet
from irad.ir.builder import Builder
from irad.ir.clone import clone_function, copy_attributes
from irad.ir.debug import place_of
from irad.ir.reader import read_bodies
from irad.ir.reader.attributes import attribute_type, may_write_arguments, parameter_access
from irad.ir.types import PTR
from irad.ir.values import Function, GlobalVariable, Instruction, Module
from irad.rules import AllocationRule, DeallocationRule, InactiveRule, Rule, lookup, lookup_function
from irad.rules.custom import CustomRule, Handwritten
from irad.rules.python_rules import BOTH, READER, REVERSE_ONLY, PythonRule
from irad.rules.python_rules import INACTIVE as DECLARED_INACTIVE
from irad.transform.base.argument_conversion import convert
from irad.transform.base.request import FORWARD
from irad.transform.declared.program_words import program_words
from irad.transform.declared.registrations import READS, Entry

_NOT_RULES = ("inactive_global", "nofree", "shouldrecompute", "recompute", "shadow_of")
REVERSE_MODES = "reverse"
_INACTIVE_CALL = re.compile(r"__(?:enzyme|irad)_call_inactive")
_ITERATIONS = re.compile(r"__(?:enzyme|irad)_iter")
PYTHON = "python_rule"  # of an entry: number, modes and accesses (`irad.rules.python_rules`)
INACTIVE = ".irad.inactive"
BODY = ".irad.body"  # suffix of the body that is differentiated in the mode for which nothing is registered


@dataclass(frozen=True)
class Registered:
    """All registrations of a module."""

    entries: tuple[Entry, ...] = field(default=())

    @property
    def functions(self) -> list[str]:
        """Functions whose bodies LLVM must not see before differentiation."""
        out = [e.name for e in self.entries if e.kind not in _NOT_RULES]
        out += [str(e.rest[2]) for e in self.entries if e.kind == "allocation_like" and len(e.rest) > 2]
        return list(dict.fromkeys(out))

    def shadows(self, names: Iterable[str]) -> dict[str, str]:
        """Variables, with the variables that the program defines for their derivatives."""
        pairs = {e.name: str(e.rest[0]) for e in self.entries if e.kind == "shadow_of"}
        out = {}
        known = list(names) if pairs else []
        for name, shadow in pairs.items():
            mangled = [n for n in known if n == shadow or re.search(rf"{len(shadow)}{re.escape(shadow)}E?$", n)]
            if len(mangled) != 1:
                raise RuleError(f"the shadow {shadow} of {name} is not a variable of this program")
            out[name] = mangled[0]
        return out

    def apply(self, module: Module) -> None:
        """Give the functions of a module that was just parsed their rules."""
        grouped: dict[str, dict[str, Entry]] = {}
        for e in self.entries:
            grouped.setdefault(e.name, {}).setdefault(e.kind, e)
        module.inactive = frozenset(e.name for e in self.entries if e.kind == "inactive_global")
        module.shadows = self.shadows(module.globals_)
        for name, entries in grouped.items():
            fn = module.functions.get(name)
            if fn is not None:
                rule = _rule(module, fn, entries)
                if rule is not None:
                    module.rules[name] = rule
        for fn in module.functions.values():
            if fn.name.endswith(INACTIVE) or is_iteration_count(fn.name):
                module.rules[fn.name] = _inactive(fn, module.functions.get(fn.name.removesuffix(INACTIVE)))
        for e in self.entries:
            if e.kind == "allocation_like" and len(e.rest) > 2:
                freeing = str(e.rest[2])
                pointer = _numbers(e).index(-1)
                module.rules.setdefault(freeing, DeallocationRule(name=freeing, names=freeing, pointer=pointer))


def from_attributes(module: Module) -> None:
    """Rules that functions carry as string attributes: ``"enzyme_inactive"``, ``"enzyme_math"="sin"``."""
    for fn in module.functions.values():
        for word, value in program_words(fn.attributes).items():
            if word == "inactive":
                module.rules.setdefault(fn.name, _inactive(fn))
            elif word in ("function_like", "math"):
                module.rules.setdefault(fn.name, _like(fn, value))


def _numbers(entry: Entry) -> list[int]:
    """The parameters of the function that frees: argument numbers of the allocating call, -1 for the memory itself."""
    try:
        out = [int(n) for n in str(entry.rest[1]).split(",")]
    except ValueError:
        out = []
    if out.count(-1) != 1:
        raise RuleError(
            f'"{entry.rest[1]}" in the registration of the allocator {entry.name} is not a list of arguments',
            hint='"2,-1": argument 2 of the allocation, then the memory (-1)',
        )
    return out


def _rule(module: Module, fn: Function, entries: dict[str, Entry]) -> Rule | None:
    if "inactivefn" in entries:
        return _inactive(fn, None, tuple(map(str, entries["inactivefn"].rest)))
    if "function_like" in entries:
        return _like(fn, str(entries["function_like"].rest[0]))
    if "allocation_like" in entries:
        entry = entries["allocation_like"]
        size = entry.rest[0]
        if not isinstance(size, int) or not 0 <= size < len(fn.ftype.params) or not fn.ftype.params[size].is_int:
            raise RuleError(f"parameter {size} of the allocator {fn.name} is not the size in bytes")
        return AllocationRule(
            name=fn.name, names=fn.name, kind="custom", size=(size,), deallocator=str(entry.rest[2]),
            deallocator_args=tuple(_numbers(entry)),
        )  # fmt: skip
    if PYTHON in entries:
        number, _, *access = entries[PYTHON].rest
        if number in (DECLARED_INACTIVE, READER):
            results = tuple(i for i, a in enumerate(fn.args) if '"irad-result"' in a.attrs)
            written = [i for i, a in enumerate(access) if "w" in str(a) and i and i not in results] if number != READER else []
            return InactiveRule(name=fn.name, names=fn.name, reads=True, writes=(*results, *written), guarded=tuple(written))
        # Its derivative may depend on what the body does not read.
        made = {i for i, a in enumerate(fn.args) if '"irad-result"' in a.attrs}
        wider = (str(a) if i in made else "rw" if "w" in str(a) else "r" for i, a in enumerate(access))
        return PythonRule(name=fn.name, names=fn.name, number=int(number), access=tuple(wider))
    if entries.keys() & {"register_gradient", "register_derivative", "register_splitderivative"}:
        gradient, forward = entries.get("register_gradient"), entries.get("register_derivative")
        halves = entries.get("register_splitderivative") if forward is None else None
        derivative = forward or halves
        return CustomRule(
            name=fn.name,
            names=fn.name,
            primal=_signature(fn),
            augmented=_handwritten(module, gradient.rest[0], fn) if gradient is not None else None,
            gradient=_handwritten(module, gradient.rest[1], fn) if gradient is not None else None,
            derivative=_handwritten(module, derivative.rest[-1], fn) if derivative is not None else None,
            split_augmented=_handwritten(module, halves.rest[0], fn) if halves is not None else None,
        )
    return None


def _inactive(fn: Function, like: Function | None = None, access: tuple[str, ...] = ()) -> InactiveRule:
    """A rule without derivative; ``access`` gives its effects on memory, or the attributes of the function with its body."""
    if access == (READS,):
        return InactiveRule(name=fn.name, names=fn.name, reads=True)
    known = access or tuple(parameter_access(a.attrs) for a in (like or fn).args)
    words = " ".join((like or fn).attributes)
    written = tuple(i for i, t in enumerate(fn.ftype.params) if t.is_ptr and "w" in known[i] and may_write_arguments(words))
    return InactiveRule(name=fn.name, names=fn.name, reads=True, writes=written, guarded=written)


def _like(fn: Function, other: str) -> Rule:
    rule = lookup(other)
    if rule is None:
        raise RuleError(
            f'{fn.name} is declared to be like "{other}", of which irad knows nothing', hint="`irad rules` lists what it knows"
        )
    return rule


def _handwritten(module: Module, name: str | int, of: Function) -> Handwritten | None:
    if name == 0:
        return None
    fn = module.functions.get(str(name))
    if fn is None:
        raise RuleError(f"what is registered for {of.name} names {name}, which is not a function")
    return _signature(fn)


def _signature(fn: Function) -> Handwritten:
    words = tuple(str(a.attributes.only("zeroext", "signext")) for a in fn.args)
    sret = attribute_type(fn, fn.args[0].attrs, "sret") if fn.args else None
    return Handwritten(fn.name, fn.ftype, words, sret)


def one_sided(registered: Registered) -> dict[str, str]:
    """Functions with a rule for one mode only, and that mode; in the other one they are differentiated as they are."""
    kinds: dict[str, set[str]] = {}
    for e in registered.entries:
        kinds.setdefault(e.name, set()).add(e.kind)
    both = {"register_gradient": REVERSE_MODES, "register_derivative": FORWARD, "register_splitderivative": FORWARD}
    found = {name: {both[word] for word in k & both.keys()} for name, k in kinds.items()}
    out = {name: next(iter(modes)) for name, modes in found.items() if len(modes) == 1}
    modes = {e.name: e.rest[1] for e in registered.entries if e.kind == PYTHON and e.rest[1] != BOTH}
    return out | {name: REVERSE_MODES if m == REVERSE_ONLY else FORWARD for name, m in modes.items()}


def set_inactive_calls(module: Module) -> bool:
    """``__irad_call_inactive(f, arguments)`` becomes a call of ``f.irad.inactive``, which is declared and has no derivative.

    True if there was one.
    """
    found = False
    for marker in [f for f in module.functions.values() if _INACTIVE_CALL.search(f.name)]:
        for call in marker.users():
            if call.opcode not in ("call", "invoke") or call.callee is not marker:
                continue
            target = call.args[0] if call.args else None
            if not isinstance(target, Function):
                raise ActivityError("the first argument of a call without derivative must name a function", place=place_of(call))
            given = call.args[1:]
            params = target.ftype.params
            fits = len(given) == len(params) or (target.ftype.vararg and len(given) > len(params))
            if not fits or (call.uses and call.type is not target.ftype.ret):
                what = "other arguments than it has parameters, or for another result"
                raise ActivityError(f"{target.name} is called with {what}", place=place_of(call))
            name = target.name + INACTIVE
            if target.is_declaration:
                silent = target
                if lookup_function(target) is None:
                    module.rules[target.name] = _inactive(target)
            else:
                silent = module.functions.get(name) or module.add_function(name, target.ftype)
                module.rules[name] = _inactive(silent, target)
                _hold(module, name, target)
            b = Builder(None)
            b.position_before(call)
            args = [convert(b, call, a, params[k]) if k < len(params) else a for k, a in enumerate(given)]
            new = Instruction(call.opcode, target.ftype.ret, [*args, *call.operands[call.attrs["nargs"] : -1], silent], {
                **call.attrs, "nargs": len(args), "ftype": target.ftype, "param_attrs": call.attrs["param_attrs"][1:],
            }, "", dict(call.metadata))  # fmt: skip
            b.insert(new)
            call.replace_all_uses_with(new)
            call.erase()
            found = True
    return found


def separate_inactive_calls(module: Module) -> None:
    """Redirect calls that carry ``"enzyme_inactive"`` to ``f.irad.inactive``, as `set_inactive_calls` does.

    This is done before LLVM may inline the call; parses all bodies where there may be such calls.
    """
    groups = {name for name, words in module.attribute_groups.items() if "inactive" in program_words(words)}
    if not groups:
        return
    read_bodies(module, module.functions.values())
    for inst in [i for fn in module.functions.values() for i in fn.instructions() if i.opcode in ("call", "invoke")]:
        if groups.isdisjoint(inst.attrs["fn_attrs"].split()):
            continue
        callee = inst.callee
        name = callee.name if isinstance(callee, Function) else ""
        if name.endswith(INACTIVE):
            continue
        if not isinstance(callee, Function) or name.startswith("llvm."):
            raise UnsupportedError(
                f'"enzyme_inactive" at a call of {name or "an unknown function"} is not followed: {inst!r}',
                hint="put the call into a function of its own that has the attribute",
            )
        if callee.ftype.vararg:
            raise UnsupportedError(f'"enzyme_inactive" at a call of {name}, which takes any number of arguments, is not followed')
        silent = module.functions.get(name + INACTIVE)
        if silent is None:
            silent = module.add_function(name + INACTIVE, callee.ftype)
            _hold(module, name + INACTIVE, callee)
        inst.set_operand(len(inst.operands) - 1, silent)


def _hold(module: Module, name: str, target: Function) -> None:
    """Keep the function from being dropped as unused until it gets its caller (`define_leftovers`)."""
    holder = GlobalVariable(f"{name}.of", PTR)
    holder.constant, holder.initializer, holder.module = True, target, module
    holder.linkage, holder.visibility = "weak_odr", "hidden"
    module.globals_[holder.name] = holder


def is_iteration_count(name: str) -> bool:
    """``__irad_iter(n, m)``: n, and m more in each derivative (a series needs more terms for its derivative)."""
    return _ITERATIONS.search(name) is not None


def define_leftovers(module: Module) -> None:
    """Define the functions that are special only to differentiation: calls without derivative, iteration counts."""
    for fn in [f for f in module.functions.values() if not f.has_body]:
        if not fn.name.endswith(INACTIVE) and not is_iteration_count(fn.name):
            continue
        fn.linkage, fn.attributes = "internal", AttributeSet(["alwaysinline"])
        b = Builder(fn.append_block("entry"))
        if fn.name.endswith(INACTIVE):
            name = fn.name.removesuffix(INACTIVE)
            made = b.call_function(module.functions.get(name) or module.add_function(name, fn.ftype), fn.args)
            b.ret(None if fn.ftype.ret.is_void else made)
        else:
            b.ret(fn.args[0])


def duplicate(module: Module, name: str, new: str) -> None:
    """Make a second, visible function with the body of another."""
    fn = module.functions.get(name)
    if fn is None or not fn.has_body or new in module.functions:
        return
    copy = clone_function(fn, new)
    copy.body, copy.cc, copy.ret_attrs = fn.body, fn.cc, fn.ret_attrs
    for own, theirs in zip(copy.args, fn.args, strict=True):
        own.name, own.attrs = theirs.name, theirs.attrs
    copy_attributes(fn, copy)


def redirect(module: Module, registered: Registered, mode: str) -> None:
    """Redirect calls of functions without a rule for this mode to their bodies."""
    for name, only in one_sided(registered).items():
        fn, body = module.functions.get(name), module.functions.get(name + BODY)
        if fn is not None and body is not None and (only == FORWARD) != (mode == FORWARD):
            module.rules.pop(name, None)
            for user in fn.users():
                if user.opcode in ("call", "invoke") and user.callee is fn:
                    user.set_operand(len(user.operands) - 1, body)


def undo_redirect(module: Module, registered: Registered) -> None:
    """Turn calls of the bodies into calls of the functions again."""
    for name in one_sided(registered):
        fn, body = module.functions.get(name), module.functions.get(name + BODY)
        for user in body.users() if fn is not None and body is not None else ():
            if user.opcode in ("call", "invoke") and user.callee is body:
                user.set_operand(len(user.operands) - 1, fn)  # type: ignore[arg-type]
