"""The sizes with which kernels grow over three decades of work, all sizes that are a side together, steps staying as they are.

Work is what the innermost loops do, up to a factor: the power of the size that grows, less what borders leave out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

DECADES, POINTS = 3, 7


@dataclass(frozen=True)
class Growing:
    """``first``: the smallest value of the size n; ``sizes`` of the kernel with n; work is (n - ``border``) ** ``power``."""

    power: int
    first: int
    sizes: Callable[[int], tuple[Any, ...]]
    border: int = 0

    def values(self, points: int = POINTS) -> list[int]:
        """Values of n.

        >>> Growing(3, 20, one).values()
        [20, 29, 43, 63, 93, 136, 200]
        """
        return [round(self.first * 10 ** (DECADES * k / (points - 1) / self.power)) for k in range(points)]

    def work(self, n: int) -> float:
        return float((n - self.border) ** self.power)


def one(n: int) -> tuple[Any, ...]:
    return (n,)


def _two(n: int) -> tuple[Any, ...]:
    return n, n


def _three(n: int) -> tuple[Any, ...]:
    return n, n, n


def _and(*rest: int) -> Callable[[int], tuple[Any, ...]]:
    return lambda n: (n, *rest)


GROWING: dict[str, Growing] = {
    "cholesky": Growing(3, 30, one),
    "lu": Growing(3, 30, one),
    "lu_solve": Growing(3, 30, one),
    "gramschmidt": Growing(3, 24, _two),
    "gemm": Growing(3, 24, one),
    "syrk": Growing(3, 30, _two),
    "atax": Growing(2, 40, _two),
    "doitgen": Growing(4, 9, one),
    "trmm": Growing(3, 24, _two),
    "durbin": Growing(2, 60, one),
    "bicg": Growing(2, 40, _two),
    "mvt": Growing(2, 40, one),
    "gesummv": Growing(2, 40, one),
    "trisolv": Growing(2, 40, one),
    "stencil5": Growing(2, 40, _two, border=2),
    "seidel": Growing(2, 30, _and(10), border=2),
    "jacobi1d": Growing(1, 100, _and(50), border=2),
    "burgers": Growing(1, 100, _and(20), border=2),
    "heat3d": Growing(3, 10, _and(4), border=2),
    "wave": Growing(1, 100, _and(50), border=2),
    "advection": Growing(1, 100, _and(20)),
    "adi": Growing(2, 20, _and(4), border=2),
    "floyd_warshall": Growing(3, 20, one),
    "soft_dtw": Growing(2, 20, _two),
    "hidden_markov": Growing(1, 20, _and(20, 6)),
    "viterbi": Growing(1, 20, _and(20)),
    "cheapest_path": Growing(2, 30, _two),
    "biquad": Growing(1, 200, one),
    "fir": Growing(1, 100, _and(32)),
    "conv2d": Growing(2, 10, lambda n: (2, 4, n, 3), border=2),
    "max_pooling": Growing(2, 10, lambda n: (4, n), border=2),
    "kalman_scalar": Growing(1, 100, one),
    "smoothing": Growing(1, 200, one),
    "running_max": Growing(1, 200, one),
    "nbody": Growing(2, 12, _and(3)),
    "rk4_arrays": Growing(1, 100, _and(10)),
    "lennard_jones": Growing(2, 20, one),
    "smoothed_density": Growing(2, 20, one),
    "spring_chain": Growing(1, 50, _and(30)),
    "pendulum": Growing(1, 50, one),
    "logsumexp": Growing(1, 200, one),
    "softmax_rows": Growing(2, 20, _two),
    "nearest_centres": Growing(1, 20, lambda n: ((n, 8), (20, 8))),
    "covariance": Growing(3, 20, _two),
    "correlation": Growing(2, 30, lambda n: ((n, n), (n, n))),
    "tree_recursion": Growing(1, 63, one),
    "sum_of_products": Growing(1, 1000, _and(4)),
    "new_each_step": Growing(1, 100, _and(3, 10)),
    "in_place_each_step": Growing(1, 100, _and(3, 10)),
    "six_views": Growing(1, 300, _and(1)),
    "four_views": Growing(2, 20, lambda n: (n, n, 5), border=2),
    "normalised_rows": Growing(2, 30, _two),
    "elementwise_tanh": Growing(1, 100, one),
    "c_gemm": Growing(3, 24, _three),
    "c_gemm_single": Growing(3, 24, _three),
    "c_cholesky": Growing(3, 30, one),
    "c_lu": Growing(3, 30, one),
    "c_jacobi2d": Growing(2, 20, _and(10), border=2),
    "c_seidel": Growing(2, 20, _and(10), border=2),
    "c_convolution": Growing(2, 24, _and(5), border=4),
    "c_bodies": Growing(2, 20, one),
    "c_triangular": Growing(2, 50, one),
    "c_shortest": Growing(3, 20, one),
    "c_atax": Growing(2, 40, _two),
    "c_doitgen": Growing(4, 9, lambda n: (n * n, n)),
    "c_biquad": Growing(1, 200, one),
    "c_softmax": Growing(2, 20, _two),
    "c_heat_nonlinear": Growing(1, 100, _and(20), border=2),
    "c_shallow_water": Growing(1, 100, _and(20), border=2),
    "c_layer": Growing(2, 12, lambda n: (4, 8, n, n), border=2),
}
