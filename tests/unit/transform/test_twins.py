"""What a formula needs and the primal has computed as well is not computed twice."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import irad
from irad.cli import main

# (body of f, calls of functions in its gradient)
BODIES = {
    "if (x[0] == 0) return 0; double a = sqrt(x[0]); return sin(a) * cos(a);": {"sin": 1, "cos": 1, "sqrt": 1},
    "if (x[0] == 0) return 0; return sinh(x[0]) * x[1] + cosh(x[0]);": {"sinh": 1, "cosh": 1},
    "double r = 0; for (int i = 0; i < 6; i++) { r += sin(x[i & 1]) + cos(x[i & 1]); x[0] = r; } return r;": {"sin": 1, "cos": 1},
    "double r = sin(x[0]); if (x[1] > 0) r *= cos(x[0]); return r;": {"sin": 1, "cos": 2},  # not always computed
}


@pytest.mark.parametrize(("body", "wanted"), BODIES.items())
def test_functions_are_called_once(body: str, wanted: dict[str, int], tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("#include <math.h>\ndouble f(double *x) { " + body + " }\n")
    done = CliRunner().invoke(main, ["dump", f"{path}:f", "--activity", "dup", "--stage", "gradient"])
    text = done.output[done.output.index("define") :]
    calls = re.findall(r"call [^@\n]*@(?:llvm\.)?(sinh?|cosh?|sqrt)\b", text)
    assert {name: calls.count(name) for name in set(calls)} == wanted


@pytest.mark.parametrize("body", BODIES)
def test_derivatives(body: str) -> None:
    """Against central differences, h = 2^-20: an error of about 1e-10."""
    module = irad.Module.from_c("#include <math.h>\ndouble f(double *x) { " + body + " }")
    x, dx = np.array([0.7, 0.4]), np.zeros(2)
    irad.autodiff(module["f"], irad.Duplicated(x.copy(), dx))
    h = 2.0**-20
    wanted = [(module["f"](x + h * e) - module["f"](x - h * e)) / (2 * h) for e in np.eye(2)]
    np.testing.assert_allclose(dx, wanted, atol=1e-9)
