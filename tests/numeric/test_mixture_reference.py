"""The Gaussian mixture of the public benchmark suite, as loops over in-place work arrays, on a real instance.

Instance (ADBench text format) and reference results lie beside the checkout, in ../shared/data; skipped where they are not.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import irad
from benchmarks.mixture import data, mixture, notes

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
INSTANCE, REFERENCE = DATA / "gmm" / "gmm_d10_K25.txt", DATA / "ref" / "gmm" / "gmm_d10_K25.out.json"


@pytest.mark.skipif(not INSTANCE.exists(), reason="the benchmark's data are not beside the checkout")
def test_objective_and_gradient() -> None:
    args = data(str(INSTANCE))
    annotated = notes(args)
    _, value = irad.autodiff(mixture, *annotated, mode=irad.ReverseWithPrimal)
    shadows = [annotated[i].dval for i in range(4)]
    (k, d), n, gamma, m = args[1].shape, args[4].shape[0], args[5], args[6]
    reference = json.loads(REFERENCE.read_text())
    nu = d + m + 1
    log_gamma = d * (d - 1) / 4 * math.log(math.pi) + sum(math.lgamma(nu / 2 + (1 - j) / 2) for j in range(1, d + 1))
    constant = -n * d / 2 * math.log(2 * math.pi) + k * (nu * d * (math.log(gamma) - 0.5 * math.log(2)) - log_gamma)
    assert value + constant == pytest.approx(reference["objective"], rel=1e-12)
    for name, got in zip(("alpha", "mu", "q", "l"), shadows, strict=True):
        want = np.array(reference["jacobian"][name]).reshape(got.shape)
        assert np.all(np.abs(got - want) <= 1e-9 * np.maximum(1, np.abs(got) + np.abs(want)))
