"""Functions of the C library's <math.h>, with the intrinsics that stand for the same function.

Formulas and choices are those of docs/rules.md.  Sources: Abramowitz and Stegun (chapters 4, 6, 7, 9) for the
derivatives; PyTorch's derivatives.yaml and JAX for what users expect at ties and edges, where the two agree.
"""

from __future__ import annotations

from irad.rules.formulas.base import Emission, Rule
from irad.rules.formulas.model import Domain, InactiveRule, MathRule, inactive, math

_SUFFIXES = "{,f,l,f16,f32,f64,f128,f32x,f64x}"
_PLAIN = "{,f,l}"
_TIES = "at a tie each argument gets half"

R: Domain = {"x": (-3, 3)}


def _names(name: str, intrinsic: str = "", aliases: str = "") -> str:
    """All C spellings of a function: type suffixes, and glibc's old ``__exp_finite``."""
    return f"{name}{_SUFFIXES} __{name}{_PLAIN}_finite {intrinsic} {aliases}"


def _math(
    signature: str,
    partials: dict[str, str | tuple[str, ...]],
    domain: Domain,
    *,
    intrinsic: bool = False,
    aliases: str = "",
    singular: bool = False,
    note: str = "",
) -> MathRule:
    name = signature[: signature.index("(")]
    llvm = f"llvm.{name}" if intrinsic else ""
    return math(
        signature,
        partials,
        names=_names(name, llvm, aliases),
        domain=domain,
        emission=Emission(intrinsic=llvm) if intrinsic else Emission(libm=name),
        singular=singular,
        note=note,
    )


def _flat(name: str, *, intrinsic: bool = False, aliases: str = "", params: str = "x") -> InactiveRule:
    """A function whose derivative is zero wherever it has one."""
    llvm = f"llvm.{name}" if intrinsic else ""
    emission = Emission(intrinsic=llvm) if intrinsic else Emission(libm=name)
    return inactive(name, _names(name, llvm, aliases), params=params, emission=emission)


_TRIGONOMETRIC = (
    _math("sin(x)", {"x": "d*cos(x)"}, R, intrinsic=True),
    _math("cos(x)", {"x": "-d*sin(x)"}, R, intrinsic=True),
    _math("tan(x)", {"x": "d*(1 + r*r)"}, {"x": (-1.4, 1.4)}, intrinsic=True),
    _math(
        "asin(x)", {"x": "d/sqrt((1 - x)*(1 + x))"}, {"x": (-0.95, 0.95)}, intrinsic=True, singular=True,
        note="infinite at -1 and 1",
    ),
    _math(
        "acos(x)", {"x": "-d/sqrt((1 - x)*(1 + x))"}, {"x": (-0.95, 0.95)}, intrinsic=True, singular=True,
        note="infinite at -1 and 1",
    ),
    _math("atan(x)", {"x": "d/(1 + x*x)"}, R, intrinsic=True, aliases="irad.atan.{f32,f64}"),
    _math(
        "atan2(y, x)",
        {
            "y": "where(x == 0 and y == 0, 0, d*(x/hypot(x, y))/hypot(x, y))",
            "x": "where(x == 0 and y == 0, 0, -d*(y/hypot(x, y))/hypot(x, y))",
        },
        {"x": ((-3, -0.2), (0.2, 3)), "y": ((-3, -0.2), (0.2, 3))},
        intrinsic=True,
        aliases="irad.atan2.{f32,f64}",
        note="zero at (0, 0)",
    ),
    _math("sinh(x)", {"x": "d*cosh(x)"}, R, intrinsic=True),
    _math("cosh(x)", {"x": "d*sinh(x)"}, R, intrinsic=True),
    _math("tanh(x)", {"x": "d*(1 - r*r)"}, R, intrinsic=True, aliases="irad.tanh.{f32,f64}"),
    _math("asinh(x)", {"x": "d/sqrt(1 + x*x)"}, R),
    _math(
        "acosh(x)", {"x": "d/sqrt((x - 1)*(x + 1))"}, {"x": (1.1, 5)}, singular=True, note="infinite at 1"
    ),
    _math("atanh(x)", {"x": "d/((1 - x)*(1 + x))"}, {"x": (-0.9, 0.9)}),
    _math("sinpi(x)", {"x": "d*pi*cospi(x)"}, {"x": (-0.9, 0.9)}),
    _math("cospi(x)", {"x": "-d*pi*sinpi(x)"}, {"x": (-0.9, 0.9)}),
    _math("tanpi(x)", {"x": "d*pi*(1 + r*r)"}, {"x": (-0.4, 0.4)}),
)  # fmt: skip

_EXPONENTIAL = (
    _math("exp(x)", {"x": "d*r"}, R, intrinsic=True, aliases="irad.exp.{f32,f64}"),
    _math("exp2(x)", {"x": "d*r*ln2"}, R, intrinsic=True),
    _math("exp10(x)", {"x": "d*r*ln10"}, {"x": (-2, 2)}, intrinsic=True, aliases="pow10{,f,l}"),
    _math("expm1(x)", {"x": "d*(r + 1)"}, R, aliases="irad.expm1.{f32,f64}"),
    _math("log(x)", {"x": "d/x"}, {"x": (0.2, 5)}, intrinsic=True),
    _math("log2(x)", {"x": "d/(x*ln2)"}, {"x": (0.2, 5)}, intrinsic=True),
    _math("log10(x)", {"x": "d/(x*ln10)"}, {"x": (0.2, 5)}, intrinsic=True),
    _math("log1p(x)", {"x": "d/(1 + x)"}, {"x": (-0.8, 5)}, aliases="irad.log1p.{f32,f64}"),
    _math(
        "pow(x, y)",
        {
            "x": "where(y == 0 and (x == 0 or isnan(x)), 0, d*(y*pow(x, y - 1)))",
            "y": "where(x == 0 and y >= 0, 0, d*(r*log(x)))",
        },
        {"x": (0.2, 4), "y": (-3, 3)},
        intrinsic=True,
        singular=True,
        note="d/dx is 0 for y = 0 and infinite at x = 0 for 0 < y < 1; d/dy is 0 at x = 0 for y >= 0, nan for x < 0",
    ),
    _math(
        "sqrt(x)", {"x": "d*(0.5*(1/r))"}, {"x": (0.2, 5)}, intrinsic=True, singular=True,
        note="infinite at 0; an adjoint of zero stays zero",
    ),
    _math("rsqrt(x)", {"x": "-0.5*d*r/x"}, {"x": (0.2, 5)}),
    _math("cbrt(x)", {"x": "d/(3*r*r)"}, {"x": ((-5, -0.2), (0.2, 5))}, singular=True, note="infinite at 0"),
    _math(
        "hypot(x, y)",
        {"x": "where(r == 0, 0, d*(x/r))", "y": "where(r == 0, 0, d*(y/r))"},
        {"x": ((-3, -0.2), (0.2, 3)), "y": ((-3, -0.2), (0.2, 3))},
        note="zero at (0, 0)",
    ),
)  # fmt: skip

_CHOOSING = (
    _math(
        "fabs(x)", {"x": "where(x == 0, 0, d*copysign(1, x))"}, {"x": ((-3, -0.2), (0.2, 3))}, intrinsic=True,
        note="zero at 0",
    ),
    _math(
        "fmin(x, y)",
        {
            "x": "where(x == y, d/2, where(x > y or isnan(x), 0, d))",
            "y": "where(x == y, d/2, where(x < y or isnan(y), 0, d))",
        },
        {"x": (-3, 3), "y": (-3, 3)}, aliases="llvm.minnum", note=f"{_TIES}; a nan argument gets nothing",
    ),
    _math(
        "fmax(x, y)",
        {
            "x": "where(x == y, d/2, where(x < y or isnan(x), 0, d))",
            "y": "where(x == y, d/2, where(x > y or isnan(y), 0, d))",
        },
        {"x": (-3, 3), "y": (-3, 3)}, aliases="llvm.maxnum", note=f"{_TIES}; a nan argument gets nothing",
    ),
    _math(
        "fdim(x, y)", {"x": "where(x <= y, 0, d)", "y": "where(x <= y, 0, -d)"}, {"x": (-3, 3), "y": (-3, 3)},
        note="zero at x = y",
    ),
    _math(
        "copysign(x, y)", {"x": "where(x == 0, 0, d*copysign(1, x)*copysign(1, y))", "y": "0"},
        {"x": ((-3, -0.2), (0.2, 3)), "y": ((-3, -0.2), (0.2, 3))}, intrinsic=True, note="zero at x = 0, as |x|",
    ),
    _math("nextafter(x, y)", {"x": "d", "y": "0"}, {"x": (-3, 3), "y": (-3, 3)}, aliases="numba_nextafter{,f}"),
    math(
        "nexttoward(x, y: other)", {"x": "d"}, names=_names("nexttoward"), domain={"x": (-3, 3)},
    ),
)  # fmt: skip

_REMAINDERS = (
    _math(
        "fmod(x, y)", {"x": "d", "y": "-d*rint((x - r)/y)"}, {"x": (10.1, 10.7), "y": (2.1, 2.4)},
        aliases="numba_fixed_fmod{,f}", note="x - n*y with n = trunc(x/y) held fixed, also at the jumps",
    ),
    _math(
        "remainder(x, y)", {"x": "d", "y": "-d*rint((x - r)/y)"}, {"x": (10.1, 10.7), "y": (1.9, 2.0)},
        aliases="drem{,f,l}", note="x - n*y with n the integer nearest to x/y held fixed, also at the jumps",
    ),
)  # fmt: skip

_SCALING = (
    _math("fma(x, y, z)", {"x": "d*y", "y": "d*x", "z": "d"}, {"x": (-3, 3), "y": (-3, 3), "z": (-3, 3)},
          intrinsic=True, aliases="llvm.fmuladd"),
    _math("ldexp(x, n: int)", {"x": "ldexp(d, n)"}, {"x": (-3, 3), "n": (-4, 4)},
          intrinsic=True, aliases="scalbn{,f,l} numba_ldexp{,f}"),
    _math("scalbln(x, n: int)", {"x": "scalbln(d, n)"}, {"x": (-3, 3), "n": (-4, 4)}),
    math(
        "powi(x, n: int)", {"x": "where(n == 0, 0, d*n*powi(x, n - 1))"},
        names="llvm.powi __powi{s,d,x,t}f2 _FortranAFPow{4,8,10}i", domain={"x": ((-3, -0.2), (0.2, 3)), "n": (-4, 4)},
        emission=Emission(intrinsic="llvm.powi"), note="0 for n = 0",
    ),
)  # fmt: skip

_SPECIAL = (
    _math("erf(x)", {"x": "d*(2/sqrt_pi)*exp(-x*x)"}, R, aliases="numba_erf{,f} Faddeeva_erf_re"),
    _math("erfc(x)", {"x": "-d*(2/sqrt_pi)*exp(-x*x)"}, R, aliases="numba_erfc{,f} Faddeeva_erfc_re"),
    _math("erfi(x)", {"x": "d*(2/sqrt_pi)*exp(x*x)"}, {"x": (-2, 2)}, aliases="Faddeeva_erfi_re"),
    _math("erfcx(x)", {"x": "d*(2*x*r - 2/sqrt_pi)"}, {"x": (-1.5, 3)}, aliases="Faddeeva_erfcx_re"),
    _math("dawson(x)", {"x": "d*(1 - 2*x*r)"}, R, aliases="dawsn{,f,l} Faddeeva_{Dawson,dawson}_re"),
    math("Faddeeva_w_im(x)", {"x": "d*(2/sqrt_pi - 2*x*r)"}, names="Faddeeva_w_im", domain=R,
         note="the imaginary part of w(x)"),
    _math("sinc(x)", {"x": "where(fabs(x) < 0.1, -d*x*(1/3 - x*x*(1/30 - x*x*(1/840 - x*x*(1/45360)))), d*(cos(x) - r)/x)"},
          {"x": (-6, 6)}, note="sin(x)/x"),
    _math("sincn(x)",
          {"x": "where(fabs(x) < 0.03, -d*pi*(pi*x)*(1/3 - pi*x*(pi*x)*(1/30 - pi*x*(pi*x)*(1/840 - pi*x*(pi*x)*(1/45360)))), "
                "d*(cos(pi*x) - r)/x)"},
          {"x": (-2, 2)}, note="sin(pi*x)/(pi*x)"),
    _math("xlogy(x, y)", {"x": "where(x == 0 and y <= 0, 0, d*log(y))", "y": "where(x == 0, 0, d*(x/y))"},
          {"x": (-3, 3), "y": (0.2, 4)}, note="x*log(y), and 0 for x = 0; d/dx is 0 for x = 0 and y <= 0"),
    _math("erfinv(x)", {"x": "d*(sqrt_pi/2)*exp(r*r)"}, {"x": (-0.9, 0.9)}),
    _math("erfcinv(x)", {"x": "-d*(sqrt_pi/2)*exp(r*r)"}, {"x": (0.1, 1.9)}),
    _math("tgamma(x)", {"x": "d*r*digamma(x)"}, {"x": ((-1.8, -1.2), (0.3, 6))}, aliases="numba_gamma{,f}"),
    _math("lgamma(x)", {"x": "d*digamma(x)"}, {"x": ((-1.8, -1.2), (0.3, 20))},
          aliases="gamma{,f,l} numba_lgamma{,f} logabsgamma{,f,l}"),
    math("digamma(x)", {"x": "d*polygamma(1, x)"}, names="irad.digamma.f64",
         domain={"x": ((-1.8, -1.2), (0.3, 20))}, emission=Emission(helper="irad.digamma")),
    math("polygamma(n: int, x)", {"x": "d*polygamma(n + 1, x)"}, names="irad.polygamma.f64",
         domain={"n": (1, 4), "x": ((-1.8, -1.2), (0.3, 20))}, emission=Emission(helper="irad.polygamma")),
    _math("j0(x)", {"x": "-d*j1(x)"}, {"x": (-6, 6)}),
    _math("j1(x)", {"x": "where(x == 0, d/2, d*(j0(x) - r/x))"}, {"x": ((-6, -0.2), (0.2, 6))}),
    _math("jn(n: int, x)", {"x": "d*(jn(n - 1, x) - jn(n + 1, x))/2"}, {"n": (-3, 4), "x": ((-6, -0.5), (0.5, 6))}),
    _math("y0(x)", {"x": "-d*y1(x)"}, {"x": (0.3, 6)}),
    _math("y1(x)", {"x": "d*(y0(x) - r/x)"}, {"x": (0.3, 6)}),
    _math("yn(n: int, x)", {"x": "d*(yn(n - 1, x) - yn(n + 1, x))/2"}, {"n": (-3, 4), "x": (1.0, 6)}),
)  # fmt: skip

_FLAT = (
    *(_flat(n, intrinsic=True) for n in ("floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven")),
    *(_flat(n, intrinsic=True) for n in ("lround", "llround", "lrint", "llrint")),
    *(_flat(n) for n in ("logb", "ilogb")),
    inactive("nan", "nan{,f,l}", params="tag: ptr", reads=True),
)

RULES: tuple[Rule, ...] = (
    *_TRIGONOMETRIC,
    *_EXPONENTIAL,
    *_CHOOSING,
    *_REMAINDERS,
    *_SCALING,
    *_SPECIAL,
    *_FLAT,
)
