"""Every row with a derivative, checked by numbers on its domain at each type it is used with.

The reference is mpmath at 40 digits: the function itself (which also checks that the row means the function that the C
library calls so), and its derivative by mpmath's own differentiation.  A row without reference or domain fails.

What this cannot detect: errors outside the domains of the rows, at edges (see test_edges.py), and errors that both
mpmath and the formula share.
"""

from __future__ import annotations

import ctypes
import math
import zlib
from collections.abc import Callable

import llvmlite.binding as llvm
import mpmath as mp
import numpy as np
import pytest
from scipy.special import cython_special

from irad.ir.opcodes import OPCODES
from irad.ir.types import DOUBLE, FLOAT, I32, I64, X86_FP80, FloatType, Type, struct, vector
from irad.rules import MathRule, rows
from irad.rules.formulas.formula_calls import LIBM_SUFFIX, mangled

POINTS = 12
EPS = {FLOAT: 2.0**-23, DOUBLE: 2.0**-52, X86_FP80: 2.0**-63}
THROUGH_DOUBLE = {"digamma", "polygamma", "tgamma", "lgamma"}
COMPILER = {FLOAT: "s", DOUBLE: "d", X86_FP80: "x"}
INTRINSIC_ONLY = {"powi"}
DECIDING = {"irad.kept", "irad.either", "irad.found"}  # steps at zero: see tests/numeric/test_zero_adjoints.py
# Rows of SciPy's own functions, and of numbers that are drawn: tests/frontends/python, library and objects.
SCIPY = ("scipy_", "drawn_")
MATH = [r for r in rows() if isinstance(r, MathRule) and r.name not in DECIDING and not r.name.startswith(SCIPY)]


# ---- references, by name of the row


def _hypot2(x, y):
    return mp.sqrt(x * x + y * y)


def _frexp(x):
    return x / mp.mpf(2) ** (mp.floor(mp.log(abs(x), 2)) + 1)


def _nearest(x):
    return mp.nint(x)


def _truncated(x):
    return mp.floor(x) if x >= 0 else mp.ceil(x)


REFERENCE: dict[str, Callable[..., object]] = {
    "fadd": lambda x, y: x + y,
    "fsub": lambda x, y: x - y,
    "fmul": lambda x, y: x * y,
    "fdiv": lambda x, y: x / y,
    "fneg": lambda x: -x,
    "frem": lambda x, y: x - _truncated(x / y) * y,
    "fptrunc": lambda x: x,
    "fpext": lambda x: x,
    "sin": mp.sin, "cos": mp.cos, "tan": mp.tan, "asin": mp.asin, "acos": mp.acos, "atan": mp.atan,
    "vector_sinh": mp.sinh, "vector_cosh": mp.cosh, "vector_log": mp.log, "vector_pow": mp.power,
    "atan2": mp.atan2, "sinh": mp.sinh, "cosh": mp.cosh, "tanh": mp.tanh, "asinh": mp.asinh, "acosh": mp.acosh,
    "atanh": mp.atanh, "sinpi": mp.sinpi, "cospi": mp.cospi, "tanpi": lambda x: mp.sinpi(x) / mp.cospi(x),
    "exp": mp.exp, "exp2": lambda x: mp.mpf(2) ** x, "exp10": lambda x: mp.mpf(10) ** x, "expm1": mp.expm1,
    "log": mp.log, "log2": lambda x: mp.log(x) / mp.log(2), "log10": mp.log10, "log1p": mp.log1p,
    "pow": lambda x, y: x**y, "sqrt": mp.sqrt, "rsqrt": lambda x: 1 / mp.sqrt(x),
    "cbrt": lambda x: mp.sign(x) * mp.cbrt(abs(x)), "hypot": _hypot2, "fabs": abs,
    "fmin": min, "fmax": max, "minimum": min, "maximum": max, "minimumnum": min, "maximumnum": max,
    "fdim": lambda x, y: max(x - y, mp.mpf(0)), "copysign": lambda x, y: abs(x) * mp.sign(y),
    "nextafter": lambda x, y: x, "nexttoward": lambda x, y: x,
    "fmod": lambda x, y: x - _truncated(x / y) * y, "remainder": lambda x, y: x - _nearest(x / y) * y,
    "fma": lambda x, y, z: x * y + z, "ldexp": lambda x, n: x * mp.mpf(2) ** n,
    "scalbln": lambda x, n: x * mp.mpf(2) ** n, "powi": lambda x, n: x**n,
    "erf": mp.erf, "erfc": mp.erfc, "erfinv": mp.erfinv, "erfcinv": lambda x: mp.erfinv(1 - x),
    "tgamma": mp.gamma, "lgamma": lambda x: mp.log(abs(mp.gamma(x))), "digamma": mp.digamma,
    "polygamma": lambda n, x: mp.polygamma(n, x),
    "j0": lambda x: mp.besselj(0, x), "j1": lambda x: mp.besselj(1, x), "jn": mp.besselj,
    "y0": lambda x: mp.bessely(0, x), "y1": lambda x: mp.bessely(1, x), "yn": mp.bessely,
    "llvm.sincos": lambda x: (mp.sin(x), mp.cos(x)),
    "llvm.modf": lambda x: (x - _truncated(x), _truncated(x)), "llvm.frexp": _frexp,
    "canonicalize": lambda x: x, "arithmetic.fence": lambda x: x,
    "fptrunc.round": lambda x: x,
    "cabs": abs, "carg": mp.arg, "creal": mp.re, "cimag": mp.im, "conj": mp.conj, "cproj": lambda z: z,
    "csqrt": mp.sqrt, "cexp": mp.exp, "clog": mp.log, "csin": mp.sin, "ccos": mp.cos, "ctan": mp.tan,
    "csinh": mp.sinh, "ccosh": mp.cosh, "ctanh": mp.tanh, "casin": mp.asin, "cacos": mp.acos, "catan": mp.atan,
    "casinh": mp.asinh, "cacosh": mp.acosh, "catanh": mp.atanh, "cpow": lambda z, w: z**w,
    "__irad_cache": lambda x: x,
    "erfi": mp.erfi, "erfcx": lambda x: mp.exp(x * x) * mp.erfc(x),
    "dawson": lambda x: mp.sqrt(mp.pi) / 2 * mp.exp(-x * x) * mp.erfi(x),
    "Faddeeva_w_im": lambda x: mp.exp(-x * x) * mp.erfi(x),
    "sinc": mp.sinc, "sincn": mp.sincpi, "xlogy": lambda x, y: x * mp.log(y),
    "Faddeeva_erf": lambda z, _: mp.erf(z), "Faddeeva_erfc": lambda z, _: mp.erfc(z),
    "Faddeeva_erfi": lambda z, _: mp.erfi(z), "Faddeeva_erfcx": lambda z, _: mp.exp(z * z) * mp.erfc(z),
    "Faddeeva_Dawson": lambda z, _: mp.sqrt(mp.pi) / 2 * mp.exp(-z * z) * mp.erfi(z),
    "Faddeeva_w": lambda z, _: mp.exp(-z * z) * mp.erfc(-1j * z),
    "cmul": lambda z, w: z * w, "cdiv": lambda z, w: z / w,
}  # fmt: skip

# What LLVM 22 itself cannot compile for x86-64.
CRASHES = {("ldexp", "vector"), ("llvm.frexp", "vector"), ("minimum", "f80"), ("maximum", "f80")}

# Not in every C library: mpmath stands in for them.
RARE = {"sinpi": 1, "cospi": 1, "tanpi": 1, "rsqrt": 1, "erfinv": 1, "erfcinv": 1,
        "erfi": 1, "erfcx": 1, "dawson": 1, "Faddeeva_w_im": 1, "sinc": 1, "sincn": 1, "xlogy": 2}  # fmt: skip
# Of complex numbers; what SciPy has of the same functions stands in for them.
FADDEEVA = {"erf": "__pyx_fuse_0erf", "erfc": "__pyx_fuse_0erfc", "erfi": "__pyx_fuse_0erfi", "erfcx": "__pyx_fuse_0erfcx",
            "Dawson": "__pyx_fuse_0dawsn", "w": "wofz"}  # fmt: skip


# ---- which call to make at which type


def spelling(rule: MathRule, t: Type) -> str:
    """The name under which the row is called at ``t``."""
    if rule.name in REFERENCE and rule.names == rule.name:  # an instruction
        return rule.name
    words = rule.names.split()
    if words[0].startswith(("irad.", "__")):
        own = {FLOAT: words[-1], DOUBLE: words[0]}.get(t, words[0])  # type: ignore[call-overload]
        return own.replace("{s,d,x,t}", COMPILER[t])  # type: ignore[index]
    intrinsic = next((w for w in words if w.startswith("llvm.")), "")
    if intrinsic and (t not in EPS or words[0].startswith("llvm.")):
        integer = ".i32" if any(p.kind == "int" for p in rule.params) or rule.results == "first" else ""
        return f"{intrinsic}.{mangled(t)}{integer}"
    return rule.name + LIBM_SUFFIX[t] if rule.name not in ("minimum", "maximum") else ""  # type: ignore[index]


def types_of(rule: MathRule) -> list[Type]:
    """Where the row can be run: float types, and vectors of them for intrinsics and instructions."""
    scalars: list[Type] = [FLOAT, DOUBLE, X86_FP80]
    if rule.name.startswith("vector_"):
        return [FLOAT, DOUBLE]
    if rule.name in ("digamma", "polygamma", "__irad_cache") or rule.name.startswith("Faddeeva_"):
        return [DOUBLE]
    if any(p.kind == "complex" for p in rule.params):
        return scalars if rule.name in ("cmul", "cdiv") else [FLOAT, DOUBLE]
    if "llvm." in rule.names or rule.names == rule.name:
        return [*scalars, vector(4, FLOAT), vector(2, DOUBLE)]
    return scalars


def signature(rule: MathRule, t: Type) -> tuple[list[Type], Type]:
    """Operand types and result type of a call at ``t``."""
    if rule.name in ("fptrunc", "fpext"):
        other = DOUBLE if t.scalar is FLOAT else FLOAT
        return [t], other if t is t.scalar else vector(t.count, other)  # type: ignore[attr-defined]
    packed = t is FLOAT and rule.name not in ("cmul", "cdiv")
    operands: list[Type] = []
    for p in rule.params:
        if p.kind == "complex":
            operands += [vector(2, FLOAT)] if packed else [t, t]
        elif p.kind == "int":
            operands.append(I64 if rule.name == "scalbln" else I32)
        else:
            operands.append(X86_FP80 if rule.name == "nexttoward" and p.kind == "other" else t)
    result: Type = t
    if rule.results == "complex":
        result = vector(2, FLOAT) if t is FLOAT else struct(t, t)
    elif rule.results == "pair":
        result = struct(t, t)
    elif rule.results == "first":
        result = struct(t, I32 if t is t.scalar else vector(t.count, I32))  # type: ignore[attr-defined]
    return operands, result


def runnable(rule: MathRule, t: Type) -> bool:
    if (rule.name == "fpext" and t.scalar is not FLOAT) or (rule.name == "fptrunc" and t.scalar is FLOAT):
        return False
    if rule.name == "fptrunc.round":  # only for targets with rounding modes in the instruction
        return False
    if t is X86_FP80 and rule.name in RARE:  # the stand-ins below are for float and double
        return False
    return (rule.name, "vector" if t is not t.scalar else mangled(t)) not in CRASHES


def cases() -> list[tuple[MathRule, Type]]:
    return [(rule, t) for rule in MATH for t in types_of(rule) if runnable(rule, t)]


# ---- functions that the C library here may not have


def _provide(name: str, f: Callable[..., object], scalar: type, count: int) -> None:
    if llvm.address_of_symbol(name):
        return
    callback = ctypes.CFUNCTYPE(scalar, *[scalar] * count)(lambda *a: float(f(*map(mp.mpf, a))))
    _KEPT.append(callback)
    llvm.add_symbol(name, ctypes.cast(callback, ctypes.c_void_p).value)


def _address(capsule: object) -> int:
    """Of a C function that a Cython module exports."""
    name_of, pointer_of = ctypes.pythonapi.PyCapsule_GetName, ctypes.pythonapi.PyCapsule_GetPointer
    name_of.restype, name_of.argtypes = ctypes.c_char_p, [ctypes.py_object]
    pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return int(pointer_of(capsule, name_of(capsule)))


_KEPT: list[object] = []


@pytest.fixture(scope="module", autouse=True)
def _symbols() -> None:
    llvm.load_library_permanently("libm.so.6")
    llvm.load_library_permanently("libgcc_s.so.1")
    for name, count in RARE.items():
        _provide(name, REFERENCE[name], ctypes.c_double, count)
        _provide(name + "f", REFERENCE[name], ctypes.c_float, count)
    for name, other in FADDEEVA.items():
        llvm.add_symbol(f"Faddeeva_{name}", _address(cython_special.__pyx_capi__[other]))


# ---- the check


def sample(rule: MathRule, t: Type, rng: np.random.Generator) -> list[object]:
    """One value per parameter, exactly representable in the type."""
    assert rule.domain is not None, f"the row {rule.name} has no domain"
    out: list[object] = []
    for p in rule.params:
        if p.kind == "other":
            out.append(1.0)
            continue
        intervals = rule.domain[p.name]
        if not isinstance(intervals[0], tuple):
            intervals = (intervals,)
        x, y = (float(rng.uniform(*intervals[rng.integers(len(intervals))])) for _ in range(2))
        if p.kind == "int":
            out.append(round(x))
        elif p.kind == "complex":
            out.append(complex(_rounded(x, t), _rounded(y, t)))
        else:
            out.append(_rounded(x, t))
    return out


def _rounded(x: float, t: Type) -> float:
    return float(np.float32(x)) if t.scalar is FLOAT else x


def flat(values: list[object]) -> list[object]:
    """Complex values as their two parts."""
    return [q for v in values for q in ((v.real, v.imag) if isinstance(v, complex) else (v,))]


def reference(rule: MathRule, point: list[object]) -> tuple[list[object], list[list[object]]]:
    """Outputs, and partials[output][flat position of a differentiable input]."""
    f = REFERENCE[rule.name]

    def outputs(*parts: object) -> list[object]:
        rest = list(parts)
        args = [mp.mpc(rest.pop(0), rest.pop(0)) if p.kind == "complex" else rest.pop(0) for p in rule.params]
        out = f(*args)
        if rule.results == "complex":
            out = (mp.re(out), mp.im(out))
        return [mp.re(v) for v in (out if isinstance(out, tuple) else (out,))]

    start = [mp.mpf(v) if isinstance(v, float) else v for v in flat(point)]
    kinds = [p for p in rule.params for _ in range(2 if p.kind == "complex" else 1)]
    active = [k for k, p in enumerate(kinds) if p.name in rule.active_params]
    values = outputs(*start)
    partials = []
    for j in range(len(values)):
        row = []
        for k in active:
            along = lambda x, j=j, k=k: outputs(*[x if q == k else v for q, v in enumerate(start)])[j]
            row.append(mp.diff(along, start[k]))
        partials.append(row)
    return values, partials


@pytest.mark.parametrize(("rule", "t"), cases(), ids=lambda v: v.name if isinstance(v, MathRule) else mangled(v))
def test_derivative(probe, rule: MathRule, t: Type) -> None:
    name = spelling(rule, t)
    assert name and available(name), (
        f"{name or rule.name} is not in this C library: put it into RARE, with its number of arguments"
    )
    operands, result = signature(rule, t)
    f = probe(name, operands, result)
    assert f.rule is rule
    rng = np.random.default_rng(zlib.crc32(rule.name.encode()))
    with mp.workdps(40):
        lanes = getattr(t, "count", 1)
        for _ in range(max(2, POINTS // lanes)):
            points = [sample(rule, t, rng) for _ in range(lanes)]
            for k in (k for k, p in enumerate(rule.params) if p.kind == "int"):
                points = [[*point[:k], points[0][k], *point[k + 1 :]] for point in points]  # one for all lanes
            values, parts = f.run(slots_for(rule, operands, points), d=1.5)
            _, scaled = f.run(slots_for(rule, operands, points), d=-3.0)
            assert all(np.array_equal(scaled[k], -2 * v) for k, v in parts.items()), "not linear in d"
            for lane, point in enumerate(points):
                compare(rule, t, f.result, point, [v[lane:] for v in values], {k: v[lane] for k, v in parts.items()})


def available(name: str) -> bool:
    """Whether compiled code can call a function here: instructions, intrinsics, irad's own, and what has an address."""
    return name.startswith(("llvm.", "irad.", "__irad_")) or name in OPCODES or bool(llvm.address_of_symbol(name))


def slots_for(rule: MathRule, operands: list[Type], points: list[list[object]]) -> list[object]:
    """Operand values, one lane per point; a packed complex argument is one operand of two lanes."""
    out: list[object] = []
    for p, column in zip(rule.params, zip(*points, strict=True), strict=True):
        if p.kind != "complex":
            out.append(column if operands[len(out)] is not operands[len(out)].scalar else column[0])
            continue
        parts = [column[0].real, column[0].imag]  # type: ignore[attr-defined]
        out += [parts] if operands[len(out)] is vector(2, FLOAT) else parts
    return out


def compare(rule: MathRule, t: Type, result: Type, point, values, parts) -> None:
    eps = max(EPS[_coarsest(rule, t, result)], EPS[DOUBLE] if rule.name in THROUGH_DOUBLE else 0)
    want, partials = reference(rule, point)
    got = [v[0] for v in values] if len(values) == len(want) or rule.results == "first" else values[0]
    for j, expected in enumerate(want):
        close(got[j], expected, eps, f"value {j} of {rule.name}{tuple(point)}")
    for (j, i), contribution in parts.items():
        close(contribution if not np.ndim(contribution) else contribution[0], mp.mpf(1.5) * partials[j][i], eps,
              f"d{j}/d{i} of {rule.name}{tuple(point)}")  # fmt: skip


def _coarsest(rule: MathRule, t: Type, result: Type) -> FloatType:
    return FLOAT if rule.name in ("fptrunc", "fpext") else t.scalar  # type: ignore[return-value]


def close(got: object, want: object, eps: float, what: str) -> None:
    x = mp.mpf(repr(got).split("'")[1]) if isinstance(got, np.longdouble) else mp.mpf(float(got))  # type: ignore[arg-type]
    error = abs(x - want)
    assert error <= 64 * eps * (abs(want) + 1), f"{what}: {x}, not {mp.nstr(want, 20)} (error {mp.nstr(error, 3)})"


def test_every_row_has_a_reference_and_a_domain() -> None:
    for rule in MATH:
        assert rule.name in REFERENCE, f"{rule.name} has no function in REFERENCE of this file"
        assert rule.domain is not None, rule.name
        needed = {p.name for p in rule.params if p.kind != "other"}
        assert needed == set(rule.domain), rule.name
        for ends in rule.domain.values():
            for low, high in [ends] if not isinstance(ends[0], tuple) else ends:
                assert low < high and math.isfinite(high - low)
