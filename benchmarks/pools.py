"""Factorisations in compiled code beside products in NumPy, which has threads of its own.

    python -m benchmarks.pools [--threads]

The gradient of a Gaussian log-likelihood by way of a Cholesky factor, alone and after a product in NumPy each time; medians of
40, in milliseconds.  ``--threads`` calls SciPy's routines as they are, without `irad.runtime.blas_threads`.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

import irad
from irad.runtime import blas_threads as calm


def likelihood(k: Any, y: Any) -> Any:
    low = np.linalg.cholesky(k)
    z = np.linalg.solve(low, y)
    s = 0.0
    for i in range(y.shape[0]):
        s += np.log(low[i, i])
    return s + 0.5 * (z @ z)


def main() -> None:
    if "--threads" in sys.argv:
        calm.LARGEST = 0
    gradient = irad.grad(likelihood)
    rng = np.random.default_rng(0)
    other = rng.normal(size=(300, 300))
    for n in (20, 60, 100, 200, 400):
        b, y = rng.normal(size=(n, n)), rng.normal(size=n)
        k = b @ b.T + n * np.eye(n)
        gradient(k, y)
        time.sleep(0.2)
        alone, beside = [], []
        for times, product in ((alone, False), (beside, True)):
            for _ in range(40):
                if product:
                    other @ other
                began = time.perf_counter()
                gradient(k, y)
                times.append(time.perf_counter() - began)
        print(f"n = {n:4}   alone {1e3 * np.median(alone):9.3f}   beside NumPy {1e3 * np.median(beside):9.3f}", flush=True)


if __name__ == "__main__":
    main()
