# ruff: noqa: E741  (the mixture is written with the letters of its specification)
"""The Gaussian mixture of the benchmarks, in Python with in-place work arrays: gradient / primal, tape, compile times.

    python benchmarks/mixture.py [DATA.txt] [--json]

Without a file of the benchmark's text format the data are random (d = 10, k = 25, n = 1000).  Times are medians over
interleaved rounds; with Numba installed its primal runs in the same rounds, as the peer.  "Cold" compiles with an empty cache,
"warm" is the same in a new process that finds everything on disk; both include the first run and exclude imports.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import irad
from irad import Duplicated


def mixture(alpha, mu, q, l, x, gamma, m, Qd, sumq, z, v, beta):  # type: ignore[no-untyped-def]
    """Log-likelihood of a mixture with full lower-triangular inverse covariances and a Wishart prior, without constants."""
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
        largest = beta[0]
        for c in range(1, k):
            if beta[c] > largest:
                largest = beta[c]
        s = 0.0
        for c in range(k):
            s += math.exp(beta[c] - largest)
        total += largest + math.log(s)
    largest = alpha[0]
    for c in range(1, k):
        if alpha[c] > largest:
            largest = alpha[c]
    s = 0.0
    for c in range(k):
        s += math.exp(alpha[c] - largest)
    total -= n * (largest + math.log(s))
    prior = 0.0
    for c in range(k):
        f = 0.0
        for a in range(d):
            f += Qd[c, a] * Qd[c, a]
        for p in range(l.shape[1]):
            f += l[c, p] * l[c, p]
        prior += 0.5 * gamma * gamma * f - m * sumq[c]
    return total - prior


def data(path: str | None) -> list[Any]:
    """The function's arguments."""
    if path is None:
        rng = np.random.default_rng(0)
        d, k, n = 10, 25, 1000
        alpha, mu = rng.normal(size=k), rng.uniform(size=(k, d))
        icf, x = 0.3 * rng.normal(size=(k, d + d * (d - 1) // 2)), rng.normal(size=(n, d))
        gamma, m = 1.0, 0.0
    else:
        head, *rest = Path(path).read_text().split("\n")
        d, k, n = map(int, head.split())
        values = np.array(" ".join(rest).split(), float)
        sizes = np.cumsum([k, k * d, k * (d + d * (d - 1) // 2), n * d])
        alpha, mu, icf, x = np.split(values, sizes)[:4]
        mu, icf, x = mu.reshape(k, d), icf.reshape(k, -1), x.reshape(n, d)
        gamma, m = values[sizes[-1] :]
    q, low = np.ascontiguousarray(icf[:, :d]), np.ascontiguousarray(icf[:, d:])
    work = [np.zeros((k, d)), np.zeros(k), np.zeros(d), np.zeros(d), np.zeros(k)]
    return [alpha, mu, q, low, x, float(gamma), float(m), *work]


def notes(args: list[Any]) -> list[Any]:
    """Shadows for the parameters and the work arrays."""
    return [Duplicated(a, np.zeros_like(a)) if isinstance(a, np.ndarray) and i != 4 else a for i, a in enumerate(args)]


def median(times: list[float]) -> float:
    return float(np.median(times))


def first_run(args: list[Any]) -> dict[str, float]:
    """Seconds until the first value and the first gradient are there."""
    import scipy.linalg.cython_blas
    import scipy.linalg.cython_lapack  # noqa: F401

    import irad.api.pyfunc.autodiff
    import irad.api.pyfunc.jit_function
    import irad.frontends.python
    import irad.llvm.jit
    import irad.pycall.fast

    start = time.perf_counter()
    f = irad.jit(mixture)
    f(*args)
    between = time.perf_counter()
    irad.autodiff(f, *notes(args))
    return {"primal": between - start, "gradient": time.perf_counter() - between}


def compile_times(path: str | None) -> dict[str, dict[str, float]]:
    command = [sys.executable, __file__, *([path] if path else []), "--first-run"]
    out = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "IRAD_CACHE_DIR": folder, "IRAD_CACHE": "1"}
        for name in ("cold", "warm"):
            done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            out[name] = json.loads(done.stdout)
    return out


def tape_bytes(f: Any, args: list[Any]) -> int:
    """The smallest limit on the tape with which a gradient runs (within 1 %)."""
    low, high = 0, 1 << 34
    while high - low > max(4096, high // 100):
        middle = (low + high) // 2
        f.irad_function.tape_limit = middle or 1
        try:
            irad.autodiff(f, *notes(args))
            high = middle
        except MemoryError:
            low = middle
    f.irad_function.tape_limit = 0
    return high


def main() -> None:
    words = [a for a in sys.argv[1:] if not a.startswith("--")]
    path = words[0] if words else None
    args = data(path)
    if "--first-run" in sys.argv:
        print(json.dumps(first_run(args)))
        return
    f = irad.jit(mixture)
    annotated = notes(args)
    runs = {"irad": lambda: f(*args), "gradient": lambda: irad.autodiff(f, *annotated)}
    try:
        import numba

        compiled = numba.njit(mixture)
        runs["numba"] = lambda: compiled(*args)
    except ImportError:
        pass
    times: dict[str, list[float]] = {name: [] for name in runs}
    for run in runs.values():
        run()
    for _ in range(21):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            times[name].append(time.perf_counter() - start)
    ratio = median([g / p for g, p in zip(times["gradient"], times["irad"], strict=True)])
    out: dict[str, Any] = {
        "milliseconds": {name: round(1e3 * median(t), 3) for name, t in times.items()},
        "gradient / primal": round(ratio, 2),
        "tape bytes": tape_bytes(f, args),
        "compile seconds": compile_times(path),
    }
    if "numba" in times:
        out["irad / numba (primal)"] = round(median([a / b for a, b in zip(times["irad"], times["numba"], strict=True)]), 2)
    print(json.dumps(out, indent=2))


if __name__ == "__main__":
    main()
