"""Arithmetic instructions and conversions between floats.  The name is the opcode."""

from __future__ import annotations

from irad.rules.formulas.model import Domain, MathRule, math


def _row(signature: str, partials: dict[str, str], domain: Domain | None = None, note: str = "") -> MathRule:
    opcode = signature[: signature.index("(")]
    return math(signature, partials, names=opcode, domain=domain or dict.fromkeys(partials, (-10, 10)), note=note)


_QUOTIENT: Domain = {"x": (-10, 10), "y": (0.3, 7)}
# The same without a second division.  A root is never so small that its reciprocal is infinite, so that this is safe there: a
# divisor that is a denormal number would make nan of an adjoint of zero.
RECIPROCAL = _row("fdiv(x, y)", {"x": "d/y", "y": "-(d*r)*r"}, domain=_QUOTIENT, note="where x is 1")
BY_ROOT = _row("fdiv(x, y)", {"x": "d*(1/y)", "y": "-(d*(1/y))*r"}, domain=_QUOTIENT, note="where y is a root")

RULES: tuple[MathRule, ...] = (
    _row("fadd(x, y)", {"x": "d", "y": "d"}),
    _row("fsub(x, y)", {"x": "d", "y": "-d"}),
    _row("fmul(x, y)", {"x": "d*y", "y": "d*x"}),
    _row("fdiv(x, y)", {"x": "d/y", "y": "-(d/y)*r"}, domain=_QUOTIENT),
    _row("fneg(x)", {"x": "-d"}),
    _row(
        "frem(x, y)",
        {"x": "d", "y": "-d*rint((x - r)/y)"},
        domain={"x": (10.1, 10.7), "y": (2.1, 2.4)},
        note="x - n*y with n = trunc(x/y) held fixed, also at the jumps",
    ),
    _row("fptrunc(x)", {"x": "d"}, note="the adjoint is converted to the other type"),
    _row("fpext(x)", {"x": "d"}, note="the adjoint is converted to the other type"),
)
