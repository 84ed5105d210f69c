"""Second derivatives of every function of one or more floats in the tables, against mpmath.

The derivative along a direction is differentiated, in both modes: by the arguments that gives the Hessian times the direction,
by the direction the first derivatives.  Directions are axes, so that most tangents are exactly zero, which must not be taken for
constants.

What this cannot detect: errors at edges, see test_edges.py and tests/numeric/test_zero_adjoints.py.
"""

from __future__ import annotations

import zlib

import mpmath as mp
import numpy as np
import pytest

import irad
from irad.ir.types import DOUBLE
from irad.rules import MathRule
from tests.rules.test_derivatives import MATH, RARE, REFERENCE, runnable, sample, spelling

POINTS = 3


def simple() -> list[MathRule]:
    """Functions of floats alone, with one float as the result, that are in every C library."""
    return [
        rule
        for rule in MATH
        if not rule.results and all(p.kind == "float" for p in rule.params) and runnable(rule, DOUBLE)
        and not rule.name.startswith(("fptrunc", "fpext")) and rule.name not in RARE
    ]  # fmt: skip


def module_of(rule: MathRule) -> irad.Module:
    """``along(x.., v..)``: the derivative of the function at x along v."""
    name, count = spelling(rule, DOUBLE), len(rule.params)
    xs, vs = [f"double %x{k}" for k in range(count)], [f"double %v{k}" for k in range(count)]
    pairs = ", ".join(f"{x}, {v}" for x, v in zip(xs, vs, strict=True))
    if name in ("fadd", "fsub", "fmul", "fdiv", "frem", "fneg"):
        call, declared = f"{name} double " + ", ".join(x.split()[1] for x in xs), ""
    else:
        call = f"call double @{name}({', '.join(xs)})"
        declared = f"declare double @{name}({', '.join(['double'] * count)})"
    return irad.Module(
        f"""
{declared}
declare double @__enzyme_fwddiff(...)
define double @f({", ".join(xs)}) {{
  %r = {call}
  ret double %r
}}
define double @along({", ".join([*xs, *vs])}) {{
  %r = call double (...) @__enzyme_fwddiff(ptr @f, {pairs})
  ret double %r
}}
"""
    )


@pytest.mark.parametrize("rule", simple(), ids=lambda r: r.name)
def test_second_derivatives(rule: MathRule) -> None:
    along, count = module_of(rule)["along"], len(rule.params)
    rng = np.random.default_rng(zlib.crc32(rule.name.encode()))
    f = REFERENCE[rule.name]
    for axis in [k for k in range(count) for _ in range(POINTS)]:
        x = [float(v) for v in sample(rule, DOUBLE, rng)]  # type: ignore[arg-type]
        v = [1.0 if k == axis else 0.0 for k in range(count)]
        with mp.workdps(40):
            start = [mp.mpf(s) for s in x]
            orders = [tuple(int(q == k) for q in range(count)) for k in range(count)]
            first = [float(mp.re(mp.diff(f, start, n) if count > 1 else mp.diff(f, start[0]))) for n in orders]
            both = [tuple(a + b for a, b in zip(n, orders[axis], strict=True)) for n in orders]
            second = [float(mp.re(mp.diff(f, start, n) if count > 1 else mp.diff(f, start[0], 2))) for n in both]
        want = np.array([*second, *first])
        got = irad.autodiff(along, *map(irad.Active, [*x, *v]))
        np.testing.assert_allclose(got, want, rtol=1e-10, atol=1e-10, err_msg=f"{rule.name}{tuple(x)} along axis {axis}")
        w = rng.normal(size=2 * count)
        (got,) = irad.autodiff(along, *map(irad.Duplicated, [*x, *v], map(float, w)), mode=irad.Forward)
        np.testing.assert_allclose(got, want @ w, rtol=1e-9, atol=1e-9, err_msg=f"{rule.name}{tuple(x)} along axis {axis}")
