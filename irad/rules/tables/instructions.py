"""Arithmetic instructions and conversions between floats.  The name is the opcode."""

from __future__ import annotations

from irad.rules.model import Domain, MathRule, math


def _row(signature: str, partials: dict[str, str], domain: Domain | None = None, note: str = "") -> MathRule:
    opcode = signature[: signature.index("(")]
    return math(signature, partials, names=opcode, domain=domain or dict.fromkeys(partials, (-10, 10)), note=note)


RULES: tuple[MathRule, ...] = (
    _row("fadd(x, y)", {"x": "d", "y": "d"}),
    _row("fsub(x, y)", {"x": "d", "y": "-d"}),
    _row("fmul(x, y)", {"x": "d*y", "y": "d*x"}),
    _row("fdiv(x, y)", {"x": "d/y", "y": "-(d/y)*r"}, domain={"x": (-10, 10), "y": (0.3, 7)}),
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
