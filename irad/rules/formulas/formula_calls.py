"""How a formula calls another function of the tables, at any type of evaluation.

Intrinsics are preferred: they exist for every type and for vectors, are known to be pure, and are what the vectoriser
works on.  Functions of the C library get their suffix by type; vectors are taken apart; half goes through float.
Everything called here is marked ``memory(none)``: errno is ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from irad.errors import RuleError
from irad.ir.builder import Builder
from irad.ir.constants import const_int, poison
from irad.ir.types import (
    BFLOAT,
    DOUBLE,
    FLOAT,
    FP128,
    HALF,
    I32,
    X86_FP80,
    FloatType,
    FunctionType,
    IntType,
    Type,
    VectorType,
    function,
    struct,
    vector,
)
from irad.ir.values import Function, Instruction, Value
from irad.rules.formulas.base import Rule
from irad.rules.formulas.expr import Complex, Evaluator, Term
from irad.rules.formulas.layout import component, slots

PURE = "nounwind willreturn memory(none)"
LIBM_SUFFIX = {FLOAT: "f", DOUBLE: "", X86_FP80: "l", FP128: "f128"}
_MANGLED = {HALF: "f16", BFLOAT: "bf16", FLOAT: "f32", DOUBLE: "f64", X86_FP80: "f80", FP128: "f128"}
LLVM_NAMES = {name: str(t) for t, name in _MANGLED.items()}


def mangled(t: Type) -> str:
    """The type in an intrinsic's name: ``f64``, ``v4f32``, ``i32``."""
    if isinstance(t, VectorType):
        return f"{'nx' if t.scalable else ''}v{t.count}{mangled(t.element)}"
    if isinstance(t, FloatType) and t in _MANGLED:
        return _MANGLED[t]
    if isinstance(t, IntType):
        return f"i{t.bits}"
    raise RuleError(f"no intrinsics of type {t}")


def call_pure(b: Builder, name: str, ret: Type, args: Sequence[Value], flags: tuple[str, ...] = ()) -> Value:
    """A call of a function without side effects, declared in the module when it is not there yet."""
    ftype = function(ret, tuple(a.type for a in args))
    fn = declared(b, name, ftype)
    call = b.call(fn, ftype, args, flags=flags if ret.scalar.is_float else ())
    if not name.startswith("llvm."):
        call.attrs["fn_attrs"] = PURE
    return call


def declared(b: Builder, name: str, ftype: FunctionType) -> Function:
    assert b.block is not None and b.block.function is not None
    module = b.block.function.module
    assert module is not None
    found = module.functions.get(name)
    return found if found is not None else module.add_function(name, ftype)


_rows: list[Callable[[str], Rule]] = []


def register_rows(row_of: Callable[[str], Rule]) -> None:
    """Set the look-up of rows; called by `irad.rules.registry`, which has the row of every name that a formula may call."""
    _rows[:] = [row_of]


@dataclass(frozen=True)
class FormulaCaller:
    """Emits the calls inside a formula of ``rule``, applied to ``inst``."""

    rule: Rule
    inst: Instruction

    def __call__(self, run: Evaluator, name: str, args: list[Term]) -> Term:
        return emit_call(run, _rows[0](name), args, self.rule, self.inst)


def emit_call(run: Evaluator, row: Rule, args: list[Term], caller: Rule, inst: Instruction) -> Term:
    """``row(args)`` at the type of the evaluation, in a formula of ``caller`` applied to ``inst``.

    A `Complex` for complex functions and struct results.
    """
    if len(args) != len([p for p in row.params if p.kind in ("float", "int", "complex")]):
        raise RuleError(f"{row.name} is called with {len(args)} arguments")
    if any(p.kind == "complex" for p in row.params):
        return _complex_call(run, row, [run.to_complex(a) for a in args], caller, inst)
    values = [_argument(run, a, p.kind) for a, p in zip(args, row.params, strict=True)]
    results = getattr(row, "results", "")
    if row.emission.intrinsic:
        return _intrinsic(run, row.emission.intrinsic, values, results)
    if results:
        raise RuleError(f"{row.name} gives two results and cannot be called in a formula")
    if row.emission.libm:
        return _libm(run, row.emission.libm, values)
    if row.emission.helper:
        return _helper(run, row.emission.helper, values)
    raise RuleError(f"{row.name} cannot be called in a formula")


def _argument(run: Evaluator, x: Term, kind: str) -> Value:
    if kind == "float":
        return run.typed(x)
    if isinstance(x, Value) and x.type.scalar.is_int:
        return x
    assert isinstance(x, Decimal)
    return const_int(I32, int(x))


def _intrinsic(run: Evaluator, base: str, args: list[Value], results: str) -> Term:
    t = run.at
    overloads = [t, *(a.type for a in args if a.type.scalar.is_int)]
    ret = t
    if results == "first":
        overloads.append(vector(t.count, I32, t.scalable) if isinstance(t, VectorType) else I32)
        ret = struct(t, overloads[-1])
    elif results:
        ret = struct(t, t)
    name = ".".join([base, *map(mangled, overloads)])
    out = call_pure(run.b, name, ret, args, run.flags)
    if not results:
        return out
    return Complex(run.b.extract_value(out, (0,)), run.b.extract_value(out, (1,)))


def _libm(run: Evaluator, base: str, args: list[Value]) -> Value:
    def one(t: Type, parts: list[Value]) -> Value:
        return call_pure(run.b, base + LIBM_SUFFIX[t], t, parts, run.flags)  # type: ignore[index]

    return _scalarised(run, args, one, {HALF: FLOAT, BFLOAT: FLOAT})


def _helper(run: Evaluator, base: str, args: list[Value]) -> Value:
    def one(t: Type, parts: list[Value]) -> Value:
        return call_pure(run.b, f"{base}.f64", t, parts)

    return _scalarised(run, args, one, {t: DOUBLE for t in _MANGLED if t is not DOUBLE})


def _scalarised(
    run: Evaluator, args: list[Value], one: Callable[[Type, list[Value]], Value], through: dict[FloatType, FloatType]
) -> Value:
    """``one`` element by element, in the type that ``through`` names for types the function does not exist in."""
    b, t = run.b, run.at
    if isinstance(t, VectorType):
        out: Value = poison(t)
        for k in range(t.count):
            parts = [b.extract_element(a, const_int(I32, k)) if a.type.is_vector else a for a in args]
            out = b.insert_element(out, _through(b, t.element, parts, one, through), const_int(I32, k))
        return out
    return _through(b, t, args, one, through)


def _through(
    b: Builder,
    t: Type,
    args: list[Value],
    one: Callable[[Type, list[Value]], Value],
    through: dict[FloatType, FloatType],
) -> Value:
    assert isinstance(t, FloatType)
    inner = through.get(t)
    if inner is None:
        return one(t, args)
    there, back = ("fpext", "fptrunc") if inner.bits > t.bits else ("fptrunc", "fpext")
    moved = [b.cast(there, a, inner) if a.type.is_float else a for a in args]
    return b.cast(back, one(inner, moved), t)


def _complex_call(run: Evaluator, row: Rule, args: list[Complex], caller: Rule, inst: Instruction) -> Complex:
    """A complex function of the C library, called in the way that ``inst`` calls its own (the target's ABI)."""
    layout = slots(caller.params, inst)
    place = next(s for p, s in zip(caller.params, layout, strict=True) if p.kind == "complex")
    packed = inst.operands[place[0][0]].type if place[0][1] else None
    values: list[Value] = []
    for z in args:
        values += [z.re, z.im] if packed is None else [pack(run.b, packed, z)]
    name = row.emission.libm + LIBM_SUFFIX[run.at]  # type: ignore[index]
    out = call_pure(run.b, name, inst.type, values)
    return Complex(component(run.b, out, (0,)), component(run.b, out, (1,)))


def pack(b: Builder, t: Type, z: Complex) -> Value:
    """A complex number in one operand: a struct, an array or a vector of two."""
    out: Value = poison(t)
    if t.is_aggregate:
        return b.insert_value(b.insert_value(out, z.re, (0,)), z.im, (1,))
    return b.insert_element(b.insert_element(out, z.re, const_int(I32, 0)), z.im, const_int(I32, 1))
