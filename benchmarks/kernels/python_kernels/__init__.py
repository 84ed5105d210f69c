"""All kernels in Python, by name."""

from __future__ import annotations

from benchmarks.kernels.kernel_model import Kernel
from benchmarks.kernels.python_kernels import (
    array_expressions,
    array_views,
    dynamic_programs,
    factorizations,
    filters,
    image_layers,
    matrix_products,
    matrix_vectors,
    motions,
    particles,
    reducing_loops,
    stencils,
    waves,
)

TOPICS = (
    factorizations,
    matrix_products,
    matrix_vectors,
    stencils,
    waves,
    dynamic_programs,
    filters,
    image_layers,
    motions,
    particles,
    reducing_loops,
    array_expressions,
    array_views,
)
KERNELS: dict[str, Kernel] = {kernel.name: kernel for topic in TOPICS for kernel in topic.KERNELS}
