"""Small kernels as users write them, beside Numba and beside adjoints written by hand; see `benchmarks.kernels.__main__`."""
