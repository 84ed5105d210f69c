"""Marked calls in C, C++ and Fortran: ``__enzyme_autodiff(f, ...)`` and ``__enzyme_fwddiff(f, ...)``.

The conventions are those of Enzyme (https://enzyme.mit.edu/getting_started/CallingConvention/): the first argument names
the function; each following argument belongs to its next parameter, may have a marker before it (`enzyme_const`,
`enzyme_dup`, `enzyme_dupnoneed`, `enzyme_out`), and a duplicated one is followed by its shadow.  Without a marker a float
is ``out`` in reverse and ``dup`` in forward mode, a pointer is ``dup``, an integer is ``const``.  All names also work
with ``irad`` in place of ``enzyme``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from irad.analysis.carriers import float_part
from irad.errors import ActivityError, DifferentiationError
from irad.ir.builder import Builder
from irad.ir.constants import const_float, undef, zero
from irad.ir.debug import place_of
from irad.ir.types import PTR, FloatType, IntType, Type, function
from irad.ir.values import ConstantExpr, Function, GlobalVariable, Instruction, Module, Value
from irad.transform.driver import Driver, Request, has_arena
from irad.transform.request import ACTIVE, CONST, DUP, FORWARD, GRADIENT, Derivative, Param

_CALL = re.compile(r"__(?:enzyme|irad)_(autodiff|fwddiff)")
_MARKER = re.compile(r"(?:enzyme|irad)_(const|dupnoneed|dup|out)$")
_KNOWN = re.compile(r"(?:enzyme|irad)_([a-z]\w*)$")
ARENA = "irad_thread_arena"


@dataclass(frozen=True)
class MarkedCall:
    """One call to replace: ``mode`` and, per parameter of ``target``, kind, value and shadow."""

    call: Instruction
    target: Function
    mode: str
    kinds: tuple[Param, ...]
    values: tuple[Value, ...]
    shadows: tuple[Value | None, ...]


def error(call: Instruction, message: str, hint: str = "") -> ActivityError:
    return ActivityError(message, place=place_of(call), hint=hint)


def find_marked(module: Module) -> list[Instruction]:
    """All calls of marker functions, in the order of the text."""
    return [
        inst
        for fn in module.functions.values()
        for inst in fn.instructions()
        if inst.opcode == "call" and isinstance(inst.callee, Function) and _CALL.search(inst.callee.name)
    ]


def read_call(call: Instruction) -> MarkedCall:
    """Understand one marked call."""
    assert isinstance(call.callee, Function)
    found = _CALL.search(call.callee.name)
    assert found is not None
    mode = GRADIENT if found[1] == "autodiff" else FORWARD
    args = list(call.args)
    if not args:
        raise error(call, f"{call.callee.name} needs the function to differentiate as its first argument")
    target = _function(args.pop(0))
    if target is None:
        raise error(call, "the first argument must name a function", "pass the function itself, not a variable")
    if target.is_declaration:
        raise error(call, f"the function {target.name} has no body here", "define it in the same file")
    kinds: list[Param] = []
    values: list[Value] = []
    shadows: list[Value | None] = []
    for param in target.args:
        if has_arena(target) and param.index == 0:
            kinds.append(CONST)
            values.append(undef(PTR))
            shadows.append(None)
            continue
        word = _marker(args)
        if not args:
            raise error(call, f"too few arguments for {target.name}: nothing is left for parameter {param.index + 1}")
        value = args.pop(0)
        kind = _kind(call, word, param.type, mode)
        shadow = None
        if kind.shadow:
            if not args:
                raise error(call, f"the shadow of argument {param.index + 1} of {target.name} is missing")
            shadow = args.pop(0)
        kinds.append(kind)
        values.append(value)
        shadows.append(shadow)
    if args:
        raise error(call, f"{len(args)} arguments too many for {target.name}", "is a marker missing or doubled?")
    return MarkedCall(call, target, mode, tuple(kinds), tuple(values), tuple(shadows))


def _function(v: Value) -> Function | None:
    while isinstance(v, ConstantExpr) and v.operands:
        v = v.operands[0]
    return v if isinstance(v, Function) else None


def _marker(args: list[Value]) -> str:
    """Take a marker off the front of the arguments: a load of (or the address of) ``enzyme_...``."""
    if not args:
        return ""
    v = args[0]
    if isinstance(v, Instruction) and v.opcode == "load":
        v = v.operands[0]
    if not isinstance(v, GlobalVariable):
        return ""
    known = _KNOWN.search(v.name)
    if known is None:
        return ""
    found = _MARKER.search(v.name)
    if found is None:
        raise DifferentiationError(f"the marker {v.name} is not supported yet")
    args.pop(0)
    return found[1]


def _kind(call: Instruction, word: str, t: Type, mode: str) -> Param:
    is_float = float_part(t) is not None
    if word == "const":
        return CONST
    if word in ("dup", "dupnoneed"):
        return DUP
    if word == "out":
        if mode == FORWARD:
            raise error(call, "enzyme_out has no meaning in forward mode", "use enzyme_dup and give a tangent")
        if not is_float:
            raise error(call, f"enzyme_out needs a floating-point argument, this one is {t}", "use enzyme_dup")
        return ACTIVE
    if t.is_ptr:
        return DUP
    if is_float:
        return DUP if mode == FORWARD else ACTIVE
    return CONST


def expand(module: Module, driver: Driver, calls: list[MarkedCall]) -> None:
    """Make the derivatives and put calls of them in place of the marked calls."""
    for marked in calls:
        ret = float_part(marked.target.ftype.ret) is not None
        elements = tuple(_element(driver, marked.call, v) for v in marked.values)
        (derivative,) = driver.request(Request(marked.target.name, marked.mode, marked.kinds, ret, elements))
        act = driver.activity(marked.target, derivative.key)
        for i in driver.constants_with_derivatives(marked.target, derivative.key):
            raise error(
                marked.call,
                f"argument {i + 1} of {marked.target.name} is constant, but active values are stored in its memory",
                "pass it with enzyme_dup and a zeroed shadow",
            )
        del act
        _replace(module, marked, derivative)
    driver.finish()


def _element(driver: Driver, call: Instruction, v: Value) -> str:
    """What the caller of a marked call knows of the memory behind an argument, if it is of one kind throughout."""
    if not v.type.is_ptr or call.function is None:
        return ""
    return driver.memory.of(call.function).uniform(v)


def _replace(module: Module, marked: MarkedCall, derivative: Derivative) -> None:
    call = marked.call
    b = Builder(None)
    b.position_before(call)
    getter = module.functions.get(ARENA) or module.add_function(ARENA, function(PTR, ()))
    arena = b.call_function(getter, [])
    args: list[Value] = [] if has_arena(marked.target) else [arena]
    for i, (param, value, shadow) in enumerate(zip(marked.target.args, marked.values, marked.shadows, strict=True)):
        if has_arena(marked.target) and i == 0:
            args.append(arena)
            continue
        args.append(_converted(b, call, value, param.type))
        if shadow is not None:
            args.append(_converted(b, call, shadow, param.type))
    params = derivative.function.ftype.params
    if len(args) < len(params):  # the seed
        args.append(const_float(params[-1], 1.0))
    result = b.call_function(derivative.function, args)
    wanted = [f for f in derivative.fields if f == "tangent" or isinstance(f, int)]
    if not call.type.is_void and not wanted and call.type.is_int:
        call.replace_all_uses_with(zero(call.type))  # declared without a type, as old C code does
    elif not call.type.is_void and call.uses:  # one declaration serves calls with and without a result
        parts: list[Value] = [b.extract_value(result, [derivative.index(f)]) for f in wanted]
        call.replace_all_uses_with(_returned(b, call, parts))
    call.erase()


def _returned(b: Builder, call: Instruction, parts: list[Value]) -> Value:
    """The derivatives in the type that the marked call was declared with."""
    t = call.type
    if t.is_struct or t.is_array:
        result: Value = undef(t)
        elements = list(t.elements or ()) if t.is_struct else [t.element] * t.count  # type: ignore[attr-defined]
        if len(parts) == 1 and parts[0].type is t:
            return parts[0]
        if len(elements) != len(parts):
            raise error(call, f"the call returns {len(elements)} values, {len(parts)} derivatives are due")
        for i, part in enumerate(parts):
            result = b.insert_value(result, _converted(b, call, part, elements[i]), [i])
        return result
    if len(parts) != 1:
        raise error(call, f"the call returns one value ({t}), but {len(parts)} derivatives are due", "return a struct of them")
    return _converted(b, call, parts[0], t)


def _converted(b: Builder, call: Instruction, v: Value, t: Type) -> Value:
    """``v`` as the parameter's type: variadic calls promote float to double and short integers to int."""
    if v.type is t:
        return v
    if isinstance(v.type, FloatType) and isinstance(t, FloatType):
        return b.cast("fptrunc" if v.type.bits > t.bits else "fpext", v, t)
    if isinstance(v.type, IntType) and isinstance(t, IntType):
        return b.cast("trunc" if v.type.bits > t.bits else "sext", v, t)
    raise error(call, f"an argument of type {v.type} was given where {t} is expected")


def ready(module: Module, calls: list[Instruction]) -> list[MarkedCall]:
    """Those marked calls whose target contains, through all it calls, no marked call itself."""
    containing: set[Function] = {c.function for c in calls}
    changed = True
    while changed:
        changed = False
        for fn in module.functions.values():
            if fn in containing or fn.is_declaration:
                continue
            if any(isinstance(op, Function) and op in containing for inst in fn.instructions() for op in inst.operands):
                containing.add(fn)
                changed = True
    read = [read_call(c) for c in calls]
    first = [m for m in read if m.target not in containing]
    if not first:
        raise error(calls[0], "a function is to be differentiated inside its own derivative")
    return first
