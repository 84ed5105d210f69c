"""Functions that irad has itself, for whole vectors (`irad.rules.formulas.vector_functions`): derivatives use these too.

Those whose derivatives need nothing but the result are other names of the C library's functions (`libm.py`).
"""

from __future__ import annotations

from irad.rules.formulas.base import Emission, Rule
from irad.rules.formulas.model import Domain, MathRule, math

_R: Domain = {"x": (-3.0, 3.0)}


def _row(name: str, signature: str, partials: dict[str, str], domain: Domain, note: str = "") -> MathRule:
    """The row of ``irad.NAME``, which formulas call ``vector_NAME``."""
    names, emission = f"irad.{name}.f64 irad.{name}.f32", Emission(helper=f"irad.{name}")
    return math(
        f"vector_{name}({signature})", partials, names=names, domain=domain, emission=emission, singular=bool(note), note=note
    )


RULES: tuple[Rule, ...] = (
    _row("sinh", "x", {"x": "d*vector_cosh(x)"}, _R),
    _row("cosh", "x", {"x": "d*vector_sinh(x)"}, _R),
    _row("log", "x", {"x": "d/x"}, {"x": (0.2, 5.0)}),
    _row(
        "pow", "x, y",
        {
            "x": "where(y == 0 and (x == 0 or isnan(x)), 0, d*(y*vector_pow(x, y - 1)))",
            "y": "where(x == 0 and y >= 0, 0, d*(r*vector_log(x)))",
        },
        {"x": (0.2, 4.0), "y": (-3.0, 3.0)}, "as pow",
    ),
)  # fmt: skip
