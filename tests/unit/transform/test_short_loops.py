"""Short loops of constant length are unrolled before they are differentiated: which ones, and with the right derivatives."""

from __future__ import annotations

import numpy as np
import pytest

import irad
from irad.analysis.flow.cfg import ControlFlow
from irad.frontends.clang import compile_to_ir
from irad.llvm.border.session import canonical
from irad.pipeline import normal_form

# (body of a function of double *x and int n, how many loops are left)
BODIES = {
    """double s = 0;
    for (int i = 0; i < n; i++) { double r = 0; for (int c = 0; c < 3; c++) r += x[c] * x[i + c]; s += r * r; }
    return s;""": 1,
    "double s = 0; for (int i = 0; i < n; i++) for (int c = 0; c < 2; c++) s += x[c] * x[i + c] / x[c + 1]; return s;": 1,
    "double s = 0; for (int i = 0; i < n; i++) for (int c = 4; c > 0; c--) { s += x[c] * x[i]; x[c] *= s; } return s;": 1,
    "double s = 0; for (int i = 0; i < n; i++) for (int c = 0; c < 5; c++) s += x[c] * x[i]; return s;": 2,
    """double s = 0, d[3];
    for (int i = 0; i < n; i++) {
      for (int a = 0; a < 3; a++) { d[a] = 0; for (int b = 0; b < 3; b++) d[a] += x[a] * x[i + b]; }
      s += d[0] * d[1] * d[2];
    }
    return s;""": 1,
    "double s = 0; for (int a = 0; a < 3; a++) for (int i = 0; i < n; i++) s += x[a] * x[i]; return s;": 2,
    "double s = 1; while (s < n) { for (int c = 0; c < 3; c++) s += x[c] * x[c] * s + 0.1; x[3] += s; } return s + x[3];": 2,
    "double s = 1; for (int i = 0; i < n; i++) for (int c = 0; c < 4; c++) { if (x[c] > 3) break; s += x[c] * s; } return s;": 2,
}


def loops(body: str) -> int:
    text = compile_to_ir(f"double f(double *x, int n) {{ {body} }}")
    fn = normal_form(canonical(text), ["f"]).functions["f"]
    return len(ControlFlow(fn).loops)


@pytest.mark.parametrize(("body", "left"), BODIES.items())
def test_which_loops_stay(body: str, left: int) -> None:
    assert loops(body) == left


@pytest.mark.parametrize("body", BODIES)
def test_derivatives(body: str) -> None:
    """Against central differences, h = 2^-20: an error of about 1e-9."""
    module = irad.Module.from_c(f"double f(double *x, int n) {{ {body} }}")
    x, h = np.array([0.7, 0.4, 1.1, 0.9, 0.3, 0.8, 0.6, 1.2]), 2.0**-20
    for n in (0, 1, 3):
        dx = np.zeros(8)
        irad.autodiff(module["f"], irad.Duplicated(x.copy(), dx), n)
        wanted = [(module["f"](x + h * e, n) - module["f"](x - h * e, n)) / (2 * h) for e in np.eye(8)]
        np.testing.assert_allclose(dx, wanted, atol=1e-8)


def test_functions_that_forward_mode_needs_keep_their_loops() -> None:
    source = """
    double __enzyme_fwddiff(void *, ...);
    double f(double *x) { double s = 0; for (int c = 0; c < 3; c++) s += x[c] * x[c]; return s; }
    double df(double *x, double *v) { return __enzyme_fwddiff((void *)f, x, v); }
    """
    for text, left in ((source, 1), (source.replace("fwddiff", "autodiff"), 0)):
        module = normal_form(canonical(compile_to_ir(text)))
        assert len(ControlFlow(module.functions["f"]).loops) == left
