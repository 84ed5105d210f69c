"""Linear algebra: calls of BLAS and LAPACK, the same as loops in plain Python, and rules for what has no derivative by itself."""
