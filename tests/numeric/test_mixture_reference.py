# ruff: noqa: E741  (the mixture is written with the letters of its specification)
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

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
INSTANCE, REFERENCE = DATA / "gmm" / "gmm_d10_K25.txt", DATA / "ref" / "gmm" / "gmm_d10_K25.out.json"


def gmm(alpha, mu, q, l, x, gamma, m, Qd, sumq, z, v, beta):
    k, d = mu.shape
    n = x.shape[0]
    for c in range(k):
        s = 0.0
        for a in range(d):
            Qd[c, a] = math.exp(q[c, a])
            s += q[c, a]
        sumq[c] = s
    total = 0.0
    for i in range(n):
        for c in range(k):
            for a in range(d):
                v[a] = x[i, a] - mu[c, a]
            for a in range(d):
                z[a] = Qd[c, a] * v[a]
            p = 0
            for a in range(d):
                for b in range(a + 1, d):
                    z[b] += l[c, p] * v[a]
                    p += 1
            s = 0.0
            for a in range(d):
                s += z[a] * z[a]
            beta[c] = alpha[c] + sumq[c] - 0.5 * s
        mx = beta[0]
        for c in range(1, k):
            if beta[c] > mx:
                mx = beta[c]
        s = 0.0
        for c in range(k):
            s += math.exp(beta[c] - mx)
        total += mx + math.log(s)
    mx = alpha[0]
    for c in range(1, k):
        if alpha[c] > mx:
            mx = alpha[c]
    s = 0.0
    for c in range(k):
        s += math.exp(alpha[c] - mx)
    total -= n * (mx + math.log(s))
    pr = 0.0
    for c in range(k):
        f = 0.0
        for a in range(d):
            f += Qd[c, a] * Qd[c, a]
        for p in range(l.shape[1]):
            f += l[c, p] * l[c, p]
        pr += 0.5 * gamma * gamma * f - m * sumq[c]
    return total - pr


@pytest.mark.skipif(not INSTANCE.exists(), reason="the benchmark's data are not beside the checkout")
def test_objective_and_gradient() -> None:
    first, _, rest = INSTANCE.read_text().partition("\n")
    d, k, n = map(int, first.split())
    values = np.array(rest.split(), float)
    sizes = np.cumsum([k, k * d, k * (d + d * (d - 1) // 2), n * d])
    alpha, mu, icf, x, (gamma, m) = np.split(values, sizes)
    mu, icf, x = mu.reshape(k, d), icf.reshape(k, -1), x.reshape(n, d)
    inputs = [alpha, mu, np.ascontiguousarray(icf[:, :d]), np.ascontiguousarray(icf[:, d:])]
    shadows = [np.zeros_like(a) for a in inputs]
    work = [np.zeros((k, d)), np.zeros(k), np.zeros(d), np.zeros(d), np.zeros(k)]
    _, value = irad.autodiff(
        gmm,
        *[irad.Duplicated(a, s) for a, s in zip(inputs, shadows, strict=True)],
        x,
        float(gamma),
        float(m),
        *[irad.Duplicated(w, np.zeros_like(w)) for w in work],
        mode=irad.ReverseWithPrimal,
    )
    reference = json.loads(REFERENCE.read_text())
    nu = d + m + 1
    log_gamma = d * (d - 1) / 4 * math.log(math.pi) + sum(math.lgamma(nu / 2 + (1 - j) / 2) for j in range(1, d + 1))
    constant = -n * d / 2 * math.log(2 * math.pi) + k * (nu * d * (math.log(gamma) - 0.5 * math.log(2)) - log_gamma)
    assert value + constant == pytest.approx(reference["objective"], rel=1e-12)
    for name, got in zip(("alpha", "mu", "q", "l"), shadows, strict=True):
        want = np.array(reference["jacobian"][name]).reshape(got.shape)
        assert np.all(np.abs(got - want) <= 1e-9 * np.maximum(1, np.abs(got) + np.abs(want)))
