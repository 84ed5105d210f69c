"""Functions and intrinsics that become simpler IR before differentiation.

Constrained floating-point intrinsics become the plain operations: a derivative assumes the default environment (round
to nearest, no traps).  Reductions and permutations of vectors become element operations, in the order LLVM defines.
"""

from __future__ import annotations

import math

from irad.errors import UnsupportedError
from irad.ir.builder import Builder
from irad.ir.constants import const_float, const_int, poison
from irad.ir.metadata_nodes import first_string
from irad.ir.types import DOUBLE, FLOAT, I32, I64, VectorType, struct, vector
from irad.ir.values import ConstantInt, Instruction, MetadataOperand, Value
from irad.rules.formulas.base import Rule
from irad.rules.formulas.expr import Complex, fast_math_flags
from irad.rules.formulas.formula_calls import call_pure, mangled, pack
from irad.rules.formulas.layout import component
from irad.rules.formulas.model import Emit, LoweringRule, inactive, lowering, parse_signature

_CONSTRAINED = "llvm.experimental.constrained."
_OPERATORS = ("fadd", "fsub", "fmul", "fdiv", "frem")
_CASTS = ("fptoui", "fptosi", "uitofp", "sitofp", "fptrunc", "fpext")
_FUNCTIONS = """
    fma fmuladd sqrt pow powi ldexp sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 log log10 log2 rint
    nearbyint lrint llrint maxnum minnum maximum minimum ceil floor lround llround round roundeven trunc
"""


# ---- constrained intrinsics


def _arguments(inst: Instruction) -> list[Value]:
    return [a for a in inst.args if not isinstance(a, MetadataOperand)]


def _plain_operation(b: Builder, inst: Instruction) -> Value:
    opcode = inst.callee.name.removeprefix(_CONSTRAINED).split(".")[0]
    args = _arguments(inst)
    return b.insert(Instruction(opcode, inst.type, args, {"flags": tuple(inst.attrs.get("flags", ()))}))


def _plain_intrinsic(b: Builder, inst: Instruction) -> Value:
    name = inst.callee.name.replace("experimental.constrained.", "")
    return call_pure(b, name, inst.type, _arguments(inst), tuple(inst.attrs.get("flags", ())))


def _plain_compare(b: Builder, inst: Instruction) -> Value:
    texts = [a.text for a in inst.args if isinstance(a, MetadataOperand)]
    x, y = _arguments(inst)
    return b.fcmp(first_string(texts[0]), x, y)


# ---- vectors


def _vector(v: Value) -> VectorType:
    t = v.type
    if not isinstance(t, VectorType) or t.scalable:
        raise UnsupportedError(f"a vector of type {t}, whose length is not known at compile time")
    return t


def _elements(b: Builder, v: Value) -> list[Value]:
    return [b.extract_element(v, const_int(I32, k)) for k in range(_vector(v).count)]


def _reduce_arithmetic(opcode: str) -> Emit:
    def lower(b: Builder, inst: Instruction) -> Value:
        flags = tuple(inst.attrs.get("flags", ()))
        out, vec = inst.args
        for x in _elements(b, vec):
            out = b.fadd(out, x, flags=flags) if opcode == "fadd" else b.fmul(out, x, flags=flags)
        return out

    return lower


def _reduce_extreme(function: str) -> Emit:
    def lower(b: Builder, inst: Instruction) -> Value:
        flags = tuple(inst.attrs.get("flags", ()))
        first, *rest = _elements(b, inst.args[0])
        out = first
        for x in rest:
            out = call_pure(b, f"llvm.{function}.{mangled(x.type)}", x.type, [out, x], flags)
        return out

    return lower


def _reverse(b: Builder, inst: Instruction) -> Value:
    (v,) = inst.args
    return b.shuffle(v, poison(v.type), range(_vector(v).count)[::-1])


def _insert(b: Builder, inst: Instruction) -> Value:
    vec, part, index = inst.args
    n, k, at = _vector(vec).count, _vector(part).count, _constant(index)
    wide = b.shuffle(part, poison(part.type), [i if i < k else -1 for i in range(n)])
    return b.shuffle(vec, wide, [n + i - at if at <= i < at + k else i for i in range(n)])


def _extract(b: Builder, inst: Instruction) -> Value:
    vec, index = inst.args
    at, t = _constant(index), inst.type
    assert isinstance(t, VectorType)
    _vector(vec)
    return b.shuffle(vec, poison(vec.type), range(at, at + t.count))


def _splice(b: Builder, inst: Instruction) -> Value:
    x, y, index = inst.args
    n, at = _vector(x).count, _constant(index)
    start = n - at if ".right" in inst.callee.name else at
    return b.shuffle(x, y, range(start, start + n))


def _interleave(b: Builder, inst: Instruction) -> Value:
    x, y = inst.args
    n = _vector(x).count
    return b.shuffle(x, y, [k // 2 + n * (k % 2) for k in range(2 * n)])


def _deinterleave(b: Builder, inst: Instruction) -> Value:
    (v,) = inst.args
    n = _vector(v).count
    out: Value = poison(inst.type)
    for k in range(2):
        out = b.insert_value(out, b.shuffle(v, poison(v.type), range(k, n, 2)), (k,))
    return out


def _constant(v: Value) -> int:
    assert isinstance(v, ConstantInt)  # LangRef: an immediate argument
    return v.value


# ---- functions of the C library with pointer results


def _remquo(b: Builder, inst: Instruction) -> Value:
    x, y, out = inst.args
    b.store(call_pure(b, f"irad.remquo.{mangled(x.type)}", I32, [x, y]), out)
    name = {"f32": "remainderf", "f64": "remainder", "f80": "remainderl"}[mangled(x.type)]
    return call_pure(b, name, x.type, [x, y])


def _lgamma_r(b: Builder, inst: Instruction) -> Value:
    x, out = inst.args
    t = x.type
    one, two, nothing = (const_float(t, v) for v in (1.0, 2.0, 0.0))
    suffix = mangled(t)
    sign = call_pure(b, f"llvm.copysign.{suffix}", t, [one, x])
    floor = call_pure(b, f"llvm.floor.{suffix}", t, [x])
    odd = b.fcmp("une", b.frem(floor, two), nothing)
    pole = b.fcmp("oeq", x, nothing)
    negative = b.and_(b.fcmp("olt", sign, nothing), b.or_(odd, pole))
    b.store(b.select(negative, const_int(I32, -1), const_int(I32, 1)), out)
    name = {"f32": "lgammaf", "f64": "lgamma", "f80": "lgammal"}[suffix]
    return call_pure(b, name, t, [x])


def _frexp(b: Builder, inst: Instruction) -> Value:
    x, out = inst.args
    pair = call_pure(b, f"llvm.frexp.{mangled(x.type)}.i32", struct(x.type, I32), [x], fast_math_flags(inst))
    b.store(b.extract_value(pair, (1,)), out)
    return b.extract_value(pair, (0,))


def _numba_cpow(b: Builder, inst: Instruction) -> None:
    """``*out = *z ** *w`` for complex numbers in memory, by Python's rules: 1 for w = 0; 0 or nan for z = 0."""
    t = FLOAT if inst.callee.name.endswith("f") else DOUBLE
    z, w, out = inst.args
    size = const_int(I64, 1)
    parts: list[Value] = []
    for pointer in (z, w):
        parts += [b.load(t, pointer), b.load(t, b.gep(t, pointer, [size]))]
    if t is DOUBLE:
        pair = call_pure(b, "cpow", struct(t, t), parts)
    else:
        packed = [pack(b, vector(2, t, False), Complex(*parts[k : k + 2])) for k in (0, 2)]
        pair = call_pure(b, "cpowf", packed[0].type, packed)
    nothing, one, invalid = (const_float(t, v) for v in (0.0, 1.0, math.nan))
    z_re, z_im, w_re, w_im = (b.fcmp("oeq", v, nothing) for v in parts)
    z_zero, w_zero = b.and_(z_re, z_im), b.and_(w_re, w_im)
    of_zero = b.select(b.and_(b.fcmp("ogt", parts[2], nothing), w_im), nothing, invalid)
    for k, of_exponent_zero in enumerate((one, nothing)):
        value = b.select(z_zero, of_zero, component(b, pair, (k,)))
        b.store(b.select(w_zero, of_exponent_zero, value), b.gep(t, out, [const_int(I64, k)]))


def _row(name: str, code: Emit, names: str = "", params: str = "") -> Rule:
    return LoweringRule(name=name, names=names or name, code=code, params=parse_signature(f"f({params})")[1])


RULES: tuple[Rule, ...] = (
    lowering("sincos(x, s: ptr, c: ptr)", names="{,__}sincos{,f,l}", stores={"s": "sin(x)", "c": "cos(x)"}),
    lowering(
        "sincospi(x, s: ptr, c: ptr)", names="{,__}sincospi{,f,l}", stores={"s": "sinpi(x)", "c": "cospi(x)"}
    ),
    lowering("modf(x, i: ptr)", "llvm.modf(x)[0]", names="modf{,f,l}", stores={"i": "llvm.modf(x)[1]"}),
    _row("frexp", _frexp, "frexp{,f,l} numba_frexp{,f}", "x, e: ptr"),
    _row("numba_cpow", _numba_cpow, "numba_cpow{,f}"),
    _row("remquo", _remquo, "remquo{,f,l}", "x, y, q: ptr"),
    _row("lgamma_r", _lgamma_r, "{lgamma,gamma}{,f,l}_r __{lgamma,gamma}{,f,l}_r_finite", "x, s: ptr"),
    inactive("remquo's quotient", "irad.remquo.{f32,f64,f80}"),
    _row("constrained operations", _plain_operation, " ".join(_CONSTRAINED + o for o in (*_OPERATORS, *_CASTS))),
    _row("constrained functions", _plain_intrinsic, " ".join(_CONSTRAINED + f for f in _FUNCTIONS.split())),
    _row("constrained comparison", _plain_compare, f"{_CONSTRAINED}fcmp {_CONSTRAINED}fcmps"),
    *(_row(f"llvm.vector.reduce.{o}", _reduce_arithmetic(o)) for o in ("fadd", "fmul")),
    *(
        _row(f"llvm.vector.reduce.{o}", _reduce_extreme(f))
        for o, f in {"fmin": "minnum", "fmax": "maxnum", "fminimum": "minimum", "fmaximum": "maximum"}.items()
    ),
    _row("llvm.vector.reverse", _reverse),
    _row("llvm.vector.insert", _insert),
    _row("llvm.vector.extract", _extract),
    _row("llvm.vector.splice", _splice, "llvm.vector.splice.{left,right}"),
    _row("llvm.vector.interleave2", _interleave),
    _row("llvm.vector.deinterleave2", _deinterleave),
    lowering(
        "x86.minimum(x, y)", "where(x < y, x, y)",
        names="llvm.x86.sse.min.ps llvm.x86.sse2.min.pd llvm.x86.avx.min.{ps,pd}.256",
    ),
    lowering(
        "x86.maximum(x, y)", "where(x > y, x, y)",
        names="llvm.x86.sse.max.ps llvm.x86.sse2.max.pd llvm.x86.avx.max.{ps,pd}.256",
    ),
)  # fmt: skip
