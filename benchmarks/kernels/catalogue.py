"""All kernels in Python, by name."""

from __future__ import annotations

from benchmarks.kernels import array_expressions, dynamic_programs, factorizations, motions, products, stencils
from benchmarks.kernels.kernel_model import Kernel

TOPICS = (factorizations, products, stencils, dynamic_programs, motions, array_expressions)
KERNELS: dict[str, Kernel] = {kernel.name: kernel for topic in TOPICS for kernel in topic.KERNELS}
