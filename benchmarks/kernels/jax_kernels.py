"""Kernels as users of JAX write them: whole arrays, `lax.scan` over steps.  Needs JAX; `jax_runs` compares and times them.

Arguments are those of the kernel that are no memory for results, under their names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from benchmarks.kernels.kernel_model import Kernel
from benchmarks.kernels.python_kernels import KERNELS

Array = Any


@dataclass(frozen=True)
class Beside:
    """``kernel`` with the sizes that are timed; ``wanted``: the arguments whose gradient is compared."""

    label: str
    kernel: Kernel
    function: Callable[..., Array]
    wanted: tuple[str, ...]
    given: tuple[str, ...] = ()  # other arguments of the function in JAX
    fixed: tuple[str, ...] = ()  # of these, those that are known when it is compiled
    lower: bool = False  # only the lower triangle is read: what JAX gives to the upper one belongs there


def elementwise_tanh(x: Array, w: Array, b: Array) -> Array:
    return ((jnp.tanh(w * x + b) - x) ** 2).sum()


def sum_of_products(a: Array, b: Array, c: Array, d: Array) -> Array:
    return (a * b + c * d).sum()


def stencil5(u: Array, c: Array) -> Array:
    v = c[0] * u[1:-1, 1:-1] + c[1] * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
    return (v * v).sum()


def jacobi1d(a: Array, b: Array, c: Array, steps: int) -> Array:
    def step(both: tuple[Array, Array], _: None) -> tuple[tuple[Array, Array], None]:
        a, b = both
        b = b.at[1:-1].set(c[0] * (a[:-2] + a[1:-1] + a[2:]))
        a = a.at[1:-1].set(c[0] * (b[:-2] + b[1:-1] + b[2:]))
        return (a, b), None

    (a, b), _ = lax.scan(step, (a, b), None, length=steps)
    return (a * a).sum()


def gemm(a: Array, b: Array, c: Array, alpha: Array) -> Array:
    c = alpha[0] * (a @ b) + alpha[1] * c
    return (c * c).sum()


def lu_solve(a: Array, b: Array) -> Array:
    x = jnp.linalg.solve(a, b)
    return (x * x).sum()


def cholesky(a: Array) -> Array:
    return jnp.tril(lax.linalg.cholesky(a, symmetrize_input=False)).sum()


def nbody(x: Array, v: Array, mass: Array, steps: int, h: float) -> Array:
    def step(state: tuple[Array, Array], _: None) -> tuple[tuple[Array, Array], None]:
        x, v = state
        d = x[None, :, :] - x[:, None, :]
        r2 = (d * d).sum(-1) + 0.01
        w = mass[None, :] / (r2 * jnp.sqrt(r2))
        v = v + h * (w[:, :, None] * d).sum(1)
        return (x + h * v, v), None

    (_, v), _ = lax.scan(step, (x, v), None, length=steps)
    return (0.5 * mass[:, None] * v * v).sum()


def rk4_arrays(y: Array, w: Array, steps: int, h: float) -> Array:
    def slope(x: Array, v: Array) -> tuple[Array, Array]:
        return v, -w * x

    def step(state: tuple[Array, Array], _: None) -> tuple[tuple[Array, Array], None]:
        x, v = state
        k1x, k1v = slope(x, v)
        k2x, k2v = slope(x + 0.5 * h * k1x, v + 0.5 * h * k1v)
        k3x, k3v = slope(x + 0.5 * h * k2x, v + 0.5 * h * k2v)
        k4x, k4v = slope(x + h * k3x, v + h * k3v)
        x = x + h / 6.0 * (k1x + 2.0 * k2x + 2.0 * k3x + k4x)
        v = v + h / 6.0 * (k1v + 2.0 * k2v + 2.0 * k3v + k4v)
        return (x, v), None

    (x, v), _ = lax.scan(step, (y[0], y[1]), None, length=steps)
    return (x * x).sum() + (v * v).sum()


def kalman_scalar(z: Array, p: Array) -> Array:
    def step(state: tuple[Array, Array], z: Array) -> tuple[tuple[Array, Array], Array]:
        mean, var = p[2] * state[0], p[2] * p[2] * state[1] + p[0]
        s = var + p[1]
        e = z - mean
        k = var / s
        return (mean + k * e, (1.0 - k) * var), e * e / s + jnp.log(s)

    _, terms = lax.scan(step, (jnp.zeros(()), p[3]), z)
    return terms.sum()


def hidden_markov(a: Array, b: Array, symbols: Array) -> Array:
    n = a.shape[0]

    def step(alpha: Array, symbol: Array) -> tuple[Array, Array]:
        alpha = (alpha @ a) * b[:, symbol]
        s = alpha.sum()
        return alpha / s, jnp.log(s)

    first = b[:, symbols[0]] / n
    s = first.sum()
    _, logs = lax.scan(step, first / s, symbols[1:])
    return jnp.log(s) + logs.sum()


def fir(x: Array, w: Array) -> Array:
    y = jnp.convolve(x, w[::-1], mode="valid")[:-1]
    return (y * y).sum()


def softmax_rows(x: Array, w: Array) -> Array:
    return (w * jax.nn.softmax(x, axis=1)).sum()


def normalised_rows(x: Array, w: Array) -> Array:
    return ((x * w).sum(1) / jnp.linalg.norm(x, axis=1)).sum()


def _product(a: Array, b: Array, c: Array, alpha: Array) -> Any:
    d = alpha[0] * (a @ b) + alpha[1] * c
    return (d * d).sum()


def _solution(a: Array, b: Array) -> Any:
    x = np.linalg.solve(a, b)
    return (x * x).sum()


def _factor(a: Array) -> Any:
    return np.linalg.cholesky(a).sum()


def _logsumexp(x: Array) -> Any:
    largest = x.max()
    return largest + np.log(np.exp(x - largest).sum())


def _softmax(x: Array, y: Array, w: Array) -> Any:
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return (w * e / e.sum(axis=1, keepdims=True)).sum()


def _functions(x: Array, w: Array, b: Array) -> Any:
    """Of the C library, for each element."""
    return (np.sin(x) * np.exp(0.1 * w) + np.log(1.0 + b * b)).sum()


def functions(x: Array, w: Array, b: Array) -> Array:
    return (jnp.sin(x) * jnp.exp(0.1 * w) + jnp.log(1.0 + b * b)).sum()


def _numpy(name: str, function: Callable[..., Any]) -> Kernel:
    """A function of the arguments of a kernel."""
    kernel = KERNELS[name]
    return Kernel(function.__name__, function, kernel.make, kernel.sizes, kernel.tiny, constant=kernel.constant)


BESIDE = (
    Beside("tanh of 10^6 elements", KERNELS["elementwise_tanh"].sized(1_000_000), elementwise_tanh, ("x", "w", "b")),
    Beside("sin, exp, log of 10^6 elements", _numpy("elementwise_tanh", _functions).sized(1_000_000), functions, ("x", "w", "b")),
    Beside("tanh of 5,000 elements", KERNELS["elementwise_tanh"], elementwise_tanh, ("x", "w", "b")),
    Beside("sum of products, 20,000 elements", KERNELS["sum_of_products"], sum_of_products, ("a", "b", "c", "d")),
    Beside("log-sum-exp by arrays, 20,000 elements", _numpy("logsumexp", _logsumexp), jax.nn.logsumexp, ("x",)),
    Beside("log-sum-exp in loops, 20,000 elements", KERNELS["logsumexp"], jax.nn.logsumexp, ("x",)),
    Beside("softmax of rows by arrays, 100 x 100", _numpy("softmax_rows", _softmax), softmax_rows, ("x",), ("w",)),
    Beside("softmax of rows in loops, 100 x 100", KERNELS["softmax_rows"], softmax_rows, ("x",), ("w",)),
    Beside("normalised rows, 100 x 200", KERNELS["normalised_rows"], normalised_rows, ("x", "w")),
    Beside("stencil of five points, 150 x 150", KERNELS["stencil5"], stencil5, ("u",), ("c",)),
    Beside("stencil in one dimension, 2,000 x 50 steps", KERNELS["jacobi1d"], jacobi1d, ("a", "b"), ("c", "steps"), ("steps",)),
    Beside("convolution, 4,000 with 32", KERNELS["fir"], fir, ("x", "w")),
    Beside("Runge and Kutta, 1,000 x 10 steps", KERNELS["rk4_arrays"], rk4_arrays, ("y", "w"), ("steps", "h"), ("steps",)),
    Beside("100 bodies, 3 steps", KERNELS["nbody"], nbody, ("x", "v", "mass"), ("steps", "h"), ("steps",)),
    Beside("Kalman's filter, 10,000 steps", KERNELS["kalman_scalar"], kalman_scalar, ("z", "p")),
    Beside("hidden Markov model, 100 x 20", KERNELS["hidden_markov"], hidden_markov, ("a", "b"), ("symbols",)),
    Beside("matrix product in loops, 128", KERNELS["gemm"], gemm, ("a", "b", "c"), ("alpha",)),
    Beside("matrix product by @, 128", _numpy("gemm", _product), gemm, ("a", "b", "c"), ("alpha",)),
    Beside("Cholesky in loops, 200", KERNELS["cholesky"], cholesky, ("a",), lower=True),
    Beside("Cholesky by numpy.linalg, 200", _numpy("cholesky", _factor), cholesky, ("a",), lower=True),
    Beside("LU and solve in loops, 150", KERNELS["lu_solve"], lu_solve, ("a", "b")),
    Beside("solve by numpy.linalg, 150", _numpy("lu_solve", _solution), lu_solve, ("a", "b")),
)
