"""The kernels in C (``c_kernels/*.c``), without `restrict`: their sizes and inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.kernels.kernel_model import SEED

Arrays = Sequence[NDArray[np.float64]]
Make = Callable[[np.random.Generator, list[int]], Arrays]


@dataclass(frozen=True)
class CKernel:
    """``sizes`` and ``tiny``: what the kernel is told, up to four; ``kept``: how many numbers its adjoint by hand keeps."""

    name: str
    sizes: tuple[int, ...]
    tiny: tuple[int, ...]
    make: Make
    hand: bool = True
    kept: Callable[[tuple[int, ...]], int] = lambda _: 0
    tolerance: float = 1e-9

    def given(self, tiny: bool = False, moved: Arrays | None = None) -> NDArray[np.float64]:
        """The flat input that ``c_kernel.h`` describes; ``moved`` is added to the arrays."""
        sizes = self.tiny if tiny else self.sizes
        arrays = self.arrays(tiny)
        if moved is not None:
            arrays = [a + m for a, m in zip(arrays, moved, strict=True)]
        out: list[Any] = [[*sizes, *[0] * (4 - len(sizes))], [self.kept(sizes)], [len(arrays)]]
        for a in arrays:
            out += [[a.size], a.ravel()]
        return np.concatenate([np.asarray(part, dtype=np.float64) for part in out])

    def sized(self, *sizes: int) -> CKernel:
        """The same with other sizes."""
        return replace(self, sizes=sizes)

    def arrays(self, tiny: bool = False) -> list[NDArray[np.float64]]:
        return list(self.make(np.random.default_rng(SEED), list(self.tiny if tiny else self.sizes)))


def _gemm(rng: np.random.Generator, n: list[int]) -> Arrays:
    return rng.normal(size=(n[0], n[2])), rng.normal(size=(n[2], n[1])), rng.normal(size=(n[0], n[1]))


def _positive(rng: np.random.Generator, n: list[int]) -> Arrays:
    x = rng.normal(size=(n[0], n[0]))
    return (x @ x.T / n[0] + 2 * np.eye(n[0]),)


def _dominant(rng: np.random.Generator, n: list[int]) -> Arrays:
    return (rng.normal(size=(n[0], n[0])) + 2 * n[0] * np.eye(n[0]),)


def _twice(rng: np.random.Generator, n: list[int]) -> Arrays:
    a = rng.normal(size=(n[0], n[0]))
    return a, a.copy()


def _square(rng: np.random.Generator, n: list[int]) -> Arrays:
    return (rng.normal(size=(n[0], n[0])),)


def _image(rng: np.random.Generator, n: list[int]) -> Arrays:
    m = n[0] - n[1] + 1
    return rng.normal(size=(n[0], n[0])), rng.normal(size=(n[1], n[1])), np.zeros((m, m))


def _bodies(rng: np.random.Generator, n: list[int]) -> Arrays:
    return rng.normal(size=(n[0], 3)), rng.normal(size=(n[0], 3)), rng.uniform(0.5, 1.0, size=n[0])


def _triangular(rng: np.random.Generator, n: list[int]) -> Arrays:
    return rng.normal(size=(n[0], n[0])) / n[0] + 2 * np.eye(n[0]), rng.normal(size=n[0])


def _graph(rng: np.random.Generator, n: list[int]) -> Arrays:
    return (rng.uniform(0.1, 1.0, size=(n[0], n[0])) ** 2,)


def _atax(rng: np.random.Generator, n: list[int]) -> Arrays:
    return rng.normal(size=(n[0], n[1])), rng.normal(size=n[1]), np.zeros(n[1]), np.zeros(n[0])


def _tensor(rng: np.random.Generator, n: list[int]) -> Arrays:
    return rng.normal(size=(n[0], n[1])), rng.normal(size=(n[1], n[1])), np.zeros(n[1])


def _filter(rng: np.random.Generator, n: list[int]) -> Arrays:
    return rng.normal(size=n[0]), np.array([0.2, 0.3, 0.2, -0.5, 0.3]), np.zeros(n[0])


def _rows(rng: np.random.Generator, n: list[int]) -> Arrays:
    return rng.normal(size=(n[0], n[1])), rng.normal(size=(n[0], n[1]))


def _rod(rng: np.random.Generator, n: list[int]) -> Arrays:
    return rng.uniform(size=n[0]), np.zeros(n[0])


def _pond(rng: np.random.Generator, n: list[int]) -> Arrays:
    return rng.uniform(1.0, 2.0, size=n[0]), rng.uniform(-0.1, 0.1, size=n[0])


def _layer(rng: np.random.Generator, n: list[int]) -> Arrays:
    return rng.normal(size=(n[0], n[2], n[3])), rng.normal(size=(n[1], n[0], 3, 3)), rng.normal(size=n[1])


C_KERNELS = {
    kernel.name: kernel
    for kernel in (
        CKernel("c_gemm", (128, 128, 128), (3, 4, 5), _gemm),
        CKernel("c_gemm_single", (128, 128, 128), (3, 4, 5), _gemm, tolerance=1e-4),
        CKernel("c_cholesky", (200,), (5,), _positive),
        CKernel("c_lu", (200,), (5,), _dominant),
        CKernel("c_jacobi2d", (100, 10), (6, 2), _twice),
        CKernel("c_seidel", (100, 10), (6, 2), _square),
        CKernel("c_convolution", (100, 5), (7, 3), _image),
        CKernel("c_bodies", (150,), (4,), _bodies),
        CKernel("c_triangular", (400,), (5,), _triangular),
        CKernel("c_shortest", (64,), (6,), _graph, hand=False),
        CKernel("c_atax", (300, 280), (4, 3), _atax),
        CKernel("c_doitgen", (48 * 48, 48), (6, 3), _tensor, kept=lambda n: n[0] * n[1]),
        CKernel("c_biquad", (20000,), (8,), _filter),
        CKernel("c_softmax", (100, 100), (3, 4), _rows),
        CKernel("c_heat_nonlinear", (4000, 20), (8, 3), _rod, kept=lambda n: n[0] * n[1]),
        CKernel("c_shallow_water", (2000, 50), (8, 3), _pond, kept=lambda n: 2 * n[0] * (n[1] + 1)),
        CKernel("c_layer", (4, 8, 34, 34), (2, 3, 5, 6), _layer, kept=lambda n: n[1] * (n[2] - 2) * (n[3] - 2)),
    )
}
