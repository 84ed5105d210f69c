"""What derivatives of linear algebra cost, beside the calls of the library that they are made of, in interleaved rounds.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.linear_algebra [--json] [--rounds N]

Products: the value and the gradient of C = A B beside the three calls of gemm that these are, all from C.  Gaussian likelihood,
systems of equations and the like: the gradient beside the value.  Network: the gradient beside forward and backward written by
hand in NumPy, and beside PyTorch and JAX where they are installed.  All figures are medians over the rounds; ratios are those of
one run.
"""

from __future__ import annotations

import argparse
import importlib.util
import itertools
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.linalg

import irad

SIZES = (64, 256, 1024)
SAMPLES = 500
LAYERS, BATCH = (128, 256, 256, 10), 256

SOURCE = """
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *, const int *,
            const double *, const int *, const double *, double *, const int *);
void __irad_autodiff(void *, ...);
static void gemm(char s, char t, int n, double beta, const double *a, const double *b, double *c) {
  double one = 1;
  dgemm_(&s, &t, &n, &n, &n, &one, a, &n, b, &n, &beta, c, &n);
}
static void product(int n, double *a, double *b, double *c) { gemm('N', 'N', n, 0.0, a, b, c); }
void gradient(int times, int n, double *a, double *da, double *b, double *db, double *c, double *dc) {
  for (int i = 0; i < times; i++) __irad_autodiff((void *)product, n, a, da, b, db, c, dc);
}
void three(int times, int n, double *a, double *da, double *b, double *db, double *c, double *dc) {
  for (int i = 0; i < times; i++) {
    gemm('N', 'N', n, 0.0, a, b, c);
    gemm('N', 'T', n, 1.0, dc, b, da);
    gemm('T', 'N', n, 1.0, a, dc, db);
  }
}
"""


def products() -> dict[str, dict[str, Callable[[], Any]]]:
    m, out = irad.Module.from_c(SOURCE), {}
    for n in SIZES:
        arrays = [np.random.default_rng(k).normal(size=(n, n)) for k in range(6)]
        times = max(1, 2 * (256 // n) ** 3)
        calls = {name: (lambda f=m[name], a=arrays, t=times, n=n: f(t, n, *a)) for name in ("three", "gradient")}
        out[f"product of matrices, n = {n}"] = calls
    return out


def likelihood(covariance: Any, y: Any) -> Any:
    """Of a Gaussian distribution, but for a constant."""
    low = np.linalg.cholesky(covariance)
    z = scipy.linalg.solve_triangular(low, y, lower=True)
    return -0.5 * (z * z).sum() - np.log(np.diagonal(low)).sum()


def gaussian() -> dict[str, dict[str, Callable[[], Any]]]:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(SAMPLES, SAMPLES))
    covariance, y = x @ x.T + SAMPLES * np.eye(SAMPLES), rng.normal(size=SAMPLES)
    value, gradient = irad.jit(likelihood), irad.grad(likelihood)
    return {
        f"Gaussian likelihood, n = {SAMPLES}": {
            "value": lambda: value(covariance, y),
            "gradient": lambda: gradient(covariance, y),
        }
    }


def systems() -> dict[str, dict[str, Callable[[], Any]]]:
    """Sums of what the functions of np.linalg give."""
    rng, n = np.random.default_rng(0), 300
    a, b = rng.normal(size=(n, n)) / n**0.5 + 2.0 * np.eye(n), rng.normal(size=n)

    def solve(a: Any, b: Any) -> Any:
        return np.linalg.solve(a, b).sum()

    def inverse(a: Any) -> Any:
        return np.linalg.inv(a).sum()

    def log_determinant(a: Any) -> Any:
        return np.linalg.slogdet(a)[1]

    def eigenvalues(a: Any) -> Any:
        return (np.linalg.eigvalsh(a) ** 2).sum()

    out = {}
    for f, args in ((solve, (a, b)), (inverse, (a,)), (log_determinant, (a,)), (eigenvalues, (a + a.T,))):
        value, gradient = irad.jit(f), irad.grad(f, tuple(range(len(args))))
        out[f"{f.__name__.replace('_', ' ')}, n = {n}"] = {
            "value": lambda value=value, args=args: value(*args),
            "gradient": lambda gradient=gradient, args=args: gradient(*args),
        }
    return out


def loss(parameters: Any, x: Any, y: Any) -> Any:
    (w1, b1), (w2, b2), (w3, b3) = parameters
    h = np.tanh(x @ w1 + b1)
    h = np.tanh(h @ w2 + b2)
    r = h @ w3 + b3 - y
    return (r * r).sum() / y.size


def by_hand(parameters: Any, x: np.ndarray, y: np.ndarray) -> tuple[float, Any]:
    """Forward and backward in NumPy."""
    (w1, b1), (w2, b2), (w3, b3) = parameters
    h1 = np.tanh(x @ w1 + b1)
    h2 = np.tanh(h1 @ w2 + b2)
    r = h2 @ w3 + b3 - y
    g = r * (2.0 / y.size)
    dw3, db3 = h2.T @ g, g.sum(axis=0)
    g = (g @ w3.T) * (1.0 - h2 * h2)
    dw2, db2 = h1.T @ g, g.sum(axis=0)
    g = (g @ w2.T) * (1.0 - h1 * h1)
    return float((r * r).sum() / y.size), ((x.T @ g, g.sum(axis=0)), (dw2, db2), (dw3, db3))


def network() -> dict[str, dict[str, Callable[[], Any]]]:
    rng = np.random.default_rng(0)
    pairs = itertools.pairwise(LAYERS)
    parameters = tuple((rng.normal(size=(m, n)) / m**0.5, 0.1 * rng.normal(size=n)) for m, n in pairs)
    x, y = rng.normal(size=(BATCH, LAYERS[0])), rng.normal(size=(BATCH, LAYERS[-1]))
    gradient, fast = irad.value_and_grad(loss), irad.value_and_grad(irad.jit(loss, fastmath=True))
    for (f, df), (g, dg) in zip(by_hand(parameters, x, y)[1], gradient(parameters, x, y)[1], strict=True):
        np.testing.assert_allclose(f, g, rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(df, dg, rtol=1e-9, atol=1e-12)
    calls: dict[str, Callable[[], Any]] = {
        "by hand": lambda: by_hand(parameters, x, y),
        "irad": lambda: gradient(parameters, x, y),
        "irad, fastmath": lambda: fast(parameters, x, y),  # tanh as a vector, as in NumPy
    }
    if importlib.util.find_spec("torch") is not None:
        calls["PyTorch"] = _torch(parameters, x, y)
    if importlib.util.find_spec("jax") is not None:
        calls["JAX"] = _jax(parameters, x, y)
    return {f"network {'-'.join(map(str, LAYERS))}, batch {BATCH}": calls}


def _torch(parameters: Any, x: np.ndarray, y: np.ndarray) -> Callable[[], Any]:
    import torch

    torch.set_num_threads(1)
    leaves = [torch.tensor(p, requires_grad=True) for pair in parameters for p in pair]
    a, b = torch.tensor(x), torch.tensor(y)

    def call() -> Any:
        w1, b1, w2, b2, w3, b3 = leaves
        h = torch.tanh(torch.tanh(a @ w1 + b1) @ w2 + b2)
        r = h @ w3 + b3 - b
        return torch.autograd.grad((r * r).sum() / b.numel(), leaves)

    return call


def _jax(parameters: Any, x: np.ndarray, y: np.ndarray) -> Callable[[], Any]:
    import jax

    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp

    def value(p: Any, a: Any, b: Any) -> Any:
        (w1, b1), (w2, b2), (w3, b3) = p
        r = jnp.tanh(jnp.tanh(a @ w1 + b1) @ w2 + b2) @ w3 + b3 - b
        return (r * r).sum() / b.size

    gradient = jax.jit(jax.value_and_grad(value))
    given = jax.tree_util.tree_map(jnp.asarray, (parameters, x, y))
    return lambda: jax.block_until_ready(gradient(*given))


def measure(rounds: int) -> list[dict[str, Any]]:
    """Seconds per call (of products: per bundle of calls), and how many times the first contestant's that is."""
    found = []
    for name, calls in (products() | gaussian() | systems() | network()).items():
        times: dict[str, list[float]] = {k: [] for k in calls}
        for k in calls:
            calls[k]()
        for _ in range(rounds):
            for k, call in calls.items():
                start = time.perf_counter()
                call()
                times[k].append(time.perf_counter() - start)
        first = next(iter(calls))
        ratios = {k: statistics.median(t / s for t, s in zip(times[k], times[first], strict=True)) for k in calls}
        medians = {k: statistics.median(t) for k, t in times.items()}
        found.append({"name": name, "beside": first, "seconds": medians, "ratios": ratios})
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="write JSON")
    parser.add_argument("--rounds", type=int, default=21)
    args = parser.parse_args()
    found = measure(args.rounds)
    if args.json:
        print(json.dumps(found, indent=2))
        return
    for row in found:
        others = (f"{k} {row['ratios'][k]:.2f}" for k in row["ratios"] if k != row["beside"])
        print(f"{row['name']:<40} {row['beside']} {1e3 * row['seconds'][row['beside']]:.3f} ms; times that: {', '.join(others)}")


if __name__ == "__main__":
    main()
