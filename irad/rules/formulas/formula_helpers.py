"""Functions that formulas call and no C library has: digamma, polygamma, the quotient of remquo; and a tanh for vectors.

They are rows of the tables like any other (their own derivatives included), so modules that call them only declare
them; `text_for` is added when the final module is linked.  Bodies are ``linkonce_odr``: they may be linked in twice.

digamma: reflection to x > 0, recurrence to x >= 10, then the asymptotic series (Abramowitz and Stegun 6.3.7, 6.3.5,
6.3.18).  polygamma: (-1)^(n+1) n! zeta(n+1, x), with the Hurwitz zeta function by Euler-Maclaurin summation (DLMF
25.11.5, 5.15); for x < 0 the sum is split at zero into three such functions of positive arguments.
tanh: without branches, so that loops over it become vectors; at most 2.5 units in the last place off, as libm's (glibc manual,
"Errors in Math Functions").  |x| = m ln(2)/2 + s with |s| <= ln(2)/4; the series of T = tanh(s) (Abramowitz and Stegun
4.5.64); then tanh(m ln(2)/2) = (2^m - 1)/(2^m + 1) and the addition theorem (4.5.26).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb, factorial
from struct import pack, unpack

from irad.rules.formulas import drawn_names, found_numbers, incomplete_integrals, scipy_functions, strong_zero, vector_functions

_ATTRIBUTES = "nounwind willreturn memory(none)"
_ZETA_TERMS = 12


def is_helper(name: str) -> bool:
    """Whether `text_for` defines the function ``name``."""
    return name in _BODIES or _written(name) is not None or vector_functions.definition(name) is not None


def text_for(names: Iterable[str]) -> str:
    """A module (text) that defines the helpers among ``names`` and what they need; "" when there are none."""
    made: dict[str, tuple[str, tuple[str, ...]]] = {}
    work = [*names]
    while work:
        name = work.pop()
        if name in made:
            continue
        found, of_vectors = _written(name), vector_functions.definition(name)
        if found is not None:
            made[name] = found
        elif of_vectors is not None:
            made[name] = of_vectors[:2]
            work += of_vectors[2]
        elif name in _BODIES:
            made[name] = _BODIES[name], _DECLARED[name]
            work += _NEEDS.get(name, ())
    declared = sorted({line for _, lines in made.values() for line in lines})
    return "\n".join([*declared, *(made[name][0] for name in sorted(made))])


def _written(name: str) -> tuple[str, tuple[str, ...]] | None:
    """A body that is written for a name, and what it needs declared."""
    return strong_zero.definition(name) or scipy_functions.definition(name) or drawn_names.definition(name)


def _double(x: float | Fraction) -> str:
    return f"0x{unpack('<Q', pack('<d', float(x)))[0]:016X}"


def bernoulli(count: int) -> list[Fraction]:
    """B(2), B(4), ... (``count`` of them), by the recurrence over all Bernoulli numbers."""
    numbers: list[Fraction] = [Fraction(1)]
    for m in range(1, 2 * count + 1):
        total = sum((comb(m + 1, k) * b for k, b in enumerate(numbers)), Fraction(0))
        numbers.append(-total / (m + 1))
    return numbers[2::2]


def _digamma() -> str:
    terms = [b / (2 * (k + 1)) for k, b in enumerate(bernoulli(8))]
    series = [f"  %s8 = fmul double %z, {_double(terms[7])}"]
    for k in range(7, 0, -1):
        series.append(f"  %t{k} = fadd double %s{k + 1}, {_double(terms[k - 1])}")
        series.append(f"  %s{k} = fmul double %t{k}, %z")
    return f"""
define linkonce_odr hidden double @irad.digamma.f64(double %x) {_ATTRIBUTES} {{
entry:
  %negative = fcmp ole double %x, 0.0
  br i1 %negative, label %reflect, label %begin
reflect:
  %near = call double @llvm.rint.f64(double %x)
  %pole = fcmp oeq double %near, %x
  %f = fsub double %x, %near
  %angle = fmul double %f, {_double(3.141592653589793)}
  %tan = call double @llvm.tan.f64(double %angle)
  %cot = fdiv double {_double(-3.141592653589793)}, %tan
  %shift = select i1 %pole, double 0x7FF8000000000000, double %cot
  %mirror = fsub double 1.0, %x
  br label %begin
begin:
  %y0 = phi double [ %x, %entry ], [ %mirror, %reflect ]
  %sum0 = phi double [ 0.0, %entry ], [ %shift, %reflect ]
  br label %loop
loop:
  %y = phi double [ %y0, %begin ], [ %y1, %step ]
  %sum = phi double [ %sum0, %begin ], [ %sum1, %step ]
  %small = fcmp olt double %y, 10.0
  br i1 %small, label %step, label %asymptotic
step:
  %inverse = fdiv double 1.0, %y
  %sum1 = fsub double %sum, %inverse
  %y1 = fadd double %y, 1.0
  br label %loop
asymptotic:
  %w = fdiv double 1.0, %y
  %z = fmul double %w, %w
{chr(10).join(series)}
  %half = fmul double %w, 0.5
  %tail = fadd double %half, %s1
  %log = call double @llvm.log.f64(double %y)
  %main = fsub double %log, %tail
  %out = fadd double %main, %sum
  ret double %out
}}"""


def _zeta() -> str:
    terms = [b / factorial(2 * (k + 1)) for k, b in enumerate(bernoulli(_ZETA_TERMS))]
    table = ", ".join(f"double {_double(t)}" for t in terms)
    return f"""
@irad.zeta.coefficients = linkonce_odr hidden constant [{_ZETA_TERMS} x double] [{table}]
; sum over k >= 0 of (q + k)^-s, for s > 1 and q > 0: all of it where s is large, else an asymptotic series in the end
define linkonce_odr hidden double @irad.zeta.f64(double %s, double %q) {_ATTRIBUTES} {{
entry:
  %minus = fneg double %s
  %enough = fadd double %s, 12.0
  br label %loop
loop:
  %y = phi double [ %q, %entry ], [ %y1, %step ]
  %sum = phi double [ 0.0, %entry ], [ %sum1, %step ]
  %small = fcmp olt double %y, %enough
  br i1 %small, label %step, label %asymptotic
step:
  %term = call double @llvm.pow.f64(double %y, double %minus)
  %sum1 = fadd double %sum, %term
  %y1 = fadd double %y, 1.0
  %least = fmul double %sum1, 1.0e-18
  %all = fcmp ole double %term, %least
  br i1 %all, label %summed, label %loop
summed:
  ret double %sum1
asymptotic:
  %p = call double @llvm.pow.f64(double %y, double %minus)
  %less = fsub double %s, 1.0
  %py = fmul double %p, %y
  %integral = fdiv double %py, %less
  %halfp = fmul double %p, 0.5
  %a = fadd double %integral, %halfp
  %w = fdiv double 1.0, %y
  %z = fmul double %w, %w
  %pw = fmul double %p, %w
  %first = fmul double %pw, %s
  br label %series
series:
  %k = phi i64 [ 0, %asymptotic ], [ %k1, %series ]
  %factor = phi double [ %first, %asymptotic ], [ %factor1, %series ]
  %tail = phi double [ 0.0, %asymptotic ], [ %tail1, %series ]
  %at = getelementptr [{_ZETA_TERMS} x double], ptr @irad.zeta.coefficients, i64 0, i64 %k
  %c = load double, ptr %at
  %part = fmul double %c, %factor
  %tail1 = fadd double %tail, %part
  %k1 = add i64 %k, 1
  %j = uitofp i64 %k1 to double
  %j2 = fmul double %j, 2.0
  %up = fadd double %s, %j2
  %down = fsub double %up, 1.0
  %grow = fmul double %up, %down
  %scaled = fmul double %grow, %z
  %factor1 = fmul double %factor, %scaled
  %more = icmp ult i64 %k1, {_ZETA_TERMS}
  br i1 %more, label %series, label %done
done:
  %b = fadd double %a, %tail1
  %out = fadd double %sum, %b
  ret double %out
}}"""


def _polygamma() -> str:
    return f"""
define linkonce_odr hidden double @irad.polygamma.f64(i32 %n, double %x) {_ATTRIBUTES} {{
entry:
  %nf = sitofp i32 %n to double
  %s = fadd double %nf, 1.0
  %n1 = add i32 %n, 1
  %bit = and i32 %n1, 1
  %odd = icmp ne i32 %bit, 0
  br label %factorial
factorial:
  %m = phi double [ %nf, %entry ], [ %m1, %multiply ]
  %product = phi double [ 1.0, %entry ], [ %product1, %multiply ]
  %go = fcmp ogt double %m, 1.0
  br i1 %go, label %multiply, label %decide
multiply:
  %product1 = fmul double %product, %m
  %m1 = fsub double %m, 1.0
  br label %factorial
decide:
  %minus = fneg double %product
  %scale = select i1 %odd, double %minus, double %product
  %negative = fcmp olt double %x, 0.0
  br i1 %negative, label %split, label %plain
plain:
  %direct = call double @irad.zeta.f64(double %s, double %x)
  br label %done
split:
  %ceil = call double @llvm.ceil.f64(double %x)
  %floor = call double @llvm.floor.f64(double %x)
  %below = fsub double %ceil, %x
  %above = fsub double %x, %floor
  %beyond = fsub double 1.0, %x
  %right = call double @irad.zeta.f64(double %s, double %above)
  %left = call double @irad.zeta.f64(double %s, double %below)
  %rest = call double @irad.zeta.f64(double %s, double %beyond)
  %negatives = fsub double %left, %rest
  %flipped = fneg double %negatives
  %signed = select i1 %odd, double %flipped, double %negatives
  %both = fadd double %right, %signed
  br label %done
done:
  %zeta = phi double [ %direct, %plain ], [ %both, %split ]
  %out = fmul double %scale, %zeta
  ret double %out
}}"""


_TANH_TERMS = 9


def _tanh() -> str:
    numbers = bernoulli(_TANH_TERMS)
    c = [4**k * (4**k - 1) * b / factorial(2 * k) for k, b in enumerate(numbers, 1)]  # of s, s^3, s^5 ...
    high = float.fromhex("0x1.62e42feep-2")  # of ln(2)/2, with 20 zeros at its end: products with m are exact
    low = 9.541074646352939e-11  # the rest
    shift = 1.5 * 2.0**52  # what is added to it is rounded to a whole number, which its last bits are

    def horner(name: str, coefficients: Sequence[Fraction]) -> list[str]:
        value, lines = _double(coefficients[-1]), []
        for k, x in enumerate(coefficients[-2::-1]):
            lines.append(_fused(f"%{name}{k}", value, "%v", _double(x)))
            value = f"%{name}{k}"
        return lines

    series = [*horner("even", c[1::2]), *horner("odd", c[2::2])]
    return f"""
define linkonce_odr hidden double @irad.tanh.f64(double %x) alwaysinline {_ATTRIBUTES} {{
  %positive = call double @llvm.fabs.f64(double %x)
  %one = fcmp ogt double %positive, 22.0
  %a = select i1 %one, double 22.0, double %positive
{_fused("%shifted", "%a", _double(2 / math.log(2)), _double(shift))}
  %m = fsub double %shifted, {_double(shift)}
{_fused("%near", "%m", _double(-high), "%a")}
{_fused("%s", "%m", _double(-low), "%near")}
  %w = fmul double %s, %s
  %v = fmul double %w, %w
{chr(10).join(series)}
{_fused("%p", "%odd2", "%w", "%even2")}
  %cube = fmul double %s, %w
{_fused("%T", "%cube", "%p", "%s")}
  %bits = bitcast double %shifted to i64
  %exponent = shl i64 %bits, 52
  %biased = add i64 %exponent, {1023 << 52}
  %power = bitcast i64 %biased to double
  %more = fadd double %power, 1.0
  %less = fadd double %power, -1.0
{_fused("%below", "%less", "%T", "%more")}
{_fused("%above", "%more", "%T", "%less")}
  %large = fcmp ogt double %a, 0.55
  %rest = fadd double %T, -1.0
  %twice = fadd double %rest, %rest
  %over = select i1 %large, double %twice, double %above
  %q = fdiv double %over, %below
  %from = select i1 %large, double 1.0, double 0.0
  %r = fadd double %from, %q
  %out = call double @llvm.copysign.f64(double %r, double %x)
  ret double %out
}}"""


def _fused(name: str, a: str, b: str, c: str) -> str:
    """a b + c, rounded once where the processor can."""
    return f"  {name} = call double @llvm.fmuladd.f64(double {a}, double {b}, double {c})"


_TANH_OF_FLOAT = f"""
define linkonce_odr hidden float @irad.tanh.f32(float %x) alwaysinline {_ATTRIBUTES} {{
  %wide = fpext float %x to double
  %r = call double @irad.tanh.f64(double %wide)
  %out = fptrunc double %r to float
  ret float %out
}}"""


def _remquo(suffix: str, t: str, mangled: str) -> str:
    return f"""
define linkonce_odr hidden i32 @irad.remquo.{mangled}({t} %x, {t} %y) {_ATTRIBUTES} {{
  %at = alloca i32
  %r = call {t} @remquo{suffix}({t} %x, {t} %y, ptr %at)
  %quotient = load i32, ptr %at
  ret i32 %quotient
}}"""


def _negligible(t: str, mangled: str, test: str) -> str:
    return f"""
define linkonce_odr hidden i1 @irad.negligible.{mangled}({t} %x) alwaysinline {_ATTRIBUTES} {{
  %a = call {t} @llvm.fabs.{mangled}({t} %x)
  %r = fcmp {test}
  ret i1 %r
}}
"""


_REMQUO = {"f32": ("f", "float"), "f64": ("", "double"), "f80": ("l", "x86_fp80")}
# `irad.cache` and `irad.stop_gradient` as the final optimisation sees them: the identity.
_MARKS = {
    f"{name}{suffix}": t
    for name in ("__irad_cache", "__irad_stop_gradient")
    for suffix, t in (("", "double"), ("f", "float"), ("l", "x86_fp80"))
}
# Marks of checkpointed loops mean nothing then.
_LOOP_MARKS = {
    "__irad_checkpoint": "i64",
    "__irad_checkpoint_loop": "i64, i64, i64",
    "__irad_checkpoint_disk": "ptr",
    "__irad_checkpoint_memory": "ptr, i64",
    "__irad_checkpoint_pool": "ptr, i64",
    "__irad_checkpoint_place": "ptr",
    "__irad_checkpoint_taped": "",
    "__irad_shape": "ptr, i64, i64",
}
# Where nobody asks whether shapes stay, loops have their ordinary form.
_LOOP_VALUES = {
    "__irad_shapes": ("ptr @__irad_shapes()", "ptr null"),
    "__irad_shapes_stay": ("i1 @__irad_shapes_stay(ptr %t)", "i1 0"),
    "__irad_checkpoint_left": ("i1 @__irad_checkpoint_left(i1 %c)", "i1 %c"),
}
_BODIES: dict[str, str] = {
    **incomplete_integrals.BODIES,
    **found_numbers.BODIES,
    # A double below the smallest normal number; a float only if it is zero: those numbers are not far from what is used.
    "irad.negligible.f64": _negligible("double", "f64", f"olt double %a, {_double(2.0**-1022)}"),
    "irad.negligible.f32": _negligible("float", "f32", "oeq float %a, 0.0"),
    "irad.digamma.f64": _digamma(),
    "irad.zeta.f64": _zeta(),
    "irad.polygamma.f64": _polygamma(),
    "irad.tanh.f64": _tanh(),
    "irad.tanh.f32": _TANH_OF_FLOAT,
    **{f"irad.remquo.{m}": _remquo(suffix, t, m) for m, (suffix, t) in _REMQUO.items()},
    **{
        name: f"define linkonce_odr hidden {t} @{name}({t} %x) alwaysinline {_ATTRIBUTES} {{\n  ret {t} %x\n}}"
        for name, t in _MARKS.items()
    },
    "irad_distance": f"""define linkonce_odr hidden i64 @irad_distance(ptr %p, ptr %q) alwaysinline {_ATTRIBUTES} {{
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr %q to i64
  %d = sub i64 %a, %b
  ret i64 %d
}}""",
    **{
        name: f"define linkonce_odr hidden {head} alwaysinline {_ATTRIBUTES} {{\n  ret {value}\n}}"
        for name, (head, value) in _LOOP_VALUES.items()
    },
    **{
        name: f"define linkonce_odr hidden void @{name}({types}) alwaysinline {_ATTRIBUTES} {{\n  ret void\n}}"
        for name, types in _LOOP_MARKS.items()
    },
}
_NEEDS = {**incomplete_integrals.NEEDS, "irad.polygamma.f64": ("irad.zeta.f64",), "irad.tanh.f32": ("irad.tanh.f64",)}
_DECLARED: dict[str, tuple[str, ...]] = {
    **incomplete_integrals.DECLARED,
    "irad.digamma.f64": tuple(f"declare double @llvm.{f}.f64(double)" for f in ("log", "rint", "tan")),
    "irad.zeta.f64": ("declare double @llvm.pow.f64(double, double)",),
    "irad.polygamma.f64": tuple(f"declare double @llvm.{f}.f64(double)" for f in ("ceil", "floor")),
    "irad.tanh.f64": (
        "declare double @llvm.fabs.f64(double)",
        "declare double @llvm.copysign.f64(double, double)",
        "declare double @llvm.fmuladd.f64(double, double, double)",
    ),
    "irad.tanh.f32": (),
    "irad.negligible.f64": ("declare double @llvm.fabs.f64(double)",),
    "irad.negligible.f32": ("declare float @llvm.fabs.f32(float)",),
    **{f"irad.remquo.{m}": (f"declare {t} @remquo{s}({t}, {t}, ptr)",) for m, (s, t) in _REMQUO.items()},
    **dict.fromkeys((*_MARKS, *_LOOP_MARKS, *_LOOP_VALUES, *found_numbers.BODIES, "irad_distance"), ()),
}
