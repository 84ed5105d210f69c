"""Complex functions of <complex.h> and the multiplication and division that compilers call.

Holomorphic functions have their complex derivative as formula.  A function of a complex argument that is not
holomorphic has real formulas: for the real part of the argument one per output, then for the imaginary part.

How a complex number is passed depends on the target's ABI; irad derives it from the call's operand types (see
`irad.rules.formulas.layout`).  The long double functions of <complex.h> take their argument in memory and have no row.
"""

from __future__ import annotations

from irad.rules.formulas.base import Emission, Rule
from irad.rules.formulas.model import Domain, MathRule, math

_PLANE: Domain = {"z": ((-2, -0.3), (0.3, 2))}
_DISC: Domain = {"z": (-0.6, 0.6)}


def _holomorphic(name: str, formula: str, domain: Domain = _PLANE, *, singular: bool = False, note: str = "") -> MathRule:
    return math(
        f"{name}(z: complex) -> complex",
        {"z": formula},
        names=f"{name}{{,f}}",
        domain=domain,
        emission=Emission(libm=name),
        holomorphic=True,
        singular=singular,
        note=note,
    )


def _real(name: str, partials: tuple[str, ...], results: str = "", note: str = "") -> MathRule:
    arrow = f" -> {results}" if results else ""
    return math(f"{name}(z: complex){arrow}", {"z": partials}, names=f"{name}{{,f}}", domain=_PLANE, note=note)


def _faddeeva(name: str, formula: str, aliases: str = "") -> MathRule:
    """A function of S. G. Johnson's Faddeeva package: of a complex number and of a tolerance, which is inactive."""
    return math(
        f"Faddeeva_{name}(z: complex, tolerance: other) -> complex",
        {"z": formula},
        names=f"Faddeeva_{name} {aliases}",
        domain={"z": (-1.5, 1.5)},
        holomorphic=True,
    )


_W_PARTS = ("d*2*(im(z)*im(r) - re(z)*re(r))", "d*(2/sqrt_pi - 2*(re(z)*im(r) + im(z)*re(r)))")  # of dw/dz = 2i/sqrt(pi) - 2 z w


RULES: tuple[Rule, ...] = (
    _real(
        "cabs", ("where(r == 0, 0, d*(re(z)/r))", "where(r == 0, 0, d*(im(z)/r))"), note="zero at 0"
    ),
    _real(
        "carg",
        (
            "where(z == 0, 0, -d*(im(z)/hypot(re(z), im(z)))/hypot(re(z), im(z)))",
            "where(z == 0, 0, d*(re(z)/hypot(re(z), im(z)))/hypot(re(z), im(z)))",
        ),
        note="zero at 0",
    ),
    _real("creal", ("d", "0")),
    _real("cimag", ("0", "d")),
    _real("conj", ("d", "0", "0", "-d"), "complex"),
    _real("cproj", ("d", "0", "0", "d"), "complex", note="at infinity too"),
    _holomorphic("csqrt", "d/(2*r)", singular=True, note="infinite at 0"),
    _holomorphic("cexp", "d*r"),
    _holomorphic("clog", "d/z"),
    _holomorphic("csin", "d*ccos(z)"),
    _holomorphic("ccos", "-d*csin(z)"),
    _holomorphic("ctan", "d*(1 + r*r)"),
    _holomorphic("csinh", "d*ccosh(z)"),
    _holomorphic("ccosh", "d*csinh(z)"),
    _holomorphic("ctanh", "d*(1 - r*r)"),
    _holomorphic("casin", "d/(csqrt(1 - z)*csqrt(1 + z))", singular=True, note="infinite at -1 and 1"),
    _holomorphic("cacos", "-d/(csqrt(1 - z)*csqrt(1 + z))", singular=True, note="infinite at -1 and 1"),
    _holomorphic("catan", "d/(1 + z*z)", _DISC),
    _holomorphic("casinh", "d/csqrt(1 + z*z)", _DISC, singular=True, note="infinite at -i and i"),
    _holomorphic("cacosh", "d/(csqrt(z - 1)*csqrt(z + 1))", singular=True, note="infinite at -1 and 1"),
    _holomorphic("catanh", "d/(1 - z*z)", _DISC),
    math(
        "cpow(z: complex, w: complex) -> complex",
        {"z": "where(w == 0 and z == 0, 0, d*w*cpow(z, w - 1))", "w": "where(z == 0, 0, d*r*clog(z))"},
        names="cpow{,f}", domain={**_PLANE, "w": (-2, 2)}, emission=Emission(libm="cpow"), holomorphic=True,
        singular=True, note="d/dz is 0 for w = 0, d/dw is 0 for z = 0",
    ),
    _faddeeva("erf", "d*((2/sqrt_pi)*cexp(-(z*z)))"),
    _faddeeva("erfc", "d*((-2/sqrt_pi)*cexp(-(z*z)))"),
    _faddeeva("erfi", "d*((2/sqrt_pi)*cexp(z*z))"),
    _faddeeva("erfcx", "d*(2*z*r - 2/sqrt_pi)"),
    _faddeeva("Dawson", "d*(1 - 2*z*r)", "Faddeeva_dawson"),
    math(
        "Faddeeva_w(z: complex, tolerance: other) -> complex",
        {"z": (*_W_PARTS, "-" + _W_PARTS[1], _W_PARTS[0])}, names="Faddeeva_w", domain={"z": (-1.5, 1.5)},
    ),
    math(
        "cmul(z: complex, w: complex) -> complex", {"z": "d*w", "w": "d*z"}, names="__mul{s,d,x,t}c3",
        domain={**_PLANE, "w": (-2, 2)}, holomorphic=True,
    ),
    math(
        "cdiv(z: complex, w: complex) -> complex", {"z": "d/w", "w": "-d*r/w"}, names="__div{s,d,x,t}c3",
        domain={"z": (-2, 2), "w": ((-2, -0.3), (0.3, 2))}, holomorphic=True,
    ),
)  # fmt: skip
